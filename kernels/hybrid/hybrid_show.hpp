/// The words of the hybrid's kernels: those of one-sweep, and its arrays.
#pragma once

#include "hybrid_family.hpp"
#include "kernels/onesweep/onesweep_show.hpp"

namespace radix::hybrid::inline KERNELS {

using namespace onesweep;
using onesweep::Show, onesweep::DeviceArray;

}  // namespace radix::hybrid::inline KERNELS
