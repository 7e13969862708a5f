/// Judges a student's kernel: compiles it, runs it confined and watched with a few sets of keys and
/// two orders of threads, and says what is wrong first. The same file and seed always get the same
/// words.
///
/// Three processes stand between a lecturer and what was handed in. This one reads the file and
/// believes nothing but a report that it has checked (judge_file). A second one, confined to the
/// file and the system's, compiles, starts the third and weighs what that tells (judge_inside); the
/// student's code runs in the third (kernels/engine/student/student_child.hpp). So a crash or a
/// hang, wherever it is, is one verdict.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/judge/student_report.hpp"
#include "kernels/engine/student/handed_in.hpp"
#include "kernels/engine/student/student_run.hpp"

namespace scope {

struct JudgeRecipe {
  std::string shown_name;      ///< what sentences call the file
  uint32_t exercise = 0;       ///< 1…4, or 0: what its first line says, "// Exercise 2"
  std::string entry;           ///< a call as "gpuSort(keys, n)", or ""
  std::string compiler;        ///< name or path, or "": see find_student_compiler
  std::vector<uint32_t> keys;  ///< of the first set; empty: the chapter's
  bool rows = false;           ///< keep the run that is shown
  uint32_t card_runs = 0;      ///< on the GPU, too, where it compiles
  bool unconfined = false;     ///< also where Landlock or seccomp is missing
  uint32_t seed = 0;           ///< of the keys that nobody can know before; 0: a new one
};

/// Where compilers' work is kept, of "judge" or "changed"; "" without a home.
std::string prepared_for(const std::string& what);

/// Does beforehand what every compile would do again; a second or two, once per compiler.
void prepare_judging(const std::string& compiler, bool unconfined);

/// What compiles and confines a kernel here; or, without a compiler, how to get one.
std::string judging_words(const std::string& compiler);
/// The same as JSON: {"ready":true,"words":"…"}; not ready without a compiler or a sandbox.
std::string about_judging(const std::string& compiler);

struct JudgedFile {
  StudentReport report;  ///< without rows
  std::string line;      ///< all of it as JSON, on one line
};

/// In a process of its own, with limits of time and memory that hold for everything: a verdict
/// comes within a minute (with runs on a GPU five).
JudgedFile judge_file(const JudgeRecipe& recipe, const radix::HandedIn& file);

/// That process: `recipe` is what judge_file hands over. Returns its exit code.
int judge_inside(const char* recipe);

// -------------------------------------------------------------------- inside, without the
// processes

/// A run in the sandbox; `out_of_time`, `too_much` and `signal` where it told nothing.
struct WatchedRun {
  radix::StudentRun run;
  bool out_of_time = false;
  bool too_much = false;  ///< it said more than any run
  int signal = 0;
  std::string refusal;
};

/// What a program is run with.
struct RunKeys {
  const std::vector<uint32_t>* keys = nullptr;  ///< null: its own
  uint32_t bits = 4;
  const char* order = "forward";                  ///< or "reverse": of threads and blocks
  const std::vector<uint32_t>* before = nullptr;  ///< what the same program sorts first; or null
};

/// How a program that compiles is run, and where its code stands: by processes, or by a test that
/// makes up what they tell.
struct JudgeRuns {
  std::function<WatchedRun(const RunKeys&)> run;
  /// Lines of these places, 0 where none is known.
  std::function<std::vector<uint32_t>(const std::vector<radix::StudentSite>&)> lines;
};

/// Weighs what runs of a file with this text show.
StudentReport judge_runs(const JudgeRecipe& recipe, const std::string& text, const JudgeRuns& runs);

}  // namespace scope
