/// Compiled by a test, never linked: a radix kernel shows ARRAY, and scans SCAN. Names of its own
/// family compile, others do not (tests/CMakeLists.txt).
#include "kernels/radix/radix_show.hpp"

namespace radix::inline KERNELS {

__global__ void shows(View<uint32_t> sums, Show show) {
  show(ARRAY, threadIdx.x, sums[threadIdx.x]);
  show.as(SCAN, threadIdx.x)("before_in_block", 0);
}

}  // namespace radix::inline KERNELS
