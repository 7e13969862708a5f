#include "lesson_check.hpp"

#include <algorithm>
#include <set>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/document/lane_costs.hpp"
#include "app/document/record.hpp"
#include "app/sorts/families/families.hpp"
#include "presets.hpp"
#include "state.hpp"
#include "text/state.hpp"

namespace scope {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "13.6" of a section or a figure is a name, no number.
bool names_a_section(const std::string& number) {
  return radix::section_called(number) || !radix::figure_called(number).empty();
}

/// The lanes on the screen.
std::vector<std::size_t> shown_lanes(const Document& document) {
  std::vector<std::size_t> lanes;
  for (std::size_t lane = 0; lane < document.lanes.size(); ++lane)
    if (document.mode == Mode::compare || lane == document.active) lanes.push_back(lane);
  return lanes;
}

/// What is written in a lane's picture, over it and in the list of its totals.
std::string written(const Document& document, std::size_t lane) {
  Moment now = moment(document, lane);
  now.moved = 1;
  const radix::Trace& trace = *document.lanes[lane].trace;
  std::string text =
      place_words(now) + " " + run_words(trace) + " " + std::to_string(trace.steps.size());
  for (const TextBox& each : text_boxes(with_heading(current_figure(document, now).draw(now))))
    text += " " + each.text;
  for (const std::size_t cursor : {now.cursor, trace.steps.size()})
    for (const Figured& each : lane_figures(trace, cursor, document.memory))
      text += " " + each.value;
  return text;
}

/// A figure that somebody chose, but that does not show this kind of run.
std::string figure_error(const Document& document) {
  const Figure* chosen = figure_named(document.figure);
  if (!chosen || document.mode == Mode::timing) return "";
  for (const std::size_t lane : shown_lanes(document))
    if (const Moment now = moment(document, lane); !fits(fitting(*chosen, now), now))
      return text::state::figure_not_of_run({.figure = chosen->id});
  return "";
}

/// Every number that the slide on the screen shows: in the figures of all lanes, their settings and
/// totals.
std::vector<std::string> numbers_shown(const Document& document) {
  std::set<std::string> numbers;
  for (const std::size_t lane : shown_lanes(document))
    for (std::string& number : numbers_in(written(document, lane)))
      numbers.insert(std::move(number));
  return {numbers.begin(), numbers.end()};
}

std::string number_error(const Document& document, const Slide& slide) {
  const std::vector<std::string> shown = numbers_shown(document);
  for (const std::string& number :
       numbers_in(slide.title + " " + slide.caption + " " + slide.answer))
    if (std::ranges::find(shown, number) == shown.end())
      return text::state::number_not_shown({.number = number});
  return "";
}

std::string error_of(Document& document, const Slide& slide) {
  if (std::string refusal = apply_state(document, slide.state, true); !refusal.empty())
    return refusal;
  for (const Lane& lane : document.lanes) {
    const radix::SortInfo* sort = radix::sort_named(lane.setup.sort);
    const bool on_purpose = broke_off(lane) && ((sort && sort->wrong) || fault_in(lane));
    if (!on_purpose && !lane.error.sentence.empty()) return lane.error.sentence;
  }
  if (std::string refusal = ask_of_slide(document, slide); !refusal.empty()) return refusal;
  const std::string figure = figure_error(document);
  return figure.empty() ? number_error(document, slide) : figure;
}

}  // namespace

std::vector<std::string> numbers_in(const std::string& text) {
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) continue;
    std::size_t end = i;
    const auto digit_at = [&](std::size_t at) { return at < text.size() && is_digit(text[at]); };
    while (digit_at(end) || (end < text.size() && text[end] == '.' && digit_at(end + 1))) ++end;
    const std::string number = text.substr(i, end - i);
    if (!names_a_section(number)) numbers.push_back(number);
    i = end;
  }
  return numbers;
}

std::vector<SlideCheck> check(const Lesson& lesson) {
  std::vector<SlideCheck> checks;
  const Slide* before = nullptr;
  for (const Slide& slide : lesson.slides) {
    Document document = make_document();
    SlideCheck found{.title = slide.title, .error = error_of(document, slide)};
    if (found.error.empty())
      found.place =
          joined({number_of(current_figure(document)), " · ", place_words(moment(document))});
    if (found.error.empty() && before && before->state == slide.state &&
        before->caption == slide.caption)
      found.error = text::state::slide_repeated;
    before = &slide;
    checks.push_back(std::move(found));
  }
  return checks;
}

}  // namespace scope
