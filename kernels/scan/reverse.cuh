/// How not to sort in descending order: sort ascending, then read the result backwards.
///
/// The order is right, but equal keys come out backwards too: it is not stable. The chapter's people
/// (age, income), by income, largest first:
///     ascending, stable      (22,45) (32,80) (29,80) (30,150)
///     reversed               (30,150) (29,80) (32,80) (22,45)     29 before 32: their order is lost
///     digits complemented    (30,150) (32,80) (29,80) (22,45)     32 before 29, as in the input
#pragma once

#include "kernels/simt/keys.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// Which arrays it shows: each family says which of its own.
struct ReverseNames {
  Shown destination, output;
};

/// The last key becomes the first.
template <class Key>
__global__ void reverse_keys(View<const Key> keys, View<Key> output, uint32_t n, ReverseNames names, Probe probe) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const uint32_t destination = n - 1 - i;
    probe(names.destination, i, destination);

    output[destination] = keys[i];
    probe.mark(names.output);
  }
}

/// An extra part behind the others.
template <class Run>
void reverse(Run& run, uint32_t part, Stage stage, ReverseNames names) {
  using Key = typename Run::Key;
  if (run.size() == 0) return;
  run.begin_pass(part);
  const uint32_t blocks = (run.size() + run.threads() - 1) / run.threads();
  run.launch(kernel<reverse_keys<Key>>, stage, "reverse_keys", Grid{blocks, run.threads()}, run.input(), run.output(),
             run.size(), names);
  run.end_pass(run.input());
}

}  // namespace SIMT_TARGET
}  // namespace radix
