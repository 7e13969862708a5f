#include "calculator.hpp"

#include <algorithm>

#include "launch_costs.hpp"
#include "tradeoff.hpp"

namespace scope {
namespace {

constexpr CalculationInput inputs[] = {
    {"bits", "b", "bits per key", 1, 32, &Calculation::key_bits},
    {"radix", "r", "bits per pass", 1, widest_asked, &Calculation::radix_bits},
    {"keys", "N", "keys", 1, uint64_t{1} << 32, &Calculation::keys},
    {"keys_per_thread", "C", "keys per thread", 1, 1024, &Calculation::keys_per_thread},
    {"threads", "T", "threads per block", 1, 1024, &Calculation::threads},
    {"bucket", "bucket", "wanted keys per bucket", 1, 1u << 20, &Calculation::bucket},
    {"share", "share", "largest table, in % of the keys", 1, 100, &Calculation::share},
};

constexpr uint64_t launches_a_pass = 3;  // sort in the block, scan the table, write

uint64_t parts_of(uint64_t whole, uint64_t part) { return (whole + part - 1) / part; }

uint64_t blocks_of(const Calculation& asked) {
  return parts_of(asked.keys, asked.keys_per_thread * asked.threads);
}

}  // namespace

std::span<const CalculationInput> calculation_inputs() { return inputs; }

uint64_t table_with(const Calculation& asked, uint64_t radix_bits) {
  return (uint64_t{1} << std::min(radix_bits, asked.key_bits)) * blocks_of(asked);
}

Calculated calculate(const Calculation& asked) {
  const uint64_t r = std::min(asked.radix_bits, asked.key_bits);
  Calculated found{.passes = parts_of(asked.key_bits, r)};
  found.last_bits = asked.key_bits - (found.passes - 1) * r;
  found.launches = launches_a_pass * found.passes;
  found.block = asked.keys_per_thread * asked.threads;
  found.blocks = blocks_of(asked);
  found.buckets = uint64_t{1} << r, found.last_buckets = uint64_t{1} << found.last_bits;
  found.table = table_with(asked, r);
  found.tables = (found.passes - 1) * found.table + found.last_buckets * found.blocks;
  found.table_per_key = static_cast<double>(found.table) / static_cast<double>(asked.keys);
  found.bucket = static_cast<double>(found.block) / static_cast<double>(found.buckets);
  found.table_bytes = word_bytes * found.table;
  found.read = word_bytes * (2 * found.passes * asked.keys + 2 * found.tables);
  found.written = found.read;
  const auto lanes = std::min<uint64_t>(warp_lanes, asked.threads);
  const StoreCost store = sorted_store(static_cast<double>(found.buckets),
                                       static_cast<double>(std::min(found.block, asked.keys)),
                                       static_cast<double>(lanes));
  found.runs = store.runs, found.sectors = store.sectors;
  found.wanted_keys_per_thread = parts_of(asked.bucket * found.buckets, asked.threads);
  const uint64_t widest = std::min(widest_asked, asked.key_bits);
  for (uint64_t bits = 1; bits <= widest; ++bits)
    if (100 * table_with(asked, bits) <= asked.share * asked.keys) found.widest_radix = bits;
  return found;
}

}  // namespace scope
