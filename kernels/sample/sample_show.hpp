/// The words of sample sort's kernels: `show` and `DeviceArray` with the names of
/// sample_arrays.hpp.
#pragma once

#include "kernels/engine/simt/run.hpp"
#include "sample_family.hpp"

namespace radix::sample::inline KERNELS {

using Show = ShowIn<arrays, scans>;
template <class T>
using DeviceArray = DeviceArrayIn<arrays, T>;

/// Looks that a search among this many splitters may take.
__host__ __device__ inline uint32_t max_looks(uint32_t splitters) {
  uint32_t looks = 0;
  while (splitters >> looks > 0) ++looks;
  return looks;
}

}  // namespace radix::sample::inline KERNELS
