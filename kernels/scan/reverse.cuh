/// How not to sort in descending order: sort ascending, then read the result backwards.
///
/// The order is right, but equal keys come out backwards too: it is not stable. The chapter's
/// people (age, income), by income, largest first:
///     ascending, stable   (22,45) (32,80) (29,80) (30,150)
///     reversed            (30,150) (29,80) (32,80) (22,45)     29 before 32: their order is lost
///     digits complemented (30,150) (32,80) (29,80) (22,45)     32 before 29, as in the input
#pragma once

#include "kernels/simt/run.hpp"

namespace radix::inline KERNELS {

/// The last key becomes the first.
__global__ void reverse_keys(View<const Key> keys, View<Key> output, uint32_t n,
                             ShowIn<array::general> show) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const uint32_t destination = n - 1 - i;
    show("destination", i, destination);

    output[destination] = keys[i];
    show("output");
  }
}

/// An extra part behind the others.
inline void reverse(Run& run) {
  const uint32_t n = run.size(), threads = run.threads();
  if (n == 0) return;
  run.begin_pass(run.next_part());
  run.launch<reverse_keys>((n + threads - 1) / threads, threads)(run.input(), run.output(), n);
  run.end_pass();
}

}  // namespace radix::inline KERNELS
