/// The sorts of merge sort: one include and one row each.
#pragma once

#include "kernels/merge/merge_co_rank.hpp"
#include "kernels/merge/merge_path.hpp"
#include "kernels/merge/merge_serial.hpp"
#include "kernels/merge/merge_tiled.hpp"
#include "merge_family.hpp"

namespace radix::merges::inline KERNELS {

/// The last level of merge_serial is one thread's work; lengths of runs double in 32 bits.
inline constexpr uint32_t max_of_one_thread = 1u << 22, max_of_all_threads = 1u << 31;

inline constexpr uint32_t comparing = every_grid | Use::start | Use::block_sort | Use::compare;

inline constexpr SortRow<Run> sort_rows[] = {
    {{.name = "merge_serial",
      .title = "merge sort, one thread per merge",
      .known_as = "mergesort",
      .section = Section::merge_sort,
      .file = "merge_serial.cu",
      .settings = comparing,
      .max_timed = max_of_one_thread},
     sort_by_serial_merges},
    {{.name = "merge_co_rank",
      .title = "many threads per merge",
      .known_as = "co-rank",
      .section = Section::merge_sort,
      .file = "merge_co_rank.cu",
      .settings = comparing | Use::keys_per_thread | Use::co_rank,
      .max_timed = max_of_all_threads},
     sort_by_co_rank},
    {{.name = "merge_tiled",
      .title = "tiles in shared memory",
      .section = Section::merge_sort,
      .file = "merge_tiled.cu",
      .settings = comparing | Use::keys_per_thread | Use::tiles | Use::tile,
      .max_timed = max_of_all_threads},
     sort_by_tiles},
    {{.name = "merge_path",
      .title = "along the merge path",
      .known_as = "merge path diagonal",
      .section = Section::merge_sort,
      .file = "merge_path.cu",
      .settings = comparing | Use::keys_per_thread | Use::tiles,
      .max_timed = max_of_all_threads},
     sort_along_paths},
};

}  // namespace radix::merges::inline KERNELS
