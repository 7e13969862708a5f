/// The rungs of sorting networks: one include and one row each.
#pragma once

#include "network_shared.cuh"
#include "networks_family.hpp"
#include "transposition.cuh"

namespace radix::networks::inline KERNELS {

inline constexpr Rung<Run> ladder[] = {
    {{"transposition", "odd–even transposition", "13.8", "transposition.cuh", false,
      Use::every_rung | Use::compare | Use::stop_early},
     sort_by_transposition},
    {{"network_global", "sorting network", "13.8", "network_global.cuh", false,
      Use::every_rung | Use::compare | Use::network, false},
     sort_by_network},
    {{"network_shared", "network in shared memory", "13.8", "network_shared.cuh", false,
      Use::every_rung | Use::compare | Use::network, false},
     sort_in_tiles},
};

}  // namespace radix::networks::inline KERNELS
