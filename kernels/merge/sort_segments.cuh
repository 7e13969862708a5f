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
///
/// A block may also sort by a network, whose layers are those of the sorts of section 13.8. Bitonic
/// and odd–even merge networks carry keys past equal ones, and then the whole sort is not stable.
#pragma once

#include "co_rank.cuh"
#include "kernels/networks/layers.hpp"
#include "kernels/scan/padded.cuh"
#include "merge_family.hpp"

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

/// The same by a network: the comparators of a layer are dealt to the threads, and a barrier stands
/// between two layers.
__global__ void sort_segments_by_network(View<const Key> keys, View<Key> output, uint32_t n,
                                         uint32_t whole, Network network, Before before,
                                         Show show) {
  SharedMemory shared;
  auto sorted = shared.array<Key>(whole);
  const uint32_t begin = blockIdx.x * whole, size = min(whole, n - begin), t = threadIdx.x;
  for (uint32_t q = t; q < size; q += blockDim.x) sorted[q] = keys[begin + q];

  networks::Layer layer{.network = network, .n = size};
  const uint32_t layers = networks::layer_count(network, size);
  const uint32_t comparators = std::bit_floor(2 * size - 1) / 2;  // or fewer
  for (uint32_t k = 0; k < layers; ++k) {
    __syncthreads();  // the keys are there, or the layer before is done
    for (uint32_t c = t; c < comparators; c += blockDim.x) {
      const uint32_t low = layer.low(c), high = layer.high(low);
      if (high == nobody) continue;
      const Key a = sorted[low], b = sorted[high];
      if (layer.descends(low) ? !before(a, b) : !before(b, a)) continue;
      sorted[low] = b;
      sorted[high] = a;
    }
    layer = layer.next();
  }

  __syncthreads();
  for (uint32_t q = t; q < size; q += blockDim.x) {
    const Key key = sorted[q];
    output[begin + q] = key;
    show.some("segment_keys", begin + q, key);
  }
  show.end_rounds(1);
  show("output");
}

/// A launch in which every block sorts its own keys.
inline void sort_blocks(Run& run) {
  const uint32_t n = run.size(), whole = run.keys_per_block();
  const Before before{run.order()};
  if (const auto network = network_of(run.settings().block_sort))
    return run.launch<sort_segments_by_network>(run.blocks(), run.threads(), whole * sizeof(Key))(
        run.input(), run.output(), n, whole, *network, before);
  run.with_keys_per_thread([&](auto each) {
    run.launch<sort_segments<decltype(each)>>(run.blocks(), run.threads(),
                                              padded(whole) * sizeof(Key))(
        run.input(), run.output(), n, each, before);
  });
}

/// The parts of a run: the segments where blocks sort their own, then level(length of the runs),
/// which merges them in pairs, until one run is left.
template <class Level>
void merge_levels(Run& run, Level level) {
  const uint32_t n = run.size();
  const uint32_t segments = run.settings().start == SortStart::block && n > 0 ? 1 : 0;
  const uint32_t first = segments ? run.keys_per_block() : 1;
  uint32_t levels = 0;
  for (uint32_t length = first; length < n; length *= 2) ++levels;
  for (const uint32_t part : run.parts(segments + levels)) {
    if (part < segments)
      sort_blocks(run);
    else
      level(first << (part - segments));
  }
}

}  // namespace radix::merges::inline KERNELS
