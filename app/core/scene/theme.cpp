#include "theme.hpp"

#include <algorithm>
#include <cmath>

namespace scope {
namespace {

constexpr Colour rgb(uint32_t code) {
  return {static_cast<uint8_t>(code >> 16), static_cast<uint8_t>(code >> 8),
          static_cast<uint8_t>(code), 255};
}

// In the order of Ink. Digits in the book's order: blue, green, orange, gold.
constexpr Theme all_themes[] = {
    {ThemeId::dark,
     "dark",
     {{0, 0, 0, 0},  rgb(0x12151c), rgb(0x191d27), rgb(0x212736),  // page, panel, raised
      rgb(0x353d50), rgb(0x5f697e), rgb(0x99a2b5), rgb(0xe8ebf2),  // line, faint, dim, text
      rgb(0x7aa2f7), rgb(0xffffff), rgb(0x7ecb86), rgb(0xf0a35e),  // accent, select, good, warn
      rgb(0x6bb3f0), rgb(0x7ecb86), rgb(0xf0a35e), rgb(0xebd06a), rgb(0xac86d3), rgb(0x37dce3),
      rgb(0xdc7f73), rgb(0xd3dc94), rgb(0x98a7fe), rgb(0xb59767), rgb(0xec96d3), rgb(0x9fe9c7),
      rgb(0x55bfdb), rgb(0xfb9e82), rgb(0xf0c3f7), rgb(0x9ca44f),  // digits
      rgb(0x182c3f), rgb(0x1b3324), rgb(0x3a281b), rgb(0x37301a), rgb(0x251931), rgb(0x1c3c3e),
      rgb(0x3b0d0a), rgb(0x333709), rgb(0x181b49), rgb(0x372100), rgb(0x522847), rgb(0x003f2a),
      rgb(0x00242e), rgb(0x5d2716), rgb(0x462f4a), rgb(0x1f2201),  // behind keys of that digit
      rgb(0x161a24)}},
    {ThemeId::light,
     "light",
     {{0, 0, 0, 0},  rgb(0xfbfcfe), rgb(0xf2f4f8), rgb(0xffffff), rgb(0xc6cdd9), rgb(0x98a2b3),
      rgb(0x4c5668), rgb(0x151a23), rgb(0x2a5fd0), rgb(0x0b0d12), rgb(0x23782f), rgb(0xac4f0f),
      rgb(0x1b6bb0), rgb(0x23782f), rgb(0xa64b0c), rgb(0x6a5000), rgb(0x47107f), rgb(0x0b7478),
      rgb(0x760000), rgb(0x67702a), rgb(0x1f2990), rgb(0x634c10), rgb(0x641b46), rgb(0x107a60),
      rgb(0x005370), rgb(0x732901), rgb(0x885290), rgb(0x3c4101), rgb(0xdcebf9), rgb(0xdff2de),
      rgb(0xfde6d2), rgb(0xf7e39a), rgb(0xd7c9f6), rgb(0xabf7fb), rgb(0xfeccc4), rgb(0xeef7c4),
      rgb(0xcedafd), rgb(0xf4dead), rgb(0xf9c0dc), rgb(0xc6fde9), rgb(0xa4ddfa), rgb(0xfbc3ac),
      rgb(0xfcebfe), rgb(0xd6dac1), rgb(0xf3f5f9)}},
    // For paper and for grey copies: neighbouring tints differ in lightness.
    {ThemeId::print,
     "print",
     {{0, 0, 0, 0},  rgb(0xffffff), rgb(0xffffff), rgb(0xffffff), rgb(0x8a8f98), rgb(0x767b84),
      rgb(0x343840), rgb(0x000000), rgb(0x1a3f96), rgb(0x000000), rgb(0x3f7a3c), rgb(0x9c4a10),
      rgb(0x0f3f73), rgb(0x296527), rgb(0x6b3205), rgb(0x473b06), rgb(0x30025f), rgb(0x135d52),
      rgb(0x54000e), rgb(0x4f5c14), rgb(0x392991), rgb(0x312001), rgb(0x6d055e), rgb(0x02352a),
      rgb(0x235b70), rgb(0x932913), rgb(0x3d0042), rgb(0x2a2e02), rgb(0xe9f1fa), rgb(0xcde3c8),
      rgb(0xe6bd98), rgb(0xc7ab55), rgb(0xc8c2da), rgb(0xbdfcef), rgb(0xd99897), rgb(0xced9b0),
      rgb(0xabadbb), rgb(0xfceacd), rgb(0xfac4ec), rgb(0x84c1af), rgb(0xc4edff), rgb(0xf0c3b9),
      rgb(0xc7a1c9), rgb(0xc1c892), rgb(0xffffff)}},
};

/// Relative luminance, https://www.w3.org/TR/WCAG21/#dfn-relative-luminance
float luminance(Colour colour) {
  const auto linear = [](uint8_t byte) {
    const float part = static_cast<float>(byte) / 255;
    return part <= 0.04045f ? part / 12.92f : std::pow((part + 0.055f) / 1.055f, 2.4f);
  };
  return 0.2126f * linear(colour.r) + 0.7152f * linear(colour.g) + 0.0722f * linear(colour.b);
}

}  // namespace

std::span<const Theme> themes() { return all_themes; }

const Theme& theme(ThemeId id) { return all_themes[static_cast<std::size_t>(id)]; }

const Theme* theme_named(std::string_view name) {
  for (const Theme& candidate : all_themes)
    if (name == candidate.name) return &candidate;
  return nullptr;
}

float contrast(Colour a, Colour b) {
  const float la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05f) / (std::min(la, lb) + 0.05f);
}

std::string hex(Colour colour) {
  std::string text = "#";
  for (uint8_t byte : {colour.r, colour.g, colour.b}) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

Colour colour_of(const Theme& theme, const Tint& tint) {
  const Colour a = theme[tint.ground], b = theme[tint.ink];
  const auto mix = [&](uint8_t from, uint8_t to) {
    return static_cast<uint8_t>(static_cast<float>(from) * (1 - tint.part) +
                                static_cast<float>(to) * tint.part);
  };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), 255};
}

}  // namespace scope
