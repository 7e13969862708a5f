/// Sorts by lists as a row of the list of families.
#pragma once

#include "kernels/engine/model/family.hpp"
#include "lists_arrays.hpp"

namespace radix::lists {

/// Lists that hand in their heads together before their groups do: list_merge hybrid.
inline constexpr uint32_t lists_of_group = 8;

/// Keys that one block sorts: three times as many stand in its shared memory.
inline constexpr uint32_t max_keys_of_block = 1024;

/// True for the sorts whose one thread sorts by one pair of lists: there is nothing to merge.
bool sorts_alone(std::string_view sort);

/// Lists of a run of this sort: one, or as many as the setting says.
uint32_t list_count(const Problem& problem, std::string_view sort);

/// How a run of this sort finds the smallest head: two bugs in print have one way by themselves.
ListMerge merge_of(const Problem& problem, std::string_view sort);

/// One part per bit; where there are lists to merge, one part per key after them, which together
/// weigh as much as the bits. Then the reversal.
Outline outline_of_lists(const Problem& problem, std::string_view sort);

inline constexpr Family family{
    .name = "lists",
    .title = "lists",
    .stages = stages,
    .arrays = arrays,
    .reads = reads,
    .max_recorded = max_keys_of_block,
    .outline = outline_of_lists,
};

}  // namespace radix::lists
