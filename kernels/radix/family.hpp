/// Radix sort as a row of the list of families.
#pragma once

#include "arrays.hpp"
#include "kernels/model/family.hpp"

namespace radix {

inline constexpr Family radix_family{
    .name = "radix",
    .stages = stages,
    .arrays = arrays,
    .block_stage = stage::local_bucket,
};

}  // namespace radix
