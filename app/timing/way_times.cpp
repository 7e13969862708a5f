#include "way_times.hpp"

#include <algorithm>

#include "app/timing/claim_bars.hpp"

namespace scope {
namespace {

/// Which rows of a timing run sort this way; in the order of ways_to_sort().
bool by_one_sweep(const TimingRow& row) { return row.configuration.method == "one_sweep"; }
bool by_ladder(const TimingRow& row) {
  return row.sort && radix::sort_named(row.configuration.method)->family->by_digits;
}
bool by_merging(const TimingRow& row) {
  return row.sort && radix::sort_named(row.configuration.method)->has(radix::Use::start);
}
bool by_network(const TimingRow& row, radix::Network network) {
  return row.sort && row.configuration.settings.network == network &&
         radix::sort_named(row.configuration.method)->has(radix::Use::network);
}
constexpr bool (*rows_of_way[])(const TimingRow&) = {
    by_one_sweep, by_ladder, by_merging,
    [](const TimingRow& row) { return by_network(row, radix::Network::bitonic); },
    [](const TimingRow& row) { return by_network(row, radix::Network::odd_even_merge); }};

}  // namespace

std::optional<double> fastest_ns(const TimingRun& run, std::size_t way, uint32_t log_n) {
  std::optional<double> least;
  for (const TimingRow& row : run.rows) {
    if (row.input.n != uint64_t{1} << log_n || !statistics(row) || !rows_of_way[way](row)) continue;
    const double ns = ms_of(row) * 1e6 / static_cast<double>(row.input.n);
    least = std::min(ns, least.value_or(ns));
  }
  return least;
}

}  // namespace scope
