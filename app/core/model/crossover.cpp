#include "crossover.hpp"
#include "text/families.hpp"

#include <algorithm>
#include <cmath>

namespace scope {
namespace {

constexpr double tile_bytes = 16384, tile_keys = 4096, table_bytes = 256 * 4 * 4 / tile_keys;
constexpr uint32_t log_tile = 12;

constexpr WayToSort ways[] = {
    {text::families::way_one_sweep, one_sweep_work},
    {text::families::way_digits, three_launch_work},
    {text::families::way_merging, merge_work},
    {text::families::way_bitonic, bitonic_work},
    {text::families::way_odd_even, odd_even_merge_work},
};

double keys_of(uint32_t log_n) { return std::exp2(log_n); }

SortWork network_work(uint32_t log_n, uint32_t key_bytes, uint32_t launches, double comparators) {
  return {.parts = log_n * (log_n + 1) / 2,
          .launches = launches,
          .bytes = 2.0 * key_bytes * launches,
          .comparisons = comparators / keys_of(log_n)};
}

}  // namespace

std::span<const WayToSort> ways_to_sort() { return ways; }

SortWork merge_work(uint32_t log_n, uint32_t key_bytes) {
  const double n = keys_of(log_n), tiles = n * key_bytes / tile_bytes;
  const auto levels = static_cast<uint32_t>(std::max(0.0, std::ceil(std::log2(tiles) - 1e-9)));
  const double borders = levels * (std::ceil(tiles) + 1) * 2 * 4;  // written, then read
  return {.parts = levels,
          .launches = 1 + 2 * levels,
          .bytes = 2.0 * key_bytes * (1 + levels) + borders / n,
          .comparisons = log_n - 1 + 1 / n};
}

SortWork three_launch_work(uint32_t /*log_n*/, uint32_t key_bytes) {
  const uint32_t passes = key_bytes;
  return {
      .parts = passes, .launches = 3 * passes, .bytes = passes * (4.0 * key_bytes + table_bytes)};
}

SortWork one_sweep_work(uint32_t /*log_n*/, uint32_t key_bytes) {
  const uint32_t passes = key_bytes;
  return {.parts = passes, .launches = passes + 2, .bytes = (2.0 * passes + 1) * key_bytes};
}

SortWork bitonic_work(uint32_t log_n, uint32_t key_bytes) {
  uint32_t launches = 1;
  for (uint32_t stage = log_tile + 1; stage <= log_n; ++stage) launches += stage - log_tile + 1;
  return network_work(log_n, key_bytes, launches, keys_of(log_n) / 4 * log_n * (log_n + 1));
}

SortWork odd_even_merge_work(uint32_t log_n, uint32_t key_bytes) {
  uint32_t launches = 1;
  for (uint32_t stage = log_tile + 1; stage <= log_n; ++stage) launches += stage;
  const double e = log_n;
  return network_work(log_n, key_bytes, launches, (e * e - e + 4) * keys_of(log_n) / 4 - 1);
}

std::optional<uint32_t> crossing(uint32_t log_n, SortWork (*against)(uint32_t, uint32_t)) {
  for (uint32_t width = 1; width <= widest_key; ++width)
    if (merge_work(log_n, width).bytes < against(log_n, width).bytes) return width;
  return std::nullopt;
}

}  // namespace scope
