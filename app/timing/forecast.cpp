#include "forecast.hpp"

#include <algorithm>

namespace scope {

uint32_t counted_samples(const TimingRow& row) {
  const auto counts = [](const radix::Sample& sample) { return !sample.slow_clock; };
  return static_cast<uint32_t>(std::ranges::count_if(row.samples, counts));
}

uint32_t least_samples(const TimingPlan& plan, double run_seconds) {
  return run_seconds > very_slow_run_seconds ? few_samples : plan.samples;
}

uint32_t planned_runs(const TimingPlan& plan, double run_seconds) {
  const uint32_t least = least_samples(plan, run_seconds);
  const double fill_the_box = run_seconds > 0 ? plan.seconds / run_seconds : max_samples;
  return std::max(least, static_cast<uint32_t>(std::min<double>(fill_the_box, max_samples)));
}

bool has_enough(const TimingPlan& plan, const Bar& bar) {
  const std::size_t made = bar.row->samples.size();
  const uint32_t least = least_samples(plan, bar.run_seconds);
  // Samples at a low clock do not count, but they must not keep a bar running for ever
  const bool capped =
      bar.spent_seconds >= max_row_seconds || made >= std::max(max_samples, 2 * least);
  if (capped && made >= least) return true;
  return counted_samples(*bar.row) >= least &&
         (bar.spent_seconds >= plan.seconds || made >= max_samples);
}

double predicted_run_seconds(const std::vector<Bar>& bars, const Bar& bar) {
  double predicted = 0;
  uint64_t from = 0;  // the largest n is the best teacher
  for (const Bar& other : bars) {
    radix::TimedInput same = other.row->input;
    same.n = bar.row->input.n;
    same.distribution = bar.row->input.distribution;  // changes little
    if (other.run_seconds <= 0 || other.row->configuration != bar.row->configuration ||
        same != bar.row->input || other.row->input.n <= from)
      continue;
    from = other.row->input.n;
    predicted =
        other.run_seconds * static_cast<double>(bar.row->input.n) / static_cast<double>(from);
  }
  if (predicted == 0)
    predicted = bar.pilot_seconds * static_cast<double>(bar.row->input.n) / pilot_keys;
  return predicted;
}

uint32_t runs_left(const TimingPlan& plan, const Bar& bar) {
  if (!bar.live()) return 0;
  const bool known = bar.run_seconds > 0;
  const auto made = static_cast<uint32_t>(bar.row->samples.size());
  const uint32_t planned = known ? bar.planned : plan.samples;
  const uint32_t rounds = bar.finished ? 0 : std::max(planned, made + 1) - made;
  const uint32_t warming = known ? 0 : warm_ups - std::min(bar.warm, warm_ups - 1);
  const uint32_t stages = !plan.stages || bar.staged           ? 0
                          : bar.run_seconds > slow_run_seconds ? 1
                                                               : stage_runs;
  return warming + rounds + stages;
}

double seconds_left(const TimingPlan& plan, const std::vector<Bar>& bars) {
  double sum = 0;
  for (const Bar& bar : bars) {
    const uint32_t left = runs_left(plan, bar);
    if (left == 0) continue;
    if (bar.run_seconds > 0) {
      sum += left * bar.run_seconds;
      continue;
    }
    const double predicted = predicted_run_seconds(bars, bar);
    const uint32_t around = left - plan.samples;  // warm-up and stages
    sum += predicted > 0 ? predicted * (around + planned_runs(plan, predicted))
                         : plan.seconds + 0.05 * around;
  }
  return sum;
}

}  // namespace scope
