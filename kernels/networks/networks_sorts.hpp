/// The sorts of sorting networks: one include and one row each.
#pragma once

#include "kernels/networks/network_shared.hpp"
#include "kernels/networks/transposition.hpp"
#include "networks_family.hpp"

namespace radix::networks::inline KERNELS {

/// One launch per round: as many as there are keys. Runs of the other networks double in 32 bits.
inline constexpr uint32_t max_rounds = 1u << 14, max_wires = 1u << 30;

inline constexpr SortRow<Run> sort_rows[] = {
    {{.name = "transposition",
      .title = "odd–even transposition",
      .known_as = "odd-even transposition bubble sort brick",
      .section = Section::odd_even,
      .file = "transposition.cu",
      .settings = every_grid | Use::compare | Use::stop_early,
      .max_timed = max_rounds},
     sort_by_transposition},
    {{.name = "network_global",
      .title = "sorting network",
      .known_as = "bitonic sort batcher",
      .section = Section::other,
      .file = "network_global.cu",
      .settings = every_grid | Use::compare | Use::network,
      .stable = false,
      .max_timed = max_wires},
     sort_by_network},
    {{.name = "network_shared",
      .title = "network in shared memory",
      .section = Section::other,
      .file = "network_shared.cu",
      .settings = every_grid | Use::compare | Use::network,
      .stable = false,
      .max_timed = max_wires},
     sort_in_tiles},
};

}  // namespace radix::networks::inline KERNELS
