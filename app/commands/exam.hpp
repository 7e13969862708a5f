/// The bank of exam questions about the chapter (assets/questions): each leads by commands to a
/// moment that answers it, and what stands there is the answer.
#pragma once

#include <string>
#include <vector>

#include "kernels/engine/model/problem.hpp"

namespace scope {

struct ExamQuestion {
  std::string name;     ///< "counts_of_bit_0"
  uint32_t number = 0;  ///< among those of the exam; 0: one of the chapter's own
  std::string section;  ///< "13.4"
  std::string question;
  std::string way;     ///< commands that lead there
  std::string answer;  ///< where it stands: "picture", "numbers", "sentence", "card", …
  std::string array;   ///< of "picture" and "numbers"
  std::vector<std::string> lines;  ///< of "figure" and "totals": lines that have one of these words
};

/// Those of a file, or one sentence.
radix::Result<std::vector<ExamQuestion>> exam_questions_in(const std::string& file);
/// All of them, by section, or one sentence: a file is missing or cannot be used.
radix::Result<std::vector<ExamQuestion>> exam_questions();

/// What is sorted, and what answers the question, read off the moment to which its way leads.
struct ExamAnswer {
  std::string given;  ///< "keys 12 3 6 9, 4 threads per block"
  std::string answer;
};
/// Or one sentence that says why there is none.
radix::Result<ExamAnswer> exam_answer(const ExamQuestion& question);

/// Those of this section ("13.4", "13": all that start with it; "": all), with their answers, as
/// "markdown", "csv" or "gift". Or one sentence.
radix::Result<std::string> exam_sheet(std::string_view section, std::string_view format);

}  // namespace scope
