#include "surfaces.hpp"

namespace scope {
namespace {

constexpr Words surface_words[] = {
    {"a stage behind us", Ink::text, stage_done},
    {"a picked chip", Ink::text, chip_picked},
    {"code in the current line", Ink::text, code_line},
    {"a keyword in the current line", Ink::accent, code_line},
    {"a comment in the current line", Ink::dim, code_line},
    {"a number in the current line", Ink::digit1, code_line},
    {"a name of CUDA in the current line", Ink::digit3, code_line},
    {"the name of a cost", Ink::text, lane_bar},
    {"a cost", Ink::text, lane_bar},
    {"the best cost", Ink::text, lane_bar_best},
    {"the chosen item", Ink::text, item_chosen},
    {"a hovered item", Ink::text, item_pointed},
    {"a pressed item", Ink::text, item_pressed},
    {"a hovered button", Ink::text, button_hovered},
    {"a pressed button", Ink::text, button_pressed},
    {"a hovered field", Ink::text, field_hovered},
    {"a field that is typed in", Ink::text, field_typed},
    {"the chosen row of the palette, and what it takes", Ink::text, row_chosen},
    {"a hovered recent file, and its folder", Ink::text, row_pointed},
    {"a refused key", Ink::text, key_refused},
};

}  // namespace

Colour colour_of(const Theme& theme, const Tint& tint) {
  const Colour a = theme[tint.ground], b = theme[tint.ink];
  const auto mix = [&](uint8_t from, uint8_t to) {
    return static_cast<uint8_t>(static_cast<float>(from) * (1 - tint.part) + static_cast<float>(to) * tint.part);
  };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), 255};
}

std::span<const Words> words_on_tints() { return surface_words; }

}  // namespace scope
