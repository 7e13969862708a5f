// A lesson on the screen: its slides one after the other.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "lesson.hpp"
#include "state.hpp"
#include "text/state.hpp"

namespace scope {
namespace {

/// The same picture's run: keys may travel from one of its steps to the next.
bool same_run(const Lane& a, const Lane& b) { return a.recorded == b.recorded; }

/// Shows a slide's state. Keys travel when the run is the one on the screen and it goes forward.
std::string apply_slide(Document& document, const Slide& slide) {
  const std::vector<Lane> lanes = document.lanes;
  const std::size_t lane = document.active;
  const Mode mode = document.mode;
  std::string session = document.session_file;  // of the lesson itself
  const std::string refusal = apply_state(document, slide.state, true);
  if (!refusal.empty()) return refusal;
  document.session_file = std::move(session);
  document.playing = false;
  settle(document);
  const std::size_t wanted = document.lane().cursor;
  const bool on = document.mode == mode && document.lanes.size() == lanes.size() &&
                  document.active == lane && same_run(document.lane(), lanes[lane]) &&
                  lanes[lane].cursor < wanted;
  if (!on) return "";
  document.lane().cursor = lanes[lane].cursor;
  seek(document, wanted);
  return "";
}

/// Shows it and remembers where: what apply_state says of the lesson is overruled.
std::string take_slide(Document& document, std::shared_ptr<const Lesson> lesson,
                       std::size_t number) {
  const Slide& slide = lesson->slides[number];
  std::string refusal = apply_slide(document, slide);
  if (refusal.empty()) refusal = ask_of_slide(document, slide);
  if (!refusal.empty())
    return text::state::slide_fails({.lesson = lesson->title, .slide = number + 1, .why = refusal});
  document.lesson = std::move(lesson);
  document.slide = number;
  document.answered = false;
  return "";
}

std::string next_lesson(Document& document) {
  const Lesson* next = lesson_after(*document.lesson);
  return next ? begin_lesson(document, *next) : text::state::last_lesson;
}

}  // namespace

std::string ask_of_slide(Document& document, const Slide& slide) {
  skip_question(document), document.predict.judged.reset();  // of another slide
  if (slide.ask.empty()) return "";
  const radix::Trace& trace = *document.lane().trace;
  auto question = question_about(trace, slide.ask, slide.ask_element, document.lane().cursor);
  if (!question)
    return text::state::not_asked({.element = slide.ask_element, .kind = quotable(slide.ask)});
  ask(document, std::move(*question), true);
  settle(document);
  return "";
}

std::string begin_lesson(Document& document, const Lesson& lesson, std::size_t slide) {
  if (slide >= lesson.slides.size())
    return text::state::no_such_slide(
        {.lesson = lesson.title, .slide = slide + 1, .slides = lesson.slides.size()});
  auto shown = std::make_shared<Lesson>(lesson);
  shown->before = document.lesson ? document.lesson->before : return_string(document);
  shown->session_before = document.lesson ? document.lesson->session_before : document.session_file;
  std::string refusal = take_slide(document, std::move(shown), slide);
  if (refusal.empty()) document.session_file.clear();  // another document
  return refusal;
}

std::string show_slide(Document& document, std::size_t slide) {
  if (!document.lesson) return text::state::no_lesson;
  const std::size_t count = document.lesson->slides.size();
  if (slide > count) return next_lesson(document);
  if (slide == count) document.slide = count;
  return slide == count ? "" : take_slide(document, document.lesson, slide);
}

std::string turn_slide(Document& document, int direction) {
  const Slide* now = slide_shown(document);
  const bool hidden = now && !now->answer.empty() && !document.answered;
  if (direction > 0 && hidden) return document.answered = true, "";
  if (direction > 0) return show_slide(document, document.slide + 1);
  return document.slide == 0 && document.lesson ? "" : show_slide(document, document.slide - 1);
}

std::string leave_lesson(Document& document) {
  if (!document.lesson) return text::state::no_lesson_shown;
  const std::shared_ptr<const Lesson> lesson = std::move(document.lesson);
  document.lesson = nullptr;
  document.slide = 0;
  if (lesson->before.empty()) return "";
  const std::string refusal = apply_state(document, lesson->before);
  if (refusal.empty()) document.session_file = lesson->session_before;
  settle(document);
  return refusal;
}

bool at_end_of_lesson(const Document& document) {
  return document.lesson && document.slide >= document.lesson->slides.size();
}

const Slide* slide_shown(const Document& document) {
  const bool shown = document.lesson && document.slide < document.lesson->slides.size();
  return shown ? &document.lesson->slides[document.slide] : nullptr;
}

bool asks(const Document& document) {
  const Slide* slide = slide_shown(document);
  if (!slide) return false;
  return slide->answer.empty() ? slide->title.starts_with("Question") : !document.answered;
}

SlideWords slide_words(const Document& document) {
  SlideWords words = slide_words(*document.lesson, document.slide);
  const Slide* slide = slide_shown(document);
  if (slide && document.answered && !slide->answer.empty()) words.caption = slide->answer;
  return words;
}

SlideWords slide_words(const Lesson& lesson, std::size_t slide) {
  if (slide < lesson.slides.size())
    return {lesson.slides[slide].title, lesson.slides[slide].caption};
  const Lesson* next = lesson_after(lesson);
  const std::string end = text::state::this_was({.lesson = lesson.title});
  if (!next) return {text::state::end_of_last, text::paragraph(end, text::state::escape_back)};
  return {text::state::end_of_lesson,
          text::paragraph(end, text::state::next_lesson({.lesson = heading_of(*next)}))};
}

bool speaks_of(const std::string& words, const std::string& name) {
  constexpr std::size_t least = 4;  // letters of a word that says something
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find_first_of(" ,()", at), name.size());
    if (end - at >= least && words.find(name.substr(at, end - at)) != words.npos) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace scope
