/// The words of a sort across devices: those of merge sort and sample sort, and its own arrays.
#pragma once

#include "devices_family.hpp"
#include "kernels/merge/merge_show.hpp"
#include "kernels/sample/sample_show.hpp"

namespace radix::devices::inline KERNELS {

using namespace merges;
using namespace sample;
using Show = ShowIn<arrays>;
template <class T>
using DeviceArray = DeviceArrayIn<arrays, T>;

}  // namespace radix::devices::inline KERNELS
