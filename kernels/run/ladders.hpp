/// The one list of families of sorts: a new one is an include and a row.
#pragma once

#include "kernels/networks/networks_ladder.hpp"
#include "kernels/radix/radix_ladder.hpp"

namespace radix::inline KERNELS {

/// A family and its rungs.
struct FamilyLadder {
  const Family& family;
  std::span<const Rung<Run>> ladder;
};

inline constexpr FamilyLadder family_ladders[] = {
    {radix_family, ladder},
    {networks::family, networks::ladder},
};

}  // namespace radix::inline KERNELS
