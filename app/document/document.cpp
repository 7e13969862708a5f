#include "document.hpp"

#include <algorithm>
#include <utility>

#include "app/core/base/background.hpp"
#include "app/core/base/parse.hpp"
#include "app/core/base/text.hpp"
#include "app/core/figures/chart/tradeoff_text.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/sorts/families/families.hpp"
#include "app/timing/choice.hpp"
#include "app/timing/findings.hpp"
#include "compare.hpp"
#include "edit_on_card.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "mend.hpp"
#include "predict.hpp"
#include "record.hpp"
#include "recorder.hpp"
#include "text/document.hpp"
#include "tradeoff_job.hpp"

namespace scope {
namespace {

constexpr StepSizeInfo step_size_rows[] = {{StepSize::pass, "pass", "pass"},
                                           {StepSize::stage, "stage", "stage"},
                                           {StepSize::inside, "inside", "step"}};

constexpr float one_frame = 1.0f / 60;  // a motion ages by this at most before its first picture

const std::vector<radix::Step>& steps_of(const Document& document) {
  return document.lane().trace->steps;
}

bool starts_like_a_number(const std::string& text) {
  return text.find_first_not_of("0123456789+-.") != 0;
}

/// How long a step takes to be shown.
float motion_time(const Document& document, bool forward) {
  const float part = motion_part / document.speed;
  // Playing waits for nothing: a step takes its time, and a motion that is slowed as much of it
  if (document.playing) return std::min(part / document.motion_speed, 0.95f / document.speed);
  return (forward ? std::max(motion_seconds, part) : motion_back) / document.motion_speed;
}

bool moving(const Document& document) {
  return document.held || (document.motion && document.since_step < document.motion_time);
}

/// True when `cursor` is the last of its pass, or of its stage; the start and the end always are.
bool stops_at(const std::vector<radix::Step>& steps, std::size_t cursor, StepSize step_size) {
  if (step_size == StepSize::inside || cursor == 0 || cursor >= steps.size()) return true;
  const radix::Step &done = steps[cursor - 1], &next = steps[cursor];
  return done.pass != next.pass || (step_size == StepSize::stage && done.stage != next.stage);
}

/// In Compare a lane that has become another sort stays as far as it was; one that was refused goes
/// as far as another lane.
void stay_as_far(const Document& document, Lane& lane, const radix::Trace* before,
                 std::size_t cursor) {
  if (document.mode != Mode::compare || lane.setup.own || fault_in(lane)) return;
  if (!before || before->steps.empty() || !before->error.empty())
    for (const Lane& other : document.lanes)
      if (&other != &lane && other.trace && !other.trace->steps.empty())
        before = other.trace.get(), cursor = other.cursor;
  if (before && !before->steps.empty() && !lane.trace->steps.empty())
    lane.cursor = radix::cursor_at_progress(*lane.trace, radix::progress_at(*before, cursor));
}

/// Records what is wished and not shown yet. With a window open, one lane after the other is waited
/// for.
bool record_lanes(Document& document) try {
  const RecordsBeside beside(document.recorder.get());
  bool changed = document.recorder && document.recorder->poll();
  for (std::size_t i = 0; i < document.lanes.size(); ++i) {
    Lane& lane = document.lanes[i];
    const auto before = lane.trace;
    const std::size_t cursor = lane.cursor;
    changed |= record(lane);
    if (lane.trace != before) stay_as_far(document, lane, before.get(), cursor);
    if (i == document.active && document.lanes[i].trace != before) drop_stale_pointers(document);
  }
  // Nobody waits any more: for what was made, or for what is being made
  if (document.recorder && !document.recorder->has_waiting()) document.recorder->stop();
  return changed;
} catch (const NotRecordedYet&) {
  return false;
}

/// Takes the next step when its time has come; stops at the end.
bool play(Document& document) {
  const bool from_a_step_back =
      document.motion_time == motion_back / document.motion_speed;  // then it begins at once
  const bool due = document.since_step >= 1 / document.speed || from_a_step_back;
  if (!document.playing || !due) return false;
  const std::size_t before = document.lane().cursor;
  const bool loops = document.loop_from && document.loop_to;
  if (loops && before >= *document.loop_to) {
    seek(document, *document.loop_from);
    document.since_step = 0;
    return true;
  }
  std::size_t target =
      stop_on_the_way(document, before, next_stop(document, document.step_size, +1));
  if (loops) target = std::min<std::size_t>(target, *document.loop_to);
  if (predict_on_the_way(document, target)) return true;
  seek(document, target);
  if (document.lane().cursor == steps_of(document).size() && !loops) document.playing = false;
  if (const std::string stopped = stopped_words(document); !stopped.empty())
    document.playing = false, document.note = stopped, document.note_is_error = false;
  return document.lane().cursor != before;
}

/// Names of all stages and arrays of one pass, each once, in the order of the steps.
std::vector<std::string> places_of_pass(const std::vector<radix::Step>& steps, uint32_t pass) {
  std::vector<std::string> names;
  const auto add = [&](const char* name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const radix::Step& step : steps)
    if (step.pass == pass) add(radix::info(step.stage).name);
  for (const radix::Step& step : steps)
    if (step.pass == pass) add(radix::info(step.made).name);
  return names;
}

/// Cursor after the last step of `pass` that belongs to the stage or made the array `name` ("" =
/// any).
std::size_t end_of_place(const std::vector<radix::Step>& steps, uint32_t pass,
                         const std::string& name) {
  std::size_t cursor = 0;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i].pass == pass && (name.empty() || name == radix::info(steps[i].stage).name ||
                                  name == radix::info(steps[i].made).name))
      cursor = i + 1;
  return cursor;
}

/// The two words that a part's name begins with, where the second is a number: "level 2" of "level
/// 2, runs of 8 in pairs"; else "".
std::string numbered_name(const std::string& part) {
  const std::size_t number = part.find(' ') + 1;  // 0: there is no second word
  const std::size_t end = std::min(part.find_first_not_of("0123456789", number), part.size());
  const bool numbered = number > 0 && end > number && (end == part.size() || part[end] == ',');
  return numbered ? part.substr(0, end) : "";
}

/// Takes what a part is called off the front of `words`: "level 2" of a sort whose first part sorts
/// segments, "round 3" of one whose first parts sort by bits. Nothing where no part is called so;
/// with a refusal where others are: "There is no level 9: this sort has level 1 to level 3."
std::optional<uint32_t> take_named_part(const Document& document, std::vector<std::string>& words,
                                        std::string& refusal) {
  if (words.size() < 2) return std::nullopt;
  const std::string wanted = words[0] + " " + words[1];
  std::vector<std::string> alike;
  const std::vector<radix::Part> parts = radix::outline_of(*document.lane().trace).parts;
  for (uint32_t part = 0; part < parts.size(); ++part) {
    const std::string name = numbered_name(parts[part].name);
    if (name == wanted) return words.erase(words.begin(), words.begin() + 2), part;
    if (name.starts_with(words[0] + " ")) alike.push_back(name);
  }
  if (!alike.empty() && starts_like_a_number(words[1]))
    refusal = alike.size() == 1
                  ? text::document::one_part({.part = alike.front(), .wanted = quotable(wanted)})
                  : text::document::parts_from_to(
                        {.first = alike.front(), .last = alike.back(), .wanted = quotable(wanted)});
  return std::nullopt;
}

/// Takes "pass N", or what this sort calls its parts, off the front of `words`. Without it the pass
/// on the screen.
std::optional<uint32_t> take_pass(const Document& document, std::vector<std::string>& words,
                                  std::string& refusal) {
  const std::string noun = radix::outline_of(*document.lane().trace).noun;
  if (words.front() != "pass" && words.front() != noun) {
    const auto part = take_named_part(document, words, refusal);
    if (part || !refusal.empty()) return part;
    return moment(document).pass();
  }
  const uint32_t passes = steps_of(document).back().pass + 1;
  const auto number =
      whole_number(words.size() > 1 ? words[1] : "", 1, passes, "The " + noun, refusal);
  if (!number) return std::nullopt;
  words.erase(words.begin(), words.begin() + 2);
  return *number - 1;
}

std::string with_underscores(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "_") + word;
  return text;
}

std::string seek_step(Document& document, const Value& number) {
  std::string refusal;
  const auto most = static_cast<uint32_t>(steps_of(document).size());
  const auto cursor = whole_number(number, 0, most, "The step", refusal);
  if (cursor) seek(document, *cursor);
  return refusal;
}

}  // namespace

std::span<const char* const> side_names() {
  static constexpr const char* names[] = {"kernel", "buffers", "totals"};
  return names;
}

std::span<const StepSizeInfo> step_sizes() { return step_size_rows; }

const StepSizeInfo& info(StepSize step_size) { return step_size_rows[static_cast<int>(step_size)]; }

const StepSizeInfo* step_size_named(std::string_view name) {
  const auto* found = std::ranges::find(
      step_size_rows, name, [](const StepSizeInfo& each) { return std::string_view(each.name); });
  return found == std::end(step_size_rows) ? nullptr : found;
}

std::vector<std::string> step_size_names() {
  std::vector<std::string> names;
  for (const StepSizeInfo& each : step_size_rows) names.push_back(each.name);
  return names;
}

/// Closes the person's own file; what the figures show stays.
static void drop_own(Document& document) {
  document.student = nullptr;
  document.lanes_before_own.clear();
  if (std::exchange(document.editing, false)) document.wide = document.wide_before_editing;
}

/// Lanes of the person's own kernel show what was judged last. Where none is left its file is
/// closed.
static bool follow_own(Document& document) {
  if (!document.student) return false;
  StudentView& view = document.student->view;
  const bool drawable = view.drawn && !view.old_drawn, step = document.mode == Mode::step;
  if (view.chooses && step && drawable && !view.figures) return show_own_figures(document), true;
  if (view.chooses && step && !drawable && view.figures && view.picture == view.report)
    return leave_own_figures(document), true;
  if (!view.figures) {  // another run was asked for
    const auto& before = document.lanes_before_own;
    const std::size_t active = document.active;
    if (!own_rows(document) || active >= before.size()) return false;
    if (before[active].setup == document.lane().setup) return false;
    return drop_own(document), true;
  }
  const auto& drawn = view.drawn;
  bool changed = false;
  for (Lane& lane : document.lanes)
    if (lane.setup.own && drawn && lane.setup.own != drawn) {
      const bool ended = lane.trace && lane.cursor == lane.trace->steps.size();
      show_own(lane, drawn), changed = true;
      if (ended) lane.cursor = drawn->steps.size();  // what is new in it comes after
    }
  const auto own = [](const Lane& lane) { return lane.setup.own != nullptr; };
  if (std::ranges::any_of(document.lanes, own)) return changed;
  return drop_own(document), true;  // another sort was chosen
}

void show_own_figures(Document& document) {
  StudentView& view = document.student->view;
  skip_question(document);
  document.lanes_before_own = document.lanes;
  document.mode = Mode::step;
  document.lanes = {document.lane()}, document.active = 0;
  show_own(document.lane(), view.drawn);
  const auto& fault = view.drawn->fault;
  const bool differs = fault && fault->step < view.drawn->steps.size();
  const bool right = view.report && view.report->verdict == StudentVerdict::right;
  document.lane().cursor = differs ? fault->step + 1 : right ? 1 : view.drawn->steps.size();
  drop_stale_pointers(document);
  document.figure = "auto";
  view.figures = true, ++view.changes;
}

void leave_own_figures(Document& document) {
  if (!document.student || !document.student->view.figures) return;
  document.student->view.figures = false, ++document.student->view.changes;
  document.lanes = document.lanes_before_own;
  document.active = std::min(document.active, document.lanes.size() - 1);
  document.mode = Mode::step;
  drop_stale_pointers(document);
}

bool tick(Document& document, float dt) {
  bool changed = document.student && document.student->tick();
  changed |= follow_own(document);
  share_input(document);
  changed |= record_lanes(document);
  align_cursors(document);
  update_predictions(document);
  changed |= poll_tradeoff(document);
  changed |= poll_mend(document);
  changed |= poll_on_card(document);
  changed |= poll_export(document);
  changed |= tick_timing(document);
  // A window that slept for a while must not skip the motion of the step that woke it.
  if (document.playing) release_motion(document);
  changed |= moving(document) && !document.held;
  if (document.held) return changed;
  document.since_step += document.since_step > 0 ? dt : std::min(dt, one_frame);
  return play(document) || changed;
}

bool in_motion(const Document& document) {
  return document.playing || (moving(document) && !document.held);
}

bool chooses_order(const Setup& setup) {
  return setup.thread_order != radix::Schedule::forward ||
         setup.block_order != radix::Schedule::forward;
}

const radix::PlantedFault* fault_in(const Lane& lane) {
  return lane.trace ? radix::planted_fault_named(lane.trace->planted) : nullptr;
}

bool chooses_own(const Document& document) {
  return document.student && document.student->view.file.empty();
}

bool own_rows(const Document& document) {
  const StudentSession* own = document.student.get();
  return own && !own->view.file.empty() && !own->view.figures && document.mode == Mode::step;
}

const radix::Trace* user_run(const Document& document) {
  if (document.lane().setup.own) return document.lane().setup.own.get();
  if (document.mode != Mode::compare) return nullptr;
  for (const Lane& lane : document.lanes)
    if (lane.setup.own) return lane.setup.own.get();
  return nullptr;
}

bool broke_off(const Lane& lane) { return lane.trace && lane.trace->fault && lane.ended_wrong; }

void say_how_it_ended(Lane& lane) {
  lane.error = {.sentence = error_words(*lane.trace)};
  lane.ended_wrong = !lane.error.sentence.empty();
}

Moment moment(const Document& document) { return moment(document, document.active); }

/// The lane's own run, or one beside it with a planted fault: where it first differs from the right
/// one.
static const radix::Fault* difference_of(const Document& document, std::size_t lane) {
  const auto of = [&](std::size_t each) -> const radix::Fault* {
    const auto& trace = document.lanes[each].trace;
    const bool other = trace && trace->fault && trace->fault->step != none;
    const bool known =
        other && (!trace->planted.empty() || !trace->own.empty() || !trace->changed.empty());
    if (trace && trace->differs && trace->differs->step != none) return &*trace->differs;
    return known ? &*trace->fault : nullptr;
  };
  if (const radix::Fault* own = of(lane)) return own;
  if (document.mode != Mode::compare) return nullptr;
  for (std::size_t each = 0; each < document.lanes.size(); ++each)
    if (of(each) && document.lanes[each].setup.sort == document.lanes[lane].setup.sort)
      return of(each);
  return nullptr;
}

/// What was counted of the fault that the lane's run has; null: nothing yet.
static const radix::OrderCounts* orders_of(const Document& document, std::size_t lane) {
  const auto& trace = document.lanes[lane].trace;
  const bool of_it = document.orders && trace && trace->planted == document.orders->fault;
  return of_it && !document.lanes[lane].setup.covered ? &*document.orders : nullptr;
}

/// With nothing hidden.
static Moment plain_moment(const Document& document, std::size_t lane) {
  return {.trace = document.lanes[lane].trace.get(),
          .cursor = document.lanes[lane].cursor,
          .moved = document.held      ? *document.held
                   : moving(document) ? document.since_step / document.motion_time
                                      : 1,
          .hovered = document.hovered,
          .pinned = document.pinned,
          .table_entry = document.table_entry,
          .memory = document.memory,
          .store = document.store,
          .calculation = document.calculation,
          .left_out = document.left_out,
          .difference = difference_of(document, lane),
          .orders = orders_of(document, lane),
          .large = document.projector,
          .narrow = document.mode == Mode::compare && document.lanes.size() > 1,
          .tradeoff = document.tradeoff.get(),
          .timing = document.timing.view.run.get(),
          .timing_row = document.timing.view.row,
          .timing_view = document.mode == Mode::timing ? &document.timing.view : nullptr};
}

/// The same as somebody sees it who does not know what is hidden.
static Moment blinded_moment(const Document& document, std::size_t lane, Moment now) {
  const KnownRun* run = known_run(document, lane);
  if (!run) return now;
  now.trace = run->known.get();
  now.cursor = run->until;
  now.difference = nullptr;
  now.blind = true;
  const radix::Family* family = now.trace->family;
  if (family && !family->by_digits)  // where it goes may be seen from the keys
    now.hovered = now.pinned = none;
  if (const Question* question = question_asked(document); question && lane == document.active) {
    now.example_key = question->key;
    if (radix::info(question->kind->made).shape == radix::Shape::table)
      now.table_entry = question->element;
  }
  return now;
}

Moment moment(const Document& document, std::size_t lane) {
  return blinded_moment(document, lane, plain_moment(document, lane));
}

const Figure& current_figure(const Document& document) {
  return current_figure(document, moment(document));
}

/// The chosen chart of Timing mode, or the first where the run has nothing to show in it.
static const Figure& chart_of(const Document& document, const Moment& moment) {
  const Figure* chosen = figure_named(document.timing.chart);
  if (chosen && fits(*chosen, moment)) return *chosen;
  return *std::ranges::find(figures(), Tools::timing, &Figure::tools);
}

const Figure& current_figure(const Document& document, const Moment& moment) {
  if (document.mode == Mode::timing) return chart_of(document, moment);
  const Figure* chosen = figure_named(document.figure);
  // A figure with controls of its own may count what the launch does, which is hidden
  if (chosen && chosen->tools != Tools::none && moment.blind) chosen = nullptr;
  return chosen ? fitting(*chosen, moment) : figure_for(moment);
}

bool shows_a_step(const Document& document) {
  const Tools tools = current_figure(document).tools;
  return tools != Tools::tradeoff && tools != Tools::calculator && tools != Tools::chart &&
         tools != Tools::timing;
}

void hold_motion(Document& document, float part) {
  document.playing = false;
  document.held = std::clamp(part, 0.f, 1.f);
}

void release_motion(Document& document) {
  if (document.held) document.since_step = *document.held * document.motion_time;
  document.held.reset();
}

void seek(Document& document, std::size_t cursor) {
  const auto& steps = steps_of(document);
  const std::size_t before = document.lane().cursor;
  document.lane().cursor = std::min(cursor, steps.size());
  align_cursors(document);
  if (document.lane().cursor == before) return;
  const std::size_t now = document.lane().cursor;
  document.held.reset();
  document.motion_time = motion_time(document, now > before);
  const bool shown_moving = now + 1 == before || now == before + 1 ||
                            (now > before && stops_at(steps, now, StepSize::stage));
  document.since_step = shown_moving ? 0 : settled;
}

std::string seek_place(Document& document, const Value& place) {
  if (place.whole()) return seek_step(document, place);
  std::vector<std::string> words = words_of(place);
  if (words.empty()) return text::document::where_to_go;
  if (words.size() == 1 && starts_like_a_number(words[0])) return seek_step(document, words[0]);
  if (steps_of(document).empty()) return text::document::no_steps;
  std::string refusal;
  const auto pass = take_pass(document, words, refusal);
  if (!pass) return refusal;
  const std::string name = with_underscores(words);
  const std::size_t cursor = end_of_place(steps_of(document), *pass, name);
  if (cursor == 0)
    return no_such("stage or array of this sort", name, places_of_pass(steps_of(document), *pass));
  seek(document, cursor);
  return "";
}

std::size_t next_stop(const Document& document, StepSize step_size, int direction) {
  const auto& steps = steps_of(document);
  std::size_t cursor = document.lane().cursor;
  const std::size_t end = direction > 0 ? steps.size() : 0;
  while (cursor != end) {
    cursor += direction > 0 ? 1 : -1;
    if (stops_at(steps, cursor, step_size)) break;
  }
  return cursor;
}

void complain(Document& document, const std::string& sentence) {
  document.note = radix::printable(radix::readable(sentence));
  document.note_is_error = true;
}

bool poll_tradeoff(Document& document) {
  if (!document.tradeoff_job) return false;
  auto newest = document.tradeoff_job->newest();
  const bool changed = newest != document.tradeoff;
  document.tradeoff = std::move(newest);
  if (document.tradeoff->running) return changed;
  document.tradeoff_job = nullptr;
  document.note = progress_words(*document.tradeoff);
  document.note_is_error = !document.tradeoff->error.empty();
  return true;
}

std::string conclude(Document& document, const Exported& end) {
  document.written.insert(document.written.end(), end.files.begin(), end.files.end());
  document.printed += end.printed;
  document.note = end.refusal.empty() ? end.note : end.refusal;
  if (end.refusal.empty() && !end.remark.empty()) document.note += ". " + end.remark;
  document.note_is_error = !end.refusal.empty();
  return end.refusal;
}

bool poll_export(Document& document) {
  if (!document.export_job) return false;
  if (document.export_job->ended())
    conclude(document, *std::exchange(document.export_job, nullptr)->newest());
  return true;
}

std::string silence_words(const TimingState& state) {
  return text::document::silent({.seconds = static_cast<int>(state.patience)});
}

void begin_timing(Document& document) {
  if (document.timing.setup.n.empty())
    document.timing.setup = usual_timing(engine_of(document.lane().setup.engine));
  document.mode = Mode::timing;
}

bool tick_timing(Document& document) {
  TimingState& state = document.timing;
  const bool was_silent = state.silent;
  const TimingNews news = poll_timing(state);
  if (!news.ended.empty()) {
    document.note = news.ended;
    document.note_is_error = news.failed || (state.view.run && was_unsteady(*state.view.run));
  }
  if (news.ended.empty() && state.silent && !was_silent)
    complain(document, text::document::silent_wait({.words = silence_words(state)}));
  if (document.mode != Mode::timing) return news.changed;
  if (document.interactive && !std::exchange(state.opened, true) && !state.view.run &&
      !state.child) {
    if (auto run = recorded_run(recorded_runs()[0]))
      show_run(state, std::make_shared<const TimingRun>(std::move(*run)));
  }
  std::string text;
  for (const std::string& each : arguments_of(state.setup, document.lane().setup.engine))
    text += each + " ";
  const std::string missing = timing_program_missing();
  text += missing +
          (document.interactive ? " in a window" : "");  // only a window asks what it would take
  if (text == state.estimated_text) return poll_weigher(state) || news.changed;
  state.estimated_text = text;
  state.weigher = nullptr;
  state.estimate = estimate(state.setup, engine_of(document.lane().setup.engine));
  if (!state.estimate.refused && !missing.empty()) state.estimate = {missing, true};
  if (!state.estimate.refused && document.interactive)
    start_weigher(state, document.lane().setup.engine);
  return true;
}

uint32_t chart_pages(const Document& document) {
  return current_figure(document).draw(moment(document)).pages;
}

void turn_page(Document& document, int pages) {
  const auto most = static_cast<int>(chart_pages(document)) - 1;
  const int now = std::min(static_cast<int>(document.timing.view.page), most);
  document.timing.view.page = static_cast<uint32_t>(std::clamp(now + pages, 0, most));
  ++document.timing.changes;
}

void settle(Document& document) {
  document.held.reset();
  document.since_step = settled;
}

}  // namespace scope
