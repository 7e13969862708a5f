/// A sort of the program's own whose files a person has changed: made into its recorded form by the
/// tool of the build (kernels/engine/probes), compiled by the host's compiler in a sandbox, and run
/// on the recording machine in a process of its own. So figures, steps and sentences are those of
/// the sort as it was. The program that does it is radixscope-run.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/engine/model/sources.hpp"
#include "kernels/run/engine.hpp"

namespace radix {

/// What a changed sort is compiled with, by path: the machine's headers and every family's.
std::span<const SourceFile> embedded_headers();

struct ChangedSort {
  Recipe recipe;         ///< with changed files; `recorded`, `watch` and `cancel` have no effect
  std::string compiler;  ///< a name or path; "": the first of g++, clang++, c++ that there is
  std::string program;   ///< radixscope-run, which is started with --changed-child
  std::string prepared;  ///< a folder for what is compiled beforehand, or "": all is, each time
  std::string scratch;   ///< an empty folder of this run's own
  bool unconfined = false;
  bool whole = false;  ///< compiles everything, also what beforehand was
};

/// Where the whole of what a run takes went, in seconds.
struct ChangedTimes {
  double preparing = 0, notes = 0, compiling = 0, running = 0;
  bool whole = false;  ///< everything was compiled
};

/// A run as words (trace_words.hpp); or one sentence, which starts with "FILE:LINE: " where a line
/// of these files is to blame.
struct ChangedRun {
  std::vector<uint32_t> words;
  std::string refusal;
  std::vector<std::string> rows;  ///< names of Trace::own_rows, by number
  ChangedTimes times;
};
ChangedRun run_changed_sort(const ChangedSort& sort);

/// Compiles beforehand what every change of this sort needs, unless it is there already: some 85 MB
/// and, for each sort, 2 MB. "" or one sentence.
std::string prepare_changed_sort(const ChangedSort& sort);

/// The program that loads the object and runs it. argv: the object and a file with the recipe.
/// Never returns.
[[noreturn]] void run_changed_child(int argc, char** argv);

/// What a child says instead of a run.
namespace changed_child {
inline constexpr uint32_t stopped = 0x52530101,  ///< it was in these places of the object,
                                                 ///< innermost first; before them the signal
    unfit = 0x52530102;                          ///< the object lacks something
}

}  // namespace radix
