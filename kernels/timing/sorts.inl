/// The bodies of Sorts for one type of keys: the file that includes it says for which (RADIX_KEY).
#pragma once

#include "kernels/run/all_sorts.hpp"
#include "sorts.hpp"

namespace radix {
inline namespace SIMT_TARGET {

template <>
Cost TimedSorts<KERNELS::Key>::cost(std::string_view sort, const TimedProblem& problem) {
  /// Counts what a run takes.
  struct Planner : LaunchWatch {
    bool begin(const LaunchFacts& launch) override {
      ++launches;
      bytes += launch.bytes;
      return false;
    }
    void waits() override { guessed = true; }
    uint32_t launches = 0;
    uint64_t bytes = 0;
    bool guessed = false;
  };
  Arena arena;
  const Arena::Use use(arena);
  Planner planner;
  const FoundSort found = sort_called(sort);
  Run run(problem, found.family, nullptr, nullptr, planner);
  found.sort.sort(run);
  if (planner.guessed) return {.scratch_bytes = arena.used()};
  return {.scratch_bytes = arena.used(),
          .moved_bytes = planner.bytes,
          .passes = run.parts_made(),
          .launches = planner.launches};
}

template <>
const KERNELS::Key* TimedSorts<KERNELS::Key>::sort(std::string_view sort,
                                                   const TimedProblem& problem, KERNELS::Key* keys,
                                                   KERNELS::Key* other, LaunchWatch& watch) {
  const FoundSort found = sort_called(sort);
  Run run(problem, found.family, keys, other, watch);
  found.sort.sort(run);
  return run.sorted();
}

}  // namespace SIMT_TARGET
}  // namespace radix
