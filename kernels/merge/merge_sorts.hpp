/// The sorts of merge sort: one include and one row each.
#pragma once

#include "kernels/merge/merge_co_rank.hpp"
#include "kernels/merge/merge_path.hpp"
#include "kernels/merge/merge_serial.hpp"
#include "kernels/merge/merge_tiled.hpp"
#include "merge_family.hpp"

namespace radix::merges::inline KERNELS {

/// The last level of merge_serial is one thread's work; lengths of runs double in 32 bits.
inline constexpr uint32_t most_of_one_thread = 1u << 22, most_keys = 1u << 31;

inline constexpr uint32_t comparing = every_grid | Use::start | Use::block_sort | Use::compare;

inline constexpr SortRow<Run> ladder[] = {
    {{"merge_serial", "merge sort, one thread per merge", Section::merge_sort, "merge_serial.cu",
      false, comparing, true, most_of_one_thread},
     sort_by_serial_merges},
    {{"merge_co_rank", "many threads per merge", Section::merge_sort, "merge_co_rank.cu", false,
      comparing | Use::keys_per_thread | Use::co_rank, true, most_keys},
     sort_by_co_rank},
    {{"merge_tiled", "tiles in shared memory", Section::merge_sort, "merge_tiled.cu", false,
      comparing | Use::keys_per_thread | Use::tiles | Use::tile, true, most_keys},
     sort_by_tiles},
    {{"merge_path", "along the merge path", Section::merge_sort, "merge_path.cu", false,
      comparing | Use::keys_per_thread | Use::tiles, true, most_keys},
     sort_along_paths},
};

}  // namespace radix::merges::inline KERNELS
