// Verbs of lessons: which one is shown, and which of its slides.
#include <filesystem>

#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/state/lesson.hpp"
#include "app/state/lesson_check.hpp"
#include "command_rows.hpp"

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
  if (words.size() < 2 || is_file(text)) return "";
  if (words.back().find_first_not_of("0123456789") != std::string::npos) return "";
  std::string refusal;
  const auto number = whole_number(words.back(), 1, most_slides, "The slide", refusal);
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
    complain(document, say("Slide ", number, " of this lesson: ", each.error));
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
  if (!document.lesson) return "No lesson is shown; begin one with `lesson NAME`.";
  if (word == "next") return turn_slide(document, +1);
  if (word == "back") return turn_slide(document, -1);
  std::string refusal;
  const auto last = static_cast<uint32_t>(document.lesson->slides.size());
  const auto number = whole_number(argument, 1, last, "The slide", refusal);
  return number ? show_slide(document, *number - 1) : refusal;
}

}  // namespace actions

Rows lesson_commands() {
  return {field_row("lesson", actions::lesson), field_row("slide", actions::slide)};
}

}  // namespace scope
