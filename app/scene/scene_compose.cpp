#include "scene_compose.hpp"

#include <algorithm>

namespace scope {
namespace {

constexpr float edge = 24, gap = 24, inside = 16;   // around the page, between lanes, inside a lane's frame
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
float name_width(const Column& column) {
  float widest = 0;
  for (const auto& [name, value] : column.costs) widest = std::max(widest, text_width(name, words_size, Face::ui));
  return widest;
}
float value_width(const Column& column) {
  float widest = 0;
  for (const auto& [name, value] : column.costs) widest = std::max(widest, text_width(value, words_size, Face::mono));
  return widest;
}

float width_of(const Column& column) {
  const float costs = name_width(column) + cost_gap + value_width(column);
  return 2 * inside + std::max({column.scene.width, text_width(column.name, name_size, Face::bold),
                                text_width(column.place, words_size, Face::ui), costs});
}

/// Its heading, its picture in the middle, its costs, all in the frame `at`.
Scene lane_of(const Column& column, const Rect& at, float picture_height) {
  Scene part = column.scene;
  shift(part, {at.x + (at.w - part.width) / 2, at.y + head});
  part.frames.insert(part.frames.begin(), Frame{.at = at});
  const float x = at.x + inside;
  part.texts.push_back({.at = {x, at.y + 24}, .text = column.name, .size = name_size, .face = Face::bold,
                        .anchor = Anchor::left});
  part.texts.push_back({.at = {x, at.y + 48}, .text = column.place, .size = words_size, .ink = Ink::dim,
                        .anchor = Anchor::left});
  float y = at.y + head + picture_height + inside + cost_line / 2;
  const float end = x + name_width(column) + cost_gap + value_width(column);
  for (const auto& [name, value] : column.costs) {
    part.texts.push_back({.at = {x, y}, .text = name, .size = words_size, .ink = Ink::dim, .anchor = Anchor::left});
    part.texts.push_back({.at = {end, y}, .text = value, .size = words_size, .face = Face::mono,
                          .anchor = Anchor::right});
    y += cost_line;
  }
  return part;
}

}  // namespace

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
  constexpr uint32_t other = 0x80000000u;   // identities are indices of keys, far below
  const auto mark = [](Tag& tag) {
    if (tag.key != nobody) tag.key |= other;
  };
  for (Arrow& arrow : scene.arrows) mark(arrow.tag);
  for (Cell& cell : scene.cells) mark(cell.tag);
  for (Text& text : scene.texts) mark(text.tag);
}

Scene side_by_side(const std::vector<Column>& columns) {
  Scene page{.width = edge, .height = 0};
  float tallest = 0;
  std::size_t lines = 0;
  for (const Column& column : columns) {
    tallest = std::max(tallest, column.scene.height);
    lines = std::max(lines, column.costs.size());
  }
  const float height = head + tallest + 2 * inside + cost_line * static_cast<float>(lines);
  for (const Column& column : columns) {
    const Rect at{page.width, edge / 2, width_of(column), height};
    take(page, lane_of(column, at, tallest));
    page.width = at.right() + gap;
  }
  page.width += edge - gap;
  page.height = height + edge / 2 + edge;
  return page;
}

}  // namespace scope
