/// The paste box: keys as text, wrapped, with a token that is no good marked.
#pragma once

#include "panel.hpp"

namespace scope {

/// Shows the wish's keys and posts `keys` with every change.
void key_box(const Desk& desk);

/// Breaks lines by making some blanks line ends and all other line ends blanks: the length stays, so
/// that places in the text stay too. Keeps tokens whole.
void wrap_keys(char* text, std::size_t length, std::size_t columns);

}  // namespace scope
