// Commands that go through the trace.
#include <algorithm>

#include "app/document/compare.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/lesson.hpp"
#include "command_rows.hpp"
#include "text/code.hpp"

namespace scope {
namespace actions {

/// In Timing mode the charts' pages are turned; of a kernel of the person's own its arrays.
static std::string go(Document& document, StepSize step_size, int direction) {
  if (own_rows(document)) {
    document.student->go(direction, step_size == StepSize::stage || step_size == StepSize::pass);
    return "";
  }
  if (document.mode == Mode::timing) return turn_page(document, direction), "";
  follow_a_run(document);
  const std::size_t from = document.lane().cursor, next = next_stop(document, step_size, direction),
                    target = direction > 0 ? stop_on_the_way(document, from, next) : next;
  if ((direction > 0 || target < from) && predict_on_the_way(document, target)) return "";
  seek(document, target);
  if (direction > 0 && step_size != StepSize::inside) document.note = stopped_words(document);
  return "";
}

/// What is refused has no steps: then another lane leads.
static std::string seek_in_a_run(Document& document, Argument place) {
  follow_a_run(document);
  return seek_place(document, place);
}

constexpr int to_the_end = 1 << 20;  // more arrays than a run has

static std::size_t steps_in(const Document& document) {
  return document.lane().trace->steps.size();
}

// While a lesson is shown these two turn its slides; all others go through the run that its slide
// shows.
static std::string next(Document& document, Argument) {
  const bool slide = document.lesson && !question_asked(document) && !document.student;
  return slide ? turn_slide(document, +1) : go(document, document.step_size, +1);
}
static std::string back(Document& document, Argument) {
  return document.lesson && !document.student ? turn_slide(document, -1)
                                              : go(document, document.step_size, -1);
}
static std::string next_stage(Document& document, Argument) {
  return go(document, StepSize::stage, +1);
}
static std::string back_stage(Document& document, Argument) {
  return go(document, StepSize::stage, -1);
}
static std::string next_pass(Document& document, Argument) {
  return go(document, StepSize::pass, +1);
}
static std::string back_pass(Document& document, Argument) {
  return go(document, StepSize::pass, -1);
}

static std::string first(Document& document, Argument) {
  if (document.mode == Mode::timing)
    return turn_page(document, -static_cast<int>(chart_pages(document))), "";
  if (own_rows(document)) return document.student->go(-to_the_end, false), "";
  follow_a_run(document);
  seek(document, 0);
  return "";
}

static std::string last(Document& document, Argument) {
  if (document.mode == Mode::timing)
    return turn_page(document, static_cast<int>(chart_pages(document))), "";
  if (own_rows(document)) return document.student->go(to_the_end, false), "";
  follow_a_run(document);
  seek(document, steps_in(document));
  return "";
}

static std::string play(Document& document, Argument argument) {
  if (document.mode == Mode::timing || own_rows(document))
    return "";  // there is nothing that moves
  std::string refusal;
  const auto on = on_or_off(argument, document.playing, refusal);
  if (!on) return refusal;
  if (*on) follow_a_run(document);
  if (*on && document.lane().cursor == steps_in(document)) seek(document, 0);
  document.playing = *on && steps_in(document) > 0;
  return "";
}

/// A stop that is there already is taken away.
static std::string stop(Document& document, Argument argument) {
  const std::string text = argument.text();
  if (text == "none") return document.stops.clear(), "";
  std::string refusal;
  const auto wanted = read_stop(document, text, refusal);
  if (!wanted) return refusal;
  const bool gone = std::erase(document.stops, *wanted) > 0;
  if (!gone) document.stops.push_back(*wanted);
  document.note = gone ? text::code::stop_gone({.stop = text_of(*wanted)})
                       : text::code::stop_set({.stop = text_of(*wanted)});
  return "";
}

/// Follows the key at which a thread of the launch works.
static std::string thread(Document& document, Argument argument) {
  const std::vector<std::string> words = words_of(argument);
  Moment now = moment(document);
  if (!now.step()) return text::code::no_launch;
  std::string refusal;
  const auto block =
      whole_number(words.empty() ? "" : words[0], 0, now.step()->blocks - 1, "The block", refusal);
  if (!block) return refusal;
  const auto number = whole_number(words.size() > 1 ? words[1] : "", 0, now.step()->threads - 1,
                                   "The thread", refusal);
  if (!number) return refusal;
  const uint32_t key = key_of_thread(now, *block, *number);
  if (key == none) return text::code::thread_without_key({.block = *block, .thread = *number});
  document.pinned = key;
  return "";
}

/// At the step that is shown, or taken away there.
static std::string bookmark(Document& document, Argument) {
  const auto step = static_cast<uint32_t>(document.lane().cursor);
  const bool gone = std::erase(document.bookmarks, step) > 0;
  if (!gone) document.bookmarks.push_back(step);
  std::ranges::sort(document.bookmarks);
  document.note =
      gone ? text::code::bookmark_gone({.step = step}) : text::code::bookmark_set({.step = step});
  return "";
}

constexpr float one_nudge = 0.1f;  // of the way

static std::string motion_at(Document& document, Argument where) {
  if (where.text() == "go") return release_motion(document), "";
  std::string refusal;
  const auto percent = whole_number(where, 0, 100, "", refusal);
  if (!percent) return text::code::motion_at_takes;
  hold_motion(document, static_cast<float>(*percent) / 100);
  return "";
}
/// From where the motion is: one that has ended is at its end.
static std::string nudge(Document& document, float by) {
  const float part = moment(document).moved + by;
  hold_motion(document, part);
  if (part >= 1) release_motion(document);
  return "";
}
static std::string motion_further(Document& document, Argument) {
  return nudge(document, one_nudge);
}
static std::string motion_less(Document& document, Argument) { return nudge(document, -one_nudge); }

/// To the next bookmark, round the run.
static std::string next_bookmark(Document& document, Argument) {
  if (document.bookmarks.empty()) return document.note = text::code::no_bookmark, "";
  const auto behind = std::ranges::upper_bound(document.bookmarks, document.lane().cursor);
  seek(document, behind == document.bookmarks.end() ? document.bookmarks.front() : *behind);
  return "";
}

/// "5 20", "off"; alone: from here, then to here, then off.
static std::string loop(Document& document, Argument argument) {
  const std::vector<std::string> words = words_of(argument);
  const auto steps = static_cast<uint32_t>(steps_in(document)),
             here = static_cast<uint32_t>(document.lane().cursor);
  std::optional<uint32_t> from = document.loop_from, to = document.loop_to;
  if (words.size() == 2) {
    std::string refusal;
    from = whole_number(words[0], 0, steps, "The loop's start", refusal);
    if (from)
      to = whole_number(words[1], *from + 1, std::max(steps, *from + 1), "Its end", refusal);
    if (!refusal.empty()) return refusal;
  } else if (words.size() == 1 && words[0] == "off") {
    from.reset(), to.reset();
  } else if (!words.empty()) {
    return no_such("loop", argument.text(), {"FROM TO", "off"});
  } else if (!from) {
    from = here;
  } else if (!to && here > *from) {
    to = here;
  } else {
    from.reset(), to.reset();
  }
  document.loop_from = from, document.loop_to = to;
  document.note = from && to ? text::code::loop_set({.from = *from, .to = *to})
                  : from     ? text::code::loop_begun({.from = *from})
                             : std::string(text::code::loop_off);
  return "";
}

static std::string faster(Document& document, Argument) {
  return play_at(document, document.speed * 2), "";
}
static std::string slower(Document& document, Argument) {
  return play_at(document, document.speed / 2), "";
}

}  // namespace actions

Rows step_commands() {
  using namespace actions;
  return {
      {"next", "Right PageDown", "", "Go to the next step", "forward advance", actions::next},
      {"back", "Left PageUp", "", "Go one step back", "backward previous undo", back},
      {"next_stage", "Shift+Right", "", "Go to the end of the next stage", "forward", next_stage},
      {"back_stage", "Shift+Left", "", "Go back to the end of the previous stage",
       "backward previous", back_stage},
      {"next_pass", "Ctrl+Right", "", "Go to the end of the next pass", "forward round", next_pass},
      {"back_pass", "Ctrl+Left", "", "Go back to the end of the previous pass",
       "backward previous round", back_pass},
      {"first", "Home", "", "Go back to the untouched input", "begin start input", first},
      {"last", "End", "", "Go to the sorted output", "finish result sorted", last},
      {"play", "Space", "[on|off]", "Play step after step, or stop", "run animate pause stop watch",
       actions::play},
      {"seek", "", "STEP | [pass N] [STAGE|ARRAY]", "Go to a step, or to the end of a stage",
       "jump scrub step number", seek_in_a_run},
      {"stop", "", "LINE | FILE:LINE | NAME == NUMBER | none",
       "Stop playing at a line, or where a value meets a condition",
       "breakpoint condition watch pause", stop},
      {"thread", "", "BLOCK THREAD", "Follow the key of a thread, with its values at every line",
       "choose worker", thread},
      {"bookmark", "Ctrl+D", "", "Put a bookmark at this step, or take it away",
       "remember mark place", bookmark},
      {"next_bookmark", "D", "", "Go to the next bookmark", "mark place", next_bookmark},
      {"loop", "R", "[FROM TO|off]", "Play from one step to another, again and again",
       "repeat range again a-b", loop},
      {"motion_at", "", "0…100|go",
       "Hold the keys on their way in this step, at a percentage of it, or let them go on",
       "scrub slow drag animation between tween", motion_at},
      {"motion_further", "Alt+Right", "", "Move the keys a little further on their way",
       "scrub motion animation", motion_further},
      {"motion_back", "Alt+Left", "", "Move the keys a little back on their way",
       "scrub motion animation", motion_less},
      field_row("motion_speed"),
      field_row("grain"),
      field_row("speed"),
      {"faster", "]", "", "Play twice as fast", "speed quick", faster},
      {"slower", "[", "", "Play half as fast", "speed slow", slower},
  };
}

}  // namespace scope
