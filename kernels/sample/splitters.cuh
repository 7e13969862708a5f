/// Splitters, and the buckets between them                        PMPP 4th ed. 13.8, 5th ed. 14.9
///
/// To divide keys into p buckets, a sample of p x s of them is sorted, and every s-th of these
/// becomes a splitter: p - 1 splitters in all. The bucket of a key is the number of splitters that
/// are not larger than the key. A binary search finds it with lg p comparisons, rounded up.
///
/// The chapter's 16 keys, 4 buckets, 2 samples per bucket, taken at equal distances:
///     places          1  3  5  7  9 11 13 15
///     sample          3  9  8 10  6 13 10  0
///     sorted          0  3  6  8  9 10 10 13
///     splitters             6     9    10
/// Key 9 (index 3): the splitters 6 and 9 are not larger, 10 is: bucket 2. Every 9 goes there.
///
/// A key that occurs very often makes one bucket very large: if all keys are equal, the last bucket
/// has them all. So keys that equal a splitter can have their own buckets, which need no sorting.
/// The three splitters above then make seven buckets:
///     below 6 | 6 | between | 9 | between | 10 | above
#pragma once

#include "../common.h"

/// Splitters, in ascending order.
struct Splitters {
  const Key* keys;
  unsigned count;
  bool equal_buckets;   ///< the odd buckets are for keys that equal a splitter
};

/// The bucket of a key: a binary search for the number of splitters that are not larger.
__device__ inline unsigned bucket_of(const Key& key, const Splitters& splitters) {
  unsigned low = 0, high = splitters.count;
  while (low < high) {
    const unsigned middle = (low + high) / 2;  //: look: middle
    if (key < splitters.keys[middle])
      high = middle;
    else
      low = middle + 1;
  }
  if (!splitters.equal_buckets) return low;

  // Keys between two splitters have the even buckets, keys that equal a splitter the odd ones
  const bool equal = low > 0 && !(splitters.keys[low - 1] < key);
  return 2 * low - (equal ? 1 : 0);
}

/// A binary search for how many of `count` sorted keys are smaller than a splitter.
__device__ inline unsigned count_smaller(const Key& splitter, const Key* sorted, unsigned count) {
  unsigned low = 0, high = count;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (sorted[middle] < splitter)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
