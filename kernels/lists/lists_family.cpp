#include "lists_family.hpp"

#include "kernels/engine/model/problem.hpp"
#include "text/parts.hpp"

namespace radix::lists {

bool sorts_alone(std::string_view sort) { return sort.ends_with("_serial"); }

uint32_t list_count(const Problem& problem, std::string_view sort) {
  return sorts_alone(sort) ? 1 : problem.settings().lists;
}

ListMerge merge_of(const Problem& problem, std::string_view sort) {
  if (sort == "lists_race") return ListMerge::atomic_min;
  if (sort == "lists_uneven_tree") return ListMerge::reduction;
  return problem.settings().list_merge;
}

Outline outline_of_lists(const Problem& problem, std::string_view sort) {
  const bool merges = !sorts_alone(sort);
  Outline outline{merges ? "part" : "pass", merges ? "parts" : "passes", {}};
  const uint32_t n = problem.size();
  if (n == 0) return outline;
  const uint32_t bits = problem.key_bits();
  for (uint32_t bit = 0; bit < bits; ++bit) outline.parts.push_back(part_of_bits(bit, 1));
  for (uint32_t round = 0; merges && round < n; ++round)
    outline.parts.push_back(
        {.name = "round " + std::to_string(round + 1),
         .weight = double(bits) / n,
         .said = [](uint32_t number,
                    uint32_t) { return scope::text::parts::round({.round = number}); },
         .first = round + 1});
  if (problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

}  // namespace radix::lists
