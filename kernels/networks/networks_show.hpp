/// The words of the networks' kernels: `show` with the names of networks_arrays.hpp.
#pragma once

#include "kernels/engine/simt/run.hpp"
#include "networks_arrays.hpp"

namespace radix::networks::inline KERNELS {

using Show = ShowIn<arrays>;

}  // namespace radix::networks::inline KERNELS
