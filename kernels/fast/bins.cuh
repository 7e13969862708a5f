/// Sorting a bucket in shared memory: count once by the bits that vary most, then two small
/// networks
///
/// A bucket of some 4,096 keys is counted by the 12 highest bits that vary in it: 4,096 bins, one
/// key each on average. Placing the keys by bin almost sorts them; networks.cuh does the rest.
///     1. read      the bucket, and see which bits vary
///     2. count     the keys of every bin
///     3. scan      counts become slots
///     4. place     every key by its bin
///     5. networks  16 slots a thread, then across the threads' borders
///     6. write     16 bytes at a time
/// Used by fixed_capacity.cuh (into another array), pairs.cuh (in place) and small_sort.cuh (one
/// block).
#pragma once
#include "networks.cuh"

namespace radix::sweep {

/// Bins of 16-bit counters, two per word: bins w and w + words share word w. 32 words more for
/// threads without a key.
template <class Key, int threads, int slots_of_thread = 16, int window_bits = 12>
struct BucketTile {
  static constexpr uint32_t window = window_bits, bins = 1 << window, words = bins / 2;
  static constexpr uint32_t slots_of_all = threads * slots_of_thread;
  /// A bucket may start inside 16 bytes of the output.
  static constexpr uint32_t capacity = slots_of_all - Keys<Key>::count + 1;
  alignas(16) uint32_t counters[words + 32];
  alignas(16) Key slots[slots_of_all];
  uint32_t sums[32];
  uint32_t varying[2];
};

template <class Tile, int threads>
__device__ __forceinline__ void clear_bins(Tile& tile) {
  auto* four = reinterpret_cast<uint4*>(tile.counters);
#pragma unroll
  for (uint32_t i = 0; i < (Tile::words / 4 + threads - 1) / threads; ++i)
    if (i * threads + threadIdx.x < Tile::words / 4)
      four[i * threads + threadIdx.x] = make_uint4(0, 0, 0, 0);
}

/// Adds one to the key's bin; what it was before. A thread without a key adds to a word of its own.
template <class Tile>
__device__ __forceinline__ uint32_t add_to_bin(Tile& tile, uint32_t bits, bool valid) {
  const uint32_t bin = bits & (Tile::bins - 1), half = bin >> (Tile::window - 1) << 4;
  uint32_t* word = &tile.counters[valid ? bin & (Tile::words - 1) : Tile::words + lane_id()];
  return atomicAdd(word, 1u << half) >> half & 0xffff;
}

/// 3. Counts become slots, the first of them number `gap`: low halves come before high halves. A
/// row is `scanners` x 4 words. Returns whether a bin holds more than 8 keys.
template <class Tile, int threads>
__device__ __forceinline__ bool scan_bins(Tile& tile, uint32_t gap) {
  constexpr uint32_t least = Tile::words / 16;  // four rows at most
  constexpr uint32_t scanners = threads >= 256 && least <= 256 ? 256 : least;
  constexpr uint32_t rows = Tile::words / (4 * scanners), warps = scanners / 32;
  static_assert(scanners <= threads && rows * warps <= 32 && rows * scanners * 4 == Tile::words);
  const uint32_t t = threadIdx.x;
  auto* four = reinterpret_cast<uint4*>(tile.counters);
  uint32_t own[rows] = {}, up[rows] = {}, most = 0;
  if (t < scanners) {
#pragma unroll
    for (uint32_t row = 0; row < rows; ++row) {
      const uint4 a = four[row * scanners + t];
      own[row] = a.x + a.y + a.z + a.w;
      most = __vmaxu2(most, __vmaxu2(__vmaxu2(a.x, a.y), __vmaxu2(a.z, a.w)));
      up[row] = inclusive_scan_of_warp(own[row]);
      if (lane_id() == 31) tile.sums[row * warps + warp_id()] = up[row];
    }
  }
  const bool full_bin = __syncthreads_or((most & 0xffff) > 8 || (most >> 16) > 8);
  if (t < scanners) {
    const uint32_t s = lane_id() < rows * warps ? tile.sums[lane_id()] : 0;
    const uint32_t inclusive = inclusive_scan_of_warp(s);
    const uint32_t lows = (__shfl_sync(all_lanes, inclusive, 31) << 16) + gap * 0x10001;
#pragma unroll
    for (uint32_t row = 0; row < rows; ++row) {
      const uint4 c = four[row * scanners + t];
      uint4 place;
      place.x = up[row] - own[row] + lows +
                __shfl_sync(all_lanes, inclusive - s, row * warps + warp_id());
      place.y = place.x + c.x;
      place.z = place.y + c.y;
      place.w = place.z + c.z;
      four[row * scanners + t] = place;
    }
  }
  __syncthreads();
  return full_bin;
}

/// Slots [0, gap) hold the lowest key, those from `end` on the highest. The first sure_rows rows of
/// `threads` x V slots are full.
template <class Key, int threads, int sure_rows, class Tile>
__device__ __forceinline__ void fill_empty_slots(Tile& tile, uint32_t gap, uint32_t end) {
  constexpr int V = Keys<Key>::count, rows = Tile::slots_of_all / (threads * V);
  const uint32_t t = threadIdx.x;
  const int past = int(end) - int(t * V);
  if (t == 0)
    for (uint32_t v = 0; v < gap; ++v) tile.slots[slot<Key>(v)] = Key(0);
#pragma unroll
  for (int r = sure_rows; r < rows; ++r) {
    const uint32_t own = (r * threads + t) * V;
    if (r * threads * V >= past) {
      Keys<Key> none;
#pragma unroll
      for (int v = 0; v < V; ++v) none.key[v] = Key(~Key(0));
      reinterpret_cast<Keys<Key>*>(tile.slots)[slot<Key>(own) / V] = none;
    } else if (r * threads * V + V > past) {
#pragma unroll
      for (int v = 0; v < V; ++v)
        if (r * threads * V + v >= past) tile.slots[slot<Key>(own + v)] = Key(~Key(0));
    }
  }
}

/// Which keys of a bucket a thread holds: in rows of threads x V, number (r * threads + t) * V + v
/// from `first` to first + size. The first sure_rows rows are full (but for what lies before
/// `first`).
template <int threads, int V, int sure_rows>
struct Rows {
  int behind, behind_warp, lead;
  __device__ Rows(uint32_t size, uint32_t first)
      : behind(int(size + first) - int(threadIdx.x * V)),
        behind_warp(int(size + first) - int(warp_id() * 32 * V)),
        lead(threadIdx.x == 0 ? int(first) : 0) {}
  __device__ bool has(int r, int v) const {
    return (r < sure_rows || r * threads * V + v < behind) && (r > 0 || v >= lead);
  }
  __device__ bool whole(int r) const { return has(r, 0) && has(r, V - 1); }
  /// Does this warp hold any key in row r?
  __device__ bool busy(int r) const { return r < sure_rows || r * threads * V < behind_warp; }
  /// The same, asked again instead of kept.
  __device__ Rows again() const {
    Rows rows = *this;
    rows.behind = int(recomputed(uint32_t(behind)));
    return rows;
  }
};

/// 2. to 5. of a bucket that a block holds in registers. The tile's bins and `varying` are cleared.
/// first: one of the keys; gap: the slot of the lowest key.
template <class Key, int threads, int sure_rows, class Tile>
__device__ __forceinline__ void sort_by_bins(
    Tile& tile, const Key (&mine)[16], Key first, uint32_t size, uint32_t gap,
    const Rows<threads, Keys<Key>::count, sure_rows>& held) {
  constexpr int V = Keys<Key>::count, rows = 16 / V;
  Key differs = 0;
#pragma unroll
  for (int i = 0; i < 16; ++i)
    if (held.has(i / V, i % V)) differs |= mine[i] ^ first;
  or_into(tile.varying, differs);
  __syncthreads();
  const uint32_t shift = window_begin(two_words(tile.varying), Tile::window);

  // 2. Count
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    if (!held.busy(r)) continue;
#pragma unroll
    for (int v = 0; v < V; ++v)
      add_to_bin(tile, uint32_t(mine[r * V + v] >> shift), held.has(r, v));
  }
  __syncthreads();

  // 3. Scan
  const bool full_bin = scan_bins<Tile, threads>(tile, gap);

  // 4. Place: the counter's old value is the slot
  const uint32_t again = recomputed(shift);
  const auto still = held.again();
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    if (!still.busy(r)) continue;
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const bool is = still.has(r, v);
      const uint32_t at = add_to_bin(tile, uint32_t(mine[r * V + v] >> again), is);
      if (is) tile.slots[slot<Key>(at)] = mine[r * V + v];
    }
  }
  fill_empty_slots<Key, threads, sure_rows>(tile, gap, size + gap);
  __syncthreads();

  // 5. Networks
  sort_neighbours<Key, threads, threads>(tile.slots);
  if (full_bin) merge_if_unsorted<Key, threads>(tile.slots, Tile::slots_of_all);
}

/// 6. Writes slots [gap, gap + size), 16 bytes at a time. from(slot): what a piece of V slots
/// holds; whole(slot, piece) and one(slot, piece, v) write it.
template <int threads, int V, int rows, int sure_rows, class From, class Whole, class One>
__device__ __forceinline__ void write_bucket(uint32_t size, uint32_t gap, const From& from,
                                             const Whole& whole, const One& one) {
  const uint32_t t = threadIdx.x;
  const int past = int(size + gap) - int(t * V), lead = t == 0 ? int(gap) : 0;
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    const uint32_t at = (r * threads + t) * V;
    const auto piece = from(at);
    if ((r > 0 || lead == 0) && (r < sure_rows || r * threads * V + V <= past)) {
      whole(at, piece);
    } else {
#pragma unroll
      for (int v = 0; v < V; ++v)
        if ((r > 0 || v >= lead) && (r < sure_rows || r * threads * V + v < past))
          one(at + v, piece, v);
    }
  }
}

/// The same for keys alone. output: lies `gap` keys before the bucket's place, at 16 bytes.
template <class Key, int threads, int rows, int sure_rows, class From>
__device__ __forceinline__ void write_keys(Key* __restrict__ output, uint32_t size, uint32_t gap,
                                           const From& from) {
  write_bucket<threads, int(Keys<Key>::count), rows, sure_rows>(
      size, gap, from,
      [&](uint32_t at, const Keys<Key>& k) {
        write_once(reinterpret_cast<Keys<Key>*>(output + at), k);
      },
      [&](uint32_t at, const Keys<Key>& k, int v) { output[at] = k.key[v]; });
}

}  // namespace radix::sweep
