/// The words of radix kernels: `show` and `DeviceArray` with the names of radix_arrays.hpp.
#pragma once

#include "kernels/engine/simt/run.hpp"
#include "radix_arrays.hpp"

namespace radix::inline KERNELS {

using Show = ShowIn<arrays, scans>;
template <class T>
using DeviceArray = DeviceArrayIn<arrays, T>;

}  // namespace radix::inline KERNELS
