/// Warp shuffles: Kogge–Stone in the registers of a warp
///
/// The 32 lanes of a warp move together and can read each other's registers (__shfl_up_sync): no
/// shared memory and no barrier inside the warp. Only the warps' sums go through shared memory,
/// with the one barrier of the whole scan. For 96 threads that hold a 1 each:
///     5 levels by shuffles     every lane has the sum of its warp up to itself: 1, 2, … 32
///     the last lanes write     sums of the warps: 32 32 32
///     everyone adds            the sums before its own warp: 0, 32 or 64
///
/// For 16 threads 4 levels and 49 additions, as Kogge–Stone, and 1 barrier instead of 9; for 1024
/// threads 1 instead of 21, and 32 words of shared memory instead of 1024.
#pragma once

#include "sums.cuh"

namespace radix::inline KERNELS {

/// All threads of the block must call it, and meet at a barrier before they call it again: until
/// then some still read `sums`.
__device__ inline BlockSum warp_shuffles(uint32_t value, View<uint32_t> sums, ThreadShow show) {
  const uint32_t lane = threadIdx.x % warp_lanes, warp = threadIdx.x / warp_lanes;
  const uint32_t warps = (blockDim.x + warp_lanes - 1) / warp_lanes;

  // The last warp may have fewer lanes
  const uint32_t lanes = min(warp_lanes, blockDim.x - warp * warp_lanes);
  const uint32_t mask = 0xffffffffu >> (warp_lanes - lanes);

  // Every lane adds the value 1, 2, 4 … lanes to its left; one without gets its own and leaves it
  uint32_t sum = value;
  for (uint32_t distance = 1; distance < min(warp_lanes, blockDim.x); distance *= 2) {
    const uint32_t left = __shfl_up_sync(mask, sum, distance);
    if (lane >= distance) sum += left;
    show.level(Sweep::lanes, distance, sum);
  }

  // The last lane of each warp leaves the warp's sum for the others
  if (lane == lanes - 1) sums[warp] = sum;
  __syncthreads();

  // Everyone adds the sums of the warps before its own; lanes of a warp read the same word at once
  uint32_t before_warp = 0, total = 0;
  for (uint32_t w = 0; w < warps; ++w) {
    if (w == warp) before_warp = total;
    total += sums[w];
  }
  sum += before_warp;
  if (warps > 1) show.level(Sweep::carry, warp_lanes, sum);

  // The sum before me is mine without my own value
  const uint32_t before = sum - value;
  show("before_in_block", before);
  return {before, total};
}

}  // namespace radix::inline KERNELS
