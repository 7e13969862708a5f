/// The rungs of sorting networks: one include and one row each.
#pragma once

#include "kernels/scan/reverse.cuh"
#include "networks_family.hpp"
#include "transposition.cuh"

namespace radix::networks {
inline namespace SIMT_TARGET {

template <class Run>
inline constexpr Rung<Run> ladder[] = {
    {{"transposition", "odd–even transposition", "13.8", "transposition.cuh", false,
      static_cast<uint32_t>(Use::every_rung)},
     sort_by_transposition<Run>},
};

/// The part that reads the sorted keys backwards.
template <class Run>
void reverse_sorted(Run& run) {
  reverse(run, run.size(), stage::read_backwards, {"destination"_array, "output"_array});
}

}  // namespace SIMT_TARGET
}  // namespace radix::networks
