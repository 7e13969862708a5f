/// Splitters, and the buckets they cut                                    PMPP section 13.8
///
/// A few keys are sampled and sorted, and s by s every s-th of them becomes a splitter: p - 1 of
/// them cut the keys into p buckets. Which one is a key's? The number of splitters that are not
/// larger, found by halving: lg p comparisons.
///
/// The chapter's 16 keys, 4 buckets, 2 samples a bucket, taken at regular places:
///     places          1  3  5  7  9 11 13 15
///     sample          3  9  8 10  6 13 10  0
///     sorted          0  3  6  8  9 10 10 13
///     splitters             6     9    10
/// Key 9 (index 3): 9 is not before splitter 9, and before 10: bucket 2. Every 9 goes there.
///
/// A splitter that occurs often makes one bucket huge: with all keys equal the last one has them
/// all. With buckets of their own for keys that equal a splitter, those need no sorting at all:
///     below 6 | 6 | between | 9 | between | 10 | above
#pragma once

#include "kernels/merge/co_rank.cuh"
#include "sample_family.hpp"

namespace radix::sample::inline KERNELS {

using merges::Before;
using merges::Unseen;

/// The bucket of a key: how many of `count` splitters are not larger. Looks are shown at `place`.
template <class Splitters, class S>
__device__ inline uint32_t bucket_of(const Key& key, const Splitters& splitters, uint32_t count,
                                     Before before, S& show, uint32_t place) {
  uint32_t low = 0, high = count;
  for (uint32_t look = 0; low < high; ++look) {
    const uint32_t middle = (low + high) / 2;
    show.round("look", look, place, middle);
    if (before(key, splitters[middle]))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// How many of `count` sorted keys belong before a splitter: where its bucket begins among them.
template <class Keys>
__device__ inline uint32_t cut_of(const Key& splitter, const Keys& sorted, uint32_t count,
                                  Before before) {
  uint32_t low = 0, high = count;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (before(sorted[middle], splitter))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace radix::sample::inline KERNELS
