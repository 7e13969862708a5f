// A kernel of the person's own: which file is judged, what is looked at, and the way back.
#include <chrono>
#include <filesystem>
#include <thread>

#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/document/kernel_edit.hpp"
#include "app/document/predict.hpp"
#include "app/document/record.hpp"
#include "app/judge/exercises.hpp"
#include "app/state/recent.hpp"
#include "command_rows.hpp"
#include "text/commands.hpp"

namespace scope {
namespace actions {
namespace {

std::string none_open() { return text::commands::no_own; }

/// Without a window nobody looks again: the verdict is waited for, and is the answer.
std::string wait_for_verdict(Document& document) {
  StudentSession& session = *document.student;
  do {
    session.tick();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  } while (session.view.running);
  if (!session.view.failure.empty()) return session.view.failure;
  document.note = line_of_report(*session.view.report, session.view.report->head);
  return "";
}

/// No file yet: how it will be shown.
void prepare_session(Document& document) {
  if (!document.student) document.student = std::make_shared<StudentSession>();
}

/// The editor's place shows how to begin.
std::string choose_file(Document& document) {
  document.student = nullptr;
  prepare_session(document);
  if (document.mode != Mode::step) mode(document, "step");
  open_editor(document);
  return "";
}

std::string open_own(Document& document, const std::string& file, uint32_t exercise) {
  if (std::string missing = judging_program_missing(); !missing.empty()) return missing;
  std::error_code error;
  if (!std::filesystem::is_regular_file(to_path(file), error))
    return text::commands::no_file({.file = quotable(file)});
  prepare_session(document);
  if (document.student->view.file.empty()) document.mode_before_own = document.mode;
  if (!document.student->view.figures) {
    skip_question(document);
    document.playing = false;
    document.mode = Mode::step;
    document.lanes_before_own = document.lanes;
  }
  document.student_file = whole_path(file), document.student_exercise = exercise;
  remember_file(document, file);
  const bool other = document.student->view.file != document.student_file;
  if (other) leave_own_figures(document);
  document.student->open(document.student_file, exercise);
  if (!document.interactive) return wait_for_verdict(document);
  if (other) document.student->view.chooses = true;
  open_editor(document);
  return "";
}

std::string own_again(Document& document, Argument) {
  if (!document.student || document.student->view.file.empty()) return none_open();
  document.student->again();
  return document.interactive ? "" : wait_for_verdict(document);
}

std::string own_close(Document& document, Argument) {
  if (!document.student) return none_open();
  return close_own(document), "";
}

/// "N", or "N FILE": what is there already is opened and never written over.
std::string own_exercise(Document& document, Argument argument) {
  const std::string words = argument.text();
  const std::size_t blank = words.find(' ');
  std::string refusal;
  const auto number =
      whole_number(Value(words.substr(0, blank)), 1,
                   static_cast<uint32_t>(student_exercises().size()), "The exercise", refusal);
  if (!number) return refusal;
  const std::string file = blank == std::string::npos
                               ? joined({"exercise_", *number, ".cu"})
                               : std::string(trimmed(std::string_view(words).substr(blank)));
  std::error_code error;
  if (!std::filesystem::exists(to_path(file), error)) {
    refusal = begin_exercise(*number, file);
    if (!refusal.empty()) return refusal;
  }
  refusal = open_own(document, file, *number);
  if (refusal.empty()) ++document.edit_entries;  // it is written here, or in any editor
  return refusal;
}

std::string own_choose(Document& document, Argument) {
  if (document.student) close_own(document);
  return choose_file(document);
}

std::string own_row(Document& document, Argument argument) {
  if (!document.student || !document.student->view.picture) return none_open();
  StudentView& view = document.student->view;
  std::string refusal;
  const auto rows = static_cast<uint32_t>(view.picture->rows.size());
  const auto number = whole_number(argument, 1, rows, "The array", refusal);
  if (number) view.row = *number - 1, ++view.changes;
  return refusal;
}

std::string own_finding(Document& document, Argument argument) {
  if (!document.student || !document.student->view.report) return none_open();
  const auto findings = static_cast<uint32_t>(document.student->view.report->more.size() + 1);
  std::string refusal;
  const auto number = whole_number(argument, 1, findings, "The finding", refusal);
  if (number) document.student->show_finding(*number - 1);
  return refusal;
}

std::string turn(Document& document, Argument argument, bool StudentView::*what) {
  prepare_session(document);
  StudentView& view = document.student->view;
  std::string refusal;
  const auto on = on_or_off(argument, view.*what, refusal);
  if (on) view.*what = *on, ++view.changes;
  return refusal;
}
std::string own_findings(Document& document, Argument argument) {
  return turn(document, argument, &StudentView::unfolded);
}
std::string own_beside(Document& document, Argument argument) {
  return turn(document, argument, &StudentView::beside);
}

std::string own_gpu(Document& document, Argument argument) {
  prepare_session(document);
  std::string refusal;
  const auto on = on_or_off(argument, document.student->view.on_card, refusal);
  if (on) document.student->run_on_card(*on);
  return refusal;
}

std::string own_figures(Document& document, Argument) {
  if (!document.student || document.student->view.file.empty()) return none_open();
  StudentView& view = document.student->view;
  view.chooses = false;
  if (view.figures) return leave_own_figures(document), "";
  if (!view.drawn)
    return view.picture && !view.picture->drawn_about.empty() ? view.picture->drawn_about
                                                              : text::commands::own_figures_none;
  show_own_figures(document);
  return "";
}

}  // namespace

void close_own(Document& document) {
  leave_own_figures(document);
  leave_editor(document);
  document.student = nullptr;
  document.lanes_before_own.clear();
  if (document.mode == Mode::step) document.mode = document.mode_before_own;
}

/// "FILE", or "FILE exercise N"; in the window nothing: the last one, or how to begin.
std::string own(Document& document, Argument argument) {
  std::string file = argument.text();
  if (file.empty() && document.interactive) {
    if (document.student_file.empty()) return choose_file(document);
    return open_own(document, document.student_file, document.student_exercise);
  }
  std::string refusal;
  uint32_t exercise = 0;
  if (const std::size_t at = file.rfind(" exercise "); at != std::string::npos) {
    const auto number =
        whole_number(Value(file.substr(at + 10)), 1,
                     static_cast<uint32_t>(student_exercises().size()), "The exercise", refusal);
    if (!number) return refusal;
    exercise = *number;
    file = std::string(trimmed(std::string_view(file).substr(0, at)));
  }
  if (file.empty()) return text::commands::own_takes;
  return open_own(document, file, exercise);
}

}  // namespace actions

Rows student_commands() {
  using namespace actions;
  return {
      {"own", "4", "[FILE [exercise 1…4]]", "Judge your own CUDA kernel at every save",
       "student bring watch exercise .cu file mistake", own},
      {"own_exercise", "", "1…4 [FILE]", "Start an exercise of the chapter in your own file",
       "student start homework write", own_exercise},
      {"own_choose", "", "",
       "Open a file of your own, or an exercise of the chapter, in the editor",
       "student bring homework start other", own_choose},
      {"own_again", "", "", "Judge your kernel again", "student run again", own_again},
      {"own_row", "", "NUMBER", "Go to an array of your kernel's run", "student step", own_row},
      {"own_finding", "", "NUMBER", "Highlight the lines of a finding in your kernel",
       "student mistake error next", own_finding},
      {"own_findings", "", "[on|off]", "Show all findings in your kernel, or only the first",
       "student mistakes fold more", own_findings},
      {"own_beside", "", "[on|off]", "Show the chapter's values above your kernel's arrays",
       "student compare reference right", own_beside},
      {"own_figures", "", "", "Draw your kernel's arrays in the chapter's figures, or as rows",
       "student roles bucket table steps compare", own_figures},
      {"own_gpu", "", "[on|off]", "Run your kernel on the GPU, too, or stop doing so",
       "student nvcc card device run", own_gpu},
      {"own_close", "", "", "Close your kernel and return to the recorded run", "student leave",
       own_close},
  };
}

}  // namespace scope
