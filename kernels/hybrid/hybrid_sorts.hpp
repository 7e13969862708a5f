/// The sorts of the hybrid.
#pragma once

#include "hybrid_family.hpp"
#include "kernels/hybrid/hybrid_capacity.hpp"
#include "kernels/hybrid/hybrid_steps.hpp"

namespace radix::hybrid::inline KERNELS {

inline constexpr SortRow<Run> sort_rows[] = {
    {{.name = "hybrid_buckets",
      .title = "buckets first, no order kept",
      .known_as = "hybrid unstable",
      .section = Section::coarsening,
      .file = "hybrid_steps.cu",
      .sorts_in_block = true,
      .settings = every_grid | Use::wide_digits | Use::keys_per_thread | Use::warps | Use::arrival,
      .stable = false,
      .bare_keys = true},
     sort_by_buckets},
};

/// The sort that came later: those before it keep their numbers.
inline constexpr SortRow<Run> without_count[] = {
    {{.name = "hybrid_capacity",
      .title = "buckets of fixed capacity, no count",
      .section = Section::coarsening,
      .file = "hybrid_capacity.cu",
      .sorts_in_block = true,
      .settings = every_grid | Use::wide_digits | Use::keys_per_thread | Use::warps | Use::arrival,
      .stable = false,
      .bare_keys = true},
     sort_by_capacity},
};

}  // namespace radix::hybrid::inline KERNELS
