/// How evenly splitters from a sample cut many random keys: the largest bucket, by the number of
/// samples per bucket. Blelloch et al. 1991 call it the bucket expansion.
#pragma once

#include <cstdint>
#include <span>

namespace scope {

inline constexpr uint32_t balance_keys = 1u << 14, balance_buckets = 64, balance_draws = 21;

/// Keys of the largest bucket: of this many draws of uniform keys the one in the middle, and the
/// worst.
struct Balance {
  uint32_t samples = 1;  ///< a bucket
  uint32_t median = 0, worst = 0;
  /// Times the average bucket.
  double expansion() const { return double(median) * balance_buckets / balance_keys; }
};

/// For 1, 2, 4 … 64 samples; computed at the first call.
std::span<const Balance> balance_of_random_keys();

}  // namespace scope
