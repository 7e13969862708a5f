/// The hybrid as a row of the list of families. It shows the arrays of one-sweep, to which it falls
/// back.
#pragma once

#include "kernels/model/family.hpp"
#include "kernels/model/problem.hpp"
#include "kernels/onesweep/onesweep_arrays.hpp"

namespace radix::hybrid {

/// How the keys are cut into buckets by their two highest digits, and whether that helps.
struct Plan {
  Digit first, second;    ///< of the ordered key; second has 0 bits where one digit is enough
  uint32_t rest = 0;      ///< bits below both, that a block sorts by
  uint32_t largest = 0;   ///< keys of the largest bucket
  uint32_t capacity = 0;  ///< keys of a bucket that a block can sort: one a thread

  uint32_t bits() const { return first.bits + second.bits; }
  uint32_t buckets() const { return 1u << bits(); }
  bool fits() const { return largest <= capacity; }
};
/// The digits alone: `largest` is not looked for.
Plan digits_of(const Problem& problem);
Plan plan_of(const Problem& problem);

/// The bucket of a key by both digits.
uint32_t bucket_of(const Plan& plan, uint32_t key);

/// Two partitions, the buckets' own sort, the reversal; or where a bucket is too large the passes
/// of one-sweep.
Outline outline_of_buckets(const Problem& problem, std::string_view rung);

inline constexpr Family family{
    .name = "hybrid",
    .title = "hybrid",
    .stages = onesweep::stages,
    .arrays = onesweep::arrays,
    .reads = onesweep::reads,
    .most_recorded = 1024,
    .tables_by_moment = true,
    .most_moments = 24,
    .keys_by_arrival = true,
    .outline = outline_of_buckets,
};

}  // namespace radix::hybrid
