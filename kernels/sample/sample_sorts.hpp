/// The sort of sample sort.
#pragma once

#include "kernels/sample/sample_sort.hpp"
#include "sample_family.hpp"

namespace radix::sample::inline KERNELS {

inline constexpr SortRow<Run> sort_rows[] = {
    {{.name = "sample_buckets",
      .title = "sample sort: buckets by splitters",
      .known_as = "samplesort splitters quicksort",
      .section = Section::other,
      .file = "sample_sort.cu",
      .sorts_in_block = true,
      .settings = every_grid | Use::scan | Use::wide_digits | Use::compare | Use::oversampling |
                  Use::sample,
      .max_timed = 1u << 18},
     sort_by_sample},
};

}  // namespace radix::sample::inline KERNELS
