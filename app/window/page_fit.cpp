#include "page_fit.hpp"

#include <algorithm>

namespace scope {

float scale_to_fit(const Scene& scene, Vec room, float largest) {
  if (scene.width <= 0 || scene.height <= 0) return 1;
  return std::min({room.x / scene.width, room.y / scene.height, largest});
}

}  // namespace scope
