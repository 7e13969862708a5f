/// The list of one-sweep sorts: one include and one row each.
#pragma once

#include "kernels/onesweep/one_sweep_steps.hpp"
#include "onesweep_family.hpp"

namespace radix::onesweep::inline KERNELS {

inline constexpr SortRow<Run> sort_rows[] = {
    {{.name = "one_sweep_tiles",
      .title = "one read and one write per pass",
      .known_as = "onesweep one-sweep decoupled look-back chained scan",
      .section = Section::coarsening,
      .file = "one_sweep_steps.cu",
      .sorts_in_block = true,
      .settings = every_grid | Use::wide_digits | Use::keys_per_thread | Use::ranks | Use::warps |
                  Use::arrival},
     sort_by_one_sweep},
};

}  // namespace radix::onesweep::inline KERNELS
