#include "timing_session.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "app/core/base/files.hpp"
#include "app/core/base/parse.hpp"
#include "app/core/base/text.hpp"
#include "app/core/model/tradeoff.hpp"
#include "findings.hpp"
#include "lines.hpp"
#include "text/programs.hpp"
#include "text/timed.hpp"

namespace scope {
namespace {

constexpr auto max_of_a_frame = std::chrono::milliseconds(6);  // for lines, densities among them

/// Looks at the first row that has pictures of its passes.
void look_at_pictures(TimingView& view) {
  if (!view.run ||
      (view.row < view.run->rows.size() && !view.run->rows[view.row].densities.empty()))
    return;
  const auto it = std::ranges::find_if(view.run->rows,
                                       [](const TimingRow& row) { return !row.densities.empty(); });
  view.row = it == view.run->rows.end() ? 0 : it->id;
}

/// Adds the lines that are there; "" or what was wrong with one.
std::string take_lines(TimingState& state, bool& changed) {
  const auto until = std::chrono::steady_clock::now() + max_of_a_frame;
  for (std::string line; std::chrono::steady_clock::now() < until && state.child->take(line);) {
    changed = true;
    if (std::string wrong = take_line(*state.growing, line); !wrong.empty()) return wrong;
  }
  if (changed) state.silent = false;
  if (changed) look_at_pictures(state.view);
  return "";
}

void show_growing(TimingState& state) {
  if (state.view.run == state.growing || state.growing->rows.empty()) return;
  show_run(state, state.growing);
}

uint32_t verified_rows(const TimingRun& run) {
  return static_cast<uint32_t>(std::ranges::count_if(
      run.rows, [](const TimingRow& row) { return statistics(row).has_value(); }));
}

std::string done_words(const TimingRun& run) {
  const uint32_t bars = verified_rows(run);
  const auto hollow = static_cast<uint32_t>(run.rows.size()) - bars;
  const std::string measured = text::timed::measured({.bars = bars, .hollow = hollow});
  if (!was_unsteady(run)) return measured;
  return text::timed::measured_drift({.drift = percent(*run.drift, 1), .measured = measured});
}

/// The child has gone, or is to go: the run stays as far as it came.
TimingNews finish(TimingState& state, std::string failure) {
  TimingRun& run = *state.growing;
  if (state.cancelled) failure = text::timed::was_cancelled;
  if (failure.empty() && !run.ended) failure = text::timed::child_ended;
  run.failure = failure;
  TimingNews news{
      .changed = true, .failed = !failure.empty() && !state.cancelled, .ended = failure};
  if (failure.empty()) news.ended = done_words(run);
  state.child = nullptr;
  state.growing = nullptr;
  state.view.running = false;
  state.silent = state.cancelled = false;
  ++state.changes;
  return news;
}

}  // namespace

std::span<const char* const> recorded_runs() {
  static constexpr const char* names[] = {"u32", "pairs"};
  return names;
}

radix::Result<TimingRun> recorded_run(std::string_view name) {
  if (std::ranges::find(recorded_runs(), name) == recorded_runs().end())
    return radix::Error{.sentence = no_such("recorded run", std::string(name),
                                            {recorded_runs().begin(), recorded_runs().end()})};
  const std::string file = resource(joined({"assets/timing/h200_", name, ".jsonl"}));
  if (file.empty()) return radix::Error{.sentence = text::timed::no_recorded_runs};
  constexpr std::size_t limit = std::size_t{16} << 20;
  const auto text = read_text(file, limit);
  if (!text) return text.error;
  return timing_run_from(*text);
}

/// The program that measures: RADIXSCOPE_TIME_PROGRAM where that is set (tests), else
/// radixscope-time beside this one.
static std::string timing_program() {
  const char* other = std::getenv("RADIXSCOPE_TIME_PROGRAM");
  return other && *other ? other : program_beside("radixscope-time");
}

std::string timing_program_missing() {
  if (std::getenv("RADIXSCOPE_TIME_PROGRAM") || can_be_run(timing_program())) return "";
  return text::programs::timing_not_there({.log = timing_program() + ".log"});
}

void start_weigher(TimingState& state, radix::EngineChoice engine) {
  std::vector<std::string> arguments = arguments_of(state.setup, engine);
  arguments.push_back("--weigh");
  state.weighed = {};
  state.weigher = std::make_shared<ChildProcess>(timing_program(), arguments);
}

bool poll_weigher(TimingState& state) {
  if (!state.weigher) return false;
  for (std::string line; state.weigher->take(line);)
    if (!take_line(state.weighed, line).empty()) state.weigher->kill();
  if (!state.weigher->ended()) return false;
  state.estimate.words += memory_words(state.weighed);
  state.weigher = nullptr;
  return true;
}

std::string start_timing(TimingState& state, radix::EngineChoice engine) {
  if (state.child) return text::programs::measures_already;
  const auto plan = read_timing_plan(state.setup, offered_engine(engine_of(engine)));
  if (!plan) return plan.error.sentence;
  if (std::string missing = timing_program_missing(); !missing.empty()) return missing;
  state.growing = std::make_shared<TimingRun>();
  state.child = std::make_shared<ChildProcess>(timing_program(), arguments_of(state.setup, engine));
  state.cancelled = state.silent = false;
  ++state.changes;
  return "";
}

void cancel_timing(TimingState& state) {
  if (!state.child) return;
  state.cancelled = true;
  state.child->kill();
}

TimingNews poll_timing(TimingState& state) {
  if (!state.child) return {};
  TimingNews news;
  const std::string wrong = state.cancelled ? "" : take_lines(state, news.changed);
  show_growing(state);
  if (news.changed) ++state.changes;
  if (!wrong.empty()) return state.child->kill(), finish(state, wrong);
  if (state.cancelled || state.child->ended()) return finish(state, state.child->failure());
  const bool silent = state.child->silent_seconds() > state.patience;
  news.changed |= silent != state.silent;
  state.silent = silent;
  return news;
}

void show_run(TimingState& state, std::shared_ptr<const TimingRun> run) {
  if (state.view.run) state.view.page = 0;  // the first opens on the page that a session has
  state.view.run = std::move(run);
  state.view.running = state.view.run == state.growing && state.growing;
  state.view.row = 0;
  look_at_pictures(state.view);
  ++state.changes;
}

}  // namespace scope
