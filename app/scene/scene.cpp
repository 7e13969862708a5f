#include "scene.hpp"

#include <algorithm>
#include <cmath>

#include "scene_compose.hpp"

namespace scope {
namespace {

// How far letters reach above and below the vertical centre of a text, in units of its size.
constexpr float rise = 0.40f;
constexpr float mono_drop = 0.40f;  // digits stand on the base line
constexpr float word_drop = 0.57f;  // g, p, y hang below it

constexpr float binary_size = 11;
constexpr float lit_size = 14;       // of the current digit, so that colour is not its only sign
constexpr float wide_lit_size = 12;  // where it has many bits
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
    if ((static_cast<uint8_t>(text[at]) & 0xc0) != 0x80 && count-- == 0) break;
    ++at;
  }
  return at;
}

float size_of_lit(uint32_t bits) { return bits <= few_bits ? lit_size : wide_lit_size; }

/// The binary in up to three parts: before, lit and after.
void add_binary_texts(std::vector<Text>& out, const Cell& cell, float y) {
  const std::size_t begin = bytes_of(cell.binary, cell.lit_begin);
  const std::size_t end = std::max(begin, bytes_of(cell.binary, cell.lit_end));
  const std::string lit = cell.binary.substr(begin, end - begin);
  const auto bits = static_cast<uint32_t>(lit.size());
  const float tall = size_of_lit(bits);
  float x = cell.at.x + (cell.at.w - binary_width(cell.binary, bits)) / 2;
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
  part(0, begin, Ink::dim, binary_size);
  part(begin, end, cell.lit, tall);
  part(end, cell.binary.size(), cell.behind, binary_size);
}

}  // namespace

float binary_width(const std::string& binary, uint32_t lit) {
  const float more = size_of_lit(lit) - binary_size;
  return text_width(binary, binary_size, Face::mono) +
         static_cast<float>(lit) * text_width("0", more, Face::mono);
}

std::vector<Text> texts_of(const Cell& cell) {
  std::vector<Text> out;
  const bool bits = !cell.binary.empty(), note = !cell.note.empty();
  const auto y = [&](float part) { return cell.at.y + cell.at.h * part; };
  add_value_texts(out, cell, y(bits && note ? 0.25f : note ? 0.35f : bits ? 0.37f : 0.5f));
  if (bits) add_binary_texts(out, cell, y(note ? 0.56f : 0.77f));
  if (note)
    out.push_back(
        {.at = {cell.at.x + (cell.at.w - text_width(cell.note, note_size, Face::mono)) / 2,
                y(0.85f)},
         .text = cell.note,
         .size = note_size,
         .ink = Ink::dim,
         .face = Face::mono,
         .anchor = Anchor::left,
         .tag = cell.tag});
  return out;
}

Text label_of(const Brace& brace) {
  const float away = brace.size * (brace.depth > 0 ? 0.62f : -0.72f);
  return {.at = {(brace.x0 + brace.x1) / 2, brace.y + brace.depth + away},
          .text = brace.label,
          .size = brace.size,
          .ink = brace.ink,
          .face = Face::bold};
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

}  // namespace scope
