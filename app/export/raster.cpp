#include "raster.hpp"

#include <algorithm>
#include <cmath>

#include "app/base/text.hpp"

namespace scope {

uint32_t png_side(float units, uint32_t scale) {
  return static_cast<uint32_t>(std::ceil(std::max(units, 1.f) * static_cast<float>(scale) - 1e-3f));
}

std::string png_refusal(const Scene& scene, uint32_t scale) {
  const uint32_t w = png_side(scene.width, scale), h = png_side(scene.height, scale);
  if (std::max(w, h) <= max_png_side && std::size_t{4} * w * h <= max_png_bytes) return "";
  return say("A PNG of this figure would have ", w, " × ", h, " pixels, and the most is ", max_png_side,
             " a side and 64 million in all; choose ", scale > 1 ? "a smaller scale, " : "", "svg, or fewer keys.");
}

}  // namespace scope
