// What the samples of a row say.
#include <algorithm>
#include <cmath>

#include "timing_run.hpp"
#include "statistics.hpp"

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
    if (sample.wall_ms > 0) wall.push_back(sample.wall_ms);   // not every sample is also timed from outside
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
  return facts.copy_gb_s > 0 ? static_cast<double>(row.cost.moved_bytes) / (facts.copy_gb_s * 1e6) : 0;
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

}  // namespace scope
