/// The run of `radixscope time`, in the program radixscope-time.
#pragma once

#include "app/cli/options/time_command.hpp"

namespace scope {

/// Makes the run and prints it; returns the exit code. Ctrl+C, an end signal or a reader that went
/// away stop it after the sample that runs then; what was measured is printed all the same.
int do_time(const TimeTyped& typed);

/// The command line of a program that has the command `time` alone; returns the exit code.
int run_time_line(int argc, char** argv);

}  // namespace scope
