/// Merge sort as a row of the list of families.
#pragma once

#include <optional>

#include "kernels/engine/model/family.hpp"
#include "merge_arrays.hpp"

namespace radix::merges {

/// Keys of a run before the first level: one, or as many as a block sorts by itself.
uint32_t first_run(const Problem& problem);

/// The network that a block sorts its own keys by; none where it merges them.
constexpr std::optional<Network> network_of(BlockSort sort) {
  switch (sort) {
    case BlockSort::transposition: return Network::transposition;
    case BlockSort::bitonic: return Network::bitonic;
    case BlockSort::odd_even_merge: return Network::odd_even_merge;
    default: return std::nullopt;
  }
}

/// The segments where blocks sort their own, then a part for every doubling of the runs, then the
/// reversal.
Outline outline_of_levels(const Problem& problem, std::string_view sort);

/// Launches that write no array but the keys.
inline constexpr KernelStage kernels[] = {
    {"sort_segments", stage::segment_sort}, {"sort_segments_by_network", stage::segment_sort},
    {"merge_pairs", stage::merge},          {"merge_pieces", stage::merge},
    {"find_borders", stage::partition},     {"merge_tiles", stage::merge},
    {"merge_in_rounds", stage::merge},      {"merge_along_path", stage::merge},
};

inline constexpr Family family{
    .name = "merge",
    .title = "merge sort",
    .stages = stages,
    .arrays = arrays,
    .reads = reads,
    .kernels = kernels,
    .timed = true,
    .max_moments = 64,
    .outline = outline_of_levels,
};

}  // namespace radix::merges
