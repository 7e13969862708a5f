#include "scene.hpp"
#include "app/core/base/text.hpp"
#include "text_width.hpp"

#include <algorithm>
#include <cmath>

namespace scope {
namespace {

// How far letters reach above and below the vertical centre of a text, in units of its size.
constexpr float rise = 0.40f;
constexpr float mono_drop = 0.40f;  // digits stand on the base line
constexpr float word_drop = 0.57f;  // g, p, y hang below it

// How much larger the current digit is than the other bits, so that colour is not its only sign,
// and where it has many bits.
constexpr float lit_factor = 14.f / 11, wide_lit_factor = 12.f / 11;
constexpr uint32_t few_bits = 4;
constexpr float note_size = 12;
constexpr float smallest_mark = 11;
constexpr float mark_gap = 1;

TextBox box_of(const Text& text) {
  const float width = text_width(text.text, text.size, text.face);
  float x = text.at.x;
  if (text.anchor == Anchor::middle) x -= width / 2;
  if (text.anchor == Anchor::right) x -= width;
  const float drop = text.face == Face::mono ? mono_drop : word_drop;
  return {{x, text.at.y - rise * text.size, width, (rise + drop) * text.size}, text.text};
}

/// Value and mark stand side by side, centred together.
void add_value_texts(std::vector<Text>& out, const Cell& cell, float y) {
  if (cell.text.empty()) return;
  const float mark_size = std::max(smallest_mark, std::round(cell.size * 0.6f));
  const float value = text_width(cell.text, cell.size, cell.face);
  const float mark =
      cell.mark.empty() ? 0 : mark_gap + text_width(cell.mark, mark_size, Face::mono);
  const float left = cell.at.x + (cell.at.w - value - mark) / 2;
  out.push_back({.at = {left, y},
                 .text = cell.text,
                 .size = cell.size,
                 .ink = cell.ink,
                 .face = cell.face,
                 .anchor = Anchor::left,
                 .tag = cell.tag});
  if (cell.mark.empty()) return;
  out.push_back({.at = {left + value + mark_gap, y + cell.size * 0.2f},
                 .text = cell.mark,
                 .size = mark_size,
                 .ink = cell.ink,
                 .face = Face::mono,
                 .anchor = Anchor::left,
                 .tag = cell.tag});
}

/// Bytes of the first `count` characters.
std::size_t bytes_of(const std::string& text, uint32_t count) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (!inside_character(text[at]) && count-- == 0) break;
    ++at;
  }
  return at;
}

/// Characters in the first of two lines.
uint32_t first_half(const std::string& binary) {
  return static_cast<uint32_t>(utf8_length(binary) + 1) / 2;
}

float size_of_lit(uint32_t bits, float size) {
  return size * (bits <= few_bits ? lit_factor : wide_lit_factor);
}

/// A line of the binary, its bytes from `first` on, in up to three parts: before, lit and after.
void add_binary_texts(std::vector<Text>& out, const Cell& cell, std::size_t first, std::size_t last,
                      float y) {
  const std::size_t begin = std::clamp(bytes_of(cell.binary, cell.lit_begin), first, last);
  const std::size_t end = std::clamp(bytes_of(cell.binary, cell.lit_end), begin, last);
  const float quiet = cell.binary_size, tall = size_of_lit(cell.lit_end - cell.lit_begin, quiet);
  const auto wide = [&](std::size_t from, std::size_t to, float size) {
    return text_width(cell.binary.substr(from, to - from), size, Face::mono);
  };
  const float width = wide(first, begin, quiet) + wide(begin, end, tall) + wide(end, last, quiet);
  float x = cell.at.x + (cell.at.w - width) / 2;
  const auto part = [&](std::size_t from, std::size_t to, Ink ink, float size) {
    if (from == to) return;
    out.push_back({.at = {x, y},
                   .text = cell.binary.substr(from, to - from),
                   .size = size,
                   .ink = ink,
                   .face = Face::mono,
                   .anchor = Anchor::left,
                   .tag = cell.tag});
    x += text_width(out.back().text, size, Face::mono);
  };
  part(first, begin, Ink::dim, quiet);
  part(begin, end, cell.lit, tall);
  part(end, last, cell.behind, quiet);
}

constexpr float edge = 24, gap = 24,
                inside = 16;  // around the page, between lanes, inside a lane's frame
constexpr float head = 72, cost_line = 24, cost_gap = 32;
constexpr float name_size = 17, words_size = 14;

template <class T>
void append(std::vector<T>& to, std::vector<T>& more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void take(Scene& page, Scene part) {
  append(page.frames, part.frames);
  append(page.heatmaps, part.heatmaps);
  append(page.lines, part.lines);
  append(page.arrows, part.arrows);
  append(page.cells, part.cells);
  append(page.braces, part.braces);
  append(page.texts, part.texts);
}

/// The widest name and the widest value of the costs.
float name_width(const LaneColumn& column) {
  float widest = 0;
  for (const auto& [name, value] : column.costs)
    widest = std::max(widest, text_width(name, words_size, Face::ui));
  return widest;
}
float value_width(const LaneColumn& column) {
  float widest = 0;
  for (const auto& [name, value] : column.costs)
    widest = std::max(widest, text_width(value, words_size, Face::mono));
  return widest;
}

float width_of(const LaneColumn& column) {
  const float costs = name_width(column) + cost_gap + value_width(column);
  return 2 * inside + std::max({column.scene.width, text_width(column.name, name_size, Face::bold),
                                text_width(column.place, words_size, Face::ui), costs});
}

/// Its heading, its picture in the middle, its costs, all in the frame `at`.
Scene lane_of(const LaneColumn& column, const Rect& at, float picture_height) {
  Scene part = column.scene;
  shift(part, {at.x + (at.w - part.width) / 2, at.y + head});
  part.frames.insert(part.frames.begin(), Frame{.at = at});
  const float x = at.x + inside;
  part.texts.push_back({.at = {x, at.y + 24},
                        .text = column.name,
                        .size = name_size,
                        .face = Face::bold,
                        .anchor = Anchor::left});
  part.texts.push_back({.at = {x, at.y + 48},
                        .text = column.place,
                        .size = words_size,
                        .ink = Ink::dim,
                        .anchor = Anchor::left});
  float y = at.y + head + picture_height + inside + cost_line / 2;
  const float end = x + name_width(column) + cost_gap + value_width(column);
  for (const auto& [name, value] : column.costs) {
    part.texts.push_back(
        {.at = {x, y}, .text = name, .size = words_size, .ink = Ink::dim, .anchor = Anchor::left});
    part.texts.push_back({.at = {end, y},
                          .text = value,
                          .size = words_size,
                          .face = Face::mono,
                          .anchor = Anchor::right});
    y += cost_line;
  }
  return part;
}

}  // namespace

void add_words(Scene& scene, Vec at, std::string text, float size, Ink ink, Anchor anchor,
               Face face) {
  if (!text.empty())
    scene.texts.push_back({.at = at,
                           .text = std::move(text),
                           .size = size,
                           .ink = ink,
                           .face = face,
                           .anchor = anchor});
}

float binary_width(const std::string& binary, uint32_t lit, float size) {
  const float more = size_of_lit(lit, size) - size;
  return text_width(binary, size, Face::mono) +
         static_cast<float>(lit) * text_width("0", more, Face::mono);
}

std::vector<Text> texts_of(const Cell& cell) {
  std::vector<Text> out;
  const bool bits = !cell.binary.empty(), note = !cell.note.empty();
  const auto y = [&](float part) { return cell.at.y + cell.at.h * part; };
  const float over_bits = cell.size > 24 ? 0.33f : 0.37f;  // large digits go down to the bits
  const bool three = cell.halved || (bits && note);        // lines
  add_value_texts(out, cell, y(three ? 0.25f : note ? 0.35f : bits ? over_bits : 0.5f));
  const std::size_t all = cell.binary.size(),
                    half = cell.halved ? bytes_of(cell.binary, first_half(cell.binary)) : all;
  if (bits) add_binary_texts(out, cell, 0, half, y(three ? 0.56f : 0.77f));
  if (cell.halved) add_binary_texts(out, cell, half, all, y(0.85f));
  if (note)
    out.push_back(
        {.at = {cell.at.x + (cell.at.w - text_width(cell.note, note_size, Face::mono)) / 2,
                bits ? y(0.85f) : std::min(y(0.85f), cell.at.bottom() - note_size * 0.62f)},
         .text = cell.note,
         .size = note_size,
         .ink = Ink::dim,
         .face = Face::mono,
         .anchor = Anchor::left,
         .tag = cell.tag});
  for (Text& text : out) text.opacity = cell.opacity;
  return out;
}

Text label_of(const Brace& brace) {
  const float away = brace.size * (brace.depth > 0 ? 0.62f : -0.72f);
  return {.at = {(brace.x0 + brace.x1) / 2, brace.y + brace.depth + away},
          .text = brace.label,
          .size = brace.size,
          .ink = brace.ink,
          .face = Face::bold,
          .opacity = brace.opacity};
}

std::vector<TextBox> text_boxes(const Scene& scene) {
  std::vector<TextBox> boxes;
  for (const Cell& cell : scene.cells)
    for (const Text& text : texts_of(cell)) boxes.push_back(box_of(text));
  for (const Brace& brace : scene.braces)
    if (!brace.label.empty()) boxes.push_back(box_of(label_of(brace)));
  for (const Text& text : scene.texts)
    if (!text.text.empty()) boxes.push_back(box_of(text));
  return boxes;
}

const Cell* cell_at(const Scene& scene, Vec point) {
  // Enlarged cells cover their neighbours: the cell whose middle is nearest wins, then the later
  // one.
  const Cell* best = nullptr;
  const auto off = [&](const Cell& c) { return std::abs(point.x - c.at.centre().x); };
  for (const Cell& cell : scene.cells)
    if (cell.at.holds(point) && (!best || off(cell) <= off(*best))) best = &cell;
  return best;
}

Scene with_heading(const Scene& scene) {
  constexpr float band = 44, left = 24, size = 20;
  Scene out = scene;
  shift(out, {0, band});
  out.height += band;
  const float after = left + text_width(scene.title, size, Face::bold) + 14;
  out.texts.push_back({.at = {left, band / 2 + 4},
                       .text = scene.title,
                       .size = size,
                       .face = Face::bold,
                       .anchor = Anchor::left});
  out.texts.push_back({.at = {after, band / 2 + 5},
                       .text = scene.subtitle,
                       .size = 15,
                       .ink = Ink::dim,
                       .anchor = Anchor::left});
  out.width = std::max(out.width, after + text_width(scene.subtitle, 15, Face::ui) + left);
  return out;
}

void shift(Scene& scene, Vec way) {
  const auto move = [&](auto& at) { at.x += way.x, at.y += way.y; };
  for (Frame& f : scene.frames) move(f.at);
  for (Heatmap& h : scene.heatmaps) move(h.at);
  for (Line& l : scene.lines) move(l.from), move(l.to);
  for (Arrow& a : scene.arrows) move(a.from), move(a.to);
  for (Brace& b : scene.braces) b.x0 += way.x, b.x1 += way.x, b.y += way.y;
  for (Text& t : scene.texts) move(t.at);
  for (Cell& c : scene.cells) {
    move(c.at);
    if (c.from) move(*c.from);
  }
}

void disown_keys(Scene& scene) {
  constexpr uint32_t other = 0x80000000u;  // identities are indices of keys, far below
  const auto mark = [](Tag& tag) {
    if (tag.key != none) tag.key |= other;
  };
  for (Arrow& arrow : scene.arrows) mark(arrow.tag);
  for (Cell& cell : scene.cells) mark(cell.tag);
  for (Text& text : scene.texts) mark(text.tag);
}

Scene side_by_side(const std::vector<LaneColumn>& columns) {
  Scene page{.width = edge, .height = 0};
  float tallest = 0;
  std::size_t lines = 0;
  for (const LaneColumn& column : columns) {
    tallest = std::max(tallest, column.scene.height);
    lines = std::max(lines, column.costs.size());
  }
  const float height = head + tallest + 2 * inside + cost_line * static_cast<float>(lines);
  for (const LaneColumn& column : columns) {
    const Rect at{page.width, edge / 2, width_of(column), height};
    take(page, lane_of(column, at, tallest));
    page.width = at.right() + gap;
  }
  page.width += edge - gap;
  page.height = height + edge / 2 + edge;
  return page;
}

}  // namespace scope
