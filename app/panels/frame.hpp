/// The window's life: open, draw frames, close.
#pragma once

#include "app/document/document.hpp"
#include "app/cli/cli.hpp"

namespace scope {

/// Shows the App in a window until it is closed; what `run_command_line` opens. Returns the exit
/// code.
int show_window(App& app, const WindowOptions& options);

}  // namespace scope
