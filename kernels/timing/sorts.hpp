/// The sorts for timed runs: for each type of keys compiled in a file of its own (sorts.inl), on
/// either machine.
#pragma once

#include "kernels/engine/simt/keys.hpp"
#include "kernels/engine/simt/launch_watch.hpp"
#include "timing.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// Key: uint32_t, uint64_t or Pair. `sort`: its name.
template <class Key>
struct TimedSorts {
  /// What a sort takes besides the two buffers of keys: scratch_bytes, moved_bytes, passes,
  /// launches; of a run whose host reads what kernels leave only scratch_bytes, and those at most.
  /// Throws KernelError when the sort cannot run like this.
  static Cost cost(std::string_view sort, const TimedProblem& problem);

  /// Sorts; returns where the keys are then. Buffers come from the arena in use.
  static const Key* sort(std::string_view sort, const TimedProblem& problem, Key* keys, Key* other,
                         LaunchWatch& watch);
};

}  // namespace SIMT_TARGET
}  // namespace radix
