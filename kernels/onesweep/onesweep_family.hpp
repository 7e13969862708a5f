/// One-sweep as a row of the list of families.
#pragma once

#include "kernels/engine/model/family.hpp"
#include "kernels/radix/radix_family.hpp"
#include "onesweep_arrays.hpp"

namespace radix::onesweep {

inline constexpr Family family{
    .name = "onesweep",
    .title = "one-sweep",
    .stages = stages,
    .arrays = arrays,
    .reads = reads,
    .by_digits = true,
    .max_recorded = 1024,
    .tables_by_moment = true,
    .max_moments = 24,
    .outline = outline_of_passes,
};

}  // namespace radix::onesweep
