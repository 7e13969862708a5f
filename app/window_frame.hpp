/// The window's life: open, draw frames, close.
#pragma once

#include "app.hpp"
#include "command_line.hpp"

namespace scope {

/// Shows the App in a window until it is closed; what `run_command_line` opens. Returns the exit
/// code.
int show_window(App& app, const WindowOptions& options);

}  // namespace scope
