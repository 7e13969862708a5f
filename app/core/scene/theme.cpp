#include "theme.hpp"

#include <algorithm>
#include <cmath>

namespace scope {
namespace {

constexpr Colour rgb(uint32_t code) {
  return {static_cast<uint8_t>(code >> 16), static_cast<uint8_t>(code >> 8),
          static_cast<uint8_t>(code), 255};
}

// In the order of Ink. Digits in the book's order: blue, green, orange, gold; what is best or right
// is in none of the digits' colours. Tints of neighbouring
// digits differ in lightness, so that every eye and a grey copy keeps them apart.
constexpr Theme all_themes[] = {
    {ThemeId::dark,
     "dark",
     {{0, 0, 0, 0},
      rgb(0x12151c),
      rgb(0x191d27),
      rgb(0x212736),  // page, panel, raised
      rgb(0x353d50),
      rgb(0x5f697e),
      rgb(0x99a2b5),
      rgb(0xe8ebf2),  // line, faint, dim, text
      rgb(0x7aa2f7),
      rgb(0xffffff),
      rgb(0xb5e63c),
      rgb(0xf0a35e),  // accent, select, good, warn
      rgb(0x6bb3f0),
      rgb(0x7ecb86),
      rgb(0xf0a35e),
      rgb(0xebd06a),
      rgb(0x9382e4),
      rgb(0x48dce0),
      rgb(0xe08478),
      rgb(0xd8e495),
      rgb(0x849ffe),
      rgb(0xc1a06c),
      rgb(0xed95d0),
      rgb(0xa5eecb),
      rgb(0x4db9d4),
      rgb(0xf59372),
      rgb(0xf1c7fd),
      rgb(0xa5a846),  // digits
      rgb(0x07162c),
      rgb(0x04392a),
      rgb(0x2a0f02),
      rgb(0x3d320e),
      rgb(0x2c071b),
      rgb(0x00384b),
      rgb(0x2d070b),
      rgb(0x2e351a),
      rgb(0x100e39),
      rgb(0x383700),
      rgb(0x040e4b),
      rgb(0x073a3b),
      rgb(0x00181f),
      rgb(0x38322a),
      rgb(0x05142d),
      rgb(0x32381c),  // behind keys of that digit
      rgb(0x161a24),
      // The scale of wide digits, from dark to light, and its tints
      rgb(0x6383d7),
      rgb(0x3d91e1),
      rgb(0x0e9ce1),
      rgb(0x0ea6da),
      rgb(0x06afd5),
      rgb(0x18b8d0),
      rgb(0x0fc1cb),
      rgb(0x04cac4),
      rgb(0x20d3b8),
      rgb(0x58d9aa),
      rgb(0x7ede9e),
      rgb(0x9fe293),
      rgb(0xbee58c),
      rgb(0xdce788),
      rgb(0xf8e88a),
      rgb(0xffeccb),
      rgb(0x010d29),
      rgb(0x011224),
      rgb(0x011623),
      rgb(0x011923),
      rgb(0x011c24),
      rgb(0x021f24),
      rgb(0x012224),
      rgb(0x022523),
      rgb(0x022821),
      rgb(0x012b1d),
      rgb(0x012e15),
      rgb(0x0c3109),
      rgb(0x1d3202),
      rgb(0x2b3200),
      rgb(0x373202),
      rgb(0x423101)}},
    {ThemeId::light,
     "light",
     {{0, 0, 0, 0},
      rgb(0xfbfcfe),
      rgb(0xf2f4f8),
      rgb(0xffffff),
      rgb(0xc6cdd9),
      rgb(0x98a2b3),
      rgb(0x4c5668),
      rgb(0x151a23),
      rgb(0x2a5fd0),
      rgb(0x0b0d12),
      rgb(0x185231),
      rgb(0xac4f0f),
      rgb(0x015c9c),
      rgb(0x23782f),
      rgb(0x903d01),
      rgb(0x6a5000),
      rgb(0x4d1785),
      rgb(0x0d7578),
      rgb(0x750100),
      rgb(0x656f25),
      rgb(0x1e2b8f),
      rgb(0x584114),
      rgb(0x661d49),
      rgb(0x0a785e),
      rgb(0x275165),
      rgb(0x722c03),
      rgb(0x5c3577),
      rgb(0x565928),
      rgb(0xc2d4f7),
      rgb(0xe2fff0),
      rgb(0xf9c38d),
      rgb(0xfff9bc),
      rgb(0xf0c4d9),
      rgb(0xe0ffff),
      rgb(0xeccba9),
      rgb(0xf3fed7),
      rgb(0xb5d2ff),
      rgb(0xfdfea9),
      rgb(0xfcc2c1),
      rgb(0xe9ffeb),
      rgb(0xb1d8dc),
      rgb(0xfff3d9),
      rgb(0xccceef),
      rgb(0xfdfcc7),
      rgb(0xf3f5f9),
      // The scale of wide digits, from dark to light, and its tints
      rgb(0x01234e),
      rgb(0x022948),
      rgb(0x042e45),
      rgb(0x053345),
      rgb(0x013846),
      rgb(0x023c45),
      rgb(0x024145),
      rgb(0x024643),
      rgb(0x044b40),
      rgb(0x015039),
      rgb(0x01562c),
      rgb(0x1b5a1a),
      rgb(0x385b0f),
      rgb(0x4e5c05),
      rgb(0x635c03),
      rgb(0x765a0b),
      rgb(0xbecafe),
      rgb(0xb5d1fe),
      rgb(0xadd7fe),
      rgb(0xa4ddfe),
      rgb(0x99e3fe),
      rgb(0x90e9fb),
      rgb(0x92edf4),
      rgb(0x9af1eb),
      rgb(0xa4f4e2),
      rgb(0xb2f6d9),
      rgb(0xc2f8d1),
      rgb(0xd2f9c9),
      rgb(0xe3f9c4),
      rgb(0xf4f9c2),
      rgb(0xfff8dd),
      rgb(0xfffaf3)}},
    // For paper and for grey copies.
    {ThemeId::print,
     "print",
     {{0, 0, 0, 0},
      rgb(0xffffff),
      rgb(0xffffff),
      rgb(0xffffff),
      rgb(0x8a8f98),
      rgb(0x767b84),
      rgb(0x343840),
      rgb(0x000000),
      rgb(0x1a3f96),
      rgb(0x000000),
      rgb(0x4c805f),
      rgb(0x9c4a10),
      rgb(0x0b2c59),
      rgb(0x18551a),
      rgb(0x6b3205),
      rgb(0x463a05),
      rgb(0x310465),
      rgb(0x004b43),
      rgb(0x53010c),
      rgb(0x2c4326),
      rgb(0x3d2d94),
      rgb(0x2c1c00),
      rgb(0x7b1e7a),
      rgb(0x022f22),
      rgb(0x1f586c),
      rgb(0x811a07),
      rgb(0x34003b),
      rgb(0x3b3d1e),
      rgb(0xeceffe),
      rgb(0x98c8a5),
      rgb(0xfaddb4),
      rgb(0xbbaa5c),
      rgb(0xebdde2),
      rgb(0x7dc0ca),
      rgb(0xffd7c9),
      rgb(0xbdb688),
      rgb(0xdcdeff),
      rgb(0xc9b87a),
      rgb(0xf7e0e1),
      rgb(0x83c0b6),
      rgb(0xd6e0f6),
      rgb(0xd3b09f),
      rgb(0xeadbe9),
      rgb(0xc9b962),
      rgb(0xffffff),
      // The scale of wide digits, from dark to light, and its tints
      rgb(0x001738),
      rgb(0x011d35),
      rgb(0x022235),
      rgb(0x012736),
      rgb(0x042c37),
      rgb(0x013139),
      rgb(0x02363a),
      rgb(0x023c3a),
      rgb(0x034138),
      rgb(0x044733),
      rgb(0x024d27),
      rgb(0x1c511a),
      rgb(0x355412),
      rgb(0x4a550d),
      rgb(0x5d560d),
      rgb(0x6f5613),
      rgb(0xb7c4fc),
      rgb(0xacccfe),
      rgb(0xa2d3fe),
      rgb(0x98d9fe),
      rgb(0x8be0ff),
      rgb(0x85e6fa),
      rgb(0x88ebf3),
      rgb(0x91efea),
      rgb(0x9df3e0),
      rgb(0xacf6d7),
      rgb(0xbdf8ce),
      rgb(0xd0f9c6),
      rgb(0xe2fac1),
      rgb(0xf4fabe),
      rgb(0xfff9e1),
      rgb(0xfefcf8)}},
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
