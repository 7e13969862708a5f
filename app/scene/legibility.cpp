#include "legibility.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

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

/// Whether these texts have their room; `own`: the boxes of what they replace.
bool have_room(const Scene& scene, const std::vector<Text>& texts, const std::vector<Rect>& own) {
  const auto one_of_own = [&](const Rect& box) { return std::ranges::find(own, box) != own.end(); };
  const std::vector<TextBox> boxes = text_boxes(scene);
  return std::ranges::all_of(texts, [&](const Text& text) {
    const Rect box = box_of_one(text);
    if (box.x < 0 || box.y < 0 || box.right() > scene.width || box.bottom() > scene.height)
      return false;
    for (const Cell& cell : scene.cells)
      if (cell.edge != Ink::none && meet(box, cell.at) &&
          std::ranges::none_of(own, [&](const Rect& old) { return meet(old, cell.at); }))
        return false;
    return std::ranges::none_of(
        boxes, [&](const TextBox& other) { return meet(box, other.at) && !one_of_own(other.at); });
  });
}

/// A text and what stands right above and below it: the lines of one label.
std::vector<std::size_t> lines_with(const Scene& scene, std::size_t first) {
  const Text& text = scene.texts[first];
  std::vector<std::size_t> lines;
  for (std::size_t i = 0; i < scene.texts.size(); ++i) {
    const Text& each = scene.texts[i];
    if (each.at.x == text.at.x && each.anchor == text.anchor && each.size == text.size &&
        each.face == text.face && std::abs(each.at.y - text.at.y) < 1.6f * text.size)
      lines.push_back(i);
  }
  return lines;
}

/// Enlarges a label about its middle.
void enlarge_label(Scene& scene, std::size_t first, float least) {
  const std::vector<std::size_t> lines = lines_with(scene, first);
  float middle = 0;
  for (std::size_t i : lines) middle += scene.texts[i].at.y / static_cast<float>(lines.size());
  std::vector<Text> larger;
  std::vector<Rect> own;
  for (std::size_t i : lines) {
    Text text = scene.texts[i];
    own.push_back(box_of_one(text));
    text.at.y = middle + (text.at.y - middle) * least / text.size;
    text.size = least;
    larger.push_back(text);
  }
  if (!have_room(scene, larger, own)) return;
  for (std::size_t k = 0; k < lines.size(); ++k) scene.texts[lines[k]] = larger[k];
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

void enlarge_texts(Scene& scene, float least) {
  for (Cell& cell : scene.cells) enlarge_inside(cell, least);
  for (std::size_t i = 0; i < scene.texts.size(); ++i)
    if (scene.texts[i].size < least && !scene.texts[i].text.empty()) enlarge_label(scene, i, least);
  for (Brace& brace : scene.braces) {
    if (brace.size >= least || brace.label.empty()) continue;
    Brace larger = brace;
    larger.size = least;
    if (have_room(scene, {label_of(larger)}, {box_of_one(label_of(brace))})) brace = larger;
  }
}

}  // namespace scope
