// A kernel of the person's own: which file is judged, once more, and the way back.
#include <chrono>
#include <filesystem>
#include <thread>

#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "command_rows.hpp"

namespace scope {
namespace actions {
namespace {

std::string none_open() { return "No kernel of your own is open; `own FILE` opens one."; }

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

std::string own_again(Document& document, Argument) {
  if (!document.student) return none_open();
  document.student->again();
  return document.interactive ? "" : wait_for_verdict(document);
}

std::string own_close(Document& document, Argument) {
  if (!document.student) return none_open();
  document.student = nullptr;
  return "";
}

}  // namespace

/// "FILE", or "FILE exercise N".
std::string own(Document& document, Argument argument) {
  std::string file = argument.text();
  std::string refusal;
  uint32_t exercise = 0;
  if (const std::size_t at = file.rfind(" exercise "); at != std::string::npos) {
    const auto number = whole_number(file.substr(at + 10), 1, 4, "The exercise", refusal);
    if (!number) return refusal;
    exercise = *number;
    file = std::string(trimmed(std::string_view(file).substr(0, at)));
  }
  if (file.empty()) return "`own` needs the name of a CUDA file.";
  std::error_code error;
  if (!std::filesystem::is_regular_file(to_path(file), error))
    return say("There is no file '", quotable(file), "'.");
  if (std::string missing = judging_program_missing(); !missing.empty()) return missing;
  if (!document.student) document.student = std::make_shared<StudentSession>();
  document.student->open(file, exercise);
  return document.interactive ? "" : wait_for_verdict(document);
}

}  // namespace actions

Rows student_commands() {
  return {
      {"own", "", "FILE [exercise 1…4]", "Judge a CUDA kernel of your own, at every save",
       "student bring watch exercise .cu file mistake", actions::own},
      {"own_again", "", "", "Judge your kernel once more", "student run again", actions::own_again},
      {"own_close", "", "", "Close your kernel, back to the recorded run", "student leave",
       actions::own_close},
  };
}

}  // namespace scope
