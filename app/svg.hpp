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

/// The picture as a part of an HTML page: inks are classes (svg_pen.hpp), so its colours follow the page's theme, and
/// it has the size that the page gives it. `id` (letters and digits, begins with a letter) begins all its ids;
/// `title_id` is the element that names it to a screen reader, beside its own description.
std::string svg_in_page(const Scene& scene, const std::string& id, const std::string& title_id,
                        uint32_t selected = nobody);

}  // namespace scope
