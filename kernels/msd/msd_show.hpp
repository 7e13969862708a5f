/// The words of the kernels that sort from the highest digit down: `show` and `DeviceArray` with
/// the names of msd_arrays.hpp.
#pragma once

#include "kernels/engine/simt/run.hpp"
#include "msd_family.hpp"

namespace radix::msd::inline KERNELS {

using Show = ShowIn<arrays, scans>;
template <class T>
using DeviceArray = DeviceArrayIn<arrays, T>;

}  // namespace radix::msd::inline KERNELS
