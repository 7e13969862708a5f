/// The rungs of radix sort: one include and one row each. Menus, both engines, tests, the source
/// panel and the command line iterate it.
#pragma once

#include "01_one_bit.cuh"
#include "02_block_sort.cuh"
#include "03_digits.cuh"
#include "04_coarse.cuh"
#include "05_one_launch.cuh"
#include "radix_family.hpp"
#if !defined(RADIX_TIMED)
#include "radix_specimens.cuh"
#endif

namespace radix::inline KERNELS {

inline constexpr Rung<Run> ladder[] = {
    {{"one_bit", "one bit at a time", "13.3", "01_one_bit.cuh", false, every_grid | Use::scan},
     sort_one_bit<>},
    {{"block_sort", "sort in the block first", "13.4", "02_block_sort.cuh", true,
      every_grid | Use::scan},
     sort_block_first},
    {{"digits", "several bits a pass", "13.5", "03_digits.cuh", true,
      every_grid | Use::scan | Use::wide_digits},
     sort_digits},
    {{"coarse", "several keys a thread", "13.6", "04_coarse.cuh", true,
      every_grid | Use::scan | Use::wide_digits | Use::coarsening},
     sort_coarse},
    {{.name = "one_launch",
      .title = "one launch a pass",
      .section = "13.3",
      .file = "05_one_launch.cuh",
      .settings = every_grid | Use::scan | Use::one_launch,
      .further = false},
     sort_one_launch},
};

#if !defined(RADIX_TIMED)
/// Kernels with a fault, as they stand in print.
inline constexpr Rung<Run> wrong_rungs[] = {
    {{.name = "note_one_bit",
      .title = "ones from the wrong end",
      .section = "13.3",
      .file = "radix_specimens.cuh",
      .settings = every_grid | Use::scan,
      .wrong = "a one goes to N - total - before, where the ones before it must be added",
      .wrong_line = "N - total - before: the ones go downwards"},
     sort_one_bit<scatter_as_noted>},
};
#endif

}  // namespace radix::inline KERNELS
