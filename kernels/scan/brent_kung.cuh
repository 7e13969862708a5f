/// Brent–Kung: a tree of sums up, then down to the elements between          PMPP section 11.4
///
/// Going up, pairs are added, then pairs of pairs; that finishes the sums at places 0, 1, 3,
/// 7 … Going down, an element halfway between two finished ones adds the one to its left. For 8:
///     values         3  1  7  0  4  1  6  3
///     up, 1          3  4  7  7  4  5  6  9
///     up, 2          3  4  7 11  4  5  6 14
///     up, 4          3  4  7 11  4  5  6 25     3, 4, 11 and 25 are finished
///     down, 2        3  4  7 11  4 16  6 25
///     down, 1        3  4 11 11 15 16 22 25     inclusive
///
/// 2 log2(threads) - 1 levels, 5 here, but only 11 additions; for 16 threads 7 levels and 26, for
/// 1024 threads 19 and 2,036. Half of the threads work at the first level, fewer and fewer after
/// it.
#pragma once

#include "sums.cuh"

namespace radix::inline KERNELS {

__device__ inline BlockSum brent_kung(uint32_t value, View<uint32_t> sums, ThreadShow show) {
  const uint32_t t = threadIdx.x;
  const uint32_t width = tree_width(blockDim.x);
  sums[t] = value;
  __syncthreads();

  for (uint32_t distance = 1; distance < width; distance *= 2) {
    const uint32_t k = 2 * distance * (t + 1) - 1;
    if (k < blockDim.x) sums[k] += sums[k - distance];
    show.level(Sweep::up, distance, sums, k);
    __syncthreads();
  }
  for (uint32_t distance = width / 4; distance > 0; distance /= 2) {
    const uint32_t k = 2 * distance * (t + 1) - 1 + distance;
    if (k < blockDim.x) sums[k] += sums[k - distance];
    show.level(Sweep::fill, distance, sums, k);
    __syncthreads();
  }

  // The sum before me is the inclusive sum of my left neighbour
  const uint32_t before = t == 0 ? 0 : sums[t - 1];
  show("before_in_block", before);
  return {before, sums[blockDim.x - 1]};
}

}  // namespace radix::inline KERNELS
