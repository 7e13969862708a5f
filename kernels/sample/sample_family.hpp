/// Sample sort as a row of the list of families.
#pragma once

#include "kernels/engine/model/family.hpp"
#include "kernels/engine/model/problem.hpp"
#include "kernels/engine/model/trace.hpp"
#include "sample_arrays.hpp"

namespace radix::sample {

/// Where sample q of `count` is taken from n keys: in the middle of the q-th of `count` stretches.
constexpr uint32_t regular_place(uint32_t q, uint32_t count, uint32_t n) {
  return static_cast<uint32_t>((2 * uint64_t{q} + 1) * n / (2 * uint64_t{count}));
}
/// The same anywhere: the q-th number of a linear congruential generator.
constexpr uint32_t random_place(uint32_t q, uint32_t seed, uint32_t n) {
  uint32_t x = seed;
  for (uint32_t k = 0; k <= q; ++k) x = 1664525 * x + 1013904223;
  return (x >> 8) % n;
}

/// Keys of every bucket that this many samples per bucket would give, by the settings otherwise.
std::vector<uint32_t> bucket_sizes(const Problem& problem, uint32_t oversampling);

/// The keys to their buckets, the buckets' own sort, the reversal.
Outline outline_of_sample(const Problem& problem, std::string_view sort);

/// The bucket of a key, by the splitters that the run has found; 0 bits wide where it has not got
/// so far, and after the first part.
Digit digit_by_splitters(const Trace& trace, uint32_t part);

/// The splitters that a run has found; null: not yet.
const Array* splitters_of(const Trace& trace);

inline constexpr Family family{
    .name = "sample",
    .title = "sample sort",
    .stages = stages,
    .arrays = arrays,
    .scans = scans,
    .reads = reads,
    .block_stage = radix::stage::local_bucket,
    .digit = digit_by_splitters,
    .table_rows = [](const Problem& problem) { return problem.sample_digit().buckets(); },
    .timed = true,
    .max_recorded = 1024,
    .max_moments = 32,
    .outline = outline_of_sample,
};

}  // namespace radix::sample
