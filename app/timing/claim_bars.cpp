#include "claim_bars.hpp"

#include <algorithm>

#include "names.hpp"
#include "text/timed.hpp"

namespace scope {

double ms_of(const TimingRow& row) { return statistics(row)->median_ms; }

std::vector<const TimingRow*> bars_of(const TimingRun& run, const radix::SortInfo& sort,
                                      const radix::TimedInput& input) {
  std::vector<const TimingRow*> bars;
  for (const TimingRow& row : run.rows)
    if (row.configuration.method == sort.name && row.input == input && statistics(row))
      bars.push_back(&row);
  return bars;
}

const TimingRow* fastest(const std::vector<const TimingRow*>& bars) {
  const auto best =
      std::ranges::min_element(bars, {}, [](const TimingRow* row) { return ms_of(*row); });
  return best == bars.end() ? nullptr : *best;
}

bool same(double a, double b) { return std::max(a, b) < worth_saying * std::min(a, b); }

bool meet(const TimingRow& a, const TimingRow& b) {
  const auto x = *statistics(a), y = *statistics(b);
  return x.low_ms <= y.high_ms && y.low_ms <= x.high_ms;
}

SpeedChange change_of(double before, double after) {
  if (same(before, after)) return {};
  return before > after ? SpeedChange{SpeedChange::faster, factor_words(before / after)}
                        : SpeedChange{SpeedChange::slower, factor_words(after / before)};
}

std::string faster(double before, double after) {
  const SpeedChange change = change_of(before, after);
  if (change.kind == SpeedChange::as_fast) return text::timed::as_fast;
  return change.kind == SpeedChange::faster ? text::timed::faster({.factor = change.factor})
                                            : text::timed::slower({.factor = change.factor});
}

double bytes_a_key(const TimingRow& row) {
  return static_cast<double>(row.cost.moved_bytes) / static_cast<double>(row.input.n);
}

Claim claim_of(const radix::SortInfo& sort, const TimingRow& before, const TimingRow& after) {
  return {.section = radix::number_of(sort.section),
          .title = std::string(text::translated(sort.title)),
          .verdict = meet(before, after) ? std::string(text::timed::no_difference)
                                         : faster(ms_of(before), ms_of(after)),
          .wins = !meet(before, after) && ms_of(after) * worth_saying <= ms_of(before)};
}

namespace {

/// Larger inputs first.
std::vector<radix::TimedInput> by_size(const TimingRun& run) {
  std::vector<radix::TimedInput> inputs = inputs_of(run);
  std::ranges::stable_sort(inputs, std::greater{}, &radix::TimedInput::n);
  return inputs;
}

}  // namespace

std::vector<Claim> claims_of_steps(const TimingRun& run, const radix::Family& family,
                                   std::string (*why)(uint32_t, const TimingRow&,
                                                      const TimingRow&)) {
  std::vector<const radix::SortInfo*> sorts;
  for (const radix::SortInfo& sort : radix::sorts())
    if (sort.family == &family) sorts.push_back(&sort);
  std::vector<Claim> claims;
  for (uint32_t k = 1; k < sorts.size(); ++k)
    for (const radix::TimedInput& input : by_size(run)) {
      const TimingRow* before = fastest(bars_of(run, *sorts[k - 1], input));
      const TimingRow* after = fastest(bars_of(run, *sorts[k], input));
      if (!before || !after) continue;
      Claim& claim = claims.emplace_back(claim_of(*sorts[k], *before, *after));
      claim.rows = {before, after};
      claim.words = why(k, *before, *after);
      break;
    }
  return claims;
}

const TimingRow* fastest_of(const TimingRun& run, const radix::TimedInput& input,
                            bool (*kind)(const radix::SortInfo&)) {
  std::vector<const TimingRow*> all;
  for (const radix::SortInfo& sort : radix::sorts()) {
    if (!kind(sort)) continue;
    const auto bars = bars_of(run, sort, input);
    all.insert(all.end(), bars.begin(), bars.end());
  }
  return fastest(all);
}

std::vector<radix::TimedInput> inputs_of_both(const TimingRun& run,
                                              bool (*one)(const radix::SortInfo&),
                                              bool (*other)(const radix::SortInfo&)) {
  std::vector<radix::TimedInput> found;
  for (const radix::TimedInput& input : by_size(run)) {
    radix::TimedInput alike = input;
    alike.n = found.empty() ? input.n : found.front().n;
    if (!found.empty() && !(alike == found.front())) continue;
    if (fastest_of(run, input, one) && fastest_of(run, input, other)) found.push_back(input);
  }
  std::ranges::reverse(found);
  return found;
}

}  // namespace scope
