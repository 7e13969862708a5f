/// The words of merge sort's kernels: `show` with the names of merge_arrays.hpp, and the networks
/// by which blocks sort their own keys.
#pragma once

#include "kernels/engine/simt/run.hpp"
#include "kernels/networks/layers.hpp"
#include "merge_arrays.hpp"

namespace radix::merges::inline KERNELS {

using Show = ShowIn<arrays>;
using networks::Layer, networks::bit_floor, networks::first_layer, networks::layer_count,
    networks::network_by;

/// Rows of looks that a search in runs of this many keys may take, and one more.
__host__ __device__ constexpr uint32_t max_looks(uint32_t run, uint32_t n) {
  uint32_t bits = 0;
  for (uint32_t size = run < n ? run : n; size > 0; size /= 2) ++bits;
  return 2 * bits + 1;
}

}  // namespace radix::merges::inline KERNELS
