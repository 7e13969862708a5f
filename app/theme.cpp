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
constexpr Theme all[] = {
    {ThemeId::dark, "dark",
     {{0, 0, 0, 0},
      rgb(0x12151c), rgb(0x191d27), rgb(0x212736),                  // page, panel, raised
      rgb(0x353d50), rgb(0x5f697e), rgb(0x99a2b5), rgb(0xe8ebf2),   // line, faint, dim, text
      rgb(0x7aa2f7), rgb(0xffffff), rgb(0x7ecb86), rgb(0xf0a35e),   // accent, select, good, warn
      rgb(0x6bb3f0), rgb(0x7ecb86), rgb(0xf0a35e), rgb(0xe3c35a),
      rgb(0xb5946a), rgb(0x6cc6f1), rgb(0xd47193), rgb(0xbbeeb6),
      rgb(0x6ac667), rgb(0xbf8aea), rgb(0xfabecb), rgb(0x729fe3),
      rgb(0xdec489), rgb(0xa494fc), rgb(0x94dbea), rgb(0xeb8053),   // digits
      rgb(0x182c3f), rgb(0x1b3324), rgb(0x3a281b), rgb(0x37301a),
      rgb(0x2f1b00), rgb(0x0d3b4e), rgb(0x3b1623), rgb(0x0b3e08),
      rgb(0x002a01), rgb(0x321a44), rgb(0x582031), rgb(0x042758),
      rgb(0x473502), rgb(0x312b50), rgb(0x04252b), rgb(0x3f0e00),   // behind keys of that digit
      rgb(0x161a24)}},
    {ThemeId::light, "light",
     {{0, 0, 0, 0},
      rgb(0xfbfcfe), rgb(0xf2f4f8), rgb(0xffffff),
      rgb(0xc6cdd9), rgb(0x98a2b3), rgb(0x4c5668), rgb(0x151a23),
      rgb(0x2a5fd0), rgb(0x0b0d12), rgb(0x23782f), rgb(0xac4f0f),
      rgb(0x1b6bb0), rgb(0x23782f), rgb(0xa64b0c), rgb(0x806000),
      rgb(0x631f34), rgb(0x6e49ad), rgb(0x263f5c), rgb(0x625b25),
      rgb(0x6a0d5c), rgb(0x9b3290), rgb(0x025500), rgb(0x7f5980),
      rgb(0x2e3fbf), rgb(0x4f3c14), rgb(0x3a7152), rgb(0x4d3075),
      rgb(0xdcebf9), rgb(0xdff2de), rgb(0xfde6d2), rgb(0xfaf0c6),
      rgb(0xfbc5cf), rgb(0xede8fc), rgb(0xb7d4f8), rgb(0xefebca),
      rgb(0xeacbe1), rgb(0xfeebfa), rgb(0xbde0b9), rgb(0xfee2fe),
      rgb(0xc9d2eb), rgb(0xf3d7a6), rgb(0xd1fce0), rgb(0xddccfc),
      rgb(0xf3f5f9)}},
    // For paper and for grey copies: each digit's tint is clearly darker than the one before.
    {ThemeId::print, "print",
     {{0, 0, 0, 0},
      rgb(0xffffff), rgb(0xffffff), rgb(0xffffff),
      rgb(0x8a8f98), rgb(0x767b84), rgb(0x343840), rgb(0x000000),
      rgb(0x1a3f96), rgb(0x000000), rgb(0x3f7a3c), rgb(0x9c4a10),
      rgb(0x0f3f73), rgb(0x2f6e2c), rgb(0x6b3205), rgb(0x473b06),
      rgb(0x134c57), rgb(0x505300), rgb(0x381172), rgb(0x412b97),
      rgb(0x003208), rgb(0x126229), rgb(0x460e3c), rgb(0x793864),
      rgb(0x472000), rgb(0x25521e), rgb(0x0a1f58), rgb(0x57382b),
      rgb(0xf3f8fd), rgb(0xd6e8d2), rgb(0xe6bd98), rgb(0xc7ab55),
      rgb(0x90c8d5), rgb(0xf4fabd), rgb(0xb7a7f1), rgb(0xdfdff2),
      rgb(0x89af8b), rgb(0xb3fdbd), rgb(0xdc97cc), rgb(0xffd0ed),
      rgb(0xb9a699), rgb(0xaeeba3), rgb(0x87a5e6), rgb(0xfda887),
      rgb(0xffffff)}},
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

std::span<const Theme> themes() { return all; }

const Theme& theme(ThemeId id) { return all[static_cast<std::size_t>(id)]; }

const Theme* theme_named(std::string_view name) {
  for (const Theme& candidate : all)
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

}  // namespace scope
