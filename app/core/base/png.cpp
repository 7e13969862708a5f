#include "png.hpp"

#include <mutex>

// stb's code lives in this file alone, and only here: other libraries carry it too
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

namespace scope {

std::string png_of(uint32_t width, uint32_t height, std::span<const uint8_t> rgb, PixelRows rows) {
  std::string png;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<char*>(data), static_cast<std::size_t>(size));
  };
  const int w = static_cast<int>(width), h = static_cast<int>(height);
  static std::mutex
      flipping;  // stb keeps it for all: an export may write heatmaps while a screenshot is taken
  const std::scoped_lock lock(flipping);
  stbi_flip_vertically_on_write(rows == PixelRows::from_bottom);
  if (!stbi_write_png_to_func(append, &png, w, h, 3, rgb.data(), 3 * w)) return "";
  return png;
}

}  // namespace scope
