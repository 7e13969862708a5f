/// The hybrid for pairs: counted buckets (counted.cuh), two partitions that keep the order of equal
/// keys (one_sweep.cuh), and buckets in shared memory
///
/// All keys of a bucket share their high 13 bits at least, so a word holds the rest and the pair's
/// place in the bucket: words differ, and sorting them by any means keeps the order of equal keys.
/// The values wait in shared memory until a word says whose they are.
#pragma once
#include "bins.cuh"
#include "fixed_capacity.cuh"

namespace radix::sweep {

constexpr uint32_t place_bits = 13;  // a bucket has fewer than 8,192 keys

template <int threads>
struct PairsTile {
  BucketTile<uint32_t, threads> words;
  alignas(16) uint32_t values[BucketTile<uint32_t, threads>::slots_of_all];
};

/// In place. keys, values: the 16 bytes that start at or before the bucket; its first pair is
/// number `gap`.
template <int threads, int sure_rows>
__device__ __forceinline__ void sort_pairs_body(uint32_t* __restrict__ keys,
                                                uint32_t* __restrict__ values, uint32_t size,
                                                uint32_t gap, PairsTile<threads>& tile) {
  constexpr int V = 4, rows = 4;
  const uint32_t t = threadIdx.x;
  const Rows<threads, V, sure_rows> held(size, gap);
  auto* vectors = reinterpret_cast<Keys<uint32_t>*>(keys) + t;
  auto* value_vectors = reinterpret_cast<Keys<uint32_t>*>(values) + t;
  uint32_t mine[16];
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    if (held.whole(r)) {
      const Keys<uint32_t> k = read_to_replace(vectors + r * threads);
#pragma unroll
      for (int v = 0; v < V; ++v) mine[r * V + v] = k.key[v];
      reinterpret_cast<Keys<uint32_t>*>(tile.values)[r * threads + t] =
          read_to_replace(value_vectors + r * threads);
    } else {
#pragma unroll
      for (int v = 0; v < V; ++v) {
        mine[r * V + v] = 0;
        if (!held.has(r, v)) continue;
        mine[r * V + v] = vectors[r * threads].key[v];
        tile.values[(r * threads + t) * V + v] = value_vectors[r * threads].key[v];
      }
    }
#pragma unroll
    for (int v = 0; v < V; ++v)
      mine[r * V + v] = mine[r * V + v] << place_bits | ((r * threads + t) * V + v);
  }
  const uint32_t first = keys[gap];
  if (t < 2) tile.words.varying[t] = 0;
  clear_bins<BucketTile<uint32_t, threads>, threads>(tile.words);
  __syncthreads();
  sort_by_bins<uint32_t, threads, sure_rows>(tile.words, mine, first << place_bits, size, gap,
                                             held);
  struct Pairs {
    Keys<uint32_t> key, value;
  };
  const uint32_t high = first & ~(~0u >> place_bits), end = gap + size;
  write_bucket<threads, V, rows, sure_rows>(
      size, gap,
      [&](uint32_t at) {
        const auto* words = reinterpret_cast<const Keys<uint32_t>*>(tile.words.slots);
        Pairs pairs{words[slot<uint32_t>(at) / V], {}};
#pragma unroll
        for (int v = 0; v < V; ++v) {
          uint32_t& word = pairs.key.key[v];
          const uint32_t place = word & ((1u << place_bits) - 1);
          pairs.value.key[v] = at + v < end ? tile.values[place] : 0;
          word = high | word >> place_bits;
        }
        return pairs;
      },
      [&](uint32_t at, const Pairs& pairs) {
        write_once(reinterpret_cast<Keys<uint32_t>*>(keys + at), pairs.key);
        write_once(reinterpret_cast<Keys<uint32_t>*>(values + at), pairs.value);
      },
      [&](uint32_t at, const Pairs& pairs, int v) {
        keys[at] = pairs.key.key[v];
        values[at] = pairs.value.key[v];
      });
}

template <int threads, int blocks_per_sm>
__global__ void __launch_bounds__(threads, blocks_per_sm)
    sort_bucket_of_pairs(uint32_t* __restrict__ keys, uint32_t* __restrict__ values,
                         const uint32_t* starts, const Plan* plan) {
  extern __shared__ __align__(16) char shared[];
  auto& tile = *reinterpret_cast<PairsTile<threads>*>(shared);
  begin_after_previous();
  if (!load_relaxed(&plan->go)) return;
  const uint32_t begin = starts[blockIdx.x], size = starts[blockIdx.x + 1] - begin, gap = begin % 4;
  if (size == 0) return;
  keys += begin - gap;
  values += begin - gap;
  if (size >= 12 * threads)
    sort_pairs_body<threads, 3>(keys, values, size, gap, tile);
  else
    sort_pairs_body<threads, 0>(keys, values, size, gap, tile);
}

}  // namespace radix::sweep
