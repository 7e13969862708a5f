#include "recording_cost.hpp"

#include <algorithm>
#include <bit>

#include "text/refused.hpp"

namespace radix {
namespace {

// A unit is what a thread does between two barriers, changing stacks included: measured over all
// sorts, 1,024 and 4,096 keys, blocks of 1 to 1,024 threads (tests/bench/bench_record.cpp).
constexpr double seconds_of_unit = 0.2e-6;
constexpr double units_of_key = 10;   // of a split, a scatter: without the levels of its scan
constexpr double units_of_place = 4;  // of a part of a sort that compares
constexpr uint64_t arrays_of_part = 6, words_of_entry = 2,  // that its steps keep; value, identity
    moments_of_split = 12;  // of a split, beside its levels (kernels/engine/simt/recorded_run.hpp)

}  // namespace

RecordingCost recording_cost(const Problem& problem, const SortInfo& sort) {
  const uint64_t n = problem.size();
  const auto parts = static_cast<double>(sort.family->outline(problem, sort.name).parts.size());
  if (!sort.family->by_digits)
    return {.seconds = parts * static_cast<double>(n) * units_of_place * seconds_of_unit,
            .bytes = static_cast<uint64_t>(parts) * n * arrays_of_part * words_of_entry * 4};
  const auto levels = levels_of(problem.settings().scan, problem.threads_per_block()).size();
  const auto depth = static_cast<double>(levels);
  const bool has_table =
      sort.sorts_in_block && std::ranges::any_of(sort.family->arrays, [](const ArrayInfo& row) {
        return row.shape == Shape::table;
      });
  RecordingCost cost;
  uint64_t log_bytes = 0;
  for (uint32_t pass = 0; pass < problem.passes(); ++pass) {
    const uint32_t splits = sort.sorts_in_block ? problem.digit(pass).bits : 1;
    const uint32_t table = has_table ? problem.table_entries(pass) : 0;
    const double threads = static_cast<double>(n) / problem.keys_per_thread();
    const double units = splits * (static_cast<double>(n) * units_of_key + threads * depth) +
                         table * (units_of_key + depth);
    cost.seconds += units * seconds_of_unit;
    cost.bytes += (splits * n + table) * (levels + arrays_of_part) * words_of_entry * 4;
    cost.table_entries = std::max(cost.table_entries, table);
    // What a launch shows lies in one log until it has ended
    const uint64_t moments = sort.family->max_moments + splits * (levels + moments_of_split);
    log_bytes = std::max(log_bytes, moments * std::max<uint64_t>(n, table) * 4);
  }
  cost.bytes += log_bytes;
  return cost;
}

std::string too_costly(const Problem& problem, const SortInfo& sort) {
  const RecordingCost cost = recording_cost(problem, sort);
  if (cost.table_entries <= max_recorded_table) return "";
  const uint32_t blocks = problem.blocks(), buckets = cost.table_entries / blocks;
  const uint32_t max_blocks = std::max(1u, max_recorded_table / buckets);
  const uint32_t keys = (problem.size() + max_blocks - 1) / max_blocks;
  const auto bits = static_cast<uint32_t>(std::bit_width(max_recorded_table / blocks)) - 1;
  return scope::text::refused::too_costly({.bits = bits,
                                           .blocks = blocks,
                                           .buckets = buckets,
                                           .entries = cost.table_entries,
                                           .keys = keys,
                                           .megabytes = cost.bytes >> 20,
                                           .most = max_recorded_table,
                                           .seconds = static_cast<uint64_t>(cost.seconds + 0.5)});
}

}  // namespace radix
