/// radixscope-run: `radixscope judge` and `radixscope exercise` as a program of its own, which also
/// runs inside the sandbox: it starts itself with --inside to judge one file, and that process
/// starts itself with --child to load and watch a student's object (app/judge/run/judge.hpp). With
/// --changed it compiles and records a sort whose files a person has changed
/// (app/judge/run/changed_run.hpp). app/open.sh builds it in the background, like radixscope-time.
#include <cstring>
#include <exception>

#include "app/cli/judge/judge_run.hpp"
#include "app/core/base/languages.hpp"
#include "app/core/base/terminal.hpp"
#include "app/judge/run/changed_run.hpp"
#include "app/judge/run/judge.hpp"
#include "kernels/engine/student/changed_sort.hpp"
#include "kernels/engine/student/student_child.hpp"
#include "text/cli.hpp"

int main(int argc, char** argv) {
  using namespace scope;
  if (argc > 2 && std::strcmp(argv[1], "--child") == 0)
    radix::run_student_child(argc - 2, argv + 2);
  if (argc == 3 && std::strcmp(argv[1], "--inside") == 0) return judge_inside(argv[2]);
  if (argc == 3 && std::strcmp(argv[1], "--changed") == 0) return record_changed(argv[2]);
  if (argc > 3 && std::strcmp(argv[1], "--changed-child") == 0)
    radix::run_changed_child(argc - 2, argv + 2);
  if (const std::string refusal = use_language_of_arguments(argc, argv); !refusal.empty())
    return refuse(refusal);
  if (const std::string wrong = complaint_about_language(); !wrong.empty()) complain(wrong);
  JudgeTyped typed;
  std::optional<std::string> edition;
  const Subcommand program =
      with_edition({.name = "radixscope",
                    .about = "Judges a student's CUDA kernels.",
                    .commands = {judge_command(typed, [&] { return do_judge(typed); }),
                                 exercise_command(typed, [&] { return do_exercise(typed); })}},
                   edition);
  if (const std::string refusal = use_language_of_arguments(argc, argv); !refusal.empty())
    return refuse(refusal);
  try {
    return run_arguments(program, argc, argv);
  } catch (const std::exception& error) {
    return refuse(text::cli::did_not_work({.why = error.what()}));
  }
}
