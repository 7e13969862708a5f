/// Pixels -> the bytes of a PNG file.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace scope {

/// Which row of pixels comes first. OpenGL's start at the bottom.
enum class PixelRows { from_top, from_bottom };

/// Red, green, blue, a byte each: 3 * width * height of them. "" when memory ran out.
std::string png_of(uint32_t width, uint32_t height, std::span<const uint8_t> rgb, PixelRows rows);

}  // namespace scope
