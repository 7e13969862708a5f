/// 13.7 Merge sort, many threads a merge                              PMPP, Fig. 13.11
///
/// The later the level, the fewer merges there are and the longer they get. So the threads stop
/// sharing out merges and share out the result: each writes its own piece of it, and asks by a
/// co-rank search where that piece begins in A and where in B, and where the next one does. Fig.
/// 13.11: eight blocks of 2 and eight segments of 2; 2 blocks work on each of 4 merges, then 4 on
/// each of 2, then all 8 on one.
///
/// The chapter's last level, 4 keys a thread: the pieces begin at k = 0, 4, 8, 12.
///     k            0    4    8   12
///     co-rank i    0    2    4    6      keys from A before the piece
///     j = k - i    0    2    4    6      keys from B
/// i = j is luck. The preset lopsided, whose halves are 1 2 3 5 6 13 14 15 and 0 4 7 8 9 10 11 12,
/// has
///     co-rank i    0    3    5    5
///
/// Nobody waits for anybody: every thread reads what the level before left. But each one searches
/// in global memory, about twice lg(run) reads far apart, before it may merge a single key:
/// merge_tiled.cuh.
#pragma once

#include "sort_segments.cuh"

namespace radix::merges::inline KERNELS {

/// How the result of a level is cut: pieces of so many keys, none across two pairs.
struct Pieces {
  uint32_t run, size, per_pair, count;
};
inline Pieces cut_level(uint32_t n, uint32_t run, uint32_t most) {
  const uint32_t per_pair = (2 * run - 1) / most + 1, whole_pairs = (n - 1) / (2 * run);
  const uint32_t last = n - whole_pairs * 2 * run;
  return {run, most, per_pair, whole_pairs * per_pair + (last - 1) / most + 1};
}

/// The search that a kernel is compiled with: both find the same number.
template <CoRankSearch way>
struct Search {
  __device__ uint32_t operator()(uint32_t k, auto&... where) const {
    if constexpr (way == CoRankSearch::diagonal) return on_diagonal(k, where...);
    return co_rank(k, where...);
  }
};

/// Every thread merges one piece of a pair, from where the co-ranks of its begin and of its end
/// say.
__global__ void merge_pieces(View<const Key> keys, View<Key> output, uint32_t n, Pieces pieces,
                             uint32_t looks, auto search, Before before, Show show) {
  const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= pieces.count) return;
  const RunPair pair = run_pair(thread / pieces.per_pair, pieces.run, n);
  const uint32_t k = thread % pieces.per_pair * pieces.size;
  const uint32_t end = min(k + pieces.size, pair.size()), first = pair.begin + k;

  // Where this piece begins in A and in B, and where the next one does
  const uint32_t i = search(k, keys, pair, before, show, first), j = k - i;
  show.end_rounds(looks);
  show("co_rank", first, i);
  Unseen unseen;
  const uint32_t i_end = search(end, keys, pair, before, unseen, first), j_end = end - i_end;

  const uint32_t a = pair.begin, b = pair.middle();
  merge_serially(keys, {a + i, a + i_end, b + j, b + j_end}, end - k, before,
                 [&](uint32_t c, Key key, uint32_t place) {
                   output[first + c] = key;
                   show.some("source", first + c, place);
                 });
  show.end_rounds(1);
  show("output");
}

/// A launch for a level of runs of this length.
inline void merge_by_threads(Run& run, uint32_t length, auto search) {
  const uint32_t n = run.size(), threads = run.threads();
  const Pieces pieces = cut_level(n, length, run.keys_per_thread());
  run.launch<merge_pieces<decltype(search)>>((pieces.count + threads - 1) / threads, threads)(
      run.input(), run.output(), n, pieces, most_looks(length, n), search, Before{run.order()});
}
inline void merge_by_threads(Run& run, uint32_t length) {
  merge_by_threads(run, length, Search<CoRankSearch::two_sided>{});
}

inline void sort_by_co_rank(Run& run) {
  const bool diagonal = run.settings().co_rank == CoRankSearch::diagonal;
  merge_levels(run, [&](uint32_t length) {
    if (!diagonal) return merge_by_threads(run, length);
    merge_by_threads(run, length, Search<CoRankSearch::diagonal>{});
  });
}

}  // namespace radix::merges::inline KERNELS
