// Widths of texts without a font: the advances of Inter Regular, Inter SemiBold (release 4) and
// JetBrains Mono, in thousandths of the text size, copied from the fonts' own hmtx tables.
#include "text_width.hpp"

#include <algorithm>
#include <cstdint>

namespace scope {
namespace {

// U+0020 … U+007E
constexpr uint16_t regular[] = {
    281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, 625, 464, 605,
    636, 642, 608, 624, 571, 616, 624, 276, 280, 659, 659, 659, 507, 936, 676, 651, 727, 719, 598,
    587, 743, 740, 264, 543, 652, 562, 889, 753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642,
    665, 625, 362, 357, 362, 469, 452, 497, 564, 621, 558, 621, 582, 361, 609, 591, 237, 237, 544,
    237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557, 812, 540, 557, 541, 362, 327, 362, 659,
};
constexpr uint16_t semibold[] = {
    248, 309, 396, 643, 649, 844, 663, 213, 393, 393, 543, 673, 295, 466, 290, 379, 667, 481,  621,
    652, 666, 632, 648, 587, 646, 648, 290, 295, 673, 673, 673, 544, 999, 724, 657, 744, 724,  608,
    586, 755, 744, 275, 561, 677, 566, 906, 741, 775, 643, 776, 651, 649, 660, 734, 724, 1007, 690,
    705, 653, 393, 379, 393, 481, 468, 497, 575, 630, 577, 630, 593, 377, 625, 613, 261, 261,  569,
    261, 898, 610, 608, 625, 625, 397, 549, 380, 608, 576, 837, 562, 576, 562, 393, 358, 393,  673,
};

struct Advance {
  uint32_t code;
  uint16_t regular, semibold;
};
constexpr Advance others[] = {
    {0x00a7, 551, 579},    // §
    {0x00b0, 455, 458},    // °
    {0x00b7, 276, 290},    // ·
    {0x00d7, 659, 673},    // ×
    {0x03a3, 631, 658},    // Σ
    {0x2013, 500, 500},    // –
    {0x2014, 1000, 1000},  // —
    {0x2018, 199, 228},    // ‘
    {0x2019, 185, 214},    // ’
    {0x201c, 381, 408},    // “
    {0x201d, 381, 407},    // ”
    {0x2026, 821, 806},    // …
    {0x2190, 955, 955},    // ←
    {0x2192, 955, 955},    // →
    {0x2212, 659, 673},    // −
    {0x2264, 659, 673},    // ≤
    {0x2265, 659, 673},    // ≥
    {0x2713, 881, 881},    // ✓
};
constexpr uint32_t mono_advance = 600;
constexpr uint32_t ideograph_advance = 1000;
constexpr uint32_t unknown_advance = 620;  // a wide letter: a guess that is rarely too narrow

/// The next code point of UTF-8 text; a broken byte counts as one character.
uint32_t next_code(const std::string& text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint32_t first = byte(at++);
  const std::size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  uint32_t code = more == 0 ? first : first & (0x3fu >> more);
  for (std::size_t i = 0; i < more && at < text.size() && (byte(at) & 0xc0) == 0x80; ++i)
    code = (code << 6) | (byte(at++) & 0x3fu);
  return code;
}

uint32_t advance(uint32_t code, Face face) {
  if (code >= 0x2e80) return ideograph_advance;
  if (face == Face::mono) return mono_advance;
  if (code >= 0x20 && code <= 0x7e) return (face == Face::bold ? semibold : regular)[code - 0x20];
  const auto* found = std::find_if(std::begin(others), std::end(others),
                                   [&](const Advance& a) { return a.code == code; });
  if (found == std::end(others)) return unknown_advance;
  return face == Face::bold ? found->semibold : found->regular;
}

}  // namespace

float text_width(const std::string& text, float size, Face face) {
  uint32_t thousandths = 0;
  for (std::size_t at = 0; at < text.size();) thousandths += advance(next_code(text, at), face);
  return static_cast<float>(thousandths) * size / 1000;
}

}  // namespace scope
