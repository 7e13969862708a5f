/// The program's command line: what to do, and the exit code.
#pragma once

#include "app/cli/options/options.hpp"

namespace scope {

struct Document;
struct WindowOptions;

/// Shows the Document until the window closes; returns the exit code.
using OpenWindow = int (*)(Document&, const WindowOptions&);

/// Does what argv asks for. `open_window` is called only when a window is wanted.
int run_command_line(int argc, char** argv, OpenWindow open_window);

// Its commands. These draw and write: scripts of commands (scripts.cpp).
Subcommand trace_command();
Subcommand figure_command();
Subcommand steps_command();
Subcommand calculate_command();
Subcommand lesson_command();
Subcommand questions_command();
/// A sort, a bug in print or one of the gallery as one CUDA file that stands alone.
Subcommand kernel_command();
/// The gallery of bugs as a list, or as a table.
Subcommand faults_command();
/// What a sort can be set to, what a script may say, and what may be typed after a subcommand of
/// `program`, which must outlive it (lists.cpp).
Subcommand settings_command();
Subcommand commands_command();
Subcommand options_command(const Subcommand& program);
/// Prints what was found. Its exit code: exit_ok when the window can be opened and nothing that
/// comes with the program is missing, exit_no_display when it cannot, else exit_refused; a missing
/// GPU is no failure.
Subcommand doctor_command();

}  // namespace scope
