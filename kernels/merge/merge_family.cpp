#include "merge_family.hpp"

#include "kernels/engine/model/problem.hpp"
#include "text/parts.hpp"

namespace radix::merges {

uint32_t first_run(const Problem& problem) {
  return problem.settings().start == SortStart::block ? problem.keys_per_block() : 1;
}

Outline outline_of_levels(const Problem& problem, std::string_view) {
  const bool segments = problem.settings().start == SortStart::block;
  Outline outline{segments ? "part" : "level", segments ? "parts" : "levels", {}};
  const uint32_t n = problem.size();
  if (n > 0 && segments)
    outline.parts.push_back(
        {.name = "segments of " + std::to_string(problem.keys_per_block()),
         .said = [](uint32_t keys,
                    uint32_t) { return scope::text::parts::segments({.keys = keys}); },
         .first = problem.keys_per_block()});
  uint32_t level = 1;
  for (uint32_t run = first_run(problem); run < n; run *= 2, ++level) {
    const std::string runs = "runs of " + std::to_string(run) + " in pairs";
    if (segments)
      outline.parts.push_back({.name = "level " + std::to_string(level) + ", " + runs,
                               .said =
                                   [](uint32_t number, uint32_t keys) {
                                     return scope::text::parts::level_of_runs(
                                         {.level = number, .run = keys});
                                   },
                               .first = level,
                               .second = run});
    else
      outline.parts.push_back(
          {.name = runs,
           .said = [](uint32_t keys, uint32_t) { return scope::text::parts::runs({.run = keys}); },
           .first = run});
  }
  if (n > 0 && problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

}  // namespace radix::merges
