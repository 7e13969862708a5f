// A lesson on the screen: its slides one after the other.
#include <algorithm>

#include "lesson.hpp"
#include "app/base/text.hpp"
#include "state.hpp"

namespace scope {
namespace {

/// The same picture's run: keys may travel from one of its steps to the next.
bool same_run(const Lane& a, const Lane& b) { return a.made_from == b.made_from; }

/// Shows a slide's state. Keys travel when the run is the one on the screen and it goes forward.
std::string apply_slide(App& app, const Slide& slide) {
  const std::vector<Lane> lanes = app.lanes;
  const std::size_t lane = app.active;
  const Mode mode = app.mode;
  std::string session = app.session_file;   // of the lesson itself
  const std::string refusal = apply_state(app, slide.state);
  if (!refusal.empty()) return refusal;
  app.session_file = std::move(session);
  app.playing = false;
  settle(app);
  const std::size_t wanted = app.lane().cursor;
  const bool on = app.mode == mode && app.lanes.size() == lanes.size() && app.active == lane &&
                  same_run(app.lane(), lanes[lane]) && lanes[lane].cursor < wanted;
  if (!on) return "";
  app.lane().cursor = lanes[lane].cursor;
  seek(app, wanted);
  return "";
}

/// Shows it and remembers where: what apply_state says of the lesson is overruled.
std::string take_slide(App& app, std::shared_ptr<const Lesson> lesson, std::size_t number) {
  const Slide& slide = lesson->slides[number];
  const std::string refusal = apply_slide(app, slide);
  if (!refusal.empty()) return say("Slide ", number + 1, " of '", lesson->title, "' cannot be shown: ", refusal);
  app.lesson = std::move(lesson);
  app.slide = number;
  return "";
}

std::string next_lesson(App& app) {
  const Lesson* next = lesson_after(*app.lesson);
  return next ? begin_lesson(app, *next) : "This was the last lesson; Escape leaves it.";
}

}  // namespace

std::string begin_lesson(App& app, const Lesson& lesson, std::size_t slide) {
  if (slide >= lesson.slides.size())
    return say("'", lesson.title, "' has ", lesson.slides.size(), " slides, no slide ", slide + 1, ".");
  auto shown = std::make_shared<Lesson>(lesson);
  shown->before = app.lesson ? app.lesson->before : state_string(app);
  shown->session_before = app.lesson ? app.lesson->session_before : app.session_file;
  std::string refusal = take_slide(app, std::move(shown), slide);
  if (refusal.empty()) app.session_file.clear();   // another document
  return refusal;
}

std::string show_slide(App& app, std::size_t slide) {
  if (!app.lesson) return "No lesson is shown; begin one with `lesson NAME`.";
  const std::size_t count = app.lesson->slides.size();
  if (slide > count) return next_lesson(app);
  if (slide == count) app.slide = count;
  return slide == count ? "" : take_slide(app, app.lesson, slide);
}

std::string turn_slide(App& app, int direction) {
  if (direction > 0) return show_slide(app, app.slide + 1);
  return app.slide == 0 && app.lesson ? "" : show_slide(app, app.slide - 1);
}

std::string leave_lesson(App& app) {
  if (!app.lesson) return "No lesson is shown.";
  const std::shared_ptr<const Lesson> lesson = std::move(app.lesson);
  app.lesson = nullptr;
  app.slide = 0;
  if (lesson->before.empty()) return "";
  const std::string refusal = apply_state(app, lesson->before);
  if (refusal.empty()) app.session_file = lesson->session_before;
  settle(app);
  return refusal;
}

bool at_end_of_lesson(const App& app) { return app.lesson && app.slide >= app.lesson->slides.size(); }

SlideWords slide_words(const Lesson& lesson, std::size_t slide) {
  if (slide < lesson.slides.size()) return {lesson.slides[slide].title, lesson.slides[slide].caption};
  const Lesson* next = lesson_after(lesson);
  const std::string end = say("This was ", lesson.title, ". ");
  if (!next) return {"End of the last lesson", end + "Escape brings back what you had before; ← goes back."};
  return {"End of the lesson", end + "→ begins the next one: " + heading_of(*next) +
                                   ". Escape brings back what you had before."};
}

bool speaks_of(const std::string& words, const std::string& name) {
  constexpr std::size_t least = 4;   // letters of a word that says something
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find_first_of(" ,()", at), name.size());
    if (end - at >= least && words.find(name.substr(at, end - at)) != words.npos) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace scope
