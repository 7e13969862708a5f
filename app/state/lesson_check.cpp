#include "lesson_check.hpp"

#include <algorithm>
#include <set>

#include "app/families/families.hpp"
#include "app/figures/figure.hpp"
#include "app/document/lane_costs.hpp"
#include "app/document/record.hpp"
#include "app/base/text.hpp"
#include "presets.hpp"
#include "state.hpp"

namespace scope {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "13.6" of a section or a figure is a name, no number.
bool names_a_section(const std::string& number) { return number.starts_with("13."); }

/// The lanes on the screen.
std::vector<std::size_t> shown_lanes(const App& app) {
  std::vector<std::size_t> lanes;
  for (std::size_t lane = 0; lane < app.lanes.size(); ++lane)
    if (app.mode == Mode::compare || lane == app.active) lanes.push_back(lane);
  return lanes;
}

/// What is written in a lane's picture, over it and in the list of its totals.
std::string written(const App& app, std::size_t lane) {
  Look now = look(app, lane);
  now.moved = 1;
  const radix::Trace& trace = *now.trace;
  std::string text = place_words(now) + " " + run_words(trace) + " " + say(trace.steps.size());
  for (const TextBox& each : text_boxes(with_heading(current_figure(app, now).draw(now)))) text += " " + each.text;
  for (const std::size_t cursor : {now.cursor, trace.steps.size()})
    for (const Figured& each : lane_figures(trace, cursor, app.memory)) text += " " + each.value;
  return text;
}

/// A figure that somebody chose, but that does not show this kind of run.
std::string figure_complaint(const App& app) {
  const Figure* chosen = figure_named(app.figure);
  if (!chosen || app.mode == Mode::timing) return "";
  for (const std::size_t lane : shown_lanes(app))
    if (const Look now = look(app, lane); !fits(fitting(*chosen, now), now))
      return say("the figure '", chosen->id, "' does not show such a run");
  return "";
}

std::string number_complaint(const App& app, const Slide& slide) {
  const std::vector<std::string> shown = numbers_shown(app);
  for (const std::string& number : numbers_in(slide.title + " " + slide.caption))
    if (std::ranges::find(shown, number) == shown.end())
      return say("it says ", number, ", which stands nowhere in its picture, settings and totals");
  return "";
}

std::string complaint_of(App& app, const Slide& slide) {
  if (std::string refusal = apply_state(app, slide.state); !refusal.empty()) return refusal;
  for (const Lane& lane : app.lanes)
    if (!lane.complaint.sentence.empty()) return lane.complaint.sentence;
  const std::string figure = figure_complaint(app);
  return figure.empty() ? number_complaint(app, slide) : figure;
}

}  // namespace

std::vector<std::string> numbers_in(const std::string& text) {
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) continue;
    std::size_t end = i;
    const auto digit_at = [&](std::size_t at) { return at < text.size() && is_digit(text[at]); };
    while (digit_at(end) || (end < text.size() && text[end] == '.' && digit_at(end + 1)))
      ++end;
    const std::string number = text.substr(i, end - i);
    if (!names_a_section(number)) numbers.push_back(number);
    i = end;
  }
  return numbers;
}

std::vector<std::string> numbers_shown(const App& app) {
  std::set<std::string> numbers;
  for (const std::size_t lane : shown_lanes(app))
    for (std::string& number : numbers_in(written(app, lane))) numbers.insert(std::move(number));
  return {numbers.begin(), numbers.end()};
}

std::vector<SlideCheck> check(const Lesson& lesson) {
  std::vector<SlideCheck> checks;
  const Slide* before = nullptr;
  for (const Slide& slide : lesson.slides) {
    App app = make_app();
    SlideCheck found{.title = slide.title, .complaint = complaint_of(app, slide)};
    if (found.complaint.empty()) found.place = say(current_figure(app).number, " · ", place_words(look(app)));
    if (found.complaint.empty() && before && before->state == slide.state && before->caption == slide.caption)
      found.complaint = "it is the same as the slide before it";
    before = &slide;
    checks.push_back(std::move(found));
  }
  return checks;
}

}  // namespace scope
