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
#include "../common.h"
#include "digit_counts.cuh"
#include "tile_ranks.cuh"

constexpr unsigned most_keys_per_thread = 32;

/// The slots of a sorted tile as its threads write them: neighbours write neighbours.
struct TileSlots {
  unsigned first, size, keys_per_thread;
  __device__ unsigned place(unsigned c) const { return c * blockDim.x + threadIdx.x; }
  __device__ bool has(unsigned c) const { return place(c) < size; }
  __device__ unsigned index(unsigned c) const { return first + place(c); }
};

/// Every key into its slot of the tile, and where it came from: its place in the tile.
__device__ inline void place_in_tile(const WarpRows& rows, Key* sorted, unsigned* origin,
                                     const Key mine[], const unsigned slots[]) {
  for (unsigned c = 0; c < rows.keys_per_thread; ++c) {
    if (!rows.has(c)) continue;
    sorted[slots[c]] = mine[c];
    origin[slots[c]] = rows.place(c);
  }
  __syncthreads();
}

/// Counts neighbours with one digit of which the right one came from the left.
__device__ inline void count_wrong(const WarpRows& rows, const Key* sorted, const unsigned* origin,
                                   Digit digit, unsigned* wrong) {
  for (unsigned s = threadIdx.x + 1; s < rows.size; s += blockDim.x) {
    const bool same = digit_of(sorted[s - 1], digit) == digit_of(sorted[s], digit);
    if (same && origin[s - 1] > origin[s]) atomicAdd(&wrong[0], 1u);
  }
  __syncthreads();
}

/// One whole pass. starts: where each digit begins in the output. board: a word for each tile and
/// digit. lanes: threads of a warp that vote together.
__global__ void sweep_tiles(const Key* keys, Key* output, const unsigned* starts, unsigned n,
                            Digit digit, ScanChain board, unsigned keys_per_thread, unsigned lanes,
                            RankBy way) {
  const unsigned buckets = digit.buckets(), t = threadIdx.x;
  const unsigned warps = (blockDim.x + lanes - 1) / lanes;
  const unsigned most = blockDim.x * keys_per_thread;
  extern __shared__ Key sorted[];
  unsigned* origin = after<unsigned>(sorted, most);              // by slot: the key's place in the tile
  unsigned* counters = after<unsigned>(origin, most);            // warps x buckets
  unsigned* warp_begin = after<unsigned>(counters, warps * buckets);  // the same: digits of the warps before
  unsigned* bucket_begin = after<unsigned>(warp_begin, warps * buckets);  // buckets and one: slots in the tile
  unsigned* to_output = after<unsigned>(bucket_begin, buckets + 1);
  unsigned* handed = after<unsigned>(to_output, buckets);        // the tile's number; neighbours in wrong order
  Key mine[most_keys_per_thread];
  unsigned digits[most_keys_per_thread], ranks[most_keys_per_thread], slots[most_keys_per_thread];

  // Take a ticket: who starts first is tile 0
  if (t == 0) handed[0] = board.take_ticket();
  if (t == 0) handed[1] = 0;
  for (unsigned e = t; e < warps * buckets; e += blockDim.x) counters[e] = 0;
  __syncthreads();
  const unsigned number = handed[0];  //: ticket[blockIdx.x]

  // Neighbouring lanes read neighbouring keys
  const WarpRows rows = rows_of_tile(number, n, keys_per_thread, lanes);
  for (unsigned c = 0; c < rows.keys_per_thread; ++c) {
    mine[c] = rows.has(c) ? keys[rows.index(c)] : Key{};
    digits[c] = rows.has(c) ? digit_of(mine[c], digit) : 0;
  }

  // Every warp ranks its keys, and counts its digits with it
  unsigned* counter = counters + rows.warp * buckets;  // [buckets]
  if (way == RankBy::ballots) {
    rank_by_ballots(rows, digits, digit.bits, counter, ranks);  //: rank[rows] = ranks
  } else {
    rank_by_atomics(rows, digits, counter, ranks);  //: served_as[rows] = ranks
  }
  __syncthreads();  // all warps have counted

  // A thread a digit adds up the warps, and tells the tile's own count at once
  for (unsigned d = t; d < buckets; d += blockDim.x) {
    unsigned count = 0;
    for (unsigned w = 0; w < warps; ++w) {
      const unsigned of_warp = counters[w * buckets + d];
      //: some warp_counts[(d * gridDim.x + number) * warps + w]
      warp_begin[w * buckets + d] = count;
      count += of_warp;
    }
    bucket_begin[d] = count;
    board.publish(number * buckets + d, number == 0 ? inclusive_prefix : aggregate, count);
    //: some own_counts[d * gridDim.x + number] = count later 1
  }  //: end 2
  __syncthreads();

  // Where each digit begins in the tile: a few numbers, one thread
  for (unsigned d = 0, begin = 0; t == 0 && d <= buckets; ++d) {
    const unsigned count = d < buckets ? bucket_begin[d] : 0;
    bucket_begin[d] = begin;
    begin += count;
  }
  __syncthreads();

  // Slot = begin of the digit + keys of earlier warps + rank in my warp
  const unsigned* before = warp_begin + rows.warp * buckets;  // [buckets]
  for (unsigned c = 0; c < rows.keys_per_thread; ++c)
    slots[c] = bucket_begin[digits[c]] + before[digits[c]] + ranks[c];
  place_in_tile(rows, sorted, origin, mine, slots);

  // Ranks by atomics are checked; a wrong tile ranks again
  if (way == RankBy::atomics) {
    count_wrong(rows, sorted, origin, digit, handed + 1);
    const bool right = handed[1] == 0;  //: in_order[number] = right ? 1u : 0u
    if (!right) {
      for (unsigned e = t; e < warps * buckets; e += blockDim.x) counters[e] = 0;
      __syncthreads();
      rank_by_ballots(rows, digits, digit.bits, counter, ranks);  //: silent rank_by_ballots
      for (unsigned c = 0; c < rows.keys_per_thread; ++c)
        slots[c] = bucket_begin[digits[c]] + before[digits[c]] + ranks[c];
      place_in_tile(rows, sorted, origin, mine, slots);
    }  //: rank[rows] = ranks
  }
  //: local_destination[rows] = slots
  const TileSlots run{rows.first, rows.size, rows.keys_per_thread};
  for (unsigned c = 0; c < run.keys_per_thread; ++c)
    if (run.has(c)) mine[c] = sorted[run.place(c)];  //: local_keys[run] = mine

  // Walk to the left until a tile knows all before it, then tell the sum
  //: if (gridDim.x <= 64) overtaken gridDim.x - number
  for (unsigned d = t; d < buckets; d += blockDim.x) {
    const unsigned own = bucket_begin[d + 1] - bucket_begin[d];
    unsigned sum = 0, looks = 0;
    for (unsigned long long word = 0; looks < number && ScanChain::status_of(word) != inclusive_prefix;
         ++looks) {
      word = board.wait_for((number - 1 - looks) * buckets + d, aggregate);
      sum += ScanChain::sum_of(word);
    }  //: some looked_at[d * gridDim.x + number] = looks
    if (number > 0) board.publish(number * buckets + d, inclusive_prefix, sum + own);
    //: some before_tile[d * gridDim.x + number] = sum later 1
    to_output[d] = sum - bucket_begin[d];
  }  //: end 2
  __syncthreads();

  // Neighbouring threads write neighbouring slots, run by run
  for (unsigned c = 0; c < run.keys_per_thread; ++c) {
    const unsigned d = run.has(c) ? digit_of(mine[c], digit) : 0;
    slots[c] = run.has(c) ? starts[d] + to_output[d] + run.place(c) : 0;
  }  //: destination[run] = slots
  for (unsigned c = 0; c < run.keys_per_thread; ++c)
    if (run.has(c)) output[slots[c]] = mine[c];  //: output
}

/// Shared memory of a tile.
inline size_t bytes_of_tile(unsigned threads, unsigned keys_per_thread, unsigned lanes,
                            unsigned buckets) {
  const unsigned warps = (threads + lanes - 1) / lanes;
  return size_t{threads} * keys_per_thread * (sizeof(Key) + sizeof(unsigned)) +
         (2 * size_t{warps} * buckets + 2 * buckets + 3) * sizeof(unsigned);
}

/// Two launches for the counts, then one a pass.
void sort_by_one_sweep(Run& run) {
  const unsigned n = run.size(), tiles = run.blocks(), threads = run.threads();
  const unsigned keys_per_thread = run.keys_per_thread(), lanes = run.lanes();
  DigitPlaces places{{}, 0, 1u << run.settings().radix_bits};
  for (const Digit digit : run.digits()) places.digit[places.count++] = digit;
  const unsigned entries = places.count * places.columns;
  DeviceArray<unsigned> digit_counts(entries);
  DeviceArray<unsigned> digit_starts(entries);
  ChainMemory board(tiles * places.columns);
  digit_counts.clear();

  unsigned pass = 0;
  for (const Digit digit : run.digits()) {  //: pass pass
    if (pass == 0) {
      count_all_digits<<<tiles, threads, entries * sizeof(unsigned)>>>(
          run.input(), digit_counts, n, keys_per_thread, places);
      start_all_digits<<<1, places.count>>>(digit_counts, digit_starts, places.columns);
    }
    const unsigned buckets = digit.buckets();
    sweep_tiles<<<tiles, threads, bytes_of_tile(threads, keys_per_thread, lanes, buckets)>>>(
        run.input(), run.output(), digit_starts + pass * places.columns, n, digit, board.fresh(),
        keys_per_thread, lanes, run.settings().ranks);
    ++pass;
    run.swap();
  }
}

#if __INCLUDE_LEVEL__ == 0
// radixscope: sort_into(sort_by_one_sweep, keys, output, n, bits, {4, 2, 2})
int main(int argc, char** argv) {
  Settings settings;
  settings.radix_bits = settings.keys_per_thread = 2;
  return sort_and_check(sort_by_one_sweep, argc, argv, settings);
}
#endif
