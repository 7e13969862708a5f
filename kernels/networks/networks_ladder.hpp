/// The rungs of sorting networks: one include and one row each.
#pragma once

#include "networks_family.hpp"
#include "transposition.cuh"

namespace radix::networks::inline KERNELS {

inline constexpr Rung<Run> ladder[] = {
    {{"transposition", "odd–even transposition", "13.8", "transposition.cuh", false,
      static_cast<uint32_t>(Use::every_rung)},
     sort_by_transposition},
};

}  // namespace radix::networks::inline KERNELS
