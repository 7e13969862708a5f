/// A hand-out as one self-contained HTML file: figures as inline SVG, sentences, arrow keys, a slider. It needs
/// no network and nothing beside it, and without JavaScript it is all pages one below the other.
#pragma once

#include <string>

#include "handout.hpp"

namespace scope {

/// UTF-8. Light, dark and print colours are in the file; the reader's system chooses.
std::string to_html(const Handout& handout);

}  // namespace scope
