/// Scene -> a cairo surface: the same picture as svg.cpp, in the same order.
#pragma once

#include <cairo.h>

#include "app/core/scene/scene.hpp"
#include "app/core/scene/theme.hpp"

namespace scope {

/// Draws the page with its ground. `to` may be scaled; keys and arrows of `selected` are bold.
void paint_page(cairo_t* to, const Scene& scene, const Theme& theme, uint32_t selected);

}  // namespace scope
