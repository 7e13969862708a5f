/// From what happened at the window to requests: keys find their commands, dropped files are
/// opened.
#pragma once

#include <string_view>

#include "app/commands/commands.hpp"
#include "app/document/document.hpp"
#include "app/window/input.hpp"
#include "panel.hpp"

namespace scope {

/// True for a key that may give the keyboard to a line to type in, or that a control answers: what
/// is typed after it waits until that is known (Input::defer_after).
bool may_open_line(std::string_view key);

/// What the keys, the Ctrl+wheel and dropped files ask for. While a text box has the keyboard only
/// the F keys get through; an open list takes Escape for itself; a blanked screen comes back with
/// any key. A key that may_open_line is the last one of its frame.
CommandCalls requests_of(const InputEvents& events, const Document& document, UiState& state);

}  // namespace scope
