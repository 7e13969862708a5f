/// The table of contents: one include and one row per rung. Menus, both engines, tests, the source
/// panel and the command line iterate it.
#pragma once

#include "01_one_bit.cuh"
#include "02_block_sort.cuh"
#include "03_digits.cuh"
#include "04_coarse.cuh"
#include "05_one_launch.cuh"
#include "kernels/run/engine.hpp"
#include "reverse.cuh"

namespace radix {
inline namespace SIMT_TARGET {

/// A rung of the ladder: what the program shows of it, and its host function. The same function makes recorded and
/// timed runs: `Run` decides (run.hpp, timing/timed_run.hpp).
template <class Run>
struct Rung {
  RungInfo info;
  void (*sort)(Run&);
};

template <class Run>
inline constexpr Rung<Run> ladder[] = {
    {{"one_bit", "one bit at a time", "13.3", "01_one_bit.cuh", false, Use::every_rung}, sort_one_bit<Run>},
    {{"block_sort", "sort in the block first", "13.4", "02_block_sort.cuh", true, Use::every_rung},
     sort_block_first<Run>},
    {{"digits", "several bits a pass", "13.5", "03_digits.cuh", true, Use::wide_digits}, sort_digits<Run>},
    {{"coarse", "several keys a thread", "13.6", "04_coarse.cuh", true, Use::coarsening}, sort_coarse<Run>},
    {{"one_launch", "one launch a pass", "13.3", "05_one_launch.cuh", false, Use::one_launch},
     sort_one_launch<Run>},
};

}  // namespace SIMT_TARGET
}  // namespace radix
