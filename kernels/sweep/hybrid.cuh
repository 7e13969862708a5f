/// Hybrid: most significant digits first, the rest inside shared memory
///
/// Equal keys without values cannot be told apart, so nobody can see in which order they were
/// moved. That frees the first passes from everything that keeps order: no ballots, no look-back.
/// A tile takes its places from a counter of the whole GPU, the lanes of a warp take theirs from
/// shared counters, whoever comes first; the sorted output is the same whoever that was.
///
/// 2^28 random keys of 32 bits on an H200:
///   look     a sample: does one of 256 buckets hold 8 times its share? Then one sweep sorts
///   count    the top 16 bits of all keys, 65,536 counters in shared memory       0.29 ms
///   plan     starts of all buckets, the largest one, which bits differ at all    0.01 ms
///   first    256 buckets by the top 8 bits                                       0.75 ms
///   second   each into 256 by the next 8 bits: 65,536 buckets of about 4,096     0.69 ms
///   buckets  each is read once, sorted in shared memory and written once         0.90 ms
/// Every key is read 4 times and written 3 times, 28 bytes. Together 2.65 ms: 101 GKey/s,
/// 2.05 x CUB.
///
/// Three things make the partitions fast.
///   Sectors. Memory moves in sectors of 32 bytes. A run is laid out in shared memory with the gap
///     it will have in its first sector, so a warp writes whole sectors: the L2 counts 56 million
///     written sectors in the first partition, 65 million without the gaps.
///   A counter for each lane. Shared memory has 32 banks; of 32 random digits 3.4 meet in one.
///     Word 32 d + lane is always in the lane's own bank, and equal digits cost no more than
///     different ones: sorted input is faster than random input.
///   Ask early. A tile asks the L2 for the tile that will follow on its multiprocessor: 0.85 ms
///     become 0.75.
///
/// A bucket of 4,096 keys is counted by the 12 highest bits that vary in it: 4,096 bins, one key
/// each on average. Placing the keys by bin almost sorts them; each thread then sorts 16 slots in
/// registers by a network of 60 exchanges, and its upper 8 with the next thread's lower 8. That is
/// right if no bin holds more than 8 keys; if one does (1 bucket in 200) the order is looked at
/// and put right.
#pragma once
#include "sweep_words.cuh"

namespace radix::sweep {

/// What the counts decide, in device memory; `verdict` also goes to the host.
struct Plan {
  uint32_t largest;  ///< keys in the largest bucket
  uint32_t varying;  ///< the bits that differ between keys; of 64-bit keys the high half is in the
                     ///< next Plan
  uint32_t blocks_done;
  uint32_t hybrid;   ///< 1: partition and sort buckets, 0: another sort
  uint32_t skewed;   ///< what the sample said
  uint32_t crowded;  ///< buckets that counting could not sort (a count ran over)
};
enum class Verdict : uint32_t { none = 0, hybrid = 1, skewed = 2 };

// ------------------------------------------------------------------------------------------------
// 0. Look at a sample: do the keys spread over the buckets at all?

/// One block looks at `threads` x 4 keys, evenly spaced. Skewed: one of 256 buckets has more than
/// 8 times its share.
template <class Key, class Code, int threads>
__global__ void look_at_sample(const Key* __restrict__ keys, uint64_t n, Plan* plan,
                               volatile uint32_t* verdict) {
  __shared__ uint32_t counts[256];
  constexpr uint32_t looks = 4, most = 8 * threads * looks / 256;
  Key k[looks];
  const uint64_t apart = n / (threads * looks);
#pragma unroll
  for (uint32_t i = 0; i < looks; ++i) k[i] = keys[(i * threads + threadIdx.x) * apart];
  if (threadIdx.x < 256) counts[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll
  for (uint32_t i = 0; i < looks; ++i)
    atomicAdd(&counts[uint32_t(Code::encoded(k[i]) >> (8 * sizeof(Key) - 8))], 1);
  __syncthreads();
  const bool skewed = __syncthreads_or(threadIdx.x < 256 && counts[threadIdx.x] > most);
  if (threadIdx.x == 0) {
    plan->skewed = skewed;
    *verdict = uint32_t(skewed ? Verdict::skewed : Verdict::hybrid);
    __threadfence_system();
  }
}

// ------------------------------------------------------------------------------------------------
// 1. Count the top bits of all keys

template <class Key, class Code, int threads>
__global__ void __launch_bounds__(threads, 1)
    count_top_bits(const Key* __restrict__ keys, uint64_t n, uint32_t shift, uint32_t bins,
                   uint32_t* __restrict__ counts, Plan* plan) {
  extern __shared__ uint32_t halves[];  // two counters of 16 bits a word
  constexpr uint32_t many = 0x8000, V = Keys<Key>::count, loads = 8;
  if (plan->skewed) return;
  for (uint32_t i = threadIdx.x; i < bins / 2; i += threads) halves[i] = 0;
  __syncthreads();
  const Key first = keys[0];
  uint32_t varying_low = 0, varying_high = 0;

  // A half that reaches 0x8000 hands that much to the counter of all blocks: it never runs over
  const auto add = [&](uint32_t bin, uint32_t k) {
    const uint32_t half = (bin & 1) * 16;
    const uint32_t before = (atomicAdd(&halves[bin >> 1], k << half) >> half) & 0xffff;
    if (before < many && before + k >= many) {
      atomicSub(&halves[bin >> 1], many << half);
      atomicAdd(&counts[bin], many);
    }
  };
  const auto note = [&](Key k) {
    varying_low |= uint32_t(k ^ first);
    if (sizeof(Key) == 8) varying_high |= uint32_t(uint64_t(k ^ first) >> 32);
  };
  const auto add_one = [&](Key k) {
    note(k);
    add(uint32_t(Code::encoded(k) >> shift), 1);
  };
  // Equal bins serialise: a warp whose keys all share one bin adds them at once
  const auto add_several = [&](const Keys<Key>& k) {
    const uint32_t bin = uint32_t(Code::encoded(k.key[0]) >> shift);
    bool same = bin == __shfl_sync(all_lanes, bin, 0);
#pragma unroll
    for (uint32_t i = 1; i < V; ++i) same &= uint32_t(Code::encoded(k.key[i]) >> shift) == bin;
    if (__all_sync(all_lanes, same)) {
#pragma unroll
      for (uint32_t i = 0; i < V; ++i) note(k.key[i]);
      if (lane_id() == 0) add(bin, 32 * V);
    } else {
#pragma unroll
      for (uint32_t i = 0; i < V; ++i) add_one(k.key[i]);
    }
  };

  // Several loads of 16 bytes in flight, whole warps only
  const auto* vectors = reinterpret_cast<const Keys<Key>*>(keys);
  const uint64_t count = n / V, stride = uint64_t(gridDim.x) * threads;
  uint64_t i = uint64_t(blockIdx.x) * threads + threadIdx.x;
  for (; (i | 31) + (loads - 1) * stride < count; i += loads * stride) {
    Keys<Key> k[loads];
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
  const uint32_t low = or_of_warp(varying_low);
  const uint32_t high = or_of_warp(varying_high);
  if (lane_id() == 0) {
    if (low & ~plan->varying) atomicOr(&plan->varying, low);
    if (high & ~plan[1].varying) atomicOr(&plan[1].varying, high);
  }
}

// ------------------------------------------------------------------------------------------------
// 2. Plan: starts of all buckets, cursors, tiles of the second partition, and the verdict

/// One block for every 1024 bins; each adds up all the counts before its own. `bins`: 2^bits1 *
/// 2^bits2. tile_bucket: for each tile of the second partition the bucket it belongs to; bucket j
/// takes the tiles from starts[j] / tile + j on, so no scan over tiles is needed. rest_bits: key
/// bits below a bucket's number.
template <int threads>
__global__ void __launch_bounds__(threads)
    plan_buckets(const uint32_t* __restrict__ counts, uint32_t bins, uint32_t bits2, uint32_t tile,
                 uint32_t capacity, uint32_t n, uint32_t rest_bits, uint32_t window,
                 uint32_t most_a_bin, uint32_t* __restrict__ starts,
                 uint32_t* __restrict__ cursors1, uint32_t* __restrict__ cursors2,
                 uint32_t* __restrict__ tile_bucket, Plan* plan, volatile uint32_t* verdict) {
  __shared__ uint32_t warp_sums[32], sums[32], local_starts[threads + 1];
  const uint32_t bin = blockIdx.x * threads + threadIdx.x;

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
      // in halves the bins. `rest`: the bits below the bucket's number that differ anywhere
      const uint64_t differing = plan[0].varying | uint64_t(plan[1].varying) << 32;
      const uint64_t rest = differing & ((uint64_t(1) << rest_bits) - 1);
      const int lowest = max(0, 64 - __clzll(static_cast<long long>(rest)) - int(window));
      const uint32_t useful = __popcll(rest >> lowest);
      const bool fits = most <= capacity && n / bins >> min(useful, 31u) <= most_a_bin;
      plan->hybrid = fits;
      *verdict = uint32_t(fits ? Verdict::hybrid : Verdict::skewed);
      __threadfence_system();
    }
  }
}

// ------------------------------------------------------------------------------------------------
// 3. Partition by one digit: order inside a bucket is free

/// Room for the keys of a tile, sorted by digit, every run laid out as it will lie in memory: a run
/// begins in its sector of 32 bytes where it begins in the output, so that a warp writes whole
/// sectors.
template <class Key, int threads, int keys_per_thread>
struct PartitionTile {
  static constexpr uint32_t size = threads * keys_per_thread, digits = 256;
  static constexpr uint32_t sector = 32 / sizeof(Key);
  static constexpr uint32_t batch = sizeof(Key) == 4 ? 4 : 2;  // rows written at once
  static constexpr uint32_t rows =
      (keys_per_thread + (digits * 2 * (sector - 1) + threads - 1) / threads + batch - 1) / batch *
      batch;
  Key sorted[rows * threads];
  uint32_t counters[digits * 32];  // one for each digit and lane: lanes never meet in a bank
  uint2 runs[digits];  // {place in the output - slot, slot of the first key | keys << 16}
  uint32_t warp_sums[threads / 32];
  uint32_t slots;  // keys and gaps

  /// Row r is turned by r: lanes that fill distant slots of one long run do not meet in a bank.
  __device__ static uint32_t turned(uint32_t slot) { return slot ^ slot / threads; }
};

/// Two threads a digit: add up its 32 counters, reserve its run in the output, lay the run out.
/// Counters become slots.
template <class Tile, int threads>
__device__ void lay_out_runs(Tile& tile, uint32_t* __restrict__ cursors) {
  static_assert(threads == 2 * Tile::digits);
  const uint32_t digit = threadIdx.x / 2, half = threadIdx.x % 2;
  auto* four = reinterpret_cast<uint4*>(tile.counters) + threadIdx.x * 4;
  const auto chunk = [](uint32_t i) {
    return (i + threadIdx.x / 2) % 4;
  };  // away from the neighbours' banks
  uint4 c[4];
  uint32_t sum = 0;
#pragma unroll
  for (uint32_t i = 0; i < 4; ++i) {
    c[i] = four[chunk(i)];
    sum += c[i].x + c[i].y + c[i].z + c[i].w;
  }
  const uint32_t other = __shfl_xor_sync(all_lanes, sum, 1), count = sum + other;
  uint32_t place = half == 0 && count > 0 ? atomicAdd(&cursors[digit], count) : 0;
  place = __shfl_sync(all_lanes, place, lane_id() & 30);
  const uint32_t lead = place % Tile::sector;
  const uint32_t room =
      count == 0 ? 0 : (lead + count + Tile::sector - 1) / Tile::sector * Tile::sector;
  const uint32_t up = inclusive_scan_of_warp(half == 0 ? room : 0);
  if (lane_id() == 31) tile.warp_sums[warp_id()] = up;
  __syncthreads();
  const uint32_t before = lane_id() < warp_id() ? tile.warp_sums[lane_id()] : 0;
  const uint32_t slot = sum_of_warp(before) + up - room + lead;
  if (half == 0) tile.runs[digit] = make_uint2(place - slot, slot | count << 16);
  if (threadIdx.x == threads - 1) tile.slots = slot - lead + room;
  uint32_t running = slot + (half == 0 ? 0 : other);
#pragma unroll
  for (uint32_t i = 0; i < 4; ++i) {
    uint4 slots;
    slots.x = running;
    slots.y = slots.x + c[i].x;
    slots.z = slots.y + c[i].y;
    slots.w = slots.z + c[i].z;
    running = slots.w + c[i].w;
    four[chunk(i)] = slots;
  }
}

/// Writes the runs. A slot in a gap holds anything; no run that its digit names contains it.
template <class Tile, class Key, int threads>
__device__ void write_runs(const Tile& tile, Key* __restrict__ output, uint32_t shift,
                           uint32_t mask) {
  for (uint32_t from = 0; from < tile.slots; from += Tile::batch * threads) {
    Key k[Tile::batch];
    uint2 run[Tile::batch];
#pragma unroll
    for (uint32_t i = 0; i < Tile::batch; ++i) {
      const uint32_t row = from / threads + i;
      k[i] = tile.sorted[row * threads + (threadIdx.x ^ row)];
    }
#pragma unroll
    for (uint32_t i = 0; i < Tile::batch; ++i) run[i] = tile.runs[uint32_t(k[i] >> shift) & mask];
#pragma unroll
    for (uint32_t i = 0; i < Tile::batch; ++i) {
      const uint32_t slot = from + i * threads + threadIdx.x;
      if (slot - (run[i].y & 0xffff) < run[i].y >> 16) output[run[i].x + slot] = k[i];
    }
  }
}

/// tile_bucket: null for the first partition, of all keys; else the tiles of the second, inside
/// buckets.
template <class Key, class Code, int threads, int keys_per_thread, int blocks_per_sm>
__global__ void __launch_bounds__(threads, blocks_per_sm)
    partition(const Key* __restrict__ keys, Key* __restrict__ output, uint32_t n, uint32_t shift,
              uint32_t bits, uint32_t* __restrict__ cursors, const uint32_t* __restrict__ starts,
              const uint32_t* __restrict__ tile_bucket, uint32_t ahead, const Plan* plan) {
  using Tile = PartitionTile<Key, threads, keys_per_thread>;
  constexpr uint32_t V = Keys<Key>::count;
  extern __shared__ __align__(16) char shared[];
  Tile& tile = *reinterpret_cast<Tile*>(shared);
  if (!plan->hybrid) return;

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
  const bool full = high - low == Tile::size;
  const uint32_t mask = (1u << bits) - 1;

  // Read 16 bytes at a time, in any order
  Key mine[keys_per_thread];
  if (full) {
    const auto* vectors = reinterpret_cast<const Keys<Key>*>(keys + first) + threadIdx.x;
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread / V; ++i) {
      const Keys<Key> k = read_once(vectors + i * threads);
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) mine[i * V + v] = Code::encoded(k.key[v]);
    }
  } else {
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i) {
      const uint32_t at = low + i * threads + threadIdx.x;
      mine[i] = at < high ? Code::encoded(keys[at]) : Key(0);
    }
  }
  if (ahead > 0 && threadIdx.x == 0) {
    const uint64_t next = uint64_t(first) + uint64_t(ahead) * Tile::size;
    if (next + Tile::size <= n) prefetch(keys + next, Tile::size * sizeof(Key));
  }

  // Count the digits, reserve this tile's run of every bucket, and lay the runs out
  for (uint32_t i = threadIdx.x; i < Tile::digits * 8; i += threads)
    reinterpret_cast<uint4*>(tile.counters)[i] = make_uint4(0, 0, 0, 0);
  __syncthreads();
  uint32_t* counters = tile.counters + lane_id();
  const uint32_t size = high - low;
#pragma unroll
  for (uint32_t i = 0; i < keys_per_thread; ++i)
    if (full || i * threads + threadIdx.x < size)
      atomicAdd(&counters[(uint32_t(mine[i] >> shift) & mask) * 32], 1);
  __syncthreads();
  lay_out_runs<Tile, threads>(tile, cursors);
  __syncthreads();

  // Place: the counter's old value is the slot
  const uint32_t again = recomputed(shift);
#pragma unroll
  for (uint32_t i = 0; i < keys_per_thread; ++i) {
    if (full || i * threads + threadIdx.x < size) {
      const uint32_t slot = atomicAdd(&counters[(uint32_t(mine[i] >> again) & mask) * 32], 1);
      tile.sorted[Tile::turned(slot)] = mine[i];
    }
  }
  __syncthreads();
  write_runs<Tile, Key, threads>(tile, output, again, mask);
}

// ------------------------------------------------------------------------------------------------
// 4a. Sort a bucket whose keys differ in 16 bits only: count the values, write them out

/// Keys of a bucket share all bits but the low 16, so a key is a value of 0...65535. Values are
/// counted in fields of `field` bits; the counts, read in order, are the sorted bucket.
template <class Code, int threads, int field, int blocks_per_sm>
__global__ void __launch_bounds__(threads, blocks_per_sm)
    sort_bucket_by_counting(uint32_t* __restrict__ keys, const uint32_t* __restrict__ starts,
                            Plan* plan, uint32_t* __restrict__ crowded) {
  constexpr uint32_t per_word = 32 / field, words = 65536 / per_word, rows = words / (4 * threads);
  constexpr uint32_t warps = threads / 32, batch = 16;
  static_assert(rows * 4 * threads == words && rows * warps <= 256);
  extern __shared__ __align__(16) uint32_t table[];
  __shared__ uint32_t sums[rows * warps];
  __shared__ uint32_t total_of_all;
  auto* sorted = reinterpret_cast<uint16_t*>(table + words + 32);
  if (!plan->hybrid) return;
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

  // Write the values out, the highest of a word first. sums[...] holds the rank behind the warp
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
  for (uint32_t i = threadIdx.x; i < size; i += threads)
    __stcs(keys + i, Code::decoded(prefix | sorted[i]));
}

/// The buckets that did not fit their fields: 16 bits a count, any values, up to 65,535 keys.
template <class Code, int threads>
__global__ void __launch_bounds__(threads, 1)
    sort_crowded_bucket(uint32_t* __restrict__ all, const uint32_t* __restrict__ starts,
                        const Plan* plan, const uint32_t* __restrict__ crowded) {
  extern __shared__ __align__(16) uint32_t halves[];  // 32,768 words: values 2w and 2w + 1
  __shared__ uint32_t sums[32];
  constexpr uint32_t words = 32768, per_thread = words / threads;
  if (!plan->hybrid) return;
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
      keys[p] = Code::decoded(prefix | value);
    }
    __syncthreads();
  }
}

// ------------------------------------------------------------------------------------------------
// 4b. Sort a bucket of any keys: count once by the bits that vary most, then two small networks

template <class Key>
__device__ inline void order(Key& a, Key& b) {
  const Key low = a < b ? a : b;
  b = a < b ? b : a;
  a = low;
}

/// The 60 exchanges of Green's network: 16 keys.
__device__ constexpr uint8_t green_network[60][2] = {
    {0, 1},   {2, 3},   {4, 5},   {6, 7},   {8, 9},  {10, 11}, {12, 13}, {14, 15}, {0, 2},  {4, 6},
    {8, 10},  {12, 14}, {1, 3},   {5, 7},   {9, 11}, {13, 15}, {0, 4},   {8, 12},  {1, 5},  {9, 13},
    {2, 6},   {10, 14}, {3, 7},   {11, 15}, {0, 8},  {1, 9},   {2, 10},  {3, 11},  {4, 12}, {5, 13},
    {6, 14},  {7, 15},  {5, 10},  {6, 9},   {3, 12}, {13, 14}, {4, 8},   {7, 11},  {1, 2},  {1, 4},
    {7, 13},  {2, 8},   {11, 14}, {2, 4},   {5, 6},  {9, 10},  {11, 13}, {3, 8},   {7, 12}, {6, 8},
    {10, 12}, {3, 5},   {7, 9},   {3, 4},   {5, 6},  {7, 8},   {9, 10},  {11, 12}, {6, 7},  {8, 9}};

template <class Key>
__device__ inline void sort_16(Key (&k)[16]) {
#pragma unroll
  for (int i = 0; i < 60; ++i) order(k[green_network[i][0]], k[green_network[i][1]]);
}

/// low and high are sorted; afterwards low <= high, both sorted.
template <class Key>
__device__ inline void merge_8(Key (&low)[8], Key (&high)[8]) {
#pragma unroll
  for (int i = 0; i < 8; ++i) order(low[i], high[7 - i]);
#pragma unroll
  for (int step = 4; step > 0; step /= 2) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      if (i & step) continue;
      order(low[i], low[i + step]);
      order(high[i], high[i + step]);
    }
  }
}

/// Slots of a bucket in shared memory: pieces of 16 bytes, turned so that threads that read 16 keys
/// each do not meet in a bank.
template <class Key>
__device__ inline uint32_t slot(uint32_t p) {
  if (sizeof(Key) == 4) return p ^ (p >> 3 & 0xc);
  return p ^ (p >> 3 & 0xe);
}

/// A bin held more than 8 keys: the two networks may not have been enough.
template <class Key, int threads>
__device__ __noinline__ void settle(Key* slots, uint32_t size) {
  const uint32_t t = threadIdx.x, all = threads * 16;
  for (uint32_t round = 0; round < 4; ++round) {
    bool wrong = false;
    for (uint32_t p = t; p + 1 < size; p += threads)
      wrong |= slots[slot<Key>(p)] > slots[slot<Key>(p + 1)];
    if (!__syncthreads_or(wrong)) return;
    if (round == 3) break;
    for (uint32_t half = 0; half < 2; ++half) {
      const uint32_t from = t * 16 + half * 8;
      if (from + 16 <= all) {
        Key k[16];
#pragma unroll
        for (uint32_t i = 0; i < 16; ++i) k[i] = slots[slot<Key>(from + i)];
        sort_16(k);
#pragma unroll
        for (uint32_t i = 0; i < 16; ++i) slots[slot<Key>(from + i)] = k[i];
      }
      __syncthreads();
    }
  }
  uint32_t power = 32;
  while (power < size) power *= 2;
  for (uint32_t length = 2; length <= power; length *= 2) {
    for (uint32_t step = length / 2; step > 0; step /= 2) {
      for (uint32_t i = t; i < power / 2; i += threads) {
        const uint32_t low = (i & ~(step - 1)) * 2 | (i & (step - 1));
        const uint32_t high = step == length / 2 ? low ^ (length - 1) : low | step;
        if (high < size) {
          const Key a = slots[slot<Key>(low)], b = slots[slot<Key>(high)];
          if (a > b) {
            slots[slot<Key>(low)] = b;
            slots[slot<Key>(high)] = a;
          }
        }
      }
      __syncthreads();
    }
  }
}

template <class Key, int threads>
struct BucketTile {
  static constexpr uint32_t window = 12, bins = 1 << window, words = bins / 2;
  static constexpr uint32_t slots_of_all = threads * 16;
  static constexpr uint32_t capacity =
      slots_of_all - Keys<Key>::count + 1;  // a bucket may begin inside 16 bytes
  uint32_t counters[words + 32];  // bins w and w + 2048 share word w; 32 for threads without a key
  alignas(16) Key slots[slots_of_all];
  uint32_t sums[32];
  unsigned long long varying;
};

/// Values of a bucket wait here while words of (low bits of the key, place in the bucket) are
/// sorted.
template <int threads>
struct PairsTile {
  BucketTile<uint32_t, threads> words;
  alignas(16) uint32_t values[BucketTile<uint32_t, threads>::slots_of_all];
};
constexpr uint32_t place_bits = 13;  // a bucket has fewer than 8,192 keys

/// keys: the bucket's 16 bytes that begin at or before it; its first key is number `gap`.
/// sure_rows: so many rows of 16 bytes a thread are certainly full.
template <class Key, class Code, int threads, int sure_rows, bool pairs>
__device__ inline void sort_bucket_body(Key* __restrict__ keys, uint32_t size, uint32_t gap,
                                        BucketTile<Key, threads>& tile,
                                        uint32_t* __restrict__ values,
                                        uint32_t* __restrict__ waiting) {
  using Tile = BucketTile<Key, threads>;
  constexpr int V = Keys<Key>::count, rows = 16 / V;
  const uint32_t t = threadIdx.x, lane = lane_id();

  // This thread's keys: number (r * threads + t) * V + v, from gap to gap + size
  const int behind = int(size + gap) - int(t * V), lead = t == 0 ? int(gap) : 0;
  const auto has = [&](int r, int v, int behind) {
    return (r < sure_rows || r * threads * V + v < behind) && (r > 0 || v >= lead);
  };
  // A warp without any key in a row leaves it out
  const int behind_warp = int(size + gap) - int(warp_id() * 32 * V);
  const auto busy = [&](int r) { return r < sure_rows || r * threads * V < behind_warp; };
  const auto whole = [&](int r) { return has(r, 0, behind) && has(r, V - 1, behind); };
  auto* vectors = reinterpret_cast<Keys<Key>*>(keys) + t;

  // Read, and find the bits that vary in this bucket. No key: lowest before the bucket, highest
  // behind it
  Key mine[16];
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    if (whole(r)) {
      const Keys<Key> k = read_once(vectors + r * threads);
#pragma unroll
      for (int v = 0; v < V; ++v) mine[r * V + v] = k.key[v];
    } else {
#pragma unroll
      for (int v = 0; v < V; ++v)
        mine[r * V + v] = has(r, v, behind)    ? vectors[r * threads].key[v]
                          : r == 0 && v < lead ? Key(0)
                                               : ~Key(0);
    }
  }
  const Key key_0 = keys[gap];
  Key first = key_0;
  if constexpr (pairs) {
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      if (whole(r)) {
        reinterpret_cast<Keys<uint32_t>*>(waiting)[r * threads + t] =
            read_once(reinterpret_cast<const Keys<uint32_t>*>(values) + r * threads + t);
      } else {
#pragma unroll
        for (int v = 0; v < V; ++v)
          if (has(r, v, behind))
            waiting[(r * threads + t) * V + v] = values[(r * threads + t) * V + v];
      }
#pragma unroll
      for (int v = 0; v < V; ++v)
        if (has(r, v, behind))
          mine[r * V + v] = mine[r * V + v] << place_bits | ((r * threads + t) * V + v);
    }
    first <<= place_bits;
  }
  if (t == 0) tile.varying = 0;
  auto* four = reinterpret_cast<uint4*>(tile.counters);
#pragma unroll
  for (int i = 0; i < (Tile::words / 4 + threads - 1) / threads; ++i)
    if (i * threads + t < Tile::words / 4) four[i * threads + t] = make_uint4(0, 0, 0, 0);
  __syncthreads();
  Key differs = 0;
#pragma unroll
  for (int i = 0; i < 16; ++i)
    if (has(i / V, i % V, behind)) differs |= mine[i] ^ first;
  uint32_t* varying = reinterpret_cast<uint32_t*>(&tile.varying);
  const uint32_t low_bits = or_of_warp(uint32_t(differs));
  if (lane == 0 && low_bits != 0) atomicOr(varying, low_bits);
  if (sizeof(Key) == 8) {
    const uint32_t high_bits = or_of_warp(uint32_t(uint64_t(differs) >> 32));
    if (lane == 0 && high_bits != 0) atomicOr(varying + 1, high_bits);
  }
  __syncthreads();

  // The window: 12 bits from the highest that varies
  const uint32_t shift =
      max(0, 64 - __clzll(static_cast<long long>(tile.varying)) - int(Tile::window));
  const auto count_in = [&](Key k, uint32_t by, bool valid, uint32_t& half) {
    const uint32_t bin = uint32_t(k >> by) & (Tile::bins - 1);
    half = bin & Tile::words ? 16 : 0;
    return &tile.counters[valid ? bin & (Tile::words - 1) : Tile::words + lane];
  };
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    if (!busy(r)) continue;
#pragma unroll
    for (int v = 0; v < V; ++v) {
      uint32_t half;
      uint32_t* word = count_in(mine[r * V + v], shift, has(r, v, behind), half);
      atomicAdd(word, 1u << half);
    }
  }
  __syncthreads();

  // Scan: 256 threads take 4 words in each of 2 rows; low halves come before high halves
  uint32_t mine0 = 0, mine1 = 0, up0 = 0, up1 = 0, most = 0;
  if (t < 256) {
    const uint4 a = four[t], b = four[256 + t];
    mine0 = a.x + a.y + a.z + a.w;
    mine1 = b.x + b.y + b.z + b.w;
    most = __vmaxu2(__vmaxu2(__vmaxu2(a.x, a.y), __vmaxu2(a.z, a.w)),
                    __vmaxu2(__vmaxu2(b.x, b.y), __vmaxu2(b.z, b.w)));
    up0 = inclusive_scan_of_warp(mine0);
    up1 = inclusive_scan_of_warp(mine1);
    if (lane == 31) {
      tile.sums[warp_id()] = up0;
      tile.sums[8 + warp_id()] = up1;
    }
  }
  const bool full_bin = __syncthreads_or((most & 0xffff) > 8 || (most >> 16) > 8);
  if (t < 256) {
    const uint32_t s = lane < 16 ? tile.sums[lane] : 0;
    const uint32_t inclusive = inclusive_scan_of_warp(s);
    // The first slot is number gap; high halves start behind all low ones
    const uint32_t lows = (__shfl_sync(all_lanes, inclusive, 15) << 16) + gap * 0x10001;
    const auto write = [&](uint32_t row, uint32_t before) {
      const uint4 c = four[row * 256 + t];
      uint4 place;
      place.x = before + lows + __shfl_sync(all_lanes, inclusive - s, row * 8 + warp_id());
      place.y = place.x + c.x;
      place.z = place.y + c.y;
      place.w = place.z + c.z;
      four[row * 256 + t] = place;
    };
    write(0, up0 - mine0);
    write(1, up1 - mine1);
  }
  __syncthreads();

  // Place: the counter's old value is the slot. A bin holds about one key: almost sorted
  const uint32_t again = recomputed(shift);
  const int still_behind = int(recomputed(uint32_t(behind)));
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    const uint32_t own = (r * threads + t) * V;  // the slots of keys that are none
    if (!busy(r)) {
      Keys<Key> none;
#pragma unroll
      for (int v = 0; v < V; ++v) none.key[v] = ~Key(0);
      reinterpret_cast<Keys<Key>*>(tile.slots)[slot<Key>(own) / V] = none;
      continue;
    }
#pragma unroll
    for (int v = 0; v < V; ++v) {
      uint32_t half;
      const bool valid = has(r, v, still_behind);
      uint32_t* word = count_in(mine[r * V + v], again, valid, half);
      const uint32_t before = atomicAdd(word, 1u << half) >> half & 0xffff;
      tile.slots[slot<Key>(valid ? before : own + v)] = mine[r * V + v];
    }
  }
  __syncthreads();

  // Sort 16 slots a thread, then its upper 8 with the next thread's lower 8
  {
    auto* pieces = reinterpret_cast<Keys<Key>*>(tile.slots);
    constexpr uint32_t each = rows;
    const auto piece = [&](uint32_t thread, uint32_t i) {
      return slot<Key>(thread * 16 + i * V) / V;
    };
    Key upper[8];
    {
      Key k[16];
#pragma unroll
      for (uint32_t i = 0; i < each; ++i) {
        const Keys<Key> part = pieces[piece(t, i)];
#pragma unroll
        for (uint32_t v = 0; v < V; ++v) k[i * V + v] = part.key[v];
      }
      sort_16(k);
#pragma unroll
      for (uint32_t i = 0; i < each / 2; ++i) {
        Keys<Key> part;
#pragma unroll
        for (uint32_t v = 0; v < V; ++v) part.key[v] = k[i * V + v];
        pieces[piece(t, i)] = part;
      }
#pragma unroll
      for (int i = 0; i < 8; ++i) upper[i] = k[8 + i];
    }
    __syncthreads();
    if (t != threads - 1) {
      Key lower[8];
#pragma unroll
      for (uint32_t i = 0; i < each / 2; ++i) {
        const Keys<Key> part = pieces[piece(t + 1, i)];
#pragma unroll
        for (uint32_t v = 0; v < V; ++v) lower[i * V + v] = part.key[v];
      }
      merge_8(upper, lower);
#pragma unroll
      for (uint32_t i = 0; i < each / 2; ++i) {
        Keys<Key> part;
#pragma unroll
        for (uint32_t v = 0; v < V; ++v) part.key[v] = lower[i * V + v];
        pieces[piece(t + 1, i)] = part;
      }
    }
#pragma unroll
    for (uint32_t i = 0; i < each / 2; ++i) {
      Keys<Key> part;
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) part.key[v] = upper[i * V + v];
      pieces[piece(t, each / 2 + i)] = part;
    }
  }
  __syncthreads();
  if (full_bin) settle<Key, threads>(tile.slots, size + gap);

  // Write 16 bytes at a time
  const auto* sorted = reinterpret_cast<const Keys<Key>*>(tile.slots);
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    Keys<Key> k = sorted[slot<Key>((r * threads + t) * V) / V];
    Keys<uint32_t> value;
#pragma unroll
    for (int v = 0; v < V; ++v) {
      if constexpr (pairs) {
        const Key shared_bits = key_0 & ~(~Key(0) >> place_bits);  // the high bits of all keys here
        value.key[v] = has(r, v, behind) ? waiting[k.key[v] & ((1u << place_bits) - 1)] : 0;
        k.key[v] = shared_bits | k.key[v] >> place_bits;
      }
      k.key[v] = Code::decoded(k.key[v]);
    }
    if (whole(r)) {
      write_once(vectors + r * threads, k);
      if constexpr (pairs)
        write_once(reinterpret_cast<Keys<uint32_t>*>(values) + r * threads + t, value);
    } else {
#pragma unroll
      for (int v = 0; v < V; ++v) {
        if (!has(r, v, behind)) continue;
        vectors[r * threads].key[v] = k.key[v];
        if constexpr (pairs) values[(r * threads + t) * V + v] = value.key[v];
      }
    }
  }
}

template <class Key, class Code, int threads, int blocks_per_sm>
__global__ void __launch_bounds__(threads, blocks_per_sm)
    sort_bucket(Key* __restrict__ keys, const uint32_t* __restrict__ starts, const Plan* plan) {
  extern __shared__ __align__(16) char shared[];
  auto& tile = *reinterpret_cast<BucketTile<Key, threads>*>(shared);
  constexpr int V = Keys<Key>::count;
  if (!plan->hybrid) return;
  const uint32_t begin = starts[blockIdx.x], size = starts[blockIdx.x + 1] - begin, gap = begin % V;
  if (size == 0) return;
  keys += begin - gap;
  if (size >= 12 * threads)
    sort_bucket_body<Key, Code, threads, 12 / V, false>(keys, size, gap, tile, nullptr, nullptr);
  else if (size >= 4 * threads)
    sort_bucket_body<Key, Code, threads, 4 / V, false>(keys, size, gap, tile, nullptr, nullptr);
  else
    sort_bucket_body<Key, Code, threads, 0, false>(keys, size, gap, tile, nullptr, nullptr);
}

/// Pairs, in place. All keys of a bucket share their high 13 bits at least, so a word holds the
/// rest and the pair's place: words differ, and sorting them by any means keeps the order of equal
/// keys.
template <class Code, int threads, int blocks_per_sm>
__global__ void __launch_bounds__(threads, blocks_per_sm)
    sort_bucket_of_pairs(uint32_t* __restrict__ keys, uint32_t* __restrict__ values,
                         const uint32_t* __restrict__ starts, const Plan* plan) {
  extern __shared__ __align__(16) char shared[];
  auto& tile = *reinterpret_cast<PairsTile<threads>*>(shared);
  if (!plan->hybrid) return;
  const uint32_t begin = starts[blockIdx.x], size = starts[blockIdx.x + 1] - begin, gap = begin % 4;
  if (size == 0) return;
  keys += begin - gap;
  values += begin - gap;
  if (size >= 12 * threads)
    sort_bucket_body<uint32_t, Code, threads, 3, true>(keys, size, gap, tile.words, values,
                                                       tile.values);
  else
    sort_bucket_body<uint32_t, Code, threads, 0, true>(keys, size, gap, tile.words, values,
                                                       tile.values);
}

}  // namespace radix::sweep
