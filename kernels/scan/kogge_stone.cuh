/// Kogge–Stone: everyone adds the value 1, 2, 4 … places to the left         PMPP section 11.2
///
/// After level k every element holds the sum of the 2^k elements that end at it. For 8 threads:
///     values         3  1  7  0  4  1  6  3
///     1 to the left  3  4  8  7  4  5  7  9
///     2 to the left  3  4 11 11 12 12 11 14
///     4 to the left  3  4 11 11 15 16 22 25     inclusive: the total stands at the end
///     exclusive      0  3  4 11 11 15 16 22     the one to the left
///
/// ceil(log2 threads) levels, 3 here, and with two barriers each: everyone must have read before
/// anyone writes. It is the shallowest of the scans, and the busiest: 17 additions here where one
/// thread alone would make 7; for 16 threads 4 levels and 49, for 1024 threads 10 and 9,217.
#pragma once

#include "sums.cuh"

namespace radix::inline KERNELS {

__device__ inline BlockSum kogge_stone(uint32_t value, View<uint32_t> sums, ThreadShow show) {
  const uint32_t t = threadIdx.x;
  sums[t] = value;
  __syncthreads();

  for (uint32_t distance = 1; distance < blockDim.x; distance *= 2) {
    // Everyone reads before anyone writes
    value += t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] = value;
    show.level(Sweep::across, distance, sums, t);
    __syncthreads();
  }

  // The sum before me is the inclusive sum of my left neighbour
  const uint32_t before = t == 0 ? 0 : sums[t - 1];
  show("before_in_block", before);
  return {before, sums[blockDim.x - 1]};
}

}  // namespace radix::inline KERNELS
