/// A student's file that is open in another editor: it is looked at ten times per second, and
/// judged anew in the background, by radixscope-run, as soon as it was saved. The last verdict
/// stays until there is a newer one; while the file does not compile, the picture of the last one
/// that did stays.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/core/base/child_process.hpp"
#include "student_report.hpp"

namespace scope {

/// "" or one sentence: the program that judges is not there (yet).
std::string judging_program_missing();

struct StudentView {
  std::string file;  ///< "": none is open
  uint32_t exercise = 0;
  std::string entry;                             ///< a call, or ""
  std::shared_ptr<const StudentReport> report;   ///< what was said last; null: nothing yet
  std::shared_ptr<const StudentReport> picture;  ///< the last that has rows
  std::string text;                              ///< of the file, as it was judged last
  std::string failure;                           ///< one sentence: it could not be judged
  bool running = false;                          ///< it is being judged
  std::string card;                              ///< what became of it on the GPU here, or ""
  bool card_running = false;                     ///< it is run there, nvcc included
  uint32_t changes = 0;                          ///< counts up with everything above

  std::size_t row = 0;      ///< of the picture: the array that is looked at
  std::size_t finding = 0;  ///< whose lines are lit: 0 the head, then those of `more`
  bool unfolded = false;    ///< all findings are shown
  bool card_there = false;  ///< a GPU that it could be run on
  bool on_card = false;     ///< it is: somebody has said so, of this file
  std::shared_ptr<const radix::Trace> drawn;  ///< the last run that the chapter's figures can draw
  bool old_drawn = false;                     ///< what was judged last is none
  bool figures = false;                       ///< they show it, in the place of its rows
  bool chooses = false;  ///< figures where they can draw what was judged last, else rows
  bool beside = false;   ///< over every array of a known role stands the chapter's
};

/// What is lit; null where nothing was said yet.
const StudentSentence* finding_of(const StudentView& view);
/// An element that the chapter's run has otherwise; false where the array's role is unknown.
bool differs(const StudentRow& row, std::size_t element);

class StudentSession {
 public:
  StudentView view;

  /// Another file, or the same again.
  void open(const std::string& file, uint32_t exercise);
  void close();
  /// Writes the file anew, which is judged then. "" or one sentence.
  std::string write(const std::string& text);
  /// Judges it once more, changed or not.
  void again();
  /// From now on runs it on the GPU, too, or no longer does. The person is asked once per file:
  /// there the sandbox is wider.
  void run_on_card(bool on);
  /// Looks at file and child; true when something has changed. Call once per frame.
  bool tick();
  /// This many arrays on (or back), or `launches`: to the last array of the next launch, or of the
  /// one before.
  void go(int by, bool launches);
  /// Lights this finding, and goes to the array that it is about.
  void show_finding(std::size_t number);

 private:
  using Clock = std::chrono::steady_clock;
  void start();
  void finish(const std::string& line);
  void start_on_card();
  void take_card();
  std::vector<std::string> arguments() const;

  std::unique_ptr<ChildProcess> child_, prepares_, card_;
  std::string line_;
  std::filesystem::file_time_type judged_{};
  uintmax_t judged_bytes_ = 0;
  Clock::time_point looked_{};
  bool due_ = false;
};

}  // namespace scope
