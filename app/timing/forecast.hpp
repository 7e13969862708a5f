/// How many runs a bar gets and how long the rest of a timing run will take, from the runs made so
/// far.
#pragma once

#include <vector>

#include "plan.hpp"

namespace scope {

inline constexpr uint32_t warm_ups = 3, stage_runs = 5, drift_runs = 3;
inline constexpr uint32_t max_samples = 200;  ///< of a bar, or as many as the person asked for
inline constexpr double max_row_seconds =
    15;  ///< then a bar is done if it has its least number of runs
inline constexpr double slow_run_seconds =
    1;  ///< a longer run is warmed up and timed by stage once
inline constexpr double very_slow_run_seconds = 5;  ///< a longer run gets few_samples
inline constexpr uint32_t few_samples = 3;
inline constexpr double longest_run_seconds = 60;  ///< a run that would take longer is not started

/// An emulation is tried on this many keys before it is started on more than pilot_above.
inline constexpr uint64_t pilot_keys = 1u << 14, pilot_above = 1u << 18;

/// A row while it is timed.
struct Bar {
  TimingRow* row = nullptr;
  double run_seconds =
      0;  ///< of one run with all that belongs to it (copy, poison, flush); 0: not known yet
  double pilot_seconds =
      0;  ///< of one run on pilot_keys, where a run on all may be endless; 0: not made
  double spent_seconds = 0;  ///< in the rounds
  uint32_t planned = 0;      ///< runs in the rounds
  uint32_t warm = 0;         ///< warm-up runs made
  bool staged = false;       ///< the runs by stage are over
  bool finished = false;     ///< the rounds are over
  bool live() const { return row->refusal.empty(); }
};

/// Samples of a bar that count.
uint32_t counted_samples(const TimingRow& row);
/// The least number of counted samples of a bar whose runs take this long.
uint32_t least_samples(const TimingPlan& plan, double run_seconds);
/// Runs in the rounds for a bar whose runs take so long: enough for the time box, within the
/// limits.
uint32_t planned_runs(const TimingPlan& plan, double run_seconds);
/// True when the bar needs no more rounds.
bool has_enough(const TimingPlan& plan, const Bar& bar);

/// The predicted time of a bar that has not run: that of the same configuration on another input,
/// or of its pilot, in proportion to n; 0: unknown.
double predicted_run_seconds(const std::vector<Bar>& bars, const Bar& bar);

/// Runs that a bar still wants, and their time.
uint32_t runs_left(const TimingPlan& plan, const Bar& bar);
double seconds_left(const TimingPlan& plan, const std::vector<Bar>& bars);

}  // namespace scope
