/// The list of one-sweep sorts: one include and one row each.
#pragma once

#include "kernels/onesweep/one_sweep_steps.hpp"
#include "onesweep_family.hpp"

namespace radix::onesweep::inline KERNELS {

inline constexpr SortRow<Run> ladder[] = {
    {{"one_sweep_tiles", "one read and one write per pass", Section::coarsening,
      "one_sweep_steps.cu", true,
      every_grid | Use::wide_digits | Use::keys_per_thread | Use::ranks | Use::warps |
          Use::arrival},
     sort_by_one_sweep},
};

}  // namespace radix::onesweep::inline KERNELS
