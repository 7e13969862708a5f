/// A recorded run, or one that only sorts: the families' ladders put to work.
#pragma once

#include "ladders.hpp"
#include "run.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// Sorts by the rung of this index in all ladders, one after the other, and fills steps, sorted and launches.
/// Throws KernelError.
inline void sort_by(std::size_t rung, const Problem& problem, bool recorded, Trace& trace, Watch watch = {}) {
  const FamilyLadder<Run>* row = family_ladders<Run>;
  for (; rung >= row->ladder.size(); ++row) rung -= row->ladder.size();
  Run run(problem, recorded, row->family, std::move(watch));
  row->ladder[rung].sort(run);
  if (problem.reversed()) row->reverse(run);
  run.finish(trace);
}

}  // namespace SIMT_TARGET
}  // namespace radix
