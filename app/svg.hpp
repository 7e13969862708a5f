/// Scene -> SVG with real, editable text. Needs no display and no font.
#pragma once

#include <string>

#include "scene.hpp"
#include "theme.hpp"

namespace scope {

/// A complete SVG document; `caption` (may be empty) is written under the title as a description.
/// Keys and arrows of `selected` (an identity, or nobody) are drawn bold, as in the window.
std::string to_svg(const Scene& scene, const Theme& theme, uint32_t selected = nobody,
                   const std::string& caption = "");

}  // namespace scope
