/// Sorting networks as a row of the list of families.
#pragma once

#include "comparators.hpp"
#include "kernels/engine/model/family.hpp"
#include "networks_arrays.hpp"

namespace radix::networks {

/// Which network a sort is: what the setting says of those that are named so, else transposition.
Network network_of(std::string_view sort, const Settings& settings);

/// Keys of a block's tile in shared memory, of the sort that is named so; 0: it has none.
uint32_t tile_of(std::string_view sort, const Settings& settings);

/// The layer of a part of a run (from 0) on n keys.
Layer layer_of(Network network, uint32_t n, uint32_t part);

/// Layers of a network; of a transposition sort rounds, as many as there are keys: always enough,
/// and from three keys on needed.
Outline outline_of_layers(const Problem& problem, std::string_view sort);

/// Launches that write no array but the keys.
inline constexpr KernelStage kernels[] = {
    {"exchange_neighbours", stage::compare_exchange},
    {"compare_exchange", stage::compare_exchange},
    {"compare_in_tile", stage::compare_exchange},
};

inline constexpr Family family{
    .name = "networks",
    .title = "sorting networks",
    .stages = stages,
    .arrays = arrays,
    .reads = reads,
    .kernels = kernels,
    .timed = true,
    .max_recorded = 1024,
    .outline = outline_of_layers,
};

}  // namespace radix::networks
