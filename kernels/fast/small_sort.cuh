/// The small sort: one block sorts some thousands of items in shared memory, in one launch
///
/// Items first try bins (bins.cuh): one count by the bits that vary most, then the networks. Of a
/// pair the key and its place go there as one word, so that equal keys keep their order. If a bin
/// holds more than 8 of them the block sorts by least significant digits, ranks by ballots, so it
/// is stable; digits that do not differ are left out.
///     1. read     items stay in registers, and see which bits vary
///     2. bins     count, scan, place, networks, as in bins.cuh
///     3. digits   for each place: rank in the warp, scan over warps and digits, place
///     4. write
#pragma once
#include <type_traits>

#include "bins.cuh"
#include "one_sweep.cuh"

namespace radix::sweep {

inline constexpr int small_threads = 1024;

/// A key, of a pair with its place after it; all ones: none.
template <class Key, class Value>
using SmallWord = std::conditional_t<sizeof(Value) == 4, uint64_t, Key>;

/// As many bins as keep about one key each.
template <class Key, class Value, int items_per_thread>
struct SmallTile {
  static constexpr bool pairs = sizeof(Value) == 4;
  static constexpr uint32_t size = small_threads * items_per_thread, warps = small_threads / 32;
  static constexpr uint32_t stride = 257;  // of the warps' counters: 8 of a digit meet in no bank
  using Bins = BucketTile<SmallWord<Key, Value>, small_threads, items_per_thread,
                          (items_per_thread > 4 ? 13 : 12)>;
  struct Digits {
    alignas(16) Key keys[size];
    Value values[pairs ? size : 1];
    uint32_t counters[warps * stride];
  };
  union {
    Bins bins;
    Digits digits;
  };
  uint32_t sums[warps], varying[2];
};

/// As peers_by_ballots, without predicates, of which this kernel has none to spare.
__device__ inline uint32_t peers_by_masks(uint32_t digit) {
  uint32_t peers = all_lanes;
#pragma unroll
  for (uint32_t bit = 0; bit < 8; ++bit)
    peers &= __ballot_sync(all_lanes, digit & 1u << bit) ^ ((digit >> bit & 1) - 1);
  return peers;
}

/// 3. One digit: every item takes its place among the block's.
template <class Key, class Value, int items_per_thread>
__device__ __forceinline__ void sort_by_digit(SmallTile<Key, Value, items_per_thread>& tile,
                                              Key (&mine)[items_per_thread],
                                              Value (&value)[items_per_thread], uint32_t shift) {
  using Tile = SmallTile<Key, Value, items_per_thread>;
  constexpr uint32_t stride = Tile::stride;
  const uint32_t t = threadIdx.x, lane = lane_id(), warp = warp_id();
  const uint32_t at = warp * 32 * items_per_thread + lane;
  auto& digits = tile.digits;
  uint32_t* counters = digits.counters + warp * stride;

  // Ranks in the warp: the last of the peers moves the counter on for all of them
#pragma unroll
  for (int i = 0; i < 8; ++i) counters[i * 32 + lane] = 0;
  __syncwarp();
  uint32_t ranks[(items_per_thread + 1) / 2];
#pragma unroll
  for (int i = 0; i < items_per_thread; ++i) {
    const uint32_t digit = uint32_t(mine[i] >> shift) & 255, peers = peers_by_masks(digit);
    const uint32_t from = counters[digit], rank = from + __popc(peers & lanes_below());
    __syncwarp();
    if (peers >> lane == 1) counters[digit] = from + __popc(peers);
    if (i % 2)
      ranks[i / 2] |= rank << 16;
    else
      ranks[i / 2] = rank;
    __syncwarp();
  }
  __syncthreads();

  // Scan: four threads a digit, 8 warps each
  {
    uint32_t* column = digits.counters + t % 4 * 8 * stride + t / 4;
    uint32_t c[8], sum = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) sum += c[j] = column[j * stride];
    const uint32_t up = inclusive_scan_of_warp(sum);
    if (lane == 31) tile.sums[warp] = up;
    __syncthreads();
    uint32_t running = sum_of_warp(lane < warp ? tile.sums[lane] : 0) + up - sum;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      column[j * stride] = running;
      running += c[j];
    }
  }
  __syncthreads();

  // Place, and take up what stands in the thread's own slots
#pragma unroll
  for (int i = 0; i < items_per_thread; ++i) {
    const uint32_t slot =
        counters[uint32_t(mine[i] >> shift) & 255] + (ranks[i / 2] >> i % 2 * 16 & 0xffff);
    digits.keys[slot] = mine[i];
    if constexpr (Tile::pairs) digits.values[slot] = value[i];
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < items_per_thread; ++i) {
    mine[i] = digits.keys[at + i * 32];
    if constexpr (Tile::pairs) value[i] = digits.values[at + i * 32];
  }
}

/// n: 1 ... 1,024 x items_per_thread.
template <class Key, class Value, int items_per_thread>
__global__ void __launch_bounds__(small_threads, 1)
    sort_small(const Key* __restrict__ keys, Key* __restrict__ output,
               const Value* __restrict__ values, Value* __restrict__ values_out, uint32_t n) {
  using Tile = SmallTile<Key, Value, items_per_thread>;
  extern __shared__ __align__(16) char shared[];
  Tile& tile = *reinterpret_cast<Tile*>(shared);
  const uint32_t t = threadIdx.x;
  const uint32_t at = warp_id() * 32 * items_per_thread + lane_id();

  // 1. Read: rows of 32 neighbouring items. Who has none holds the highest key, after all others
  Key mine[items_per_thread];
  Value value[items_per_thread] = {};
  if (t < 2) tile.varying[t] = 0;
#pragma unroll
  for (int i = 0; i < items_per_thread; ++i)
    mine[i] = at + i * 32 < n ? keys[at + i * 32] : ~Key(0);
  if constexpr (Tile::pairs) {
#pragma unroll
    for (int i = 0; i < items_per_thread; ++i)
      if (at + i * 32 < n) value[i] = values[at + i * 32];
  }
  const Key first = keys[0];
  Key differs = 0;
#pragma unroll
  for (int i = 0; i < items_per_thread; ++i)
    if (at + i * 32 < n) differs |= mine[i] ^ first;
  using Bins = typename Tile::Bins;
  clear_bins<Bins, small_threads>(tile.bins);
  __syncthreads();
  or_into(tile.varying, differs);
  __syncthreads();
  const uint64_t varying = two_words(tile.varying);

  // 2. Bins
  using Word = SmallWord<Key, Value>;
  const uint32_t shift = window_begin(varying, Bins::window);
#pragma unroll
  for (int i = 0; i < items_per_thread; ++i)
    add_to_bin(tile.bins, uint32_t(mine[i] >> shift), at + i * 32 < n);
  __syncthreads();
  if (!scan_bins<Bins, small_threads>(tile.bins, 0)) {
#pragma unroll
    for (int i = 0; i < items_per_thread; ++i) {
      const uint32_t number = at + i * 32;
      const bool is = number < n;
      const uint32_t place = add_to_bin(tile.bins, uint32_t(mine[i] >> shift), is);
      Word word = mine[i];
      if constexpr (Tile::pairs) word = is ? word << 32 | number : ~Word(0);
      tile.bins.slots[slot<Word>(is ? place : number)] = word;
    }
    __syncthreads();
    sort_neighbours<Word, small_threads, int(Tile::size / 16)>(tile.bins.slots);
    for (uint32_t i = t; i < n; i += small_threads) {
      const Word word = tile.bins.slots[slot<Word>(i)];
      if constexpr (Tile::pairs) {
        output[i] = Key(word >> 32);
        values_out[i] = values[uint32_t(word)];
      } else {
        output[i] = word;
      }
    }
    return;
  }

  // 3. Digits
#pragma unroll 1
  for (uint32_t shift = 0; shift < 8 * sizeof(Key); shift += 8)
    if (varying >> shift & 255) sort_by_digit(tile, mine, value, shift);

      // 4. Write
#pragma unroll
  for (int i = 0; i < items_per_thread; ++i)
    if (at + i * 32 < n) {
      output[at + i * 32] = mine[i];
      if constexpr (Tile::pairs) values_out[at + i * 32] = value[i];
    }
}

}  // namespace radix::sweep
