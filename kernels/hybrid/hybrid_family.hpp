/// The hybrid as a row of the list of families. It shows the arrays of one-sweep, to which it falls
/// back.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/engine/model/family.hpp"
#include "kernels/engine/model/problem.hpp"
#include "kernels/onesweep/onesweep_arrays.hpp"

namespace radix::hybrid {

/// How the keys are cut into buckets by their two highest digits, and whether that helps.
struct Plan {
  Digit first, second;    ///< of the ordered key; second has 0 bits where one digit is enough
  uint32_t rest = 0;      ///< bits below both, that a block sorts by
  uint32_t largest = 0;   ///< keys of the largest bucket
  uint32_t capacity = 0;  ///< keys of a bucket that a block can sort: one per thread

  uint32_t bits() const { return first.bits + second.bits; }
  uint32_t buckets() const { return 1u << bits(); }
  bool fits() const { return largest <= capacity; }
};
/// The digits alone: `largest` is not looked for.
Plan digits_of(const Problem& problem);
Plan plan_of(const Problem& problem);

/// The bucket of a key by both digits.
uint32_t bucket_of(const Plan& plan, uint32_t key);

/// Buckets of a fixed capacity: what a look at the keys says, and whether they hold them.
struct CapacityPlan {
  Digit first, second;            ///< of the stretched number; second may have 0 bits
  uint32_t rest = 0;              ///< bits below both
  uint32_t outer = 0, inner = 0;  ///< slots of a bucket of the first digit, and of both
  uint32_t falls = 0, rises = 0;  ///< keys smaller, and larger, than the one before them
  uint32_t lowest = 0, highest = 0, varying = 0;  ///< of the ordered keys; bits that differ
  uint32_t zeros = 0, factor = 1;              ///< a number is ((key - lowest) >> zeros) * factor
  std::vector<uint32_t> outer_counts, counts;  ///< keys that belong into every bucket

  uint32_t bits() const { return first.bits + second.bits; }
  uint32_t buckets() const { return 1u << bits(); }
  bool ascending() const { return falls == 0; }
  bool in_order() const { return falls == 0 || rises == 0; }
  /// Of an ordered key.
  uint32_t number(uint32_t ordered) const { return ((ordered - lowest) >> zeros) * factor; }
  uint32_t bucket_of(uint32_t ordered) const { return number(ordered) >> rest; }
  bool outer_fits() const { return std::ranges::max(outer_counts) <= outer; }
  bool fits() const { return outer_fits() && std::ranges::max(counts) <= inner; }
  /// The keys of a bucket are equal: no block has to sort them.
  bool all_equal() const { return factor >> rest > 0; }
};
/// Of one key or more.
CapacityPlan capacity_plan_of(const Problem& problem);

/// Two partitions, the buckets' own sort, the reversal; or where a bucket is too large the passes
/// of one-sweep. With buckets of a fixed capacity the first three are one part.
Outline outline_of_buckets(const Problem& problem, std::string_view sort);

/// True of the sort whose buckets have a fixed capacity: a sort's name ends with how it divides.
constexpr bool is_by_capacity(std::string_view sort) { return sort.ends_with("_capacity"); }

inline constexpr Family family{
    .name = "hybrid",
    .title = "hybrid",
    .stages = onesweep::stages,
    .arrays = onesweep::arrays,
    .reads = onesweep::reads,
    .max_recorded = 1024,
    .tables_by_moment = true,
    .max_moments = 24,
    .keys_by_arrival = true,
    .outline = outline_of_buckets,
};

}  // namespace radix::hybrid
