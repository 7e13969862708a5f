/// A recorded run, or one that only sorts: the sorts of all families put to work.
#pragma once

#include "all_sorts.hpp"
#include "kernels/scan/reverse.hpp"

namespace radix::inline KERNELS {

/// Sorts by the sort of this index in all lists, one after the other, and fills steps, sorted and
/// launches. Throws KernelError; the steps made until then are in the trace.
inline void sort_by(std::size_t sort, const Problem& problem, bool recorded, Trace& trace,
                    Watch watch = {}, bool keeps_accesses = false) {
  const FoundSort found = sort_at(sort);
  Run run(problem, recorded, found.family, std::move(watch), keeps_accesses);
  try {
    found.sort.sort(run);
    if (problem.reversed()) reverse(run);
  } catch (const KernelError&) {
    run.finish_early(trace);
    throw;
  }
  run.finish(trace);
}

}  // namespace radix::inline KERNELS
