/// From what happened at the window to requests: keys find their verbs, dropped files are opened.
#pragma once

#include "app/document/document.hpp"
#include "app/window/input.hpp"
#include "panel.hpp"
#include "app/commands/commands.hpp"

namespace scope {

/// What the keys, the Ctrl+wheel and dropped files ask for. While a text box has the keyboard only
/// the F keys get through; an open list takes Escape for itself; a blanked screen comes back with
/// any key.
Requests requests_of(const Happened& happened, const App& app, Memory& memory);

}  // namespace scope
