/// The table of contents: one include and one row per rung. Menus, both engines, tests, the source
/// panel and the command line iterate it.
#pragma once

#include "01_one_bit.cuh"
#include "02_block_sort.cuh"

namespace radix {
inline namespace SIMT_TARGET {

inline constexpr Rung ladder[] = {
    {{"one_bit", "one bit at a time", "13.3", "01_one_bit.cuh", false}, sort_one_bit},
    {{"block_sort", "sort in the block first", "13.4", "02_block_sort.cuh", true},
     sort_block_first},
};

/// Sorts by the rung of this index in the ladder and fills steps, sorted and launches.
/// Throws KernelError.
inline void sort_by(std::size_t rung, const Problem& problem, bool recorded, Trace& trace) {
  Run run(problem, recorded);
  ladder[rung].sort(run);
  run.finish(trace);
}

}  // namespace SIMT_TARGET
}  // namespace radix
