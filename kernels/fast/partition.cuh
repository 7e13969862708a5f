/// A partition whose order inside a bucket is free
///
/// Equal keys without values cannot be told apart, so nobody can see in which order they were
/// moved. That frees a partition from everything that keeps order: no ballots, no look-back. A tile
/// takes its places from a cursor of the whole GPU, the lanes of a warp take theirs from shared
/// counters, whoever comes first; the sorted output is the same whoever that was.
///     1. read      the tile, 16 bytes at a time, in any order
///     2. count     its digits
///     3. reserve   with one atomic a digit the places of the tile's run, and lay the runs out
///     4. place     every key in the tile, by digit
///     5. write     run by run
///
/// Three things make it fast.
///   Sectors. Memory moves in sectors of 32 bytes. A run is laid out in shared memory with the gap
///     it will have in its first sector, so a warp writes whole sectors.
///   A counter for each lane. Shared memory has 32 banks; of 32 random digits 3.4 meet in one.
///     Word 32 d + lane is always in the lane's own bank, and equal digits cost no more than
///     different ones: sorted input is faster than random input.
///   Ask early. A tile asks the L2 for the tile that will follow on its multiprocessor.
#pragma once
#include "sweep_words.cuh"

namespace radix::sweep {

/// Slots for the keys of a tile, sorted by digit, every run laid out as it will lie in memory: a
/// run starts in its sector of 32 bytes where it starts in the output.
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

/// 1. Keys [low, low + size), in any order.
template <class Key, int threads, int keys_per_thread>
__device__ __forceinline__ void read_tile(const Key* __restrict__ keys, uint32_t low, uint32_t size,
                                          Key (&mine)[keys_per_thread]) {
  constexpr uint32_t V = Keys<Key>::count;
  if (size == threads * keys_per_thread) {
    const auto* vectors = reinterpret_cast<const Keys<Key>*>(keys + low) + threadIdx.x;
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread / V; ++i) {
      const Keys<Key> k = read_once(vectors + i * threads);
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) mine[i * V + v] = k.key[v];
    }
  } else {
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i) {
      const uint32_t at = i * threads + threadIdx.x;
      mine[i] = at < size ? keys[low + at] : Key(0);
    }
  }
}

/// 2. and 4. f(counter of the key's digit, i) for each key of this thread.
template <class Key, int threads, int keys_per_thread, class F>
__device__ __forceinline__ void for_each_digit(PartitionTile<Key, threads, keys_per_thread>& tile,
                                               const Key (&mine)[keys_per_thread], uint32_t size,
                                               uint32_t shift, uint32_t mask, const F& f) {
  uint32_t* counters = tile.counters + lane_id();
  const bool full = size == threads * keys_per_thread;
#pragma unroll
  for (uint32_t i = 0; i < keys_per_thread; ++i)
    if (full || i * threads + threadIdx.x < size)
      f(&counters[(uint32_t(mine[i] >> shift) & mask) * 32], i);
}

template <class Tile, int threads>
__device__ inline void clear_counters(Tile& tile) {
  for (uint32_t i = threadIdx.x; i < Tile::digits * 8; i += threads)
    reinterpret_cast<uint4*>(tile.counters)[i] = make_uint4(0, 0, 0, 0);
}

/// 3. Two threads a digit: add up its 32 counters, reserve its run in the output, lay the run out.
/// Counters become slots. fits(digit, place after the run): a run that does not fit is dropped.
template <class Tile, int threads, class Fits>
__device__ __forceinline__ void lay_out_runs(Tile& tile, uint32_t* __restrict__ cursors,
                                             const Fits& fits) {
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
  const uint32_t need =
      count == 0 ? 0 : (lead + count + Tile::sector - 1) / Tile::sector * Tile::sector;
  const uint32_t up = inclusive_scan_of_warp(half == 0 ? need : 0);
  if (lane_id() == 31) tile.warp_sums[warp_id()] = up;
  __syncthreads();
  const uint32_t before = lane_id() < warp_id() ? tile.warp_sums[lane_id()] : 0;
  const uint32_t slot = sum_of_warp(before) + up - need + lead;
  if (half == 0) {
    const uint32_t kept = count == 0 || fits(digit, place + count) ? count : 0;
    tile.runs[digit] = make_uint2(place - slot, slot | kept << 16);
  }
  if (threadIdx.x == threads - 1) tile.slots = slot - lead + need;
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

/// 5. Writes the runs. A slot in a gap holds anything; no run that its digit names contains it.
/// Out: what of a key is written, all of it or its low bits.
template <class Tile, class Key, int threads, class Out>
__device__ __forceinline__ void write_runs(const Tile& tile, Out* __restrict__ output,
                                           uint32_t shift, uint32_t mask) {
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
      if (slot - (run[i].y & 0xffff) < run[i].y >> 16)
        write_run(output + (run[i].x + slot), Out(k[i]));
    }
  }
}

/// 2. to 5. of a tile that has been read and whose counters are cleared. cursors: of the digits of
/// bits [shift, shift + bits).
template <class Out, class Key, int threads, int keys_per_thread, class Fits>
__device__ __forceinline__ void partition_tile(PartitionTile<Key, threads, keys_per_thread>& tile,
                                               const Key (&mine)[keys_per_thread], uint32_t size,
                                               Out* __restrict__ output, uint32_t shift,
                                               uint32_t bits, uint32_t* __restrict__ cursors,
                                               const Fits& fits) {
  using Tile = PartitionTile<Key, threads, keys_per_thread>;
  const uint32_t mask = (1u << bits) - 1;
  for_each_digit(tile, mine, size, shift, mask,
                 [](uint32_t* counter, uint32_t) { atomicAdd(counter, 1); });
  __syncthreads();
  lay_out_runs<Tile, threads>(tile, cursors, fits);
  __syncthreads();
  const uint32_t again = recomputed(shift);
  for_each_digit(tile, mine, size, again, mask, [&](uint32_t* counter, uint32_t i) {
    tile.sorted[Tile::turned(atomicAdd(counter, 1))] =
        mine[i];  // the counter's old value: the slot
  });
  __syncthreads();
  write_runs<Tile, Key, threads>(tile, output, again, mask);
}

}  // namespace radix::sweep
