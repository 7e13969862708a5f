#include "timing_run.hpp"
#include "text/timed.hpp"

#include <algorithm>
#include <cmath>

namespace scope {

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

std::optional<TimingStatistics> statistics(const TimingRow& row) {
  if (!row.verified || !row.refusal.empty()) return std::nullopt;
  TimingStatistics all;
  std::vector<double> ms, wall, mhz;
  for (const radix::Sample& sample : row.samples) {
    if (sample.slow_clock) {
      ++all.dropped;
      continue;
    }
    ms.push_back(sample.ms);
    if (sample.wall_ms > 0)
      wall.push_back(sample.wall_ms);  // not every sample is also timed from outside
    if (sample.mhz > 0) mhz.push_back(sample.mhz);
  }
  if (ms.empty()) return std::nullopt;
  all.samples = static_cast<uint32_t>(ms.size());
  all.median_ms = median(ms);
  all.low_ms = quantile(ms, 0.25);
  all.high_ms = quantile(ms, 0.75);
  all.wall_ms = median(wall);
  if (!mhz.empty()) all.mhz_low = std::ranges::min(mhz), all.mhz_high = std::ranges::max(mhz);
  all.noisy = all.high_ms - all.low_ms > 0.02 * all.median_ms;
  return all;
}

double giga_keys(const TimingRow& row, double ms) {
  return ms > 0 ? static_cast<double>(row.input.n) / (ms * 1e6) : 0;
}

double giga_bytes(const TimingRow& row, double ms) {
  return ms > 0 ? static_cast<double>(row.cost.moved_bytes) / (ms * 1e6) : 0;
}

double floor_ms(const TimingRow& row, const radix::TimingFacts& facts) {
  const double rate = facts.memory_gb_s();
  return rate > 0 ? static_cast<double>(row.cost.moved_bytes) / (rate * 1e6) : 0;
}

double stage_sum_ms(const TimingRow& row) {
  double sum = 0;
  for (const radix::StageTime& stage : row.stages) sum += stage.ms;
  return sum;
}

double stage_gap(const TimingRow& row) {
  const auto all = statistics(row);
  if (!all || row.stages.empty() || all->median_ms <= 0) return 0;
  return std::abs(stage_sum_ms(row) - all->median_ms) / all->median_ms;
}

std::vector<radix::StageInfo> known_stages() {
  std::vector<radix::StageInfo> stages;
  for (const radix::Family* family : radix::families())
    stages.insert(stages.end(), family->stages.begin(), family->stages.end());
  return stages;
}

std::vector<std::string> stage_names(const std::vector<TimingRow>& rows) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  // In the order of a pass where the stages are known, the others behind them
  for (const radix::StageInfo& known : known_stages())
    for (const TimingRow& row : rows)
      if (stage_ms(row, known.name)) add(known.name);
  for (const TimingRow& row : rows)
    for (const radix::StageTime& stage : row.stages) add(stage.stage);
  return names;
}

std::optional<double> stage_ms(const TimingRow& row, const std::string& stage) {
  std::optional<double> sum;
  for (const radix::StageTime& each : row.stages)
    if (each.stage == stage) sum = sum.value_or(0) + each.ms;
  return sum;
}

std::vector<radix::TimedInput> inputs_of(const TimingRun& run) {
  std::vector<radix::TimedInput> all;
  for (const TimingRow& row : run.rows)
    if (std::ranges::find(all, row.input) == all.end()) all.push_back(row.input);
  return all;
}

std::optional<radix::TimedInput> largest_input(const TimingRun& run, bool of_sorts) {
  std::optional<radix::TimedInput> largest;
  for (const TimingRow& row : run.rows)
    if ((row.sort || !of_sorts) && statistics(row) && (!largest || row.input.n > largest->n))
      largest = row.input;
  return largest;
}

const TimingRow* same_row(const TimingRun& run, const TimingRow& row) {
  const auto same = [&](const TimingRow& other) {
    radix::TimedInput input = other.input;
    input.seed = row.input.seed;
    return other.configuration == row.configuration && input == row.input;
  };
  const auto it = std::ranges::find_if(run.rows, same);
  return it == run.rows.end() ? nullptr : &*it;
}

std::string hollow_words(const TimingView& view, const TimingRow& row) {
  if (!row.refusal.empty()) return why_refused_words(row);
  if (statistics(row)) return "";
  if (row.verified && !row.samples.empty() && !view.running) return text::timed::slow_clock;
  if (view.running) return row.verified ? text::timed::being_measured : text::timed::in_queue;
  return view.run->failure.empty() ? text::timed::no_sample_here : text::timed::ended_before;
}

}  // namespace scope
