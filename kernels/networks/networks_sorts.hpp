/// The sorts of sorting networks: one include and one row each.
#pragma once

#include "kernels/networks/network_shared.hpp"
#include "kernels/networks/transposition.hpp"
#include "networks_family.hpp"

namespace radix::networks::inline KERNELS {

/// A launch a round: as many as there are keys. Runs of the other networks double in 32 bits.
inline constexpr uint32_t most_rounds = 1u << 14, most_wires = 1u << 30;

inline constexpr SortRow<Run> ladder[] = {
    {{"transposition", "odd–even transposition", Section::odd_even, "transposition.cu", false,
      every_grid | Use::compare | Use::stop_early, true, most_rounds},
     sort_by_transposition},
    {{"network_global", "sorting network", Section::other, "network_global.cu", false,
      every_grid | Use::compare | Use::network, false, most_wires},
     sort_by_network},
    {{"network_shared", "network in shared memory", Section::other, "network_shared.cu", false,
      every_grid | Use::compare | Use::network, false, most_wires},
     sort_in_tiles},
};

}  // namespace radix::networks::inline KERNELS
