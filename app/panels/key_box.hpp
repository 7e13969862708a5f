/// The paste box: keys as text, wrapped, with a token that is no good marked.
#pragma once

#include "panel.hpp"

namespace scope {

/// Shows the wish's keys and posts `keys` with every change.
void key_box(const Desk& desk);

}  // namespace scope
