/// The sandboxed child of radixscope-run: loads a student's object, runs it, reports what happened.
#pragma once

namespace radix {

/// argv: the object, "forward" or "reverse", key bits, and the keys separated by commas. The run
/// goes to standard output, as words (student_run.hpp). Never returns.
[[noreturn]] void run_student_child(int argc, char** argv);

}  // namespace radix
