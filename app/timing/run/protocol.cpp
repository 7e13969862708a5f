#include "protocol.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <new>
#include <random>

#include "app/core/base/text.hpp"
#include "app/timing/forecast.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/names.hpp"
#include "app/timing/timing_run.hpp"
#include "text/protocol.hpp"

namespace scope {
namespace {

using Bars = std::span<Bar>;

/// A run in the making.
struct Work {
  TimingPlan& plan;
  const TimingEngine& engine;
  const TimingListener& listener;
  std::vector<Bar> bars;                          // of all inputs, in the order of the rows
  std::unique_ptr<radix::TimingSession> session;  // of the present input
  Bars here;                                      // its bars
  std::mt19937_64 random;
  double told = -1;     // when progress was last told
  uint32_t runs = 0;    // made so far
  bool closed = false;  // nobody reads any more
};

bool stopped(const Work& work) {
  return work.closed || (work.listener.cancel && *work.listener.cancel);
}

void tell(Work& work, const std::string& line) {
  if (!work.closed && work.listener.line && !work.listener.line(line)) work.closed = true;
}

void tell_progress(Work& work, const std::string& doing, bool always = false) {
  const double now = work.engine.now();
  if (!always && work.told >= 0 && now - work.told < 0.1) return;
  work.told = now;
  TimingProgress& progress = work.plan.run.progress;
  progress = {.done = work.runs, .of = work.runs, .doing = doing};
  for (const Bar& bar : work.bars) progress.of += runs_left(work.plan, bar);
  progress.seconds_left = seconds_left(work.plan, work.bars);
  if (work.listener.progress) work.listener.progress(progress);
  tell(work, progress_line(progress));
}

void refuse(Work& work, Bar& bar, const std::string& why) {
  if (!bar.live()) return;
  bar.row->refusal = why.empty() ? std::string(text::protocol::no_reason) : why;
  tell(work, refused_line(*bar.row));
}

void refuse_all(Work& work, const std::string& why) {
  for (Bar& bar : work.here) refuse(work, bar, why);
}

// ------------------------------------------------------------------------------------- the session

/// The bar whose session would be the largest; null when none is left.
Bar* greediest(Bars bars) {
  Bar* most = nullptr;
  for (Bar& bar : bars)
    if (bar.live() && (!most || bar.row->cost.session_bytes > most->row->cost.session_bytes))
      most = &bar;
  return most;
}

/// Opens a session for the live bars of this input. When memory has gone since it was planned, the
/// bar that wants most is refused and the others try again.
void open(Work& work) {
  work.session.reset();  // first: both at once may not fit
  while (Bar* most = greediest(work.here)) {
    uint64_t scratch = 0;
    for (const Bar& bar : work.here)
      if (bar.live()) scratch = std::max(scratch, bar.row->cost.scratch_bytes);
    try {
      work.session = work.engine.open_session(most->row->input, scratch);
      return;
    } catch (const std::bad_alloc&) {
      refuse(work, *most,
             text::protocol::not_to_be_had({.bytes = bytes_text(most->row->cost.session_bytes)}));
    } catch (const std::exception& error) {
      return refuse_all(work, error.what());
    }
  }
}

/// Does something with the session for this bar. Whatever is thrown ends the bar; the others get a
/// new session.
template <class Body>
void attempt(Work& work, Bar& bar, Body body) {
  if (stopped(work) || !bar.live() || !work.session) return;
  try {
    return body();
  } catch (const std::bad_alloc&) {
    refuse(work, bar, text::protocol::no_memory);
  } catch (const std::exception& error) {
    refuse(work, bar, error.what());
  }
  open(work);
}

/// `doing`: the message of what runs now, of the row's words.
template <class Slots>
radix::Sample sort_once(Work& work, Bar& bar, std::string (*doing)(const Slots&), bool by_stage,
                        double& seconds) {
  tell_progress(work, doing({.row = row_words(*bar.row)}));
  const double begin = work.engine.now();
  radix::Sample sample = work.session->sort(bar.row->configuration, by_stage);
  seconds = work.engine.now() - begin;
  ++work.runs;
  return sample;
}

/// Refuses the bar when the last result is wrong, with this message.
template <class Slots>
bool is_right(Work& work, Bar& bar, std::string (*refusal)(const Slots&)) {
  const std::string wrong = work.session->verify();
  if (!wrong.empty()) refuse(work, bar, refusal({.why = wrong}));
  return wrong.empty();
}

// --------------------------------------------------------------------------------- warm-up, rounds

void warm_up(Work& work, Bar& bar) {
  attempt(work, bar, [&] {
    double seconds = 0;
    for (bar.warm = 0; bar.warm < warm_ups && seconds <= slow_run_seconds && !stopped(work);
         ++bar.warm)
      sort_once(work, bar, text::protocol::doing_warm_up, false, seconds);
    if (stopped(work) || !is_right(work, bar, text::protocol::wrong_warm_up)) return;
    bar.run_seconds = std::max(seconds, 1e-9);
    bar.planned = planned_runs(work.plan, seconds);
    bar.row->verified = true;
    tell(work, verified_line(*bar.row));
  });
}

void take_sample(Work& work, Bar& bar) {
  double seconds = 0;
  const radix::Sample sample = sort_once(work, bar, text::protocol::doing_rounds, false, seconds);
  bar.spent_seconds += seconds;
  bar.row->samples.push_back(sample);
  tell(work, sample_line(*bar.row, sample));
}

/// One more sample of a bar; after its last one the result is verified again.
void play(Work& work, Bar& bar) {
  attempt(work, bar, [&] {
    take_sample(work, bar);
    if (!has_enough(work.plan, bar)) return;
    bar.finished = true;
    is_right(work, bar, text::protocol::wrong_last);
  });
}

/// The bar that goes first and last, by which drift is seen: a library's sort if there is one.
Bar* reference_of(Bars bars) {
  Bar* first = nullptr;
  for (Bar& bar : bars) {
    if (!bar.live()) continue;
    if (!bar.row->sort && !is_check(*bar.row)) return &bar;  // a check sorts nothing, or wrongly
    if (!first) first = &bar;
  }
  return first;
}

/// True when a bar with so many runs takes part in this round of so many: its runs are spread over
/// all rounds.
bool plays_in(const Bar& bar, uint32_t round, uint32_t rounds) {
  const uint64_t planned = bar.planned;
  return (round + 1) * planned / rounds > round * planned / rounds;
}

void play_rounds(Work& work, const Bar* reference) {
  uint32_t rounds = 1;
  for (const Bar& bar : work.here)
    if (bar.live()) rounds = std::max(rounds, bar.planned);
  for (uint32_t round = 0;; ++round) {
    std::vector<Bar*> players;
    bool anyone = false;
    for (Bar& bar : work.here) {
      if (!bar.live() || bar.finished) continue;
      anyone = true;
      const bool opens = round == 0 && &bar == reference;
      if (round >= rounds || opens || plays_in(bar, round, rounds)) players.push_back(&bar);
    }
    if (!anyone || stopped(work)) return;
    std::ranges::shuffle(players, work.random);
    if (round == 0)
      std::ranges::partition(players, [&](const Bar* bar) { return bar == reference; });
    for (Bar* bar : players) play(work, *bar);
  }
}

double median_of(std::span<const radix::Sample> samples) {
  std::vector<double> ms;
  for (const radix::Sample& sample : samples)
    if (!sample.slow_clock) ms.push_back(sample.ms);
  return median(ms);
}

/// The reference once more: how far it is from its first runs. The largest change of all inputs
/// stays.
void see_drift(Work& work, Bar& reference) {
  attempt(work, reference, [&] {
    std::vector<radix::Sample>& samples = reference.row->samples;
    const std::size_t runs = reference.run_seconds > slow_run_seconds ? 1 : drift_runs;
    for (std::size_t k = 0; k < runs && !stopped(work); ++k) take_sample(work, reference);
    if (stopped(work) || !is_right(work, reference, text::protocol::wrong_last)) return;
    const std::span all(samples);
    const double first = median_of(all.first(std::min(runs, all.size()))),
                 last = median_of(all.last(runs));
    if (first <= 0 || last <= 0) return;
    const double drift = last / first - 1;
    std::optional<double>& most = work.plan.run.drift;
    if (!most || std::abs(drift) > std::abs(*most)) most = drift;
  });
}

// ---------------------------------------------------------------------- by stage, where keys stand

/// The median of every launch. Runs that launched otherwise than the first are left out.
std::vector<radix::StageTime> medians(const std::vector<radix::Sample>& runs) {
  std::vector<radix::StageTime> stages = runs.front().stages;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    std::vector<double> ms;
    for (const radix::Sample& run : runs)
      if (run.stages.size() == stages.size()) ms.push_back(run.stages[s].ms);
    stages[s].ms = median(ms);
  }
  return stages;
}

void time_stages(Work& work, Bar& bar) {
  attempt(work, bar, [&] {
    std::vector<radix::Sample> runs;
    std::vector<double> whole;
    double seconds = 0;
    const uint32_t most = bar.run_seconds > slow_run_seconds ? 1 : stage_runs;
    do {
      runs.push_back(sort_once(work, bar, text::protocol::doing_stages, true, seconds));
      whole.push_back(runs.back().ms);
    } while (runs.size() < most && !runs.back().stages.empty() && !stopped(work));
    if (stopped(work)) return;
    bar.staged = true;
    if (runs.front().stages.empty() || !is_right(work, bar, text::protocol::wrong_stages)) return;
    bar.row->stages = medians(runs);
    bar.row->staged_whole_ms = median(whole);
    tell(work, stages_line(*bar.row));
  });
}

void see_density(Work& work, Bar& bar) {
  attempt(work, bar, [&] {
    tell_progress(work, text::protocol::doing_density({.row = row_words(*bar.row)}));
    work.session->density(bar.row->configuration, [&](const radix::Density& density) {
      bar.row->densities.push_back(density);
      tell(work, density_line(*bar.row, density));
      return !stopped(work);
    });
  });
}

// ----------------------------------------------------------------------------------------- the run

void refuse_endless(Work& work) {
  for (Bar& bar : work.here) {
    const double seconds = predicted_run_seconds(work.bars, bar);
    if (seconds > longest_run_seconds)
      refuse(work, bar,
             text::protocol::too_long(
                 {.most = longest_run_seconds, .seconds = std::llround(seconds)}));
  }
}

/// On the CPU engine a large input may take hours: tries every bar that nothing is known of on few
/// keys.
void pilot(Work& work) {
  if (work.engine.id != radix::EngineId::cpu || work.here.front().row->input.n <= pilot_above)
    return;
  radix::TimedInput few = work.here.front().row->input;
  few.n = pilot_keys;
  for (Bar& bar : work.here) {
    if (!bar.live() || stopped(work) || predicted_run_seconds(work.bars, bar) > 0) continue;
    tell_progress(
        work, text::protocol::doing_try({.keys = size_text(few.n), .row = row_words(*bar.row)}));
    const radix::Cost cost = work.engine.cost_of(few, bar.row->configuration);
    if (!cost.refusal.empty()) continue;
    try {
      const auto session = work.engine.open_session(few, cost.scratch_bytes);
      const double begin = work.engine.now();
      session->sort(bar.row->configuration, false);
      bar.pilot_seconds = work.engine.now() - begin;
    } catch (const std::exception&) {
      continue;  // the run itself will say it
    }
  }
}

void time_input(Work& work, uint64_t largest_n) {
  pilot(work);
  refuse_endless(work);
  if (!greediest(work.here)) return;
  tell_progress(work,
                text::protocol::doing_keys({.keys = size_text(work.here.front().row->input.n)}));
  open(work);
  for (Bar& bar : work.here) warm_up(work, bar);
  Bar* reference = reference_of(work.here);
  play_rounds(work, reference);
  if (reference) see_drift(work, *reference);
  for (Bar& bar : work.here)
    if (!stopped(work) && bar.live() && counted_samples(*bar.row) == 0)
      refuse(work, bar, text::protocol::clock_too_low);
  for (Bar& bar : work.here)
    if (work.plan.stages) time_stages(work, bar);
  for (Bar& bar : work.here)
    if (work.plan.density && bar.row->input.n == largest_n) see_density(work, bar);
  work.session.reset();
}

std::string date_now() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const auto day = std::chrono::floor<std::chrono::days>(now);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(now - day);
  char text[40];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02dZ", int(date.year()),
                unsigned(date.month()), unsigned(date.day()), int(time.hours().count()),
                int(time.minutes().count()), int(time.seconds().count()));
  return text;
}

}  // namespace

std::string protocol_words(const TimingPlan& plan) {
  const std::string words =
      text::paragraph(std::string(text::protocol::fresh_keys),
                      text::protocol::warmed_up({.runs = warm_ups, .seconds = slow_run_seconds}),
                      text::protocol::takes_turns({.few = few_samples,
                                                   .most = std::max(max_samples, plan.samples),
                                                   .samples = plan.samples,
                                                   .seconds = plan.seconds,
                                                   .slow = very_slow_run_seconds}),
                      std::string(text::protocol::slow_clock), std::string(text::protocol::drift));
  if (!plan.stages) return words;
  return text::paragraph(words, text::protocol::stages_apart({.runs = stage_runs}),
                         std::string(text::protocol::sum_compared));
}

TimingEngine timing_engine(radix::EngineId engine) {
  return {.id = engine,
          .baselines = [engine] { return radix::baselines(engine); },
          .facts = [engine](bool measure) { return radix::timing_facts(engine, measure); },
          .cost_of =
              [engine](const radix::TimedInput& input, const radix::Configuration& configuration) {
                return radix::cost_of(engine, input, configuration);
              },
          .open_session =
              [engine](const radix::TimedInput& input, uint64_t scratch_bytes) {
                return radix::open_session(engine, input, scratch_bytes);
              },
          .now =
              [] {
                return std::chrono::duration<double>(
                           std::chrono::steady_clock::now().time_since_epoch())
                    .count();
              }};
}

TimingRun run_timing(TimingPlan plan, const TimingEngine& engine, const TimingListener& listener) {
  TimingRun& run = plan.run;
  run.date = date_now();
  run.protocol = protocol_words(plan);
  Work work{
      .plan = plan, .engine = engine, .listener = listener, .random = std::mt19937_64(run.seed)};
  tell(work, header_line(run));
  tell(work, plan_line(run));
  uint64_t largest_n = 0;
  for (TimingRow& row : run.rows) {
    if (!row.refusal.empty()) tell(work, refused_line(row));
    work.bars.push_back({.row = &row});
    largest_n = std::max(largest_n, row.input.n);
  }
  for (std::size_t begin = 0, end = 0; begin < work.bars.size() && !stopped(work); begin = end) {
    while (end < work.bars.size() && work.bars[end].row->input == work.bars[begin].row->input)
      ++end;
    work.here = std::span(work.bars).subspan(begin, end - begin);
    time_input(work, largest_n);
  }
  if (!stopped(work)) {
    tell_progress(work, "done", true);
    tell(work, end_line(run.drift.value_or(std::numeric_limits<double>::quiet_NaN())));
    run.ended = !work.closed;
  }
  if (!run.ended) run.failure = text::protocol::cancelled;
  return std::move(plan.run);
}

}  // namespace scope
