/// Questions of a run on paper, in a spreadsheet, in a learning platform: each says all that the
/// picture would show.
#pragma once

#include <span>
#include <string>

#include "app/sorts/families/question_plan.hpp"

namespace scope {

/// The kinds of question_sheet_text: "markdown", "csv", "gift" (Moodle's text format).
std::span<const char* const> question_formats();

/// "4 threads per block"; "8 threads in one block" for a sort that has one block, whatever the
/// setting.
std::string threads_words(const radix::Trace& trace);

/// The text with a backslash before each character that means something in Moodle's format.
std::string gift_text(const std::string& text);

/// Where the run is, the keys as they stand, the question: all that is needed to answer it.
std::string standing_alone(const radix::Trace& trace, const Question& question);

/// All of them. `seed` decides the order of answers A to D. Markdown has the answers at its end.
std::string question_sheet_text(const radix::Trace& trace, std::span<const Question> questions,
                                std::string_view format, uint32_t seed);

}  // namespace scope
