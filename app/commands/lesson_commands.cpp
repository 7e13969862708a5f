// Commands of lessons: which one is shown, and which of its slides.
#include <filesystem>

#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/state/lesson.hpp"
#include "app/state/lesson_check.hpp"
#include "app/state/recent.hpp"
#include "app/state/state.hpp"
#include "command_rows.hpp"
#include "text/commands.hpp"
#include "text/presenter.hpp"

namespace scope {
namespace actions {
namespace {

bool is_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(to_path(path), error);
}

/// Takes a slide's number off the end: "coalescing 3". A file's name may have blanks and numbers of
/// its own.
std::string take_slide_number(std::string& text, std::size_t& slide) {
  const auto words = words_of(text);
  if (words.size() < 2 || is_file(text) || lesson_named(text)) return "";
  if (words.back().find_first_not_of("0123456789") != std::string::npos) return "";
  std::string refusal;
  const auto number = whole_number(words.back(), 1, max_slides, "The slide", refusal);
  if (!number) return refusal;
  slide = *number - 1;
  text.resize(text.rfind(words.back()));
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return "";
}

/// Begins a lesson that did not come with the program. What is wrong with a later slide is said
/// now, not in class.
std::string begin_file(Document& document, const Lesson& lesson, std::size_t slide) {
  if (std::string refusal = begin_lesson(document, lesson, slide); !refusal.empty()) return refusal;
  std::size_t number = 0;
  for (const SlideCheck& each : check(lesson)) {
    ++number;
    if (each.error.empty()) continue;
    complain(document, text::commands::slide_wrong({.refusal = each.error, .slide = number}));
    break;
  }
  return "";
}

}  // namespace

std::string open_lesson(Document& document, const std::string& file) {
  const auto lesson = load_lesson(file);
  return lesson ? begin_file(document, *lesson, 0) : lesson.error.sentence;
}

static std::string lesson(Document& document, Argument argument) {
  std::string text = one_word(argument).empty() ? argument.text() : one_word(argument);
  if (text == "none") return document.lesson ? leave_lesson(document) : "";
  std::size_t slide = 0;
  if (std::string refusal = take_slide_number(text, slide); !refusal.empty()) return refusal;
  if (const Lesson* known = lesson_named(text)) return begin_lesson(document, *known, slide);
  if (!is_file(text)) return no_such_lesson(text);
  const auto loaded = load_lesson(text);
  return loaded ? begin_file(document, *loaded, slide) : loaded.error.sentence;
}

static std::string slide(Document& document, Argument argument) {
  const std::string word = one_word(argument);
  if (!document.lesson) return text::commands::no_lesson;
  if (word == "next") return turn_slide(document, +1);
  if (word == "back") return turn_slide(document, -1);
  std::string refusal;
  const auto last = static_cast<uint32_t>(document.lesson->slides.size());
  const auto number = whole_number(argument, 1, last, "The slide", refusal);
  return number ? show_slide(document, *number - 1) : refusal;
}

static std::vector<FieldChoice> answer_choices() {
  return {{"on", text::commands::show_slide_answer}, {"off", text::commands::hide_slide_answer}};
}

static bool is_switch(Argument argument) {
  const std::string word = one_word(argument);
  return word == "on" || word == "off";
}

/// The person's own from now on, too.
static std::string edition(Document& document, Argument argument) {
  const std::string refusal = field_named("edition")->set(document, argument);
  if (!refusal.empty()) return refusal;
  document.own_edition = document.edition;
  document.note = document.edition == radix::Edition::fourth ? text::commands::edition_4
                                                             : text::commands::edition_5;
  return "";
}

static std::string answer(Document& document, Argument argument) {
  const bool guessed = !argument.empty() && !is_switch(argument);
  if (question_asked(document) && guessed) return answer_question(document, argument);
  const Slide* shown = slide_shown(document);
  if (!shown || shown->answer.empty()) return document.note = text::commands::no_slide_answer, "";
  std::string refusal;
  const auto wanted = on_or_off(argument, document.answered, refusal);
  if (wanted) document.answered = *wanted;
  return refusal;
}

/// "a | b": the parts of what a slide is made of; a line each where there are lines.
static std::vector<std::string> slide_parts(const std::string& text) {
  const std::string mark = text.find('\n') != text.npos ? "\n" : "|";
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(mark, at), text.size());
    parts.emplace_back(trimmed(std::string_view(text).substr(at, end - at)));
    at = end + 1;
  }
  return parts;
}

static std::string presenter_swap(Document& document, Argument) {
  if (document.presenter)
    ++document.swaps;
  else
    document.note = text::presenter::nothing_to_swap;
  return "";
}

/// The state on the screen, but no lesson that is shown: a slide cannot begin one.
static std::string state_of_slide(const Document& document) {
  Document bare = document;
  bare.lesson = nullptr;
  bare.slide = 0;
  return state_string(bare);
}

static std::string add_slide(Document& document, Argument argument) {
  if (argument.empty() && document.interactive) return dialog(document, "add_slide");
  std::vector<std::string> parts = slide_parts(argument.text());
  if (parts.size() < 3 || parts.size() > 5) return text::commands::add_slide_takes;
  parts.resize(5);
  const std::string file = own_lesson_file(parts[0]);
  if (parts[0].empty()) return text::commands::lesson_name_missing;
  if (file.empty()) return text::commands::no_lesson_folder;
  const Slide slide{.title = parts[1],
                    .caption = parts[2],
                    .state = state_of_slide(document),
                    .answer = parts[3],
                    .notes = parts[4]};
  const std::string name = to_text(to_path(file).stem());
  if (std::string refusal = scope::add_slide(file, name, slide); !refusal.empty()) return refusal;
  read_lessons_again();
  remember_file(document, file);
  document.written.push_back(file);
  const auto lesson = load_lesson(file);
  document.note =
      text::commands::slide_added({.lesson = name, .slide = lesson ? lesson->slides.size() : 0});
  return "";
}

}  // namespace actions

Rows lesson_commands() {
  return {
      field_row("edition", actions::edition),
      field_row("lesson", actions::lesson),
      field_row("slide", actions::slide),
      {"answer", "A", "[on|off|VALUE]",
       "Show the answer on a question slide, or answer the question", "solution reveal quiz hide",
       actions::answer, Touches::view, "", actions::answer_choices},
      field_row("notes"),
      field_row("presenter"),
      {"presenter_swap", "Ctrl+Shift+N", "", "Swap the presenter's window and the class's",
       "screens monitors projector exchange other", actions::presenter_swap},
      field_row("pointer"),
      {"add_slide", "Ctrl+L", "[LESSON | TITLE | CAPTION [| ANSWER [| NOTES]]]",
       "Add this view to your own lesson", "slide my lesson save new write presenter",
       actions::add_slide},
  };
}

}  // namespace scope
