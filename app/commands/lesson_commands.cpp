// Verbs of lessons: which one is shown, and which of its slides.
#include <filesystem>

#include "app/base/files.hpp"
#include "app/state/lesson.hpp"
#include "app/state/lesson_check.hpp"
#include "app/base/text.hpp"
#include "command_rows.hpp"

namespace scope {
namespace actions {
namespace {

bool is_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(to_path(path), error);
}

/// Takes a slide's number off the end: "coalescing 3". A file's name may have blanks and numbers of its own.
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

/// Begins a lesson that did not come with the program. What is wrong with a later slide is said now, not in class.
std::string begin_file(App& app, const Lesson& lesson, std::size_t slide) {
  if (std::string refusal = begin_lesson(app, lesson, slide); !refusal.empty()) return refusal;
  std::size_t number = 0;
  for (const SlideCheck& each : check(lesson)) {
    ++number;
    if (each.complaint.empty()) continue;
    complain(app, say("Slide ", number, " of this lesson: ", each.complaint));
    break;
  }
  return "";
}

}  // namespace

std::string open_lesson(App& app, const std::string& file) {
  const auto lesson = load_lesson(file);
  return lesson ? begin_file(app, *lesson, 0) : lesson.complaint.sentence;
}

static std::string lesson(App& app, Argument argument) {
  std::string text = one_word(argument).empty() ? argument.text() : one_word(argument);
  if (text == "none") return app.lesson ? leave_lesson(app) : "";
  std::size_t slide = 0;
  if (std::string refusal = take_slide_number(text, slide); !refusal.empty()) return refusal;
  if (const Lesson* known = lesson_named(text)) return begin_lesson(app, *known, slide);
  if (!is_file(text)) return no_such_lesson(text);
  const auto loaded = load_lesson(text);
  return loaded ? begin_file(app, *loaded, slide) : loaded.complaint.sentence;
}

static std::string slide(App& app, Argument argument) {
  const std::string word = one_word(argument);
  if (!app.lesson) return "No lesson is shown; begin one with `lesson NAME`.";
  if (word == "next") return turn_slide(app, +1);
  if (word == "back") return turn_slide(app, -1);
  std::string refusal;
  const auto last = static_cast<uint32_t>(app.lesson->slides.size());
  const auto number = whole_number(argument, 1, last, "The slide", refusal);
  return number ? show_slide(app, *number - 1) : refusal;
}

}  // namespace actions

Rows lesson_commands() {
  return {field_row("lesson", actions::lesson), field_row("slide", actions::slide)};
}

}  // namespace scope
