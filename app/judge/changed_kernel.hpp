/// Sorts whose files a person has changed: the machine that runs them is another program beside
/// this one, radixscope-run, which compiles them in a sandbox
/// (kernels/engine/student/changed_sort.hpp).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/run/engine.hpp"

namespace scope {

/// From now on recipes with changed files are compiled and run by that program, which is waited
/// for: a window records beside itself. Where there is none, or no compiler, a sentence says so.
void use_changed_kernels();

/// "" or one sentence: nothing here compiles a changed kernel.
std::string changing_program_missing();

class ChildProcess;
/// Compiles beforehand what changes of this sort need, in the background, which takes some seconds
/// the first time; null where it cannot be done. It ends when what is returned goes.
std::shared_ptr<ChildProcess> prepare_changed_kernels(const radix::Recipe& recipe);

/// Two files for nvcc, the changed one and the chapter's, and the keys that the GPU is to sort.
struct ChangeOnCard {
  std::string mine, right;
  std::vector<radix::Problem> problems;
};
/// Runs both there, in the background; its one line is read by `said_of_card`.
std::shared_ptr<ChildProcess> run_change_on_card(const ChangeOnCard& files);
/// What came of it, in words.
std::string said_of_card(const std::string& line);

/// A sentence that starts with "FILE:LINE: ", in its parts; the line is 0 where it does not.
struct SaidOfLine {
  std::string file, text;
  uint32_t line = 0;
};
SaidOfLine said_of_line(const std::string& sentence);

}  // namespace scope
