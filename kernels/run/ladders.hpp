/// The one list of families of sorts: a new one is an include and a row. Timed compiles have those
/// that are timed and no other.
#pragma once

#include <string_view>

#include "kernels/merge/merge_ladder.hpp"
#include "kernels/msd/msd_ladder.hpp"
#include "kernels/networks/networks_ladder.hpp"
#include "kernels/radix/radix_ladder.hpp"
#include "kernels/sample/sample_ladder.hpp"
#if !defined(RADIX_TIMED)
#include "kernels/devices/devices_ladder.hpp"
#include "kernels/hybrid/hybrid_ladder.hpp"
#include "kernels/lists/lists_ladder.hpp"
#include "kernels/onesweep/onesweep_ladder.hpp"
#endif

namespace radix::inline KERNELS {

/// A family and its rungs.
struct FamilyLadder {
  const Family& family;
  std::span<const Rung<Run>> ladder;
};

inline constexpr FamilyLadder family_ladders[] = {
    {radix_family, ladder},
    {merges::family, merges::ladder},
    {networks::family, networks::ladder},
#if !defined(RADIX_TIMED)
    {lists::family, lists::ladder},
    {onesweep::family, onesweep::ladder},
    {hybrid::family, hybrid::ladder},
    {devices::family, devices::ladder},
#endif
    {sample::family, sample::ladder},
    {msd::family, msd::ladder},
#if !defined(RADIX_TIMED)
    {hybrid::family, hybrid::without_count},
    {radix_family, wrong_rungs},  // behind all rungs that sort
    {lists::family, lists::specimens},
#endif
};

/// A rung of all ladders, one after the other.
struct FoundRung {
  const Family& family;
  const Rung<Run>& rung;
};
inline FoundRung rung_at(std::size_t index) {
  const FamilyLadder* row = family_ladders;
  for (; index >= row->ladder.size(); ++row) index -= row->ladder.size();
  return {row->family, row->ladder[index]};
}

/// The same by its name, which is one of them.
inline FoundRung rung_called(std::string_view name) {
  std::size_t index = 0;
  while (name != rung_at(index).rung.info.name) ++index;
  return rung_at(index);
}

}  // namespace radix::inline KERNELS
