/// Scene -> SVG with real, editable text. Needs no display and no font.
#pragma once

#include <string>

#include "app/scene/scene.hpp"
#include "app/scene/theme.hpp"

namespace scope {

/// A complete SVG document; `caption` (may be empty) is written under the title as a description.
/// Keys and arrows of `selected` (an identity, or nobody) are drawn bold, as in the window.
std::string to_svg(const Scene& scene, const Theme& theme, uint32_t selected = nobody,
                   const std::string& caption = "");

/// The picture as a part of an HTML page: inks are classes (svg_pen.hpp), so its colours follow the page's
/// theme, and it has the size that the page gives it. A screen reader reads the element `title_id` of the
/// page and the picture's own description, which gets the id `desc_id`.
std::string svg_in_page(const Scene& scene, const std::string& title_id, const std::string& desc_id,
                        uint32_t selected = nobody);

}  // namespace scope
