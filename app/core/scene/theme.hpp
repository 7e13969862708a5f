/// Colours of the inks, for the screen and for paper.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "scene.hpp"

namespace scope {

enum class ThemeId : uint8_t { dark, light, print };

struct Colour {
  uint8_t r = 0, g = 0, b = 0, a = 255;
};

struct Theme {
  ThemeId id;
  const char* name;  ///< "dark", in scripts and menus
  Colour inks[ink_count];
  Colour operator[](Ink ink) const { return inks[static_cast<uint32_t>(ink)]; }
};

std::span<const Theme> themes();
const Theme& theme(ThemeId id);
const Theme* theme_named(std::string_view name);

/// WCAG contrast ratio of two opaque colours, 1…21.
float contrast(Colour a, Colour b);

/// "#rrggbb"
std::string hex(Colour colour);

// ---- the surfaces of the interface that are a mixture of two inks; contrast_test.cpp holds all
// words on them to a contrast that can be read

/// A surface: `part` of `ink` over `ground`.
struct Tint {
  Ink ground, ink;
  float part;  ///< of `ink`, 0…1
};

inline constexpr Tint stage_done{Ink::panel, Ink::accent,
                                 0.28f};  ///< timeline: a stage that is behind us
inline constexpr Tint chip_picked{Ink::panel, Ink::accent,
                                  0.32f};                       ///< Timing mode: what is measured
inline constexpr Tint code_line{Ink::page, Ink::accent, 0.1f};  ///< the current line of the kernel
inline constexpr Tint code_wrong{Ink::page, Ink::warn, 0.1f};   ///< a line that cannot be compiled
inline constexpr Tint lane_bar{Ink::page, Ink::accent,
                               0.28f};  ///< Compare mode: what a sort has cost
inline constexpr Tint lane_bar_best{Ink::page, Ink::good, 0.28f};    ///< lane_bar of the best lane
inline constexpr Tint item_chosen{Ink::raised, Ink::accent, 0.25f};  ///< of a list
inline constexpr Tint item_pointed{Ink::raised, Ink::accent, 0.3f};
inline constexpr Tint item_pressed{Ink::raised, Ink::accent, 0.4f};
inline constexpr Tint button_hovered{Ink::raised, Ink::line, 0.6f};
inline constexpr Tint button_pressed{Ink::raised, Ink::line, 1};
inline constexpr Tint field_hovered{Ink::raised, Ink::line, 0.5f};
inline constexpr Tint field_typed{Ink::raised, Ink::line, 0.7f};
inline constexpr Tint row_chosen{Ink::panel, Ink::accent, 0.28f};  ///< of the palette
inline constexpr Tint row_pointed{Ink::panel, Ink::accent,
                                  0.25f};                 ///< a file that was opened before
inline constexpr Tint seam{Ink::panel, Ink::line, 0.8f};  ///< between two panels; no words on it

/// The colour of a surface.
Colour colour_of(const Theme& theme, const Tint& tint);

}  // namespace scope
