#include "distance.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>

#include "app/core/base/cache.hpp"
#include "app/core/base/text.hpp"
#include "names.hpp"
#include "plan.hpp"
#include "text/timed.hpp"

namespace scope {
namespace {

constexpr uint32_t sector_bytes = 32, banks = 32, counted_blocks = 4;

uint32_t bytes_of_key(const radix::TimedInput& input) {
  const auto& type = radix::timed_types()[static_cast<uint32_t>(input.type)];
  return type.key_bytes + type.value_bytes;
}

/// The row's sort on few random keys, with one warp per block.
radix::Trace few_keys_run(const TimingRow& row) {
  const radix::SortInfo& sort = *radix::sort_named(row.configuration.method);
  radix::Settings settings = row.configuration.settings;
  settings.key_bits = radix::max_key_bits;
  settings.threads_per_block = std::min(settings.threads_per_block, radix::warp_lanes);
  settings.tile = std::min(settings.tile, settings.threads_per_block * settings.keys_per_thread);
  settings = settings_for(sort, settings);
  const uint32_t a_thread =
      std::max(settings.keys_per_thread, 2u);  // networks: one pair per thread
  std::mt19937 random(1);
  std::vector<uint32_t> keys(counted_blocks * settings.threads_per_block * a_thread);
  for (uint32_t& key : keys) key = static_cast<uint32_t>(random());
  return radix::run({.problem = *radix::Problem::make(std::move(keys), settings),
                     .sort = sort.name,
                     .engine = radix::EngineChoice::cpu,
                     .recorded = false,
                     .accesses = true});
}

/// What the lanes of a warp do at once: those that come to a line for the same time.
struct WarpAccess {
  std::vector<uint32_t> elements;
  uint32_t array = 0;
};
std::vector<WarpAccess> accesses_of_warps(const radix::AccessLog& log) {
  using Place = std::array<uint32_t, 6>;  // block, warp, line, array, touch, how often before
  std::map<Place, WarpAccess> together;
  std::map<std::array<uint32_t, 5>, uint32_t> seen;  // by block, thread, line, array, touch
  for (const radix::Access& a : log.accesses) {
    const auto touch = static_cast<uint32_t>(a.touch);
    const uint32_t before = seen[{a.block, a.thread, a.site, a.array, touch}]++;
    WarpAccess& warp =
        together[{a.block, a.thread / radix::warp_lanes, a.site, a.array, touch, before}];
    warp.array = a.array;
    warp.elements.push_back(a.index);
  }
  std::vector<WarpAccess> all;
  for (auto& [place, warp] : together) all.push_back(std::move(warp));
  return all;
}

/// Turns that an access of shared memory takes: as many as different words meet in one bank.
uint32_t turns_of(const std::vector<uint32_t>& elements) {
  std::array<std::set<uint32_t>, banks> words;
  std::size_t most = 0;
  for (const uint32_t e : elements) {
    words[e % banks].insert(e);
    most = std::max(most, words[e % banks].size());
  }
  return static_cast<uint32_t>(most);
}

void count_launch(WarpCounts& counts, const radix::AccessLog& log, uint32_t key_bytes) {
  const auto bytes_of = [&](uint32_t array) {
    return log.arrays[array].element_bytes == sizeof(uint32_t) ? 4u : key_bytes;
  };
  const auto words = log.words();
  for (uint32_t k = 0; k < words.size(); ++k)
    if (!log.arrays[k].shared) counts.needed += (words[k].read + words[k].written) * bytes_of(k);
  for (const WarpAccess& warp : accesses_of_warps(log)) {
    counts.lanes += warp.elements.size();
    counts.all_lanes += std::min(log.threads, radix::warp_lanes);
    if (log.arrays[warp.array].shared) {
      counts.shared += warp.elements.size();
      counts.asks += 1;
      counts.turns += turns_of(warp.elements);
      continue;
    }
    std::set<uint32_t> sectors;
    for (const uint32_t e : warp.elements) sectors.insert(e * bytes_of(warp.array) / sector_bytes);
    counts.moved += sectors.size() * sector_bytes;
  }
  counts.barriers += *std::ranges::max_element(log.barriers);
  counts.launches += 1;
}

double ratio(uint64_t a, uint64_t b) {
  return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

/// The counts that are more than the bytes need.
std::vector<std::string> reasons(const WarpCounts& c) {
  std::vector<std::string> all;
  if (ratio(c.moved, c.needed) > 1.05)
    all.push_back(text::timed::why_sectors({.factor = factor_words(ratio(c.moved, c.needed))}));
  if (c.lanes < c.all_lanes && ratio(c.lanes, c.all_lanes) < 0.95)
    all.push_back(text::timed::why_lanes({.share = percent(1 - ratio(c.lanes, c.all_lanes), 0)}));
  if (c.shared > 0)
    all.push_back(text::timed::why_shared({.times = short_number(ratio(c.shared, c.keys))}));
  if (ratio(c.turns, c.asks) > 1.05)
    all.push_back(text::timed::why_banks({.turns = factor_words(ratio(c.turns, c.asks))}));
  if (c.barriers > 0) all.push_back(text::timed::why_barriers({.barriers = c.barriers}));
  return all;
}

}  // namespace

WarpCounts warp_counts(const TimingRow& row) {
  using Key = std::pair<radix::Configuration, radix::TimedType>;
  static Cache<Key, WarpCounts> cache(64);
  return *cache.get({row.configuration, row.input.type}, [&] {
    const radix::Trace trace = few_keys_run(row);
    WarpCounts counts{.keys = trace.problem.size()};
    for (const auto& log : trace.accesses) count_launch(counts, *log, bytes_of_key(row.input));
    return counts;
  });
}

std::string distance_words(const TimingRun& run, const TimingRow& row) {
  const auto all = statistics(row);
  const double least = floor_ms(row, run.facts);
  if (!all || !row.sort || least <= 0) return "";
  const double bytes = ratio(row.cost.moved_bytes, row.input.n);
  const std::string distance = text::timed::distance(
      {.bytes = fixed_number(bytes, bytes < 10 ? 1 : 0),
       .input = input_words(row.input),
       .launches = row.cost.launches,
       .least = time_words(least),
       .share = percent(least / all->median_ms, least < 0.1 * all->median_ms ? 1 : 0),
       .time = time_words(all->median_ms),
       .who = who_words(run, row)});
  const WarpCounts counts = warp_counts(row);
  const std::vector<std::string> why = reasons(counts);
  if (why.empty()) return text::paragraph(distance, text::timed::nothing_else);
  return text::paragraph(
      distance, text::timed::counted_on({.keys = counts.keys, .reasons = text::list(why)}));
}

std::vector<const TimingRow*> rows_with_distance(const TimingRun& run) {
  std::vector<const TimingRow*> rows;
  for (const radix::SortInfo& sort : radix::timed_sorts()) {
    const TimingRow* best = nullptr;
    for (const TimingRow& row : run.rows) {
      const bool own = row.sort && row.configuration.method == sort.name;
      if (sort.family->by_digits || !own || !statistics(row) || floor_ms(row, run.facts) <= 0)
        continue;
      const bool better = !best || row.input.n > best->input.n ||
                          (row.input.n == best->input.n &&
                           statistics(row)->median_ms < statistics(*best)->median_ms);
      if (better) best = &row;
    }
    if (best) rows.push_back(best);
  }
  return rows;
}

}  // namespace scope
