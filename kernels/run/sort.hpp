/// A recorded run, or one that only sorts: the ladder put to work.
#pragma once

#include "kernels/radix/family.hpp"
#include "kernels/radix/ladder.hpp"
#include "run.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// Sorts by the rung of this index in the ladder and fills steps, sorted and launches.
/// Throws KernelError.
inline void sort_by(std::size_t rung, const Problem& problem, bool recorded, Trace& trace, Watch watch = {}) {
  Run run(problem, recorded, radix_family, std::move(watch));
  ladder<Run>[rung].sort(run);
  if (problem.reversed()) reverse(run);
  run.finish(trace);
}

}  // namespace SIMT_TARGET
}  // namespace radix
