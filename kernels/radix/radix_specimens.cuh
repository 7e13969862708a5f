/// Specimens: kernels with one fault each, as they stand in print, to find what is wrong.
///
/// note_one_bit   The formula of a note on section 13.3: a one goes to N - total - before, where it
///     must be N - total + before. So the ones fill their places from the first one downwards, over
///     the zeros:
///         key          12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///         destination   0  8  1  7  6  2  5  3  4  4  3  2  5  6  1  7
///     7 of the chapter's 16 keys overwrite another. Right: scatter in 01_one_bit.cuh.
#pragma once

#include "01_one_bit.cuh"

namespace radix::inline KERNELS {

/// As printed: a minus for a plus.
__global__ void scatter_as_noted(View<const Key> keys, View<const uint32_t> ones_before,
                                 View<Key> output, uint32_t n, Digit digit, Show show) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const Key key = keys[i];
    const uint32_t before = ones_before[i], total = ones_before[n];

    // N - total - before: the ones go downwards
    const uint32_t destination = bit_of(key, digit) == 0 ? i - before : n - total - before;
    show("destination", i, destination);

    output[destination] = key;
    show("output");
  }
}

}  // namespace radix::inline KERNELS
