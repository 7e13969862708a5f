#include "follow.hpp"

#include <algorithm>

#include "geometry.hpp"

namespace scope {

Ink thread_ink(std::span<const uint32_t> followed, uint32_t id) {
  if (id == none) return Ink::none;
  for (std::size_t k = 0; k < std::min(followed.size(), max_followed); ++k)
    if (followed[k] == id) return thread_inks[k];
  return Ink::none;
}

void mark_followed(Scene& scene, std::span<const uint32_t> followed) {
  constexpr float narrow = 8;  // bars without an edge are filled
  for (Cell& cell : scene.cells) {
    const Ink ink = thread_ink(followed, cell.tag.key);
    if (ink == Ink::none) continue;
    if (cell.edge_width == 0 || cell.at.w < narrow) cell.fill = ink;
    cell.edge = ink;
    cell.edge_width = std::max(cell.edge_width, selected_width);
    cell.dashed = false;
  }
  for (Arrow& arrow : scene.arrows) {
    const Ink ink = thread_ink(followed, arrow.tag.key);
    if (ink == Ink::none) continue;
    arrow.ink = ink;
    arrow.width = std::max(arrow.width, thread_width);
  }
}

}  // namespace scope
