// Commands of predicting: what is asked before it is shown, and what was answered.
#include <algorithm>

#include "app/export/question_sheet.hpp"
#include "command_rows.hpp"
#include "exam.hpp"
#include "text/commands.hpp"

namespace scope {
namespace actions {
namespace {

constexpr uint32_t max_asked = 500;  // questions of a sheet

/// Turned on where a question can be asked at once, it is; before a class the next one.
std::string predict(Document& document, Argument argument) {
  std::string refusal = field_named("predict")->set(document, argument);
  if (!refusal.empty()) return refusal;
  if (document.predict.mode == Predicting::off)
    return document.note = text::commands::no_more_questions, "";
  document.mode = Mode::step;
  if (document.predict.mode == Predicting::freeze) return ask_next(document);
  if (!predict_on_the_way(document, document.lane().cursor))
    document.note = text::commands::questions_ahead;
  return "";
}

std::string show_answer(Document& document, Argument) {
  if (!question_asked(document)) return text::commands::no_question;
  return reveal(document), "";
}

std::string skip(Document& document, Argument) { return skip_question(document), ""; }

std::string predictions(Document& document, Argument argument) {
  return write_table(document, argument, {"csv", "markdown"},
                     [](const Document& now, const std::string& kind) {
                       const Table table = predictions_table(now.predict.said);
                       return kind == "csv" ? to_csv(table) : to_markdown(table);
                     });
}

/// "gift", "gift 12", "gift 12 FILE".
std::string questions(Document& document, Argument argument) {
  const std::vector<std::string> words = words_of(argument);
  const auto formats = question_formats();
  const std::vector<std::string> names(formats.begin(), formats.end());
  const std::string format = words.empty() ? "" : words[0];
  if (std::ranges::find(names, format) == names.end())
    return no_such("format of questions", format, names);
  std::string refusal;
  const auto count = words.size() < 2
                         ? std::optional(12u)
                         : whole_number(words[1], 1, max_asked, "The questions", refusal);
  if (!count) return refusal;
  const radix::Trace& trace = *document.lane().trace;
  const uint32_t seed = document.predict.seed;
  const auto sheet = question_sheet(trace, seed, *count);
  if (sheet.empty()) return text::commands::no_questions_of_run;
  const std::string text = question_sheet_text(trace, sheet, format, seed);
  if (words.size() < 3) return document.printed += text, "";
  return write_text(document, rest_behind(rest_behind(argument.text(), words[0]), words[1]), text);
}

/// "gift", "gift 13.4", "gift 13.4 FILE"; section 13: all.
std::string exam(Document& document, Argument argument) {
  const std::vector<std::string> words = words_of(argument);
  const auto formats = question_formats();
  const std::vector<std::string> names(formats.begin(), formats.end());
  const std::string format = words.empty() ? "" : words[0];
  if (std::ranges::find(names, format) == names.end())
    return no_such("format of questions", format, names);
  const auto sheet = exam_sheet(words.size() < 2 ? "" : words[1], format);
  if (!sheet) return sheet.error.sentence;
  if (words.size() < 3) return document.printed += *sheet, "";
  return write_text(document, rest_behind(rest_behind(argument.text(), words[0]), words[1]),
                    *sheet);
}

}  // namespace
}  // namespace actions

Rows predict_commands() {
  return {
      field_row("predict", actions::predict),
      field_row("predict_seed"),
      {"guess", "", "VALUE", "Answer the question: a number, a place, yes or no, or a letter",
       "quiz predict answer", answer_question},
      {"reveal", "", "", "Show the answer to the question", "quiz predict solution",
       actions::show_answer},
      {"skip", "", "", "Dismiss the question", "quiz predict leave", actions::skip},
      {"vote", "", "LETTER [HANDS], or again", "Count a class's raised hands for an answer",
       "quiz predict lecture clicker", vote},
      field_row("hidden"),
      {"fill", "", "[ELEMENT] NUMBER | at ELEMENT", "Fill in a number in the hidden array",
       "quiz exercise predict", fill_in},
      {"questions", "", "markdown|csv|gift [COUNT [FILE]]",
       "Write a sheet of questions about this run, with their answers",
       "quiz exam exercise moodle problem sheet", actions::questions},
      {"exam", "", "markdown|csv|gift [SECTION [FILE]]",
       "Write the exam questions on the chapter, with their answers",
       "quiz test exercise moodle problem sheet chapter", actions::exam},
      {"predictions", "", "csv|markdown [FILE]", "Write the answers given as a table",
       "quiz export results", actions::predictions},
  };
}

}  // namespace scope
