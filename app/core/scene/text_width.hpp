/// How wide a text is, without a font.
#pragma once

#include <string>

#include "scene.hpp"

namespace scope {

/// Width in figure units of a text at this size. From the fonts' own advance tables, so that layout
/// needs no font at run time; exact for Inter and JetBrains Mono, within a few percent for others.
float text_width(const std::string& text, float size, Face face);

}  // namespace scope
