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
  const char* name;   ///< "dark", in scripts and menus
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

}  // namespace scope
