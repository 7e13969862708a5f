/// 13.7 Merge sort, a thread a pair                                       PMPP
///
/// Merge sort compares keys and nothing else, so it sorts whatever can be compared. Runs of one key
/// are sorted already. A level merges them in pairs, so there are half as many, twice as long; when
/// one is left, all is sorted. The chapter's 16 keys:
///     keys        12   3   6   9  15   8   5  10   9   6  11  13   4  10   7   0
///     level 1      3  12|  6   9|  8  15|  5  10|  6   9| 11  13|  4  10|  0   7
///     level 2      3   6   9  12|  5   8  10  15|  6   9  11  13|  0   4   7  10
///     level 3      3   5   6   8   9  10  12  15|  0   4   6   7   9  10  11  13
///     level 4      0   3   4   5   6   6   7   8   9   9  10  10  11  12  13  15
/// That takes 47 comparisons here, 49 at most; 45 is the least that any comparison sort can
/// promise.
///
/// One thread a pair is the obvious way: 8 threads merge at level 1, then 4, then 2, and at level 4
/// a single thread writes all 16 keys while every other one has nothing to do. The last levels need
/// threads that share a merge: merge_co_rank.cuh.
#pragma once

#include "sort_segments.cuh"

namespace radix::merges::inline KERNELS {

/// Every thread merges two neighbouring runs.
__global__ void merge_pairs(View<const Key> keys, View<Key> output, uint32_t n, uint32_t run,
                            Before before, Show show) {
  const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread > (n - 1) / (2 * run)) return;
  const RunPair pair = run_pair(thread, run, n);
  const uint32_t middle = pair.middle(), end = middle + pair.b;
  merge_serially(keys, {pair.begin, middle, middle, end}, pair.size(), before,
                 [&](uint32_t c, Key key, uint32_t place) {
                   output[pair.begin + c] = key;
                   show.some("source", pair.begin + c, place);
                 });
  show.end_rounds(1);
  show("output");
}

/// A launch a level.
inline void sort_by_serial_merges(Run& run) {
  const uint32_t n = run.size(), threads = run.threads();
  merge_levels(run, [&](uint32_t length) {
    const uint32_t pairs = (n - 1) / (2 * length) + 1;
    run.launch<merge_pairs>((pairs + threads - 1) / threads, threads)(
        run.input(), run.output(), n, length, Before{run.order()});
  });
}

}  // namespace radix::merges::inline KERNELS
