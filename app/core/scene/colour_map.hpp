/// Amounts as colours. Equal steps of an amount are equal steps of lightness, also to an eye that
/// confuses colours.
///
/// A map is a curve through Oklab (https://bottosson.github.io/posts/oklab/), a cubic Bézier whose
/// four points have evenly spaced lightness, so lightness is a straight line from empty to full and
/// hue only accompanies it: nothing is lost in a grey copy or to an eye without red, green or blue
/// cones. It starts at the colour of the page, so that zero is not drawn.
///
/// The shader draws by the same formula. Its numbers are written once, in colour_map.cpp: the curve
/// goes to the shader as a uniform, everything else as the text of colour_map_glsl().
#pragma once

#include <array>
#include <string>

#include "theme.hpp"

namespace scope {

/// Lightness 0…1, then green to red, then blue to yellow.
using Oklab = std::array<float, 3>;

struct ColourMap {
  std::array<Oklab, 4> path;  ///< control points, from empty to full
};

/// The theme's map. Dark: the page, blue, green, light yellow. Light: the page, green, blue, dark
/// violet. Print: white to black.
ColourMap colour_map(const Theme& theme);

/// The colour of an amount, 0 = the page … 1 = full; beyond these it stays.
Colour colour_of(const ColourMap& map, float amount);

/// The same numbers and the function `vec3 colour_of(vec3 path[4], float amount)` in GLSL, to stand
/// after a shader's #version line.
std::string colour_map_glsl();

/// Opaque colour to Oklab.
Oklab oklab_of(Colour colour);

}  // namespace scope
