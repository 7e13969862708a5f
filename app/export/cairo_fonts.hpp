/// The program's own font files for cairo, with what helps out where they lack a sign.
#pragma once

#include <cairo.h>

#include "app/scene/scene.hpp"

namespace scope {

/// Draws a text with the colour that is set. Where no font file is found, cairo's own sans-serif or monospaced
/// face is taken.
void show_text(cairo_t* to, const Text& text);

}  // namespace scope
