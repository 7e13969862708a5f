/// The program's command line: what to do, and the exit code.
#pragma once

#include "app/document/document.hpp"
#include "app/panels/frame.hpp"

namespace scope {

/// Shows the Document until the window closes; returns the exit code.
using OpenWindow = int (*)(Document&, const WindowOptions&);

/// Does what argv asks for. `open_window` is called only when a window is wanted.
int run_command_line(int argc, char** argv, OpenWindow open_window);

}  // namespace scope
