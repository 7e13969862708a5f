/// The table of contents: one include and one row per rung. Menus, both engines, tests, the source
/// panel and the command line iterate it.
#pragma once

#include "01_one_bit.cuh"
#include "02_block_sort.cuh"
#include "03_digits.cuh"
#include "04_coarse.cuh"
#include "05_one_launch.cuh"
#include "reverse.cuh"

namespace radix {
inline namespace SIMT_TARGET {

inline constexpr Rung ladder[] = {
    {{"one_bit", "one bit at a time", "13.3", "01_one_bit.cuh", false, Use::every_rung}, sort_one_bit},
    {{"block_sort", "sort in the block first", "13.4", "02_block_sort.cuh", true, Use::every_rung},
     sort_block_first},
    {{"digits", "several bits a pass", "13.5", "03_digits.cuh", true, Use::wide_digits}, sort_digits},
    {{"coarse", "several keys a thread", "13.6", "04_coarse.cuh", true, Use::coarsening}, sort_coarse},
    {{"one_launch", "one launch a pass", "13.3", "05_one_launch.cuh", false, Use::one_launch},
     sort_one_launch},
};

/// Sorts by the rung of this index in the ladder and fills steps, sorted and launches.
/// Throws KernelError.
inline void sort_by(std::size_t rung, const Problem& problem, bool recorded, Trace& trace, Watch watch = {}) {
  Run run(problem, recorded, std::move(watch));
  ladder[rung].sort(run);
  if (problem.reversed()) reverse(run);
  run.finish(trace);
}

}  // namespace SIMT_TARGET
}  // namespace radix
