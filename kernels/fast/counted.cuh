/// The hybrid with a count first: more keys than buckets of a fixed capacity hold, or less
/// memory than they take
///
/// The top 16 bits of all keys are counted, which says where every one of 65,536 buckets starts and
/// how large it is, before any key moves. Then two partitions move each key into its bucket, and a
/// bucket is sorted by counting, too: its keys differ in 16 bits only.
///     1. count       the top bits of all keys, two 16-bit counters in a shared word
///     2. plan        starts of all buckets, the largest one, the tiles of the second partition
///     3. partition   by the top half of those bits, then inside each bucket (partition.cuh)
///     4. buckets     count the values of a bucket in fields of 4 bits; the counts, read in order,
///                    are the sorted bucket. A count that runs over leaves it to another kernel
/// Pairs take the same count and plan (pairs.cuh).
#pragma once
#include "fixed_capacity.cuh"

namespace radix::sweep {

// ------------------------------------------------------------------------------------------------
// 1. Count the top bits of all keys

template <int threads>
__global__ void __launch_bounds__(threads, 1)
    count_top_bits(const uint32_t* __restrict__ keys, uint64_t n, uint32_t shift, uint32_t bins,
                   uint32_t* __restrict__ counts, Plan* plan) {
  extern __shared__ uint32_t halves[];  // two counters of 16 bits per word
  constexpr uint32_t many = 0x8000, V = Keys<uint32_t>::count, loads = 8;
  begin_after_previous();
  if (!load_relaxed(&plan->go)) return;
  for (uint32_t i = threadIdx.x; i < bins / 2; i += threads) halves[i] = 0;
  __syncthreads();
  const uint32_t first = keys[0];
  uint32_t varying = 0;

  // A half that reaches 0x8000 hands that much to the counter of all blocks: it never runs over
  const auto add = [&](uint32_t bin, uint32_t k) {
    const uint32_t half = (bin & 1) * 16;
    const uint32_t before = (atomicAdd(&halves[bin >> 1], k << half) >> half) & 0xffff;
    if (before < many && before + k >= many) {
      atomicSub(&halves[bin >> 1], many << half);
      atomicAdd(&counts[bin], many);
    }
  };
  const auto add_one = [&](uint32_t k) {
    varying |= k ^ first;
    add(k >> shift, 1);
  };
  // Equal bins serialise: a warp whose keys all share one bin adds them at once
  const auto add_several = [&](const Keys<uint32_t>& k) {
    const uint32_t bin = k.key[0] >> shift;
    bool same = bin == __shfl_sync(all_lanes, bin, 0);
#pragma unroll
    for (uint32_t i = 1; i < V; ++i) same &= k.key[i] >> shift == bin;
    if (__all_sync(all_lanes, same)) {
#pragma unroll
      for (uint32_t i = 0; i < V; ++i) varying |= k.key[i] ^ first;
      if (lane_id() == 0) add(bin, 32 * V);
    } else {
#pragma unroll
      for (uint32_t i = 0; i < V; ++i) add_one(k.key[i]);
    }
  };

  // Several loads of 16 bytes in flight, whole warps only
  const auto* vectors = reinterpret_cast<const Keys<uint32_t>*>(keys);
  const uint64_t count = n / V, stride = uint64_t(gridDim.x) * threads;
  uint64_t i = uint64_t(blockIdx.x) * threads + threadIdx.x;
  for (; (i | 31) + (loads - 1) * stride < count; i += loads * stride) {
    Keys<uint32_t> k[loads];
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l) k[l] = read_once(vectors + i + l * stride);
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l) add_several(k[l]);
  }
  for (; i < count; i += stride) {
    for (uint32_t j = 0; j < V; ++j) add_one(vectors[i].key[j]);
  }
  if (blockIdx.x == 0 && threadIdx.x < n % V) add_one(keys[count * V + threadIdx.x]);
  __syncthreads();

  for (uint32_t w = threadIdx.x; w < bins / 2; w += threads) {
    const uint32_t two = halves[w];
    if (two & 0xffff) atomicAdd(&counts[2 * w], two & 0xffff);
    if (two >> 16) atomicAdd(&counts[2 * w + 1], two >> 16);
  }
  or_into(plan->varying, varying, plan->varying[0]);
}

// ------------------------------------------------------------------------------------------------
// 2. Plan: starts of all buckets, cursors, tiles of the second partition, and the verdict

/// One block for every 1024 bins; each adds up all the counts before its own. `bins`: 2^bits1 *
/// 2^bits2. tile_bucket: for each tile of the second partition the bucket it belongs to; bucket j
/// takes the tiles from starts[j] / tile + j on, so no scan over tiles is needed. rest_bits: key
/// bits below a bucket's number.
template <int threads>
__global__ void __launch_bounds__(threads)
    plan_buckets(const uint32_t* counts, uint32_t bins, uint32_t bits2, uint32_t tile,
                 uint32_t capacity, uint32_t n, uint32_t rest_bits, uint32_t window,
                 uint32_t max_a_bin, uint32_t* __restrict__ starts, uint32_t* __restrict__ cursors1,
                 uint32_t* __restrict__ cursors2, uint32_t* __restrict__ tile_bucket, Plan* plan,
                 Answer answer) {
  __shared__ uint32_t warp_sums[32], sums[32], local_starts[threads + 1];
  const uint32_t bin = blockIdx.x * threads + threadIdx.x;
  begin_after_previous();
  if (!load_relaxed(&plan->go)) return;

  // Add up all bins before this block's
  uint32_t before = 0;
  const auto* four = reinterpret_cast<const uint4*>(counts);
  for (uint32_t i = threadIdx.x; i < blockIdx.x * threads / 4; i += threads) {
    const uint4 c = four[i];
    before += c.x + c.y + c.z + c.w;
  }
  before = sum_of_warp(before);
  const uint32_t mine = bin < bins ? counts[bin] : 0;
  const uint32_t inclusive = inclusive_scan_of_warp(mine);
  const uint32_t largest = max_of_warp(mine);
  if (lane_id() == 31) sums[warp_id()] = inclusive;
  if (lane_id() == 0) {
    warp_sums[warp_id()] = before;
    atomicMax(&plan->largest, largest);
  }
  __syncthreads();
  uint32_t start = inclusive - mine;
  for (uint32_t w = 0; w < threads / 32; ++w) {
    start += warp_sums[w];
    if (w < warp_id()) start += sums[w];
  }

  if (bin < bins) {
    starts[bin] = cursors2[bin] = start;
    if ((bin & ((1u << bits2) - 1)) == 0) cursors1[bin >> bits2] = start;
    if (bin == bins - 1) starts[bins] = n;
  }
  local_starts[threadIdx.x] = start;
  if (threadIdx.x == threads - 1) local_starts[threads] = start + mine;
  __syncthreads();

  // Name the bucket of every tile of the second partition: a warp a bucket
  if (bits2 > 0) {
    const uint32_t width = 1u << bits2;
    for (uint32_t b = warp_id() * width; b < threads && blockIdx.x * threads + b < bins;
         b += threads / 32 * width) {
      const uint32_t bucket = (blockIdx.x * threads + b) >> bits2;
      const uint32_t from = local_starts[b] / tile + bucket;
      const uint32_t to = local_starts[b + width] / tile + bucket;
      for (uint32_t t = from + lane_id(); t <= to; t += 32) tile_bucket[t] = bucket;
    }
  }

  // The last block to get here knows the largest bucket of all
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(&plan->blocks_done, 1) == gridDim.x - 1) {
      const uint32_t most = atomicMax(&plan->largest, 0);
      // In a bucket the window's bits must spread the keys over bins: a bit that no two keys differ
      // in halves the bins
      const uint64_t rest = two_words(plan->varying) & ((uint64_t(1) << rest_bits) - 1);
      const uint32_t useful = __popcll(rest >> window_begin(rest, window));
      const bool fits = most <= capacity && n / bins >> min(useful, 31u) <= max_a_bin;
      if (!fits) plan->go = 0;
      answer.is(fits ? Spread::even : Spread::skewed);
    }
  }
}

// ------------------------------------------------------------------------------------------------
// 3. Partition into buckets

/// tile_bucket: null for the first partition, of all keys; else the tiles of the second, inside
/// buckets.
template <int threads, int keys_per_thread, int blocks_per_sm>
__global__ void __launch_bounds__(threads, blocks_per_sm)
    partition_into_buckets(const uint32_t* __restrict__ keys, uint32_t* __restrict__ output,
                           uint32_t n, uint32_t shift, uint32_t bits,
                           uint32_t* __restrict__ cursors, const uint32_t* starts,
                           const uint32_t* tile_bucket, uint32_t ahead, const Plan* plan) {
  using Tile = PartitionTile<uint32_t, threads, keys_per_thread>;
  extern __shared__ __align__(16) char shared[];
  Tile& tile = *reinterpret_cast<Tile*>(shared);
  begin_after_previous();
  if (!load_relaxed(&plan->go)) return;

  // Which keys are this tile's: [first, first + size), cut to [low, high)
  uint32_t first = blockIdx.x * Tile::size, low = 0, high = n;
  if (tile_bucket != nullptr) {
    const uint32_t bucket = tile_bucket[blockIdx.x];
    first -= bucket * Tile::size;
    low = starts[bucket << bits];
    high = starts[(bucket + 1) << bits];
    cursors += bucket << bits;
  }
  low = max(low, first);
  high = min(high, n - first < Tile::size ? n : first + Tile::size);
  if (low >= high) return;
  uint32_t mine[keys_per_thread];
  read_tile<uint32_t, threads>(keys, low, high - low, mine);
  if (threadIdx.x == 0) {
    const uint64_t next = uint64_t(first) + uint64_t(ahead) * Tile::size;
    if (next + Tile::size <= n) prefetch(keys + next, Tile::size * 4);
  }
  clear_counters<Tile, threads>(tile);
  __syncthreads();
  partition_tile<uint32_t>(tile, mine, high - low, output, shift, bits, cursors,
                           [](uint32_t, uint32_t) { return true; });
}

// ------------------------------------------------------------------------------------------------
// 4. Sort a bucket whose keys differ in 16 bits only: count the values, write them out

/// Keys of a bucket share all bits but the low 16, so a key is a value of 0...65535. Values are
/// counted in fields of `field` bits; the counts, read in order, are the sorted bucket.
template <int threads, int field, int blocks_per_sm>
__global__ void __launch_bounds__(threads, blocks_per_sm)
    sort_bucket_by_counting(uint32_t* __restrict__ keys, const uint32_t* starts, Plan* plan,
                            uint32_t* __restrict__ crowded) {
  constexpr uint32_t per_word = 32 / field, words = 65536 / per_word, rows = words / (4 * threads);
  constexpr uint32_t warps = threads / 32, batch = 16;
  static_assert(rows * 4 * threads == words && rows * warps <= 256);
  extern __shared__ __align__(16) uint32_t table[];
  __shared__ uint32_t sums[rows * warps];
  __shared__ uint32_t total_of_all;
  auto* sorted = reinterpret_cast<uint16_t*>(table + words + 32);
  begin_after_previous();
  if (!load_relaxed(&plan->go)) return;
  const uint32_t begin = starts[blockIdx.x], size = starts[blockIdx.x + 1] - begin;
  if (size == 0) return;
  keys += begin;
  const uint32_t prefix = keys[0] & 0xffff0000u;

  // Count values. A thread without a key adds nothing to a word of its own
  auto* four = reinterpret_cast<uint4*>(table);
#pragma unroll
  for (uint32_t i = 0; i < rows; ++i) four[i * threads + threadIdx.x] = make_uint4(0, 0, 0, 0);
  for (uint32_t from = 0; from < size; from += batch * threads) {
    uint32_t k[batch];
#pragma unroll
    for (uint32_t i = 0; i < batch; ++i) {
      const uint32_t at = from + i * threads + threadIdx.x;
      k[i] = at < size ? __ldcs(keys + at) : 0;
    }
    if (from == 0) __syncthreads();
#pragma unroll
    for (uint32_t i = 0; i < batch; ++i) {
      const bool valid = from + i * threads + threadIdx.x < size;
      const uint32_t word = valid ? (k[i] & 0xffff) / per_word : words + lane_id();
      atomicAdd(&table[word], uint32_t(valid) << (k[i] % per_word * field));
    }
  }
  __syncthreads();

  // How many keys lie before each thread's words: four words of every row are a thread's
  uint32_t up[rows];
#pragma unroll
  for (uint32_t row = 0; row < rows; ++row) {
    const uint4 c = four[row * threads + threadIdx.x];
    uint32_t sum;
    if (field == 2) {
      constexpr uint32_t high = 0xaaaaaaaau;
      sum = __popc(c.x) + __popc(c.y) + __popc(c.z) + __popc(c.w) + __popc(c.x & high) +
            __popc(c.y & high) + __popc(c.z & high) + __popc(c.w & high);
    } else {
      constexpr uint32_t low = 0x0f0f0f0fu;
      const uint32_t bytes = (c.x & low) + (c.x >> 4 & low) + (c.y & low) + (c.y >> 4 & low) +
                             (c.z & low) + (c.z >> 4 & low) + (c.w & low) + (c.w >> 4 & low);
      sum = ((bytes & 0xff00ff) + (bytes >> 8 & 0xff00ff)) * 0x10001u >> 16;
    }
    up[row] = sum;
  }
  uint32_t own[rows];
#pragma unroll
  for (uint32_t row = 0; row < rows; ++row) {
    own[row] = up[row];
    up[row] = inclusive_scan_of_warp(up[row]);
    if (lane_id() == 31) sums[row * warps + warp_id()] = up[row];
  }
  __syncthreads();
  if (warp_id() == 0) {
    uint32_t running = 0;
    for (uint32_t i = 0; i < rows * warps; i += 32) {
      const uint32_t s = i + lane_id() < rows * warps ? sums[i + lane_id()] : 0;
      const uint32_t inclusive = inclusive_scan_of_warp(s);
      if (i + lane_id() < rows * warps) sums[i + lane_id()] = running + inclusive;
      running += __shfl_sync(all_lanes, inclusive, 31);
    }
    if (lane_id() == 0) total_of_all = running;
  }
  __syncthreads();

  // A count that ran over its field took keys out of the total: leave the bucket to another kernel
  if (total_of_all != size) {
    if (threadIdx.x == 0) crowded[atomicAdd(&plan->crowded, 1)] = blockIdx.x;
    return;
  }

  // Write the values out, the highest of a word first. sums[...] holds the rank after the warp
#pragma unroll
  for (uint32_t row = 0; row < rows; ++row) {
    const uint4 c = four[row * threads + threadIdx.x];
    const uint32_t last = __shfl_sync(all_lanes, up[row], 31);
    uint32_t rank = sums[row * warps + warp_id()] - (last - up[row]);
    const uint32_t value = (row * threads + threadIdx.x) * 4 * per_word;
    const uint32_t word[4] = {c.x, c.y, c.z, c.w};
#pragma unroll
    for (int w = 3; w >= 0; --w) {
      uint32_t left = word[w];
      while (left != 0) {
        const uint32_t at = (31 - __clz(left)) / field;
        left -= 1u << at * field;
        sorted[--rank] = uint16_t(value + w * per_word + at);
      }
    }
  }
  __syncthreads();
  for (uint32_t i = threadIdx.x; i < size; i += threads) __stcs(keys + i, prefix | sorted[i]);
}

/// The buckets that did not fit their fields: 16 bits a count, any values, up to 65,535 keys.
template <int threads>
__global__ void __launch_bounds__(threads, 1)
    sort_crowded_bucket(uint32_t* __restrict__ all, const uint32_t* starts, const Plan* plan,
                        const uint32_t* crowded) {
  extern __shared__ __align__(16) uint32_t halves[];  // 32,768 words: values 2w and 2w + 1
  __shared__ uint32_t sums[32];
  constexpr uint32_t words = 32768, per_thread = words / threads;
  begin_after_previous();
  if (!load_relaxed(&plan->go)) return;
  for (uint32_t b = blockIdx.x; b < plan->crowded; b += gridDim.x) {
    const uint32_t begin = starts[crowded[b]], size = starts[crowded[b] + 1] - begin;
    uint32_t* keys = all + begin;
    const uint32_t prefix = keys[0] & 0xffff0000u;
    for (uint32_t i = threadIdx.x; i < words; i += threads) halves[i] = 0;
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < size; i += threads) {
      const uint32_t v = keys[i] & 0xffff;
      atomicAdd(&halves[v / 2], 1u << v % 2 * 16);
    }
    __syncthreads();

    // Counts become starts. A run of words each, added in a turned order: lanes do not meet in a
    // bank
    uint32_t sum = 0;
    for (uint32_t i = 0; i < per_thread; ++i) {
      const uint32_t two = halves[threadIdx.x * per_thread + (i + threadIdx.x) % per_thread];
      sum += (two & 0xffff) + (two >> 16);
    }
    const uint32_t inclusive = inclusive_scan_of_warp(sum);
    if (lane_id() == 31) sums[warp_id()] = inclusive;
    __syncthreads();
    uint32_t running = inclusive - sum;
    for (uint32_t w = 0; w < warp_id(); ++w) running += sums[w];
    for (uint32_t i = 0; i < per_thread; ++i) {
      const uint32_t at = threadIdx.x * per_thread + i, two = halves[at];
      const uint32_t second = running + (two & 0xffff);
      halves[at] = running | second << 16;
      running = second + (two >> 16);
    }
    __syncthreads();

    // The key at place p is the last value that starts at or before p
    const auto* value_start = reinterpret_cast<const uint16_t*>(halves);
    for (uint32_t p = threadIdx.x; p < size; p += threads) {
      uint32_t value = 0;
#pragma unroll
      for (uint32_t step = 32768; step > 0; step /= 2)
        if (value_start[value + step] <= p) value += step;
      keys[p] = prefix | value;
    }
    __syncthreads();
  }
}

}  // namespace radix::sweep
