/// One sweep: every pass reads and writes each key once
///
/// The other sorts read every key twice a pass: once to count its digit, once to move it, with a
/// scan of the counts of all blocks in between. Here one launch counts the digits of all passes,
/// and a pass is one launch: a tile counts its keys, and learns from the tiles in front of it where
/// its runs begin.
///
/// For each tile and digit there is one word: empty, "so many keys of mine", or "so many keys of
/// mine and of all before me". A tile tells its own count at once, then walks to the left, adding,
/// until it meets a word of the last kind. Tile 3 wants the place of its keys with digit 7:
///     tile           0           1           2           3
///     own count     60          64          59          63
///     word       all: 60    own: 64     own: 59      (asks)
/// It adds 59, then 64, then 60 and stops: 183 keys lie before its own; it tells "all: 246".
/// Tiles are numbered in the order in which blocks begin, so nobody waits for a block that has not
/// begun.
///
/// Inside a tile of 512 x 31 keys every warp counts its own digits, a scan over digits and warps
/// turns the counts into slots, and a key finds its rank among the equal digits of its row of 32:
///   ballots   8 votes say which lanes hold the same digit: proved, 24 instructions a key
///   atomics   one atomic on the warp's counter. A warp's lanes are served in lane order as far as
///             anybody has seen, but nothing promises it. So the order is checked in shared memory
///             (after digit p the tile must ascend in its low 8 (p + 1) bits), and a wrong tile is
///             ranked again by matching. Speed may rest on the hardware's habits, correctness
///             never does.
///
/// Pairs have ballots only: on skewed keys atomics were slower than the library, 0.93 x CUB.
///
/// 2^28 random keys of 32 bits on an H200: count 0.27 ms, a pass 0.86 ms with atomics and 1.07 ms
/// with ballots; together 3.7 ms (72 GKey/s, 1.45 x CUB) and 4.6 ms (58 GKey/s, 1.18 x CUB).
/// Counting all four digits costs no more than reading the keys: each lane has its own counter for
/// each digit, word 32 d + lane, so no two lanes of a warp meet in a bank or at an address.
#pragma once
#include "sweep_words.cuh"

namespace radix::sweep {

constexpr uint32_t sweep_digits = 256;

/// Which passes move keys: a digit that all keys share is skipped. Buffers: 0 input, 1 between, 2
/// output.
struct SweepPlan {
  uint32_t active[8], from[8], to[8], ticket[8];
  uint32_t copy;      ///< no digit differs: the output is the input
  uint32_t reranked;  ///< tiles whose atomics did not serve lanes in order
};

/// Counts of all digits of all keys. Lanes count apart, so equal digits cost no more than different
/// ones.
template <class Key, class Code, class Count, int threads, uint32_t copies>
__global__ void __launch_bounds__(threads, 1)
    count_all_digits(const Key* __restrict__ keys, uint64_t n, Count* __restrict__ counts) {
  constexpr uint32_t places = sizeof(Key), V = Keys<Key>::count, loads = 4;
  extern __shared__ uint32_t counters[];  // places x 256 digits x copies
  for (uint32_t i = threadIdx.x; i < places * 256 * copies; i += threads) counters[i] = 0;
  __syncthreads();
  uint32_t* mine = counters + lane_id() % copies;
  const auto add = [&](Key raw) {
    const Key k = Code::encoded(raw);
#pragma unroll
    for (uint32_t p = 0; p < places; ++p)
      atomicAdd(&mine[(p * 256 + uint32_t(k >> 8 * p & 255)) * copies], 1);
  };
  const auto* vectors = reinterpret_cast<const Keys<Key>*>(keys);
  const uint64_t count = n / V, stride = uint64_t(gridDim.x) * threads;
  uint64_t i = uint64_t(blockIdx.x) * threads + threadIdx.x;
  for (; i + (loads - 1) * stride < count; i += loads * stride) {
    Keys<Key> k[loads];
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l) k[l] = read_once(vectors + i + l * stride);
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l)
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) add(k[l].key[v]);
  }
  for (; i < count; i += stride)
    for (uint32_t v = 0; v < V; ++v) add(vectors[i].key[v]);
  if (blockIdx.x == 0 && threadIdx.x < n % V) add(keys[count * V + threadIdx.x]);
  __syncthreads();
  for (uint32_t d = warp_id(); d < places * 256; d += threads / 32) {
    const uint32_t c = lane_id() < copies ? counters[d * copies + lane_id()] : 0;
    const uint32_t sum = sum_of_warp(c);
    if (lane_id() == 0 && sum > 0) {
      if constexpr (sizeof(Count) == 8)
        atomicAdd(reinterpret_cast<unsigned long long*>(counts + d), sum);
      else
        atomicAdd(counts + d, sum);
    }
  }
}

/// One block of 256: counts of each digit place become starts; chooses the passes and their
/// buffers.
template <class Count>
__global__ void plan_sweeps(Count* counts, Count n, uint32_t places, SweepPlan* plan) {
  __shared__ Count sums[8];
  __shared__ uint32_t moves[8];
  const uint32_t digit = threadIdx.x;
  if (digit < 8) moves[digit] = digit < places;
  __syncthreads();
  for (uint32_t p = 0; p < places; ++p) {
    const Count c = counts[p * 256 + digit];
    if (c == n) moves[p] = 0;
    Count up = c;
    for (uint32_t step = 1; step < 32; step *= 2) {
      const Count left = __shfl_up_sync(all_lanes, up, step);
      if (lane_id() >= step) up += left;
    }
    if (lane_id() == 31) sums[warp_id()] = up;
    __syncthreads();
    for (uint32_t w = 0; w < warp_id(); ++w) up += sums[w];
    counts[p * 256 + digit] = up - c;
    __syncthreads();
  }
  if (digit == 0) {
    uint32_t left = 0, from = 0;
    for (uint32_t p = 0; p < places; ++p) left += moves[p];
    plan->copy = left == 0;
    for (uint32_t p = 0; p < places; ++p) {
      plan->active[p] = moves[p];
      if (!moves[p]) continue;
      plan->from[p] = from;
      from = plan->to[p] = left-- % 2 ? 2 : 1;  // the last pass writes the output
    }
  }
}

// ------------------------------------------------------------------------------------------------
// Look-back: for each tile and digit one word, a flag and a count

template <class Count>
struct Told {
  static constexpr int flag_at = 8 * sizeof(Count) - 2;
  static constexpr Count own = Count(1) << flag_at;  ///< keys of this tile only
  static constexpr Count all = Count(2) << flag_at;  ///< keys of this and all earlier tiles
  static constexpr Count count = own - 1;
};
__device__ inline uint32_t look(const uint32_t* p) {
  uint32_t v;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ inline uint64_t look(const uint64_t* p) {
  uint64_t v;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
  return v;
}
__device__ inline void tell(uint32_t* p, uint32_t v) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__device__ inline void tell(uint64_t* p, uint64_t v) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
}

/// Keys of this digit in the `before` tiles in front of this one, whose words lie 256 apart below
/// `word`.
template <class Count>
__device__ inline Count look_back(const Count* word, uint32_t before) {
  Count sum = 0;
  bool done = before == 0;
  while (!done) {
    Count v[4];
#pragma unroll
    for (uint32_t i = 0; i < 4; ++i)
      v[i] = i < before ? look(word - (i + 1) * 256) : Told<Count>::all;
#pragma unroll
    for (uint32_t i = 0; i < 4; ++i) {
      if (done) continue;
      while (v[i] == 0) v[i] = look(word - (i + 1) * 256);
      sum += v[i] & Told<Count>::count;
      done = v[i] & Told<Count>::all;
    }
    word -= 4 * 256;
    before -= 4;
  }
  return sum;
}

// ------------------------------------------------------------------------------------------------
// A pass

enum class Ranks { ballots, atomics };
struct NoValue {};

template <class Key, class Value, class Count, int threads, int keys_per_thread>
struct SweepTile {
  static constexpr bool pairs = sizeof(Value) == 4;
  static constexpr uint32_t size = threads * keys_per_thread, warps = threads / 32;
  static_assert(size < 65536);
  alignas(16) Key sorted[size];
  alignas(16) uint32_t counters[warps * 256];
  Count to_output[256];
  uint32_t sums[8];
  uint32_t ticket;
};

/// Peers: the lanes whose digit is this lane's, from one ballot a bit.
__device__ inline uint32_t peers_by_ballots(uint32_t digit) {
  uint32_t peers = all_lanes;
#pragma unroll
  for (uint32_t bit = 0; bit < 8; ++bit) {
    uint32_t votes;
    asm volatile(
        "{ .reg .pred p; .reg .b32 t; and.b32 t, %1, %2; setp.ne.u32 p, t, 0;\n"
        "  vote.sync.ballot.b32 %0, p, 0xffffffff; @!p not.b32 %0, %0; }"
        : "=r"(votes)
        : "r"(digit), "r"(1u << bit));
    peers &= votes;
  }
  return peers;
}

/// An atomic for some of the lanes, without a branch around it.
__device__ inline uint32_t add_if(uint32_t* counter, uint32_t amount, bool wanted) {
  uint32_t before = 0;
  const uint32_t at = uint32_t(__cvta_generic_to_shared(counter));
  asm volatile("{ .reg .pred q; setp.ne.u32 q, %3, 0; @q atom.shared.add.u32 %0, [%1], %2; }"
               : "+r"(before)
               : "r"(at), "r"(amount), "r"(uint32_t(wanted))
               : "memory");
  return before;
}

/// Where a pass finds its tiles. A pass over all keys leaves tile_bucket null.
struct Tiles {
  const uint32_t* starts;       ///< of all buckets of the level below, and n
  const uint32_t* tile_bucket;  ///< which bucket a tile belongs to
};

template <class Key, class Value, class Code_in, class Code_out, class Count, int threads,
          int keys_per_thread, Ranks ranks>
__device__ __forceinline__ void sweep_keys(
    SweepTile<Key, Value, Count, threads, keys_per_thread>& tile, const Key* __restrict__ keys,
    Key* __restrict__ keys_out, const Value* __restrict__ values, Value* __restrict__ values_out,
    Count n, uint32_t shift, uint32_t mask, const Count* __restrict__ digit_starts,
    Count* __restrict__ told, Count first, Count low, uint32_t size, uint32_t before,
    uint32_t ahead, bool check, bool force_rerank, uint32_t* reranked) {
  using Tile = SweepTile<Key, Value, Count, threads, keys_per_thread>;
  static_assert(!Tile::pairs || ranks == Ranks::ballots, "pairs by atomics lose to ballots");
  constexpr uint32_t warps = Tile::warps;
  const uint32_t t = threadIdx.x, lane = lane_id();
  const bool full = size == Tile::size;

  // A warp owns rows of 32 neighbouring keys
  Key mine[keys_per_thread];
  uint32_t* counters = tile.counters + warp_id() * 256;
  const uint32_t place = warp_id() * 32 * keys_per_thread + lane;
  const Key* column = keys + low + place;
  const auto digit_of = [&](Key k, uint32_t by) { return uint32_t(k >> by) & mask; };
  if (full) {
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i)
      mine[i] = Code_in::encoded(__ldcs(column + i * 32));
  } else {
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i)
      mine[i] = place + i * 32 < size ? Code_in::encoded(column[i * 32]) : ~Key(0);
  }
  if (ahead > 0 && t < 1 + Tile::pairs) {
    const uint64_t next = (uint64_t(first) + uint64_t(ahead) * Tile::size) & ~uint64_t(15);
    if (next + Tile::size <= n) {
      if (t == 0)
        prefetch(keys + next, Tile::size * sizeof(Key) / 16 * 16);
      else if constexpr (Tile::pairs)
        prefetch(values + next, Tile::size * 4 / 16 * 16);
    }
  }
#pragma unroll
  for (uint32_t i = 0; i < keys_per_thread; ++i)
    if (full || place + i * 32 < size) atomicAdd(&counters[digit_of(mine[i], shift)], 1);
  __syncthreads();

  // Add up the warps, tell the later tiles, scan the digits
  uint32_t count = 0, start = 0, most = 0;
  if (t < 256) {
#pragma unroll
    for (uint32_t w = 0; w < warps; ++w) {
      const uint32_t c = tile.counters[w * 256 + t];
      count += c;
      most = max(most, c);
    }
    tell(told + t, Count(count) | (before == 0 ? Told<Count>::all : Told<Count>::own));
    start = inclusive_scan_of_warp(count);
    if (lane == 31) tile.sums[warp_id()] = start;
    start -= count;
  }
  // Equal digits serialise atomics. One digit in more than an eighth of a warp's keys: crowded
  const bool crowded = __syncthreads_or(most > keys_per_thread * 32 / 8);
  if (t < 256) {
#pragma unroll
    for (uint32_t w = 0; w < 7; ++w) start += w < warp_id() ? tile.sums[w] : 0;
    uint32_t running = start;
#pragma unroll
    for (uint32_t w = 0; w < warps; ++w) {
      const uint32_t c = tile.counters[w * 256 + t];
      tile.counters[w * 256 + t] = running;
      running += c;
    }
  }
  __syncthreads();

  // Place each key. Values follow later, so a pair remembers its slot
  const uint32_t again = recomputed(shift);
  uint32_t slots[Tile::pairs ? (keys_per_thread + 1) / 2 : 1] = {};
  const auto put = [&](uint32_t i, uint32_t slot) {
    tile.sorted[slot] = mine[i];
  };
  const auto remember = [&](uint32_t i, uint32_t slot) {
    if constexpr (Tile::pairs) {
      if (i % 2)
        slots[i / 2] |= slot << 16;
      else
        slots[i / 2] = slot;
    }
  };
  if (ranks == Ranks::ballots) {
    // The last of the peers moves the warp's counter on for all of them
    const auto rank = [&](uint32_t i, uint32_t digit, uint32_t peers, bool valid) {
      const uint32_t from = counters[digit], slot = from + __popc(peers & lanes_below());
      __syncwarp();
      if (valid && peers >> lane == 1) counters[digit] = from + __popc(peers);
      if (valid) put(i, slot);
      remember(i, slot);
      __syncwarp();
    };
    if (full) {
#pragma unroll
      for (uint32_t i = 0; i < keys_per_thread; ++i) {
        const uint32_t digit = digit_of(mine[i], again);
        rank(i, digit, peers_by_ballots(digit), true);
      }
    } else {
#pragma unroll
      for (uint32_t i = 0; i < keys_per_thread; ++i) {
        const bool valid = place + i * 32 < size;
        const uint32_t digit = digit_of(mine[i], again);
        const uint32_t peers = peers_by_ballots(digit);
        rank(i, digit, peers & __ballot_sync(all_lanes, valid), valid);
      }
    }
  } else if (full && !crowded) {
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i) {
      const uint32_t slot = atomicAdd(&counters[digit_of(mine[i], again)], 1);
      put(i, slot);
      remember(i, slot);
    }
  } else {
    // Many equal digits: the lanes that share lane 0's digit take their slots with one atomic
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i) {
      const bool valid = full || place + i * 32 < size;
      const uint32_t digit = digit_of(mine[i], again);
      const uint32_t digit_of_lane_0 = __shfl_sync(all_lanes, digit, 0);
      const uint32_t same = __ballot_sync(all_lanes, valid && digit == digit_of_lane_0);
      const bool with_lane_0 = same >> lane & 1;
      uint32_t slot = add_if(&counters[digit], with_lane_0 ? __popc(same) : 1,
                             valid && (!with_lane_0 || lane == 0));
      const uint32_t of_lane_0 = __shfl_sync(all_lanes, slot, 0);
      if (with_lane_0) slot = of_lane_0 + __popc(same & lanes_below());
      if (valid) put(i, slot);
      remember(i, slot);
    }
  }

  // Values: on their way while we look back
  Value carried[Tile::pairs ? keys_per_thread : 1];
  if constexpr (Tile::pairs) {
    const Value* at = values + low + place;
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i)
      carried[i] = full || place + i * 32 < size ? __ldcs(at + i * 32) : Value{};
  }
  if (t < 256) {
    const Count earlier = look_back(told + t, before);
    if (before > 0) tell(told + t, (earlier + count) | Told<Count>::all);
    tile.to_output[t] = digit_starts[t & mask] + earlier - start;
  }
  __syncthreads();

  // Atomics served in lane order? The order in the tile says so; if not, rank again by matching
  if (ranks == Ranks::atomics && check) {
    bool wrong = force_rerank;
    const uint32_t above = 8 * sizeof(Key) - 8 - again;
    if (full) {
#pragma unroll
      for (uint32_t i = 0; i < keys_per_thread; ++i) {
        const uint32_t p = i * threads + t;
        mine[i] = tile.sorted[p];
        const Key next = p + 1 < size ? tile.sorted[p + 1] : ~Key(0);
        wrong |= (mine[i] << above) > (next << above);
      }
    } else {
      for (uint32_t p = t; p + 1 < size; p += threads)
        wrong |= (tile.sorted[p] << above) > (tile.sorted[p + 1] << above);
    }
    if (__syncthreads_or(wrong)) {
      if (t == 0) atomicAdd(reranked, 1);
      for (uint32_t i = t; i < warps * 256; i += threads) tile.counters[i] = 0;
      __syncthreads();
#pragma unroll 1
      for (uint32_t i = 0; i < keys_per_thread; ++i)
        if (place + i * 32 < size)
          atomicAdd(&counters[digit_of(Code_in::encoded(column[i * 32]), again)], 1);
      __syncthreads();
      if (t < 256) {
        uint32_t running = start;
        for (uint32_t w = 0; w < warps; ++w) {
          const uint32_t c = tile.counters[w * 256 + t];
          tile.counters[w * 256 + t] = running;
          running += c;
        }
      }
      __syncthreads();
#pragma unroll
      for (uint32_t i = 0; i < keys_per_thread; ++i) {
        const bool valid = place + i * 32 < size;
        const Key k = valid ? Code_in::encoded(column[i * 32]) : Key(0);
        const uint32_t digit = valid ? digit_of(k, again) : 256 + lane;
        const uint32_t peers = __match_any_sync(all_lanes, digit);
        const uint32_t from = valid ? counters[digit] : 0;
        __syncwarp();
        const uint32_t slot = from + __popc(peers & lanes_below());
        if (valid) {
          tile.sorted[slot] = k;
          if (peers >> lane == 1) counters[digit] = from + __popc(peers);
        }
        remember(i, slot);
        __syncwarp();
      }
      __syncthreads();
      if (!Tile::pairs && full) {
#pragma unroll
        for (uint32_t i = 0; i < keys_per_thread; ++i) mine[i] = tile.sorted[i * threads + t];
      }
    }
  }

  // Write run by run; a pair's values take the same way through shared memory
  uint32_t digits[Tile::pairs ? (keys_per_thread + 3) / 4 : 1] = {};
  const bool kept = !Tile::pairs && full && ranks == Ranks::atomics && check;
#pragma unroll
  for (uint32_t i = 0; i < keys_per_thread; ++i) {
    const uint32_t p = i * threads + t;
    if (full || p < size) {
      const Key k = kept ? mine[i] : tile.sorted[p];
      const uint32_t digit = digit_of(k, again);
      keys_out[tile.to_output[digit] + p] = Code_out::decoded(k);
      if constexpr (Tile::pairs) {
        if (i % 4 == 0)
          digits[i / 4] = digit;
        else
          digits[i / 4] |= digit << i % 4 * 8;
      }
    }
  }
  if constexpr (Tile::pairs) {
    auto* moved = reinterpret_cast<Value*>(tile.sorted);
    __syncthreads();
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i)
      if (full || place + i * 32 < size) moved[slots[i / 2] >> i % 2 * 16 & 0xffff] = carried[i];
    __syncthreads();
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i) {
      const uint32_t p = i * threads + t;
      if (full || p < size)
        values_out[tile.to_output[digits[i / 4] >> i % 4 * 8 & 255] + p] = moved[p];
    }
  }
}

template <class Key, class Value, class Code_in, class Code_out, class Count, int threads,
          int keys_per_thread, Ranks ranks, bool within_buckets>
__device__ __forceinline__ void sweep_tile(
    SweepTile<Key, Value, Count, threads, keys_per_thread>& tile, const Key* __restrict__ keys,
    Key* __restrict__ keys_out, const Value* __restrict__ values, Value* __restrict__ values_out,
    Count n, uint32_t shift, uint32_t bits, const Count* __restrict__ digit_starts,
    Count* __restrict__ told, uint32_t* ticket, Tiles tiles, uint32_t ahead, bool check,
    bool force_rerank, uint32_t* reranked) {
  using Tile = SweepTile<Key, Value, Count, threads, keys_per_thread>;
  constexpr uint32_t warps = Tile::warps;
  const uint32_t t = threadIdx.x, mask = (1u << bits) - 1;

  // Tiles are taken in the order in which blocks begin, so a block never waits for one that has not
  // begun
  if (t == 0) tile.ticket = atomicAdd(ticket, 1);
  for (uint32_t i = t; i < warps * 64; i += threads)
    reinterpret_cast<uint4*>(tile.counters)[i] = make_uint4(0, 0, 0, 0);
  __syncthreads();
  const uint32_t number = tile.ticket;
  Count first = Count(number) * Tile::size, low = 0, high = n;
  uint32_t before = number;  // tiles in front of this one
  if (within_buckets) {
    const uint32_t bucket = tiles.tile_bucket[number];
    first -= Count(bucket) * Tile::size;
    low = tiles.starts[bucket << bits];
    high = tiles.starts[(bucket + 1) << bits];
    before = number - uint32_t(low / Tile::size + bucket);
    digit_starts += bucket << bits;
  }
  low = max(low, first);
  high = min(high, n - first < Tile::size ? n : first + Tile::size);
  if (low >= high) return;
  const uint32_t size = uint32_t(high - low);
  told += size_t(number) * 256;
  sweep_keys<Key, Value, Code_in, Code_out, Count, threads, keys_per_thread, ranks>(
      tile, keys, keys_out, values, values_out, n, shift, mask, digit_starts, told, first, low,
      size, before, ahead, check, force_rerank, reranked);
}

template <class T>
struct Three {
  const T* input;
  T *between, *output;
  __device__ const T* read(uint32_t which) const {
    return which == 0 ? input : which == 1 ? between : output;
  }
  __device__ T* write(uint32_t which) const { return which == 1 ? between : output; }
};

/// Pass number `place` of a least significant digit sort.
template <class Key, class Value, Order order, class Count, int threads, int keys_per_thread,
          Ranks ranks>
__global__ void __launch_bounds__(threads, 2)
    one_sweep(Three<Key> keys, Three<Value> values, Count n, uint32_t place, uint32_t places,
              const Count* __restrict__ digit_starts, Count* __restrict__ told, SweepPlan* plan,
              uint32_t ahead, bool force_rerank) {
  using Tile = SweepTile<Key, Value, Count, threads, keys_per_thread>;
  using Plain = Code<Key, Order::unsigned_bits>;
  extern __shared__ __align__(16) char shared[];
  Tile& tile = *reinterpret_cast<Tile*>(shared);
  if (plan->copy && place == 0) {
    for (Count i = Count(blockIdx.x) * threads + threadIdx.x; i < n;
         i += Count(gridDim.x) * threads) {
      keys.output[i] = keys.input[i];
      if constexpr (Tile::pairs) values.output[i] = values.input[i];
    }
  }
  if (!plan->active[place]) return;
  const uint32_t from = plan->from[place], to = plan->to[place];
  uint32_t last = places - 1;
  while (!plan->active[last]) --last;
  const bool check = from != 0 || Tile::pairs;
  const auto go = [&](auto in, auto out) {
    sweep_tile<Key, Value, decltype(in), decltype(out), Count, threads, keys_per_thread, ranks,
               false>(tile, keys.read(from), keys.write(to), values.read(from), values.write(to), n,
                      place * 8, 8, digit_starts + place * 256, told, &plan->ticket[place], Tiles{},
                      ahead, check, force_rerank && check, &plan->reranked);
  };
  if constexpr (order == Order::unsigned_bits)
    go(Plain{}, Plain{});
  else if (from == 0 && place == last)
    go(Code<Key, order>{}, Code<Key, order>{});
  else if (from == 0)
    go(Code<Key, order>{}, Plain{});
  else if (place == last)
    go(Plain{}, Code<Key, order>{});
  else
    go(Plain{}, Plain{});
}

/// A partition of pairs that keeps their order: the digit of bits [shift, shift + bits), of all
/// keys or within buckets.
template <class Key, class Value, Order order_in, class Count, int threads, int keys_per_thread,
          Ranks ranks, bool within_buckets>
__global__ void __launch_bounds__(threads, 2)
    stable_partition(const Key* __restrict__ keys, Key* __restrict__ keys_out,
                     const Value* __restrict__ values, Value* __restrict__ values_out, Count n,
                     uint32_t shift, uint32_t bits, const Count* __restrict__ digit_starts,
                     Count* __restrict__ told, uint32_t* ticket, Tiles tiles, uint32_t ahead,
                     bool force_rerank, uint32_t* reranked, const uint32_t* hybrid) {
  using Tile = SweepTile<Key, Value, Count, threads, keys_per_thread>;
  extern __shared__ __align__(16) char shared[];
  if (!*hybrid) return;
  sweep_tile<Key, Value, Code<Key, order_in>, Code<Key, Order::unsigned_bits>, Count, threads,
             keys_per_thread, ranks, within_buckets>(
      *reinterpret_cast<Tile*>(shared), keys, keys_out, values, values_out, n, shift, bits,
      digit_starts, told, ticket, tiles, ahead, true, force_rerank, reranked);
}

}  // namespace radix::sweep
