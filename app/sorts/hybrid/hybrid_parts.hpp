/// One part of the hybrid, read from the trace: the digit that it cuts by, its tiles and buckets,
/// and the key that the sentence is about.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "kernels/hybrid/hybrid_family.hpp"

namespace scope {

/// True in a run that one-sweep sorts, because a bucket does not fit into a block: from the plan's
/// last step on.
bool fell_back(const Moment& moment);

enum class BucketsPart { first, second, in_buckets, backwards };
/// The part of the step just taken; at the input the first one. Not for a run that fell back.
BucketsPart buckets_part(const Moment& moment);

/// The digit that the part cuts by; 0 bits wide where it cuts by none.
radix::Digit digit_of_part(const Moment& moment);

/// Where the buckets start that the part finds, and after the last one the number of keys: one
/// bucket before the first digit, those of the first digit before the second, then all.
std::vector<uint32_t> parents_of_part(const Moment& moment);
/// The same for the buckets that it leaves behind.
std::vector<uint32_t> children_of_part(const Moment& moment);

/// A tile of a partition: its block, and its keys' places.
struct PartitionTile {
  uint32_t block = 0, begin = 0, end = 0;
};
PartitionTile tile_of_place(const Moment& moment, uint32_t place);

/// The key that the sentence is about.
struct BucketKey {
  uint32_t id = radix::none;
  uint32_t place = 0;   ///< in the part's input
  uint32_t digit = 0;   ///< of the part
  uint32_t bucket = 0;  ///< of both digits
  bool chosen = false;
};
/// The selected key, else the last key of the largest bucket. Nothing when there are no keys.
std::optional<BucketKey> bucket_key(const Moment& moment);

}  // namespace scope
