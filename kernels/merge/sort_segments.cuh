/// Before the first level: every block sorts its own keys                 PMPP section 13.7
///
/// Merging can start from runs of one key. But the first levels are cheap for a block by itself:
/// its keys fit into shared memory. One launch instead of one a level, and every key is read and
/// written once.
///
/// The chapter's 16 keys, blocks of 4:
///     keys         12  3  6  9   15  8  5 10    9  6 11 13    4 10  7  0
///     segments      3  6  9 12    5  8 10 15    6  9 11 13    0  4  7 10
/// Four sorted segments are left: 2 levels instead of 4.
#pragma once

#include "co_rank.cuh"
#include "kernels/scan/padded.cuh"

namespace radix::merges::inline KERNELS {

/// Places first, first + step, … of a thread, as far as they lie below `end`.
struct Slice {
  uint32_t first, step, end;
  uint32_t keys_per_thread;
  __device__ bool has(uint32_t c) const { return index(c) < end; }
  __device__ uint32_t index(uint32_t c) const { return first + c * step; }
};

/// A thread puts its own keys in order: neighbours change places, round by round. Equal keys stay.
__device__ inline void sort_own(Key* mine, uint32_t count, auto keys_per_thread, Before before) {
  for (uint32_t round = 0; round < keys_per_thread; ++round) {
    for (uint32_t left = round % 2; left + 1 < keys_per_thread; left += 2) {
      if (left + 1 >= count || !before(mine[left + 1], mine[left])) continue;
      const Key key = mine[left];
      mine[left] = mine[left + 1];
      mine[left + 1] = key;
    }
  }
}

/// Sorts every block's keys in shared memory, by merging.
__global__ void sort_segments(View<const Key> keys, View<Key> output, uint32_t n,
                              auto keys_per_thread, Before before, Show show) {
  SharedMemory shared;
  const uint32_t whole = blockDim.x * keys_per_thread, begin = blockIdx.x * whole;
  const Padded<Key> sorted{shared.array<Key>(padded(whole))};
  const uint32_t size = min(whole, n - begin);
  const Slice spread{threadIdx.x, blockDim.x, size, keys_per_thread};
  const uint32_t first = min(threadIdx.x * keys_per_thread, size);  // of keys side by side
  const uint32_t count = min(uint32_t{keys_per_thread}, size - first);
  Key mine[keys_per_thread.most];

  // Neighbouring threads read neighbouring keys; then every thread takes keys that stand together
  for (uint32_t c = 0; c < keys_per_thread; ++c)
    mine[c] = spread.has(c) ? keys[begin + spread.index(c)] : Key{};
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    if (spread.has(c)) sorted[spread.index(c)] = mine[c];
  }
  __syncthreads();
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    if (c < count) mine[c] = sorted[first + c];
  }
  sort_own(mine, count, keys_per_thread, before);

  Unseen unseen;
  for (uint32_t run = keys_per_thread; run < size; run *= 2) {
    __syncthreads();  // all have read the keys of the level before
    for (uint32_t c = 0; c < keys_per_thread; ++c) {
      if (c < count) sorted[first + c] = mine[c];
    }
    __syncthreads();
    if (count == 0) continue;
    const RunPair pair = run_pair(first / (2 * run), run, size);
    const uint32_t k = first - pair.begin, i = on_diagonal(k, sorted, pair, before, unseen, 0);
    const uint32_t middle = pair.middle(), end = middle + pair.b;
    merge_serially(sorted, {pair.begin + i, middle, middle + k - i, end}, keys_per_thread, before,
                   [&](uint32_t c, Key key, uint32_t) { mine[c] = key; });
  }

  __syncthreads();
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    if (c < count) sorted[first + c] = mine[c];
  }
  show("segment_keys", Slice{begin + first, 1, begin + first + count, keys_per_thread}, mine);
  __syncthreads();
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    if (spread.has(c)) output[begin + spread.index(c)] = sorted[spread.index(c)];
  }
  show("output");
}

/// The parts of a run: the segments where blocks sort their own, then level(length of the runs),
/// which merges them in pairs, until one run is left.
template <class Level>
void merge_levels(Run& run, Level level) {
  const uint32_t n = run.size(), threads = run.threads();
  const uint32_t segments = run.settings().start == SortStart::block && n > 0 ? 1 : 0;
  const uint32_t first = segments ? run.keys_per_block() : 1;
  uint32_t levels = 0;
  for (uint32_t length = first; length < n; length *= 2) ++levels;
  for (const uint32_t part : run.parts(segments + levels)) {
    if (part >= segments) {
      level(first << (part - segments));
      continue;
    }
    run.with_keys_per_thread([&](auto each) {
      run.launch<sort_segments<decltype(each)>>(run.blocks(), threads,
                                                padded(first) * sizeof(Key))(
          run.input(), run.output(), n, each, Before{run.order()});
    });
  }
}

}  // namespace radix::merges::inline KERNELS
