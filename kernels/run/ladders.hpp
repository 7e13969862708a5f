/// The one list of families of sorts: a new one is an include and a row.
#pragma once

#include "kernels/networks/networks_ladder.hpp"
#include "kernels/radix/radix_ladder.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// A family, its rungs, and how it makes the order backwards once it has sorted.
template <class Run>
struct FamilyLadder {
  const Family& family;
  std::span<const Rung<Run>> ladder;
  void (*reverse)(Run&);
};

template <class Run>
inline constexpr FamilyLadder<Run> family_ladders[] = {
    {radix_family, ladder<Run>, reverse_sorted<Run>},
    {networks::family, networks::ladder<Run>, networks::reverse_sorted<Run>},
};

}  // namespace SIMT_TARGET
}  // namespace radix
