/// A recorded run, or one that only sorts: the families' ladders put to work.
#pragma once

#include "kernels/scan/reverse.hpp"
#include "ladders.hpp"

namespace radix::inline KERNELS {

/// Sorts by the rung of this index in all ladders, one after the other, and fills steps, sorted and
/// launches. Throws KernelError; the steps made until then are in the trace.
inline void sort_by(std::size_t rung, const Problem& problem, bool recorded, Trace& trace,
                    Watch watch = {}, bool keeps_accesses = false) {
  const FoundRung found = rung_at(rung);
  Run run(problem, recorded, found.family, std::move(watch), keeps_accesses);
  try {
    found.rung.sort(run);
    if (problem.reversed()) reverse(run);
  } catch (const KernelError&) {
    run.finish_early(trace);
    throw;
  }
  run.finish(trace);
}

}  // namespace radix::inline KERNELS
