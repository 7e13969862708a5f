/// The words of these kernels: `show` and `DeviceArray` with the names of onesweep_arrays.hpp.
#pragma once

#include "kernels/engine/simt/run.hpp"
#include "onesweep_arrays.hpp"

namespace radix::onesweep::inline KERNELS {

using Show = ShowIn<arrays>;
template <class T>
using DeviceArray = DeviceArrayIn<arrays, T>;

}  // namespace radix::onesweep::inline KERNELS
