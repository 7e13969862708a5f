/// Exclusive scan: every element becomes the sum of all elements before it.
///     bits         0 1 0 1 | 1 0 1 0 | 1 0 1 1 | 0 0 1 0
///     in the block 0 0 1 1 | 0 1 1 2 | 0 1 1 2 | 0 0 0 1     each block on its own
///     block sums      2         2         3         1
///     before block    0         2         4         7         total 8
///     ones before  0 0 1 1 | 2 3 3 4 | 4 5 5 6 | 7 7 7 8     the two added
#pragma once

#include "kernels/simt/keys.hpp"

namespace radix::inline KERNELS {

/// What a thread knows after its block has scanned.
struct BlockSum {
  uint32_t before;   ///< the sum of all threads before this one
  uint32_t total;    ///< the sum of the whole block
};

/// The next power of two.
__host__ __device__ constexpr uint32_t tree_width(uint32_t threads) {
  uint32_t width = 1;
  while (width < threads) width *= 2;
  return width;
}

/// Words of shared memory a block's scan needs.
__host__ __device__ constexpr uint32_t scan_words(uint32_t threads) {
  return tree_width(threads) + 1;
}

}  // namespace radix::inline KERNELS
