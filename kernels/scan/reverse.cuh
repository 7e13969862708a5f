/// How not to sort in descending order: sort in ascending order, then reverse the result
///
/// The keys come out in the right order, but equal keys are reversed too, so the sort is not
/// stable. The chapter's people (age, income), by income, largest first:
///     ascending, stable   (22,45) (32,80) (29,80) (30,150)
///     reversed            (30,150) (29,80) (32,80) (22,45)     29 before 32: their order is lost
///     digits complemented (30,150) (32,80) (29,80) (22,45)     32 before 29, as in the input
#pragma once

#include "../common.h"

/// The last key becomes the first, and so on.
__global__ void reverse_keys(const Key* keys, Key* output, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned destination = n - 1 - i;  //: destination[i]
    output[destination] = keys[i];  //: output
  }
}

/// One more pass, after all the others.
inline void reverse(Run& run) {
  const unsigned n = run.size(), threads = run.threads();
  if (n == 0) return;  //: pass
  reverse_keys<<<(n + threads - 1) / threads, threads>>>(run.input(), run.output(), n);
  run.swap();
}
