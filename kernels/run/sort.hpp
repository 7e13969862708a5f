/// A recorded run, or one that only sorts: the families' ladders put to work.
#pragma once

#include "ladders.hpp"
#include "run.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// Sorts by the rung of this index in all ladders, one after the other, and fills steps, sorted and
/// launches. Throws KernelError; the steps made until then are in the trace.
inline void sort_by(std::size_t rung, const Problem& problem, bool recorded, Trace& trace,
                    Watch watch = {}, bool keeps_accesses = false) {
  const FamilyLadder<Run>* row = family_ladders<Run>;
  for (; rung >= row->ladder.size(); ++row) rung -= row->ladder.size();
  Run run(problem, recorded, row->family, std::move(watch), keeps_accesses);
  try {
    row->ladder[rung].sort(run);
    if (problem.reversed()) row->reverse(run);
  } catch (const KernelError&) {
    run.finish_early(trace);
    throw;
  }
  run.finish(trace);
}

}  // namespace SIMT_TARGET
}  // namespace radix
