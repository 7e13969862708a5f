/// Sorting networks as a row of the list of families.
#pragma once

#include "kernels/model/family.hpp"
#include "networks_arrays.hpp"

namespace radix::networks {

/// Rounds of a transposition sort: as many as there are keys, always enough, and from three keys on
/// needed.
Outline outline_of_rounds(const Problem& problem);

inline constexpr Family family{
    .name = "networks",
    .title = "sorting networks",
    .stages = stages,
    .arrays = arrays,
    .reads = reads,
    .most_recorded = 1024,
    .outline = outline_of_rounds,
};

}  // namespace radix::networks
