/// Carries out `radixscope judge` and `radixscope exercise`; a part of radixscope-run alone.
#pragma once

#include "app/cli/options/judge_command.hpp"

namespace scope {

/// Exit codes: of one file that of its verdict, of several the highest.
int do_judge(const JudgeTyped& typed);
int do_exercise(const JudgeTyped& typed);

}  // namespace scope
