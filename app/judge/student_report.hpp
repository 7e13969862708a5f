/// What is said about a student's kernel: one head sentence, what was seen after it, and one run
/// with its arrays as rows. radixscope-run makes it; it crosses to the window and to graders as
/// JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/engine/model/json.hpp"
#include "kernels/engine/model/trace.hpp"

namespace scope {

enum class StudentVerdict { right, mistake, does_not_compile, out_of_time, refused };
/// "right", "mistake", …; and the exit code of `radixscope judge`.
const char* name_of(StudentVerdict verdict);
int exit_code_of(StudentVerdict verdict);

/// Something that was found.
struct StudentSentence {
  std::string kind;               ///< "race", "collision", …; see student_kinds in judge.hpp
  uint32_t line = 0, column = 0;  ///< in the student's file; 0 unknown
  uint32_t other_line = 0;        ///< of the other thread; 0: none
  std::string text;               ///< one whole sentence, without file and line
  bool wants_memory = false;      ///< more than it may have; while it is judged alone
  bool unfinished = false;        ///< kernels are still to be written; while it is judged alone
};

/// An array of the run that is shown, after a barrier or at the end of a launch.
struct StudentRow {
  uint32_t launch = 0;        ///< from 0
  std::string kernel, array;  ///< the student's names
  std::string role;           ///< the chapter's name of what it holds, or ""
  bool shared = false;
  uint32_t block = 0;    ///< elements of a block, of a shared array
  uint32_t line = 0;     ///< of the barrier; 0: the end of the launch, or a barrier in chapter.h
  uint32_t threads = 0;  ///< of a block of the launch
  uint32_t blocks = 0;   ///< of the launch
  std::vector<uint32_t> values;
  std::vector<uint8_t> written;    ///< 0: nobody has written the element
  std::vector<uint32_t> lines;     ///< the store of this launch that wrote it; 0: none did
  std::vector<uint32_t> writers;   ///< the thread of the grid that made that store
  std::vector<uint32_t> expected;  ///< what the chapter's run has there; empty where not compared
};

struct StudentReport {
  std::string file;       ///< as it was named
  uint32_t exercise = 0;  ///< 1…4, or 0
  StudentVerdict verdict = StudentVerdict::refused;
  StudentSentence head;               ///< of a right file: what is right about it
  std::vector<StudentSentence> more;  ///< what was seen after it
  std::string agrees;                 ///< "As in the chapter so far: …", or ""
  std::string tried;                  ///< key sets and orders
  std::string card;                   ///< what became of it on a GPU, one sentence; or ""
  std::string compiler;
  std::vector<uint32_t> keys;  ///< of the run that is shown
  uint32_t bits = 0;
  std::vector<StudentRow> rows;  ///< in time order
  /// The same run for the chapter's figures; null where they cannot be drawn of it.
  std::shared_ptr<const radix::Trace> drawn;
  std::string drawn_about;  ///< why not; or "" or a remark
};

/// "FILE:LINE: sentence", with the column where it is known.
std::string line_of_report(const StudentReport& report, const StudentSentence& sentence);

/// With `rows` the run that is shown, too.
radix::Json to_json(const StudentReport& report, bool rows);
/// Back; or one sentence.
radix::Result<StudentReport> student_report_from(std::string_view json);

}  // namespace scope
