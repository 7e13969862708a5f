/// The words of the lists' kernels: `show` with the names of lists_arrays.hpp, and how a list lies
/// among the keys.
#pragma once

#include "kernels/engine/simt/run.hpp"
#include "lists_arrays.hpp"

namespace radix::lists::inline KERNELS {

using Show = ShowIn<arrays>;
template <class T>
using DeviceArray = DeviceArrayIn<arrays, T>;

/// The first `keys_per_thread` places of the list of thread t: t, t + stride, t + 2 stride, …
struct ListOf {
  uint32_t t, stride, keys_per_thread;
  static constexpr uint32_t first = 0;
  __device__ bool has(uint32_t) const { return true; }
  __device__ uint32_t index(uint32_t c) const { return t + c * stride; }
};

}  // namespace radix::lists::inline KERNELS
