/// The sort that sorts from the highest digit on.
#pragma once

#include "kernels/msd/msd_sort.hpp"
#include "msd_family.hpp"

namespace radix::msd::inline KERNELS {

inline constexpr SortRow<Run> sort_rows[] = {
    {{.name = "msd_segments",
      .title = "highest digit first, in segments",
      .known_as = "msd top-down",
      .section = Section::other,
      .file = "msd_sort.cu",
      .sorts_in_block = false,
      .settings = every_grid | Use::scan | Use::wide_digits | Use::finish,
      .max_timed = 1u << 16},
     sort_by_segments},
};

}  // namespace radix::msd::inline KERNELS
