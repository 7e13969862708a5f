/// One sweep: every pass reads and writes each key once
///
/// The other sorts read every key twice per pass: once to count its digit, once to move it, with a
/// scan of the counts of all blocks in between. Here one launch counts the digits of all passes,
/// and a pass is one launch: a tile counts its keys, and learns from the tiles before it where
/// its runs start.
///     1. count    the digits of all places, each key read once; the last block to end adds them up
///                 to starts and plans the passes: a digit that all keys share needs none, and keys
///                 that stand in order, or in the opposite order, are copied
///     2. pass     a launch for each place: count the tile, publish its counts, scan, rank every
///                 key in the tile, look back, write the runs
///
/// For each tile and digit there is one word: empty, "k keys of mine", or "k keys of
/// mine and of all before me". A tile tells its own count at once, then walks to the left, adding,
/// until it meets a word of the last kind. Tile 3 wants the place of its keys with digit 7:
///     tile           0           1           2           3
///     own count     60          64          59          63
///     word       all: 60    own: 64     own: 59      (asks)
/// It adds 59, then 64, then 60 and stops: 183 keys lie before its own; it tells "all: 246".
/// Tiles are numbered in the order in which blocks start, so nobody waits for a block that has not
/// started.
///
/// Inside a tile of 512 x K keys every warp counts its own digits, a scan over digits and warps
/// turns the counts into slots, and a key finds its rank among the equal digits of its row of 32:
///   ballots   8 votes say which lanes hold the same digit: proved, 24 instructions a key
///   atomics   one atomic on the warp's counter. A warp's lanes are served in lane order as far as
///             anybody has seen, but nothing promises it. So the order is checked in shared memory
///             (after digit p the tile must ascend in its low 8 (p + 1) bits), and a wrong tile is
///             ranked again by matching. Speed may rest on the hardware's habits, correctness
///             never does.
/// Pairs have ballots only: on skewed keys atomics were slower than the library.
///
/// Counting all digits costs no more than reading the keys: each lane has its own counter for each
/// digit, word 32 d + lane, so no two lanes of a warp meet in a bank or at an address.
///
/// K, and whether a tile asks the L2 for a later one: sweep_sizes.hpp. Rates: README.md.
#pragma once
#include "sweep_words.cuh"

namespace radix::sweep {

/// Which passes move keys: a digit that all keys share is skipped. Buffers: 0 input, 1 between, 2
/// output. Cleared with the counts, before which it stands.
struct SweepPlan {
  uint32_t active[8], from[8], to[8], ticket[8];
  uint32_t copy;              ///< 1: the output is the input, 2: the input backwards
  uint32_t reranked;          ///< tiles whose atomics did not serve lanes in order
  uint32_t done;              ///< blocks that have counted
  uint32_t not_up, not_down;  ///< somebody saw neighbours that do not ascend, do not descend
};

// ------------------------------------------------------------------------------------------------
// 1. Count the digits of all keys, and plan the passes

/// Do neighbours ascend, do they descend? Of pairs equal keys may not change places, so they must
/// descend strictly to be read backwards.
template <class Key, bool pairs>
struct OrderSeen {
  bool up = true, down = true;
  __device__ void see(Key left, Key right) {
    up &= left <= right;
    down &= pairs ? left > right : left >= right;
  }
};

/// copies: counters for each digit.
template <class Key, class Count, int threads, uint32_t copies, bool pairs>
__device__ __forceinline__ void count_digits_and_plan(const Key* __restrict__ keys, Count n,
                                                      Count* counts, SweepPlan* plan) {
  constexpr uint32_t places = sizeof(Key), V = Keys<Key>::count, loads = 4;
  extern __shared__ __align__(16) char shared[];
  auto* counters = reinterpret_cast<uint32_t*>(shared);  // places x 256 digits x copies
  __shared__ uint32_t moves[8], last;
  __shared__ Count sums[threads / 32];
  for (uint32_t i = threadIdx.x; i < places * 64 * copies; i += threads)
    reinterpret_cast<uint4*>(counters)[i] = make_uint4(0, 0, 0, 0);
  __syncthreads();

  // Count. Lanes count apart, so equal digits cost no more than different ones
  uint32_t* mine = counters + lane_id() % copies;
  const auto add = [&](Key k) {
#pragma unroll
    for (uint32_t p = 0; p < places; ++p)
      atomicAdd(&mine[(p * 256 + uint32_t(k >> 8 * p & 255)) * copies], 1);
  };
  const auto* vectors = reinterpret_cast<const Keys<Key>*>(keys);
  const uint64_t count = n / V, stride = uint64_t(gridDim.x) * threads;
  OrderSeen<Key, pairs> order;
  const auto see = [&](const Keys<Key>& k, uint64_t at) {
#pragma unroll
    for (uint32_t v = 0; v + 1 < V; ++v) order.see(k.key[v], k.key[v + 1]);
    if ((at + 1) * V < n) order.see(k.key[V - 1], keys[(at + 1) * V]);
  };
  uint64_t i = uint64_t(blockIdx.x) * threads + threadIdx.x;
  for (; i + (loads - 1) * stride < count; i += loads * stride) {
    Keys<Key> k[loads];
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l) k[l] = read_once(vectors + i + l * stride);
    if (order.up | order.down) {  // a warp asks until it knows
#pragma unroll
      for (uint32_t l = 0; l < loads; ++l) see(k[l], i + l * stride);
      order.up = __all_sync(__activemask(), order.up);
      order.down = __all_sync(__activemask(), order.down);
    }
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l)
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) add(k[l].key[v]);
  }
  for (; i < count; i += stride) {
    const Keys<Key> k = vectors[i];
    if (order.up | order.down) see(k, i);
    for (uint32_t v = 0; v < V; ++v) add(k.key[v]);
  }
  if (blockIdx.x == 0 && threadIdx.x < n % V) {
    const uint64_t at = count * V + threadIdx.x;
    if (at + 1 < n) order.see(keys[at], keys[at + 1]);
    add(keys[at]);
  }
  if (!order.up) plan->not_up = 1;
  if (!order.down) plan->not_down = 1;
  __syncthreads();

  // Hand the block's counts over
  const auto hand_over = [&](uint32_t digit, uint32_t sum) {
    if (sum == 0) return;
    if constexpr (sizeof(Count) == 8)
      atomicAdd(reinterpret_cast<unsigned long long*>(counts + digit), sum);
    else
      atomicAdd(counts + digit, sum);
  };
  if constexpr (copies == 32) {
    for (uint32_t d = warp_id(); d < places * 256; d += threads / 32) {
      const uint32_t sum = sum_of_warp(counters[d * copies + lane_id()]);
      if (lane_id() == 0) hand_over(d, sum);
    }
  } else {
    for (uint32_t d = threadIdx.x; d < places * 256; d += threads) {
      uint32_t sum = 0;
#pragma unroll
      for (uint32_t c = 0; c < copies; ++c) sum += counters[d * copies + (c + d) % copies];
      hand_over(d, sum);
    }
  }

  // The last block to get here plans: counts of each place become starts
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&plan->done, 1) == gridDim.x - 1;
  if (threadIdx.x < 8) moves[threadIdx.x] = threadIdx.x < places;
  __syncthreads();
  if (!last) return;
  __threadfence();
  for (uint32_t first = 0; first < places; first += threads / 256) {
    const uint32_t p = first + threadIdx.x / 256, digit = threadIdx.x % 256;
    const Count c = load_relaxed(counts + p * 256 + digit);
    if (c == n) moves[p] = 0;
    Count up = c;
    for (uint32_t step = 1; step < 32; step *= 2) {
      const Count left = __shfl_up_sync(all_lanes, up, step);
      if (lane_id() >= step) up += left;
    }
    if (lane_id() == 31) sums[warp_id()] = up;
    __syncthreads();
    for (uint32_t w = warp_id() & ~7u; w < warp_id(); ++w) up += sums[w];
    counts[p * 256 + digit] = up - c;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    uint32_t left = 0, from = 0;
    for (uint32_t p = 0; p < places; ++p) left += moves[p];
    const bool up = !load_relaxed(&plan->not_up), down = !load_relaxed(&plan->not_down);
    plan->copy = left == 0 || up ? 1 : down ? 2 : 0;
    for (uint32_t p = 0; p < places; ++p) {
      plan->active[p] = moves[p] && plan->copy == 0;
      if (!moves[p]) continue;
      plan->from[p] = from;
      from = plan->to[p] = left-- % 2 ? 2 : 1;  // the last pass writes the output
    }
  }
}

template <class Key, class Count, int threads, uint32_t copies, bool pairs>
__global__ void __launch_bounds__(threads, 1)
    count_and_plan(const Key* __restrict__ keys, Count n, Count* counts, SweepPlan* plan) {
  begin_after_previous();
  count_digits_and_plan<Key, Count, threads, copies, pairs>(keys, n, counts, plan);
}

// ------------------------------------------------------------------------------------------------
// 2. A pass. Look-back: for each tile and digit one word, a flag and a count

template <class Count>
struct TileState {
  static constexpr int flag_at = 8 * sizeof(Count) - 2;
  static constexpr Count aggregate = Count(1) << flag_at;         ///< keys of this tile only
  static constexpr Count inclusive_prefix = Count(2) << flag_at;  ///< of this and all earlier tiles
  static constexpr Count count = aggregate - 1;
};
/// Keys of this digit in the `before` tiles before this one, whose words lie 256 apart below
/// `word`.
template <class Count>
__device__ inline Count look_back(const Count* word, uint32_t before) {
  Count sum = 0;
  bool done = before == 0;
  while (!done) {
    Count v[4];
#pragma unroll
    for (uint32_t i = 0; i < 4; ++i)
      v[i] = i < before ? load_relaxed(word - (i + 1) * 256) : TileState<Count>::inclusive_prefix;
#pragma unroll
    for (uint32_t i = 0; i < 4; ++i) {
      if (done) continue;
      while (v[i] == 0) v[i] = load_relaxed(word - (i + 1) * 256);
      sum += v[i] & TileState<Count>::count;
      done = v[i] & TileState<Count>::inclusive_prefix;
    }
    word -= 4 * 256;
    before -= 4;
  }
  return sum;
}

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
  uint32_t ticket, crowded, hot;
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

template <class Key, class Value, class Count, int threads, int keys_per_thread, Ranks ranks>
__device__ __forceinline__ void sweep_keys(
    SweepTile<Key, Value, Count, threads, keys_per_thread>& tile, const Key* __restrict__ keys,
    Key* __restrict__ keys_out, const Value* __restrict__ values, Value* __restrict__ values_out,
    Count n, uint32_t shift, uint32_t mask, const Count* __restrict__ digit_starts,
    Count* __restrict__ tile_states, Count first, Count low, uint32_t size, uint32_t before,
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
    for (uint32_t i = 0; i < keys_per_thread; ++i) mine[i] = load_once(column + i * 32);
  } else {
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i)
      mine[i] = place + i * 32 < size ? column[i * 32] : ~Key(0);
  }
  if (Tile::pairs && ahead > 0 && t == 0) {  // needed once the keys are placed
    prefetch(values + low, size * sizeof(Value));
  } else if (ahead > 0 && t == 0) {
    const uint64_t next = uint64_t(first) + uint64_t(ahead) * Tile::size;
    if (next + Tile::size <= n) prefetch(keys + next, Tile::size * sizeof(Key));
  }
#pragma unroll
  for (uint32_t i = 0; i < keys_per_thread; ++i)
    if (full || place + i * 32 < size) atomicAdd(&counters[digit_of(mine[i], shift)], 1);
  __syncthreads();

  // Add up the warps, publish the counts, scan the digits
  uint32_t count = 0, start = 0, most = 0;
  if (t < 256) {
#pragma unroll
    for (uint32_t w = 0; w < warps; ++w) {
      const uint32_t c = tile.counters[w * 256 + t];
      count += c;
      most = max(most, c);
    }
    if (count > size / 8) atomicExch(&tile.hot, t);  // matters only if it is the only one
    store_relaxed(tile_states + t, Count(count) | (before == 0 ? TileState<Count>::inclusive_prefix
                                                               : TileState<Count>::aggregate));
    start = inclusive_scan_of_warp(count);
    if (lane == 31) tile.sums[warp_id()] = start;
    start -= count;
  }
  // Equal digits serialise atomics. One digit in more than an eighth of a warp's keys: crowded. If
  // one is in more than an eighth of the tile's, it is the tile's hot digit
  if (most > keys_per_thread * 32 / 8) tile.crowded = 1;
  const bool one_hot = __syncthreads_count(count > size / 8) == 1;
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
  const auto put = [&](uint32_t i, uint32_t slot) { tile.sorted[slot] = mine[i]; };
  const auto remember = [&](uint32_t i, uint32_t slot) {
    if constexpr (Tile::pairs) {
      if (i % 2)
        slots[i / 2] |= slot << 16;
      else
        slots[i / 2] = slot;
    }
  };
  // Ballots: the last of the peers moves the warp's counter on for all of them
  const auto rank = [&](uint32_t i, uint32_t digit, uint32_t peers, bool valid) {
    const uint32_t from = counters[digit], slot = from + __popc(peers & lanes_below());
    __syncwarp();
    if (valid && peers >> lane == 1) counters[digit] = from + __popc(peers);
    if (valid) put(i, slot);
    remember(i, slot);
    __syncwarp();
  };
  if (!full) {
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i) {
      const bool valid = place + i * 32 < size;
      const uint32_t digit = digit_of(mine[i], again);
      const uint32_t peers = peers_by_ballots(digit);
      rank(i, digit, peers & __ballot_sync(all_lanes, valid), valid);
    }
  } else if (!tile.crowded) {
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i) {
      const uint32_t digit = digit_of(mine[i], again);
      if (ranks == Ranks::atomics)
        put(i, atomicAdd(&counters[digit], 1));
      else
        rank(i, digit, peers_by_ballots(digit), true);
    }
  } else {
    // The lanes of a row that share the hot digit, or lane 0's if there is none, need less: one
    // atomic for all of them; and a row that is all theirs no ballots
    const uint32_t hot = tile.hot;
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i) {
      const uint32_t digit = digit_of(mine[i], again);
      const uint32_t of_lane_0 = __shfl_sync(all_lanes, digit, 0);
      const bool is_hot = digit == (one_hot ? hot : of_lane_0);
      const uint32_t all_hot = __ballot_sync(all_lanes, is_hot);
      if (ranks == Ranks::atomics) {
        const uint32_t first = __ffs(all_hot) - 1;
        uint32_t slot =
            add_if(&counters[digit], is_hot ? __popc(all_hot) : 1, !is_hot || lane == first);
        const uint32_t of_hot = __shfl_sync(all_lanes, slot, first);
        if (is_hot) slot = of_hot + __popc(all_hot & lanes_below());
        put(i, slot);
      } else {
        rank(i, digit, all_hot == all_lanes ? all_lanes : peers_by_ballots(digit), true);
      }
    }
  }

  // Values: on their way while we look back
  Value carried[Tile::pairs ? keys_per_thread : 1];
  if constexpr (Tile::pairs) {
    const Value* at = values + low + place;
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i)
      carried[i] = full || place + i * 32 < size ? load_once(at + i * 32) : Value{};
  }
  if (t < 256) {
    const Count earlier = look_back(tile_states + t, before);
    if (before > 0)
      store_relaxed(tile_states + t, (earlier + count) | TileState<Count>::inclusive_prefix);
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
        if (place + i * 32 < size) atomicAdd(&counters[digit_of(column[i * 32], again)], 1);
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
        const Key k = valid ? column[i * 32] : Key(0);
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
      write_run(keys_out + (tile.to_output[digit] + p), k);
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
        write_run(values_out + (tile.to_output[digits[i / 4] >> i % 4 * 8 & 255] + p), moved[p]);
    }
  }
}

template <class Key, class Value, class Count, int threads, int keys_per_thread, Ranks ranks,
          bool within_buckets>
__device__ __forceinline__ void sweep_tile(
    SweepTile<Key, Value, Count, threads, keys_per_thread>& tile, const Key* __restrict__ keys,
    Key* __restrict__ keys_out, const Value* __restrict__ values, Value* __restrict__ values_out,
    Count n, uint32_t shift, uint32_t bits, const Count* __restrict__ digit_starts,
    Count* __restrict__ tile_states, uint32_t* ticket, Tiles tiles, uint32_t ahead, bool check,
    bool force_rerank, uint32_t* reranked) {
  using Tile = SweepTile<Key, Value, Count, threads, keys_per_thread>;
  constexpr uint32_t warps = Tile::warps;
  const uint32_t t = threadIdx.x, mask = (1u << bits) - 1;

  // Tiles are taken in the order in which blocks start, so a block never waits for one that has not
  // started
  if (t == 0) {
    tile.ticket = atomicAdd(ticket, 1);
    tile.crowded = 0;
  }
  for (uint32_t i = t; i < warps * 64; i += threads)
    reinterpret_cast<uint4*>(tile.counters)[i] = make_uint4(0, 0, 0, 0);
  __syncthreads();
  const uint32_t number = tile.ticket;
  Count first = Count(number) * Tile::size, low = 0, high = n;
  uint32_t before = number;  // tiles before this one
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
  tile_states += size_t(number) * 256;
  sweep_keys<Key, Value, Count, threads, keys_per_thread, ranks>(
      tile, keys, keys_out, values, values_out, n, shift, mask, digit_starts, tile_states, first,
      low, size, before, ahead, check, force_rerank, reranked);
}

template <class T>
struct PassBuffers {
  const T* input;
  T *between, *output;
  __device__ const T* read(uint32_t which) const {
    return which == 0 ? input : which == 1 ? between : output;
  }
  __device__ T* write(uint32_t which) const { return which == 1 ? between : output; }
};

/// Pass number `place` of a least significant digit sort. ahead: tiles between this one and the one
/// that is asked for; 0: none is. force_rerank: for tests, as if no tile were served in order.
template <class Key, class Value, class Count, int threads, int keys_per_thread, Ranks ranks>
__global__ void __launch_bounds__(threads, 2)
    one_sweep(PassBuffers<Key> keys, PassBuffers<Value> values, Count n, uint32_t place,
              const Count* __restrict__ digit_starts, Count* __restrict__ tile_states,
              SweepPlan* plan, uint32_t ahead, bool force_rerank) {
  using Tile = SweepTile<Key, Value, Count, threads, keys_per_thread>;
  extern __shared__ __align__(16) char shared[];
  Tile& tile = *reinterpret_cast<Tile*>(shared);
  begin_after_previous();
  if (place == 0 && plan->copy) {
    for (Count i = Count(blockIdx.x) * threads + threadIdx.x; i < n;
         i += Count(gridDim.x) * threads) {
      const Count to = plan->copy == 2 ? n - 1 - i : i;
      keys.output[to] = keys.input[i];
      if constexpr (Tile::pairs) values.output[to] = values.input[i];
    }
  }
  if (!plan->active[place]) return;
  const uint32_t from = plan->from[place], to = plan->to[place];
  const bool check = from != 0;  // what comes from the input need not be in any order
  sweep_tile<Key, Value, Count, threads, keys_per_thread, ranks, false>(
      tile, keys.read(from), keys.write(to), values.read(from), values.write(to), n, place * 8, 8,
      digit_starts + place * 256, tile_states, &plan->ticket[place], Tiles{}, ahead, check,
      force_rerank && check, &plan->reranked);
}

/// A partition of pairs that keeps their order: the digit of bits [shift, shift + bits), of all
/// keys or within buckets. go: 0 where another sort does the work.
template <int threads, int keys_per_thread, bool within_buckets>
__global__ void __launch_bounds__(threads, 2)
    stable_partition(const uint32_t* __restrict__ keys, uint32_t* __restrict__ keys_out,
                     const uint32_t* __restrict__ values, uint32_t* __restrict__ values_out,
                     uint32_t n, uint32_t shift, uint32_t bits,
                     const uint32_t* __restrict__ digit_starts, uint32_t* __restrict__ tile_states,
                     uint32_t* ticket, Tiles tiles, const uint32_t* go) {
  using Tile = SweepTile<uint32_t, uint32_t, uint32_t, threads, keys_per_thread>;
  extern __shared__ __align__(16) char shared[];
  begin_after_previous();
  if (!load_relaxed(go)) return;
  sweep_tile<uint32_t, uint32_t, uint32_t, threads, keys_per_thread, Ranks::ballots,
             within_buckets>(*reinterpret_cast<Tile*>(shared), keys, keys_out, values, values_out,
                             n, shift, bits, digit_starts, tile_states, ticket, tiles, 0, false,
                             false, nullptr);
}

}  // namespace radix::sweep
