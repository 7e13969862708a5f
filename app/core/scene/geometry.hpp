/// The geometry of arrows and braces, the same for every painter.
#pragma once

#include <array>
#include <vector>

#include "scene.hpp"

namespace scope {

/// The points of an arrow, ready to stroke; the last segment carries the head.
std::vector<Vec> polyline(const Arrow& arrow);

/// The points of a brace, ready to stroke.
std::vector<Vec> polyline(const Brace& brace);

/// An arrow as it is drawn at some width: a line that ends where its head starts, so that a thick
/// line does not stick out of the head, and the head itself.
struct Stroke {
  std::vector<Vec> line;
  std::array<Vec, 3> head{};  ///< tip first; all equal when the arrow has none
};
Stroke stroke_of(const Arrow& arrow, float width);

/// Arrows this wide belong to followed keys and are always drawn in full.
inline constexpr float thread_width = 3;

/// How strongly an arrow is drawn, 0…1. Fans of thin arrows are quiet; while a key is selected
/// (not none) the arrows of other keys step back further.
float opacity_of(const Arrow& arrow, uint32_t selected);

}  // namespace scope
