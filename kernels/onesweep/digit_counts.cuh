/// All digits of all keys, counted in one read
///
/// The other sorts count a pass's digits when the pass begins. But how often each digit occurs does
/// not depend on the order of the keys: it is the same before the first pass and after the last.
/// So one launch reads every key once and counts all its digits:
///     the chapter's 16 keys, digits of 2 bits     00  01  10  11
///     bits 0–1                                     3   4   5   4      begin at 0  3  7 12
///     bits 2–3                                     3   4   6   3      begin at 0  3  7 13
/// Blocks count in shared memory and add up in global memory: one atomic a block and digit there.
#pragma once

#include "kernels/scan/chain.cuh"
#include "onesweep_show.hpp"

namespace radix::onesweep::inline KERNELS {

/// The digits of all passes.
struct DigitPlaces {
  Digit digit[max_key_bits];
  uint32_t count;
  uint32_t columns;   ///< of the tables: digits of the widest pass
};

/// counts: places.count rows x places.columns, cleared before.
__global__ void count_all_digits(View<const Key> keys, View<uint32_t> counts, uint32_t n,
                                 uint32_t keys_per_thread, DigitPlaces places, Show show) {
  SharedMemory shared;
  const uint32_t entries = places.count * places.columns;
  auto own = shared.array<uint32_t>(entries);
  for (uint32_t e = threadIdx.x; e < entries; e += blockDim.x) own[e] = 0;
  __syncthreads();

  // Every key is read once, for all passes
  const uint32_t first = blockIdx.x * blockDim.x * keys_per_thread + threadIdx.x;
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    const uint32_t i = first + c * blockDim.x;
    if (i >= n) break;
    const Key key = keys[i];
    for (uint32_t place = 0; place < places.count; ++place)
      atomicAdd(&own[place * places.columns + digit_of(key, places.digit[place])], 1u);
  }
  __syncthreads();

  for (uint32_t e = threadIdx.x; e < entries; e += blockDim.x) {
    if (own[e] > 0) atomicAdd(&counts[e], own[e]);
  }
  show("digit_counts");
}

/// One thread a pass adds up its row: where each digit begins in the output.
__global__ void start_all_digits(View<const uint32_t> counts, View<uint32_t> starts,
                                 uint32_t columns, Show show) {
  const uint32_t row = threadIdx.x * columns;
  uint32_t before = 0;
  for (uint32_t d = 0; d < columns; ++d) {
    starts[row + d] = before;
    before += counts[row + d];
  }
  show("digit_starts");
}

}  // namespace radix::onesweep::inline KERNELS
