#include "merge_family.hpp"

#include "kernels/engine/model/problem.hpp"

namespace radix::merges {

uint32_t first_run(const Problem& problem) {
  return problem.settings().start == SortStart::block ? problem.keys_per_block() : 1;
}

Outline outline_of_levels(const Problem& problem, std::string_view) {
  const bool segments = problem.settings().start == SortStart::block;
  Outline outline{segments ? "part" : "level", segments ? "parts" : "levels", {}};
  const uint32_t n = problem.size();
  if (n > 0 && segments)
    outline.parts.push_back({"segments of " + std::to_string(problem.keys_per_block()), 1});
  uint32_t level = 1;
  for (uint32_t run = first_run(problem); run < n; run *= 2, ++level)
    outline.parts.push_back(
        {(segments ? "level " + std::to_string(level) + ", runs of " : "runs of ") +
             std::to_string(run) + " in pairs",
         1});
  if (n > 0 && problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

}  // namespace radix::merges
