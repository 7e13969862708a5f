/// 13.6 One sweep: every pass reads each key once and writes it once     Adinets and Merrill 2022
///
/// The other sorts read the keys twice a pass: once to count their digits, once to move them, with
/// a scan of all blocks' counts in between. Here all digits are counted before the first pass
/// (digit_counts.cuh), and a pass is one launch: a tile ranks its keys, tells how many it has of
/// each digit, and learns from the tiles before it where its own begin.
///
/// For each tile and digit there is one word on a board: nothing yet, "so many keys of mine", or
/// "so many of mine and of all tiles before me". A tile tells its own at once, then walks to the
/// left, adding, until it meets a word of the last kind. The chapter's 16 keys, bits 0 and 1, four
/// tiles of four keys; how many keys with the digit 10 stand before tile 3?
///     tile            0          1          2          3
///     keys        12 3 6 9   15 8 5 10   9 6 11 13   4 10 7 0
///     with 10          1          1          1          1
///     board        all: 1     own: 1     own: 1       asks: 1, then 1 + 1, then 1 + 1 + 1 = 3
/// It tells "all: 4". Had tile 2 known all before it when tile 3 asked, one look had been enough:
/// how far a tile walks is decided by who comes first, what it finds is not.
///
/// Tiles take their numbers as blocks start, so a tile only ever waits for one that is running. No
/// tile waits for a grand total, as one_launch has to: where digits begin is known already.
///
/// Inside the tile the keys are ranked warp by warp (tile_ranks.cuh), sorted in shared memory and
/// written run by run. Ranks by atomics are right as long as lanes are served in their order. The
/// tile checks that: of two neighbours with one digit the left one must come from the left. If not
/// it ranks again by ballots. Speed may rest on the hardware's habits, correctness never does.
#pragma once

#include "digit_counts.cuh"
#include "tile_ranks.cuh"

namespace radix::onesweep::inline KERNELS {

/// How a tile is cut and ranked.
struct TileWay {
  uint32_t keys_per_thread;
  uint32_t lanes;    ///< that vote together
  RankBy ranks;
  Arrival arrival;
};

/// Tiles that the emulation lets overtake each other: all of them run at once then.
inline constexpr uint32_t most_overtaking = 64;

/// What a tile shares while it sorts itself.
struct TileMemory {
  View<Key> sorted;
  View<uint32_t> origin;        ///< by slot: the key's place in the tile
  View<uint32_t> counters;      ///< warps x buckets
  View<uint32_t> warp_begin;    ///< the same: digits of the warps before
  View<uint32_t> bucket_begin;  ///< buckets and one: slots in the tile
};

/// The slots of a sorted tile as its threads write them: neighbours write neighbours.
struct TileSlots {
  uint32_t first, size, keys_per_thread;
  __device__ uint32_t place(uint32_t c) const { return c * blockDim.x + threadIdx.x; }
  __device__ bool has(uint32_t c) const { return place(c) < size; }
  __device__ uint32_t index(uint32_t c) const { return first + place(c); }
};

/// Every key into its slot of the tile, and where it came from.
__device__ inline void place_in_tile(const WarpRows& rows, const TileMemory& tile, const Key* mine,
                                     const uint32_t* slots) {
  for (uint32_t c = 0; c < rows.keys_per_thread; ++c) {
    if (!rows.has(c)) continue;
    tile.sorted[slots[c]] = mine[c];
    tile.origin[slots[c]] = rows.place(c);
  }
  __syncthreads();
}

/// Counts neighbours with one digit of which the right one came from the left.
__device__ inline void count_wrong(const WarpRows& rows, const TileMemory& tile, Digit digit,
                                   View<uint32_t> wrong) {
  for (uint32_t s = threadIdx.x + 1; s < rows.size; s += blockDim.x) {
    const bool same = digit_of(tile.sorted[s - 1], digit) == digit_of(tile.sorted[s], digit);
    if (same && tile.origin[s - 1] > tile.origin[s]) atomicAdd(&wrong[0], 1u);
  }
  __syncthreads();
}

/// One whole pass. starts: where each digit begins in the output. board: a word for each tile and
/// digit.
__global__ void sweep_tiles(View<const Key> keys, View<Key> output, View<const uint32_t> starts,
                            uint32_t n, Digit digit, ScanChain board, TileWay way, Show show) {
  const uint32_t buckets = digit.buckets(), tiles = gridDim.x, t = threadIdx.x;
  const uint32_t warps = (blockDim.x + way.lanes - 1) / way.lanes;
  const uint32_t most = blockDim.x * way.keys_per_thread;
  SharedMemory shared;
  const TileMemory tile{shared.array<Key>(most), shared.array<uint32_t>(most),
                        shared.array<uint32_t>(warps * buckets),
                        shared.array<uint32_t>(warps * buckets),
                        shared.array<uint32_t>(buckets + 1)};
  auto to_output = shared.array<uint32_t>(buckets);
  auto handed = shared.array<uint32_t>(2);   // the tile's number; neighbours in wrong order
  Key mine[max_keys_per_thread];
  uint32_t digits[max_keys_per_thread], ranks[max_keys_per_thread], slots[max_keys_per_thread];

  // Take a ticket: who starts first is tile 0
  if (t == 0) handed[0] = board.take_number();
  if (t == 0) handed[1] = 0;
  for (uint32_t e = t; e < warps * buckets; e += blockDim.x) tile.counters[e] = 0;
  __syncthreads();
  const uint32_t number = handed[0];
  show("ticket", blockIdx.x, number);

  // Neighbouring lanes read neighbouring keys
  const WarpRows rows = rows_of_tile(number, n, way.keys_per_thread, way.lanes);
  for (uint32_t c = 0; c < rows.keys_per_thread; ++c) {
    mine[c] = rows.has(c) ? keys[rows.index(c)] : Key{};
    digits[c] = rows.has(c) ? digit_of(mine[c], digit) : 0;
  }

  // Every warp ranks its keys, and counts its digits with it
  const View<uint32_t> counter = tile.counters.slice(rows.warp * buckets, buckets);
  if (way.ranks == RankBy::ballots) {
    rank_by_ballots(rows, digits, digit.bits, counter, ranks, true, show);
    show("rank", rows, ranks);
  } else {
    rank_by_atomics(rows, digits, counter, way.arrival, ranks);
    show("served_as", rows, ranks);
  }
  __syncthreads();  // all warps have counted

  // A thread a digit adds up the warps, and tells the tile's own count at once
  for (uint32_t d = t; d < buckets; d += blockDim.x) {
    uint32_t count = 0;
    for (uint32_t w = 0; w < warps; ++w) {
      const uint32_t of_warp = tile.counters[w * buckets + d];
      show.some("warp_counts", (d * tiles + number) * warps + w, of_warp);
      tile.warp_begin[w * buckets + d] = count;
      count += of_warp;
    }
    tile.bucket_begin[d] = count;
    board.publish(number * buckets + d, number == 0 ? all_sums : own_sum, count);
    show.some("own_counts", d * tiles + number, count, 1);
  }
  show.end_rounds(2);
  __syncthreads();

  // Where each digit begins in the tile: a few numbers, one thread
  for (uint32_t d = 0, begin = 0; t == 0 && d <= buckets; ++d) {
    const uint32_t count = d < buckets ? tile.bucket_begin[d] : 0;
    tile.bucket_begin[d] = begin;
    begin += count;
  }
  __syncthreads();

  // Slot = begin of the digit + keys of earlier warps + rank in my warp
  const View<uint32_t> before = tile.warp_begin.slice(rows.warp * buckets, buckets);
  for (uint32_t c = 0; c < rows.keys_per_thread; ++c)
    slots[c] = tile.bucket_begin[digits[c]] + before[digits[c]] + ranks[c];
  place_in_tile(rows, tile, mine, slots);

  // Ranks by atomics are checked; a wrong tile ranks again
  if (way.ranks == RankBy::atomics) {
    count_wrong(rows, tile, digit, handed.slice(1, 1));
    const bool right = handed[1] == 0;
    show("in_order", number, right ? 1u : 0u);
    if (!right) {
      for (uint32_t e = t; e < warps * buckets; e += blockDim.x) tile.counters[e] = 0;
      __syncthreads();
      rank_by_ballots(rows, digits, digit.bits, counter, ranks, false, show);
      for (uint32_t c = 0; c < rows.keys_per_thread; ++c)
        slots[c] = tile.bucket_begin[digits[c]] + before[digits[c]] + ranks[c];
      place_in_tile(rows, tile, mine, slots);
    }
    show("rank", rows, ranks);
  }
  show("local_destination", rows, slots);
  const TileSlots sorted{rows.first, rows.size, rows.keys_per_thread};
  for (uint32_t c = 0; c < sorted.keys_per_thread; ++c)
    if (sorted.has(c)) mine[c] = tile.sorted[sorted.place(c)];
  show("local_keys", sorted, mine);

  // On a GPU tiles come as they like; the emulation can let later ones look first
  const bool overtaken = way.arrival == Arrival::last_first && tiles <= most_overtaking;
  for (uint32_t p = number; overtaken && p < tiles; ++p) spin_pause();

  // Walk to the left until a tile knows all before it, then tell the sum
  for (uint32_t d = t; d < buckets; d += blockDim.x) {
    const uint32_t own = tile.bucket_begin[d + 1] - tile.bucket_begin[d];
    uint32_t sum = 0, looks = 0;
    for (uint64_t word = 0; looks < number && ScanChain::knows_of(word) != all_sums; ++looks) {
      word = board.wait_for((number - 1 - looks) * buckets + d, own_sum);
      sum += ScanChain::sum_of(word);
    }
    show.some("looked_at", d * tiles + number, looks);
    if (number > 0) board.publish(number * buckets + d, all_sums, sum + own);
    show.some("before_tile", d * tiles + number, sum, 1);
    to_output[d] = sum - tile.bucket_begin[d];
  }
  show.end_rounds(2);
  __syncthreads();

  // Neighbouring threads write neighbouring slots, run by run
  for (uint32_t c = 0; c < sorted.keys_per_thread; ++c) {
    const uint32_t d = sorted.has(c) ? digit_of(mine[c], digit) : 0;
    slots[c] = sorted.has(c) ? starts[d] + to_output[d] + sorted.place(c) : 0;
  }
  show("destination", sorted, slots);
  for (uint32_t c = 0; c < sorted.keys_per_thread; ++c)
    if (sorted.has(c)) output[slots[c]] = mine[c];
  show("output");
}

/// Shared memory of a tile.
inline std::size_t bytes_of_tile(uint32_t threads, const TileWay& way, uint32_t buckets) {
  const uint32_t warps = (threads + way.lanes - 1) / way.lanes;
  return std::size_t{threads} * way.keys_per_thread * (sizeof(Key) + sizeof(uint32_t)) +
         (2 * std::size_t{warps} * buckets + 2 * buckets + 3) * sizeof(uint32_t);
}

/// The digits of a run's passes.
inline DigitPlaces places_of(const Run& run) {
  DigitPlaces places{.digit = {},
                     .count = run.pass_count(),
                     .columns = 1u << run.settings().radix_bits};
  for (uint32_t pass = 0; pass < places.count; ++pass) places.digit[pass] = run.digit(pass);
  return places;
}

/// Two launches for the counts, then one a pass.
inline void sort_by_one_sweep(Run& run) {
  const uint32_t n = run.size(), tiles = run.blocks(), threads = run.threads();
  const DigitPlaces places = places_of(run);
  const uint32_t entries = places.count * places.columns;
  const TileWay way{run.keys_per_thread(), run.lanes(), run.settings().ranks,
                    run.settings().arrival};
  DeviceArray<uint32_t> counts(run, "digit_counts", entries);
  DeviceArray<uint32_t> starts(run, "digit_starts", entries);
  ChainMemory board(tiles * places.columns);
  counts.clear();

  uint32_t pass = 0;
  for (const Digit digit : run.passes()) {
    if (pass == 0) {
      run.launch<count_all_digits>(tiles, threads, entries * sizeof(uint32_t))(
          run.input(), counts, n, way.keys_per_thread, places);
      run.launch<start_all_digits>(1, places.count)(counts, starts, places.columns);
    }
    const uint32_t buckets = digit.buckets();
    run.launch<sweep_tiles>(tiles, threads, bytes_of_tile(threads, way, buckets))(
        run.input(), run.output(), starts.view().slice(pass * places.columns, buckets), n, digit,
        board.fresh(tiles * buckets), way);
    ++pass;
  }
}

}  // namespace radix::onesweep::inline KERNELS
