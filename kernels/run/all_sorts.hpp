/// The one list of families of sorts: a new one is an include and a row. Timed compiles have those
/// that are timed and no other.
#pragma once

#include <string_view>

#include "kernels/merge/merge_sorts.hpp"
#include "kernels/msd/msd_sorts.hpp"
#include "kernels/networks/networks_sorts.hpp"
#include "kernels/radix/radix_sorts.hpp"
#include "kernels/sample/sample_sorts.hpp"
#if !defined(RADIX_TIMED)
#include "kernels/devices/devices_sorts.hpp"
#include "kernels/hybrid/hybrid_sorts.hpp"
#include "kernels/lists/lists_sorts.hpp"
#include "kernels/onesweep/onesweep_sorts.hpp"
#endif

namespace radix::inline KERNELS {

/// A family and its sorts.
struct FamilySorts {
  const Family& family;
  std::span<const SortRow<Run>> rows;
};

inline constexpr FamilySorts sorts_of_families[] = {
    {radix_family, sort_rows},
    {merges::family, merges::sort_rows},
    {networks::family, networks::sort_rows},
#if !defined(RADIX_TIMED)
    {lists::family, lists::sort_rows},
    {onesweep::family, onesweep::sort_rows},
    {hybrid::family, hybrid::sort_rows},
    {devices::family, devices::sort_rows},
#endif
    {sample::family, sample::sort_rows},
    {msd::family, msd::sort_rows},
#if !defined(RADIX_TIMED)
    {hybrid::family, hybrid::without_count},
    {radix_family, wrong_sorts},  // after all sorts that sort
    {lists::family, lists::bugs_in_print},
#endif
};

/// A sort of all lists, one after the other.
struct FoundSort {
  const Family& family;
  const SortRow<Run>& sort;
};
inline FoundSort sort_at(std::size_t index) {
  const FamilySorts* row = sorts_of_families;
  for (; index >= row->rows.size(); ++row) index -= row->rows.size();
  return {row->family, row->rows[index]};
}

/// The same by its name, which is one of them.
inline FoundSort sort_called(std::string_view name) {
  std::size_t index = 0;
  while (name != sort_at(index).sort.info.name) ++index;
  return sort_at(index);
}

}  // namespace radix::inline KERNELS
