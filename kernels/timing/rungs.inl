/// The bodies of Rungs for one type of keys: the file that includes it says for which (RADIX_KEY).
#pragma once

#include "kernels/radix/radix_ladder.hpp"
#include "rungs.hpp"

namespace radix {
inline namespace SIMT_TARGET {

template <>
Cost Rungs<KERNELS::Key>::cost(std::size_t rung, const Cut& cut) {
  /// Counts what a run takes.
  struct Planner : LaunchWatch {
    bool begin(const LaunchFacts& launch) override {
      ++launches;
      bytes += launch.bytes;
      return false;
    }
    uint32_t launches = 0;
    uint64_t bytes = 0;
  };
  Arena arena;
  const Arena::Use use(arena);
  Planner planner;
  Run run(cut, radix_family, nullptr, nullptr, planner);
  ladder[rung].sort(run);
  return {.scratch_bytes = arena.used(),
          .moved_bytes = planner.bytes,
          .passes = run.pass_count(),
          .launches = planner.launches};
}

template <>
const KERNELS::Key* Rungs<KERNELS::Key>::sort(std::size_t rung, const Cut& cut, KERNELS::Key* keys,
                                              KERNELS::Key* other, LaunchWatch& watch) {
  Run run(cut, radix_family, keys, other, watch);
  ladder[rung].sort(run);
  return run.sorted();
}

}  // namespace SIMT_TARGET
}  // namespace radix
