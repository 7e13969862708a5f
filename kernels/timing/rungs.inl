/// The bodies of Rungs for one type of keys: the file that includes it says for which (RADIX_KEY).
#pragma once

#include "kernels/run/ladders.hpp"
#include "rungs.hpp"

namespace radix {
inline namespace SIMT_TARGET {

template <>
Cost Rungs<KERNELS::Key>::cost(std::string_view rung, const Cut& cut) {
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
  const FoundRung found = rung_called(rung);
  Run run(cut, found.family, nullptr, nullptr, planner);
  found.rung.sort(run);
  if (planner.guessed) return {.scratch_bytes = arena.used()};
  return {.scratch_bytes = arena.used(),
          .moved_bytes = planner.bytes,
          .passes = run.parts_made(),
          .launches = planner.launches};
}

template <>
const KERNELS::Key* Rungs<KERNELS::Key>::sort(std::string_view rung, const Cut& cut,
                                              KERNELS::Key* keys, KERNELS::Key* other,
                                              LaunchWatch& watch) {
  const FoundRung found = rung_called(rung);
  Run run(cut, found.family, keys, other, watch);
  found.rung.sort(run);
  return run.sorted();
}

}  // namespace SIMT_TARGET
}  // namespace radix
