/// The sorts of radix sort: one include and one row each. Menus, both engines, tests, the source
/// panel and the command line iterate it.
#pragma once

#include "kernels/radix/01_one_bit.hpp"
#include "kernels/radix/02_block_sort.hpp"
#include "kernels/radix/03_digits.hpp"
#include "kernels/radix/04_coarse.hpp"
#include "kernels/radix/05_one_launch.hpp"
#include "radix_family.hpp"
#if !defined(RADIX_TIMED)
#include "kernels/radix/note_one_bit.hpp"
#endif

namespace radix::inline KERNELS {

inline constexpr SortRow<Run> sort_rows[] = {
    {{.name = "one_bit",
      .title = "one bit at a time",
      .known_as = "binary split",
      .section = Section::parallel,
      .file = "01_one_bit.cu",
      .settings = every_grid | Use::scan},
     sort_one_bit},
    {{.name = "block_sort",
      .title = "sort in the block first",
      .section = Section::coalescing,
      .file = "02_block_sort.cu",
      .sorts_in_block = true,
      .settings = every_grid | Use::scan},
     sort_block_first},
    {{.name = "digits",
      .title = "several bits per pass",
      .known_as = "radix sort counting sort lsd histogram",
      .section = Section::radix_width,
      .file = "03_digits.cu",
      .sorts_in_block = true,
      .settings = every_grid | Use::scan | Use::wide_digits},
     sort_digits},
    {{.name = "coarse",
      .title = "several keys per thread",
      .section = Section::coarsening,
      .file = "04_coarse.cu",
      .sorts_in_block = true,
      .settings = every_grid | Use::scan | Use::wide_digits | Use::coarsening},
     sort_coarse},
    {{.name = "one_launch",
      .title = "one launch per pass",
      .section = Section::parallel,
      .file = "05_one_launch.cu",
      .settings = every_grid | Use::scan | Use::one_launch,
      .further = false},
     sort_one_launch},
};

#if !defined(RADIX_TIMED)
/// Kernels with a fault, as they stand in print.
inline constexpr SortRow<Run> wrong_sorts[] = {
    {{.name = "note_one_bit",
      .title = "ones from the wrong end",
      .section = Section::parallel,
      .file = "note_one_bit.cu",
      .settings = every_grid | Use::scan,
      .wrong = "a one goes to N - total - before, where the ones before it must be added",
      .wrong_line = "N - total - before: the ones go downwards"},
     sort_as_noted},
};
#endif

}  // namespace radix::inline KERNELS
