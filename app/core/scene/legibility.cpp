#include "legibility.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/base/text.hpp"
#include "text_width.hpp"

namespace scope {
namespace {

Rect box_of_one(const Text& text) {
  Scene one;
  one.texts.push_back(text);
  return text_boxes(one).front().at;
}

bool meet(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// Where everything stands while texts grow; nothing: an empty text.
struct Boxes {
  std::vector<Rect> fixed;  ///< of the texts in cells
  std::vector<std::optional<Rect>> texts, braces;
  float air = 0;  ///< beside a text that grows, in parts of its height
};

Boxes boxes_of(const Scene& scene) {
  Boxes boxes;
  Scene cells;
  cells.cells = scene.cells;
  for (const TextBox& box : text_boxes(cells)) boxes.fixed.push_back(box.at);
  for (const Text& text : scene.texts)
    boxes.texts.push_back(text.text.empty() ? std::nullopt : std::optional(box_of_one(text)));
  for (const Brace& brace : scene.braces)
    boxes.braces.push_back(brace.label.empty() ? std::nullopt
                                               : std::optional(box_of_one(label_of(brace))));
  return boxes;
}

bool lies_in(const Rect& a, const Rect& b) {
  return a.x >= b.x && a.right() <= b.right() && a.y >= b.y && a.bottom() <= b.bottom();
}

/// Whether a text may stand at `box` that stood at `before`; one in a cell stays in it. Those
/// without a box do not count.
bool has_room(const Scene& scene, const Boxes& boxes, const Rect& box, const Rect& before) {
  if (box.x < 0 || box.y < 0 || box.right() > scene.width || box.bottom() > scene.height)
    return false;
  const float air = boxes.air * box.h;
  const Rect roomy{box.x - air, box.y, box.w + 2 * air, box.h};
  const auto free = [&](const std::optional<Rect>& other) {
    return !other || !meet(roomy, *other);
  };
  return std::ranges::none_of(scene.cells,
                              [&](const Cell& cell) {
                                if (cell.edge == Ink::none) return false;
                                return meet(before, cell.at)
                                           ? lies_in(before, cell.at) && !lies_in(box, cell.at)
                                           : meet(box, cell.at);
                              }) &&
         std::ranges::none_of(boxes.fixed, [&](const Rect& other) { return meet(box, other); }) &&
         std::ranges::all_of(boxes.texts, free) && std::ranges::all_of(boxes.braces, free);
}

/// A text and what stands right above and below it: the lines of one label.
std::vector<std::size_t> lines_with(const Scene& scene, std::size_t first) {
  const Text& text = scene.texts[first];
  std::vector<std::size_t> lines;
  for (std::size_t i = 0; i < scene.texts.size(); ++i) {
    const Text& each = scene.texts[i];
    if (each.at.x == text.at.x && each.anchor == text.anchor && each.size == text.size &&
        each.face == text.face && !each.text.empty() &&
        std::abs(each.at.y - text.at.y) < 1.6f * text.size)
      lines.push_back(i);
  }
  return lines;
}

/// Enlarges a label about its middle.
void enlarge_label(Scene& scene, Boxes& boxes, std::size_t first, float least) {
  const std::vector<std::size_t> lines = lines_with(scene, first);
  float middle = 0;
  for (std::size_t i : lines) middle += scene.texts[i].at.y / static_cast<float>(lines.size());
  std::vector<Text> larger;
  std::vector<Rect> before, after;
  for (std::size_t i : lines) {
    Text text = scene.texts[i];
    text.at.y = middle + (text.at.y - middle) * least / text.size;
    text.size = least;
    before.push_back(*boxes.texts[i]), after.push_back(box_of_one(text));
    boxes.texts[i].reset();
    larger.push_back(std::move(text));
  }
  bool room = true;
  for (std::size_t k = 0; k < lines.size(); ++k)
    room = room && has_room(scene, boxes, after[k], before[k]);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    boxes.texts[lines[k]] = room ? after[k] : before[k];
    if (room) scene.texts[lines[k]] = std::move(larger[k]);
  }
}

void enlarge_brace(Scene& scene, Boxes& boxes, std::size_t at, float least) {
  Brace larger = scene.braces[at];
  larger.size = least;
  const Rect before = *boxes.braces[at], after = box_of_one(label_of(larger));
  boxes.braces[at].reset();
  const bool room = has_room(scene, boxes, after, before);
  boxes.braces[at] = room ? after : before;
  if (room) scene.braces[at] = larger;
}

/// The binary of a cell, or its number.
void enlarge_inside(Cell& cell, float least) {
  Cell larger = cell;
  if (!cell.binary.empty() && cell.binary_size < least) larger.binary_size = least;
  if (cell.binary.empty() && cell.size < least) larger.size = least;
  const float room = cell.at.w - 2;
  const bool fits = cell.binary.empty() ? text_width(cell.text, larger.size, cell.face) <= room
                                        : binary_width(cell.binary, cell.lit_end - cell.lit_begin,
                                                       larger.binary_size) <= room;
  if (fits) cell = larger;
}

/// Its texts lie in it and do not meet where it is so many times as tall.
bool holds_its_texts(Cell cell, float tall) {
  cell.at.h *= tall;
  std::vector<Rect> boxes;
  for (const Text& text : texts_of(cell)) {
    const Rect box = box_of_one(text);
    const bool free = std::ranges::none_of(boxes, [&](const Rect& each) {
      return meet(each, {box.x + 0.1f, box.y, box.w - 0.2f, box.h});  // of one line they touch
    });
    if (!free || !lies_in(box, cell.at)) return false;
    boxes.push_back(box);
  }
  return true;
}

bool is_binary(std::string_view text) {
  return text.find_first_of("01") != text.npos && text.find_first_not_of("01:…") == text.npos;
}

/// The longest part of a cell's binary about its lit digits that it holds, with dots for the rest;
/// none where it does not even hold these.
void cut_binary(Cell& cell, float tall) {
  std::vector<std::string> characters;
  for (const char c : cell.binary) {
    if (!inside_character(c)) characters.emplace_back();
    characters.back() += c;
  }
  const auto all = static_cast<uint32_t>(characters.size());
  const uint32_t begin = cell.lit_begin, lit = cell.lit_end - begin;
  Cell whole = cell;
  cell.binary.clear();
  for (uint32_t count = std::max(lit, 1u); lit > 0 && count < all; ++count) {
    const uint32_t left = (count - lit) / 2;
    const uint32_t first = std::min(begin - std::min(begin, left), all - count);
    for (const bool dots : {false, true}) {
      if (!dots && count > lit) continue;
      Cell part = whole;
      part.binary.clear();
      for (uint32_t i = first; i < first + count; ++i) part.binary += characters[i];
      const bool before = dots && first > 0, behind = dots && first + count < all;
      if (before) part.binary = "…" + part.binary;
      if (behind) part.binary += "…";
      part.lit_begin = begin - first + (before ? 1 : 0);
      part.lit_end = part.lit_begin + lit;
      if (holds_its_texts(part, tall)) cell = std::move(part);
    }
  }
  if (cell.binary.empty()) cell.lit_begin = cell.lit_end = 0;
}

}  // namespace

float smallest_text(const Scene& scene) {
  float least = std::numeric_limits<float>::max();
  for (const Cell& cell : scene.cells)
    for (const Text& text : texts_of(cell))
      if (text.text != cell.mark) least = std::min(least, text.size);
  for (const Brace& brace : scene.braces)
    if (!brace.label.empty()) least = std::min(least, brace.size);
  for (const Text& text : scene.texts)
    if (!text.text.empty()) least = std::min(least, text.size);
  return least;
}

void fit_binaries(Scene& scene, float least, float tall) {
  for (Cell& cell : scene.cells) {
    if (!is_binary(cell.binary) || cell.binary_size >= least) continue;
    cell.binary_size = least;
    if (holds_its_texts(cell, tall)) continue;
    cell.halved = cell.note.empty();
    if (cell.halved && holds_its_texts(cell, tall)) continue;
    cell.halved = false;
    cut_binary(cell, tall);
  }
}

void enlarge_rows(Scene& scene, float least) {
  constexpr float air = 0.4f;
  for (const float part : {1.f, 0.85f, 0.7f})
    if (smallest_text(scene) < least * part) enlarge_texts(scene, least * part, air);
}

float enlarge_or_magnify(Scene& scene, float least, float times, float most) {
  constexpr float step = 1.2f, almost = 0.99f;
  for (; times < most; times *= step) {
    Scene larger = scene;
    enlarge_rows(larger, least / times);
    if (smallest_text(larger) < least / times * almost) continue;
    scene = std::move(larger);
    return times;
  }
  enlarge_rows(scene, least / most);
  return most;
}

void enlarge_texts(Scene& scene, float least, float air) {
  if (least <= 0) return;
  for (Cell& cell : scene.cells) enlarge_inside(cell, least);
  Boxes boxes = boxes_of(scene);
  boxes.air = air;
  const std::vector<Text> given = scene.texts;
  std::vector<bool> tried(given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (tried[i] || scene.texts[i].size >= least || given[i].text.empty()) continue;
    if (air == 0) {
      enlarge_label(scene, boxes, i, least);
      continue;
    }
    const std::vector<Text> texts = scene.texts;
    const Boxes before = boxes;
    bool all = true;
    for (std::size_t k = i; k < given.size(); ++k) {
      const bool same_row = given[k].at.y == given[i].at.y && given[k].size == given[i].size &&
                            given[k].face == given[i].face && !given[k].text.empty();
      if (!same_row) continue;
      tried[k] = true;
      if (scene.texts[k].size < least) enlarge_label(scene, boxes, k, least);
      all = all && scene.texts[k].size >= least;
    }
    if (!all) scene.texts = texts, boxes = before;
  }
  for (std::size_t i = 0; i < scene.braces.size(); ++i)
    if (scene.braces[i].size < least && !scene.braces[i].label.empty())
      enlarge_brace(scene, boxes, i, least);
}

}  // namespace scope
