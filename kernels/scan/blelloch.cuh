/// Blelloch: the tree up, clear the root, then down; exclusive at once       (Blelloch, 1990)
///
/// Up as Brent and Kung do it. The root then holds the total; it becomes 0, and on the way down
/// every node hands its own value to the left and its value plus the left one's to the right:
///     values         3  1  7  0  4  1  6  3
///     up, 1, 2, 4    3  4  7 11  4  5  6 25
///     clear          3  4  7 11  4  5  6  0     the total, 25, is kept aside
///     down, 4        3  4  7  0  4  5  6 11
///     down, 2        3  0  7  4  4 11  6 16
///     down, 1        0  3  4 11 11 15 16 22     exclusive: nothing to shift
///
/// 2 log2(threads) levels and one to clear, 7 here, and 14 additions; for 16 threads 9 levels and
/// 30. Threads that are no power of two are padded with zeros: the tree needs all its leaves.
#pragma once

#include "sums.cuh"

namespace radix::inline KERNELS {

__device__ inline BlockSum blelloch(uint32_t value, View<uint32_t> sums, ThreadShow show) {
  const uint32_t t = threadIdx.x;
  const uint32_t width = tree_width(blockDim.x);
  sums[t] = value;
  if (t + blockDim.x < width) sums[t + blockDim.x] = 0;
  __syncthreads();

  for (uint32_t distance = 1; distance < width; distance *= 2) {
    const uint32_t k = 2 * distance * (t + 1) - 1;
    if (k < width) sums[k] += sums[k - distance];
    show.level(Sweep::up, distance, sums, k);
    __syncthreads();
  }

  // The clear destroys the total: it is saved first
  if (t == 0) sums[width] = sums[width - 1];
  if (t == 0) sums[width - 1] = 0;
  show.level(Sweep::clear, 0, sums, t == 0 ? width - 1 : width);
  __syncthreads();

  for (uint32_t distance = width / 2; distance > 0; distance /= 2) {
    const uint32_t k = 2 * distance * (t + 1) - 1;
    const uint32_t left = k < width ? sums[k - distance] : 0;
    if (k < width) sums[k - distance] = sums[k];
    if (k < width) sums[k] += left;
    show.level(Sweep::down, distance, sums, k);
    __syncthreads();
  }

  // Exclusive already: nothing to shift
  const uint32_t before = sums[t];
  show("before_in_block", before);
  return {before, sums[width]};
}

}  // namespace radix::inline KERNELS
