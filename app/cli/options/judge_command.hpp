/// `radixscope judge` and `radixscope exercise` as they are typed. Another program carries them
/// out, radixscope-run (judge_run.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "options.hpp"

namespace scope {

struct JudgeTyped {
  std::vector<std::string> files;
  std::string exercise, entry, compiler, keys, all, csv, out, gpu_runs, seed;
  bool json = false, junit = false, rows = false, end_with_parent = false;
  bool prepare = false, about = false, unconfined = false;
};

Subcommand judge_command(JudgeTyped& typed, std::function<int()> run);
Subcommand exercise_command(JudgeTyped& typed, std::function<int()> run);

}  // namespace scope
