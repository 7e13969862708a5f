/// `radixscope doctor`: what this machine offers, and what to do where something is missing.
#pragma once

#include "options.hpp"

namespace scope {

/// Prints what was found. Its exit code: exit_ok when the window can be opened and nothing that
/// comes with the program is missing, exit_no_display when it cannot, else exit_refused; a missing
/// GPU is no failure.
Command doctor_command();

}  // namespace scope
