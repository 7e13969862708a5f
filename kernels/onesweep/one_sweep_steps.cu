/// One sweep: every pass reads each key once and writes it once          Adinets and Merrill 2022
///
/// The other sorts read the keys twice per pass: once to count their digits, once to move them,
/// with a scan of all blocks' counts in between. Here all digits are counted before the first pass
/// (digit_counts.cuh), and a pass is one launch: a tile ranks its keys, publishes how many it has
/// of each digit, and finds by decoupled look-back (scan/chain.cuh) where its own begin.
///
/// Each tile has a word per digit, its state: nothing yet, an aggregate ("this many keys of mine"),
/// or an inclusive prefix ("this many of mine and of all tiles before me"). It publishes aggregates
/// at once, then looks back, adding, until it finds an inclusive prefix. The chapter's 16 keys,
/// bits 0 and 1, four tiles of four keys: how many keys with the digit 10 come before tile 3?
///     tile            0            1            2            3
///     keys        12 3 6 9     15 8 5 10    9 6 11 13    4 10 7 0
///     with 10          1            1            1            1
///     state       prefix: 1    aggregate: 1 aggregate: 1 looks back: 1, 1 + 1, 1 + 1 + 1 = 3
/// It publishes the prefix 4. If tile 2 had published its prefix by then, one step would have been
/// enough: how far a tile looks back depends on the timing, what it finds does not.
///
/// Tiles are numbered as blocks start, so a tile only ever waits for one that is running. Unlike in
/// radix/05_one_launch.cu no tile waits for a grand total: where digits start is already known.
///
/// Inside the tile the keys are ranked warp by warp (tile_ranks.cuh), sorted in shared memory and
/// written run by run. Ranks by atomics are right as long as lanes are served in their order. The
/// tile checks that: two adjacent keys with the same digit must be in their old order. If they are
/// not, it ranks again by ballots. Speed may depend on how the hardware behaves, correctness never.
#include "../common.h"
#include "digit_counts.cuh"
#include "tile_ranks.cuh"

constexpr unsigned max_keys_of_thread = 32;

/// The slots of a sorted tile: neighbouring threads write neighbouring slots.
struct TileSlots {
  unsigned first, size, keys_per_thread;
  __device__ unsigned place(unsigned c) const { return c * blockDim.x + threadIdx.x; }
  __device__ bool has(unsigned c) const { return place(c) < size; }
  __device__ unsigned index(unsigned c) const { return first + place(c); }
};

/// Puts every key into its slot, and with it the place in the tile from which it comes.
__device__ inline void place_in_tile(const WarpRows& rows, Key* sorted, unsigned* origin,
                                     const Key mine[], const unsigned slots[]) {
  for (unsigned c = 0; c < rows.keys_per_thread; ++c) {
    if (!rows.has(c)) continue;
    sorted[slots[c]] = mine[c];
    origin[slots[c]] = rows.place(c);
  }
  __syncthreads();
}

/// Counts adjacent keys with the same digit that are not in their old order.
__device__ inline void count_wrong(const WarpRows& rows, const Key* sorted, const unsigned* origin,
                                   Digit digit, unsigned* wrong) {
  for (unsigned s = threadIdx.x + 1; s < rows.size; s += blockDim.x) {
    const bool same = digit_of(sorted[s - 1], digit) == digit_of(sorted[s], digit);
    if (same && origin[s - 1] > origin[s]) atomicAdd(&wrong[0], 1u);
  }
  __syncthreads();
}

/// One whole pass. starts: where each digit starts in the output. tile_states: a word for each tile
/// and digit. lanes: threads of a warp that vote together.
__global__ void sweep_tiles(const Key* keys, Key* output, const unsigned* starts, unsigned n,
                            Digit digit, ScanChain tile_states, unsigned keys_per_thread,
                            unsigned lanes, RankBy ranks_by) {
  const unsigned buckets = digit.buckets(), t = threadIdx.x;
  const unsigned warps = (blockDim.x + lanes - 1) / lanes;
  const unsigned capacity = blockDim.x * keys_per_thread;
  extern __shared__ Key sorted[];
  unsigned* origin = after<unsigned>(sorted, capacity);      // by slot: the key's place in the tile
  unsigned* counters = after<unsigned>(origin, capacity);    // warps x buckets
  unsigned* warp_begin = after<unsigned>(counters, warps * buckets);      // keys in earlier warps
  unsigned* bucket_begin = after<unsigned>(warp_begin, warps * buckets);  // [buckets + 1], slots
  unsigned* to_output = after<unsigned>(bucket_begin, buckets + 1);       // [buckets]
  unsigned* shared_words = after<unsigned>(to_output, buckets);   // tile number, wrong neighbours
  Key mine[max_keys_of_thread];
  unsigned digits[max_keys_of_thread], ranks[max_keys_of_thread], slots[max_keys_of_thread];

  // Take a ticket: the first block to start has tile 0
  if (t == 0) shared_words[0] = tile_states.take_ticket();
  if (t == 0) shared_words[1] = 0;
  for (unsigned e = t; e < warps * buckets; e += blockDim.x) counters[e] = 0;
  __syncthreads();
  const unsigned tile = shared_words[0];  //: ticket[blockIdx.x] in shared_words

  // Neighbouring lanes read neighbouring keys
  const WarpRows rows = rows_of_tile(tile, n, keys_per_thread, lanes);
  for (unsigned c = 0; c < rows.keys_per_thread; ++c) {
    mine[c] = rows.has(c) ? keys[rows.index(c)] : Key{};
    digits[c] = rows.has(c) ? digit_of(mine[c], digit) : 0;
  }

  // Every warp ranks its keys, which also counts its digits
  unsigned* counter = counters + rows.warp * buckets;  // [buckets]
  if (ranks_by == RankBy::ballots) {
    rank_by_ballots(rows, digits, digit.bits, counter, ranks);  //: rank[rows] = ranks
  } else {
    rank_by_atomics(rows, digits, counter, ranks);  //: served_as[rows] = ranks
  }
  __syncthreads();  // all warps have counted

  // One thread per digit adds up the warps' counts and publishes the tile's aggregate at once
  for (unsigned d = t; d < buckets; d += blockDim.x) {
    unsigned count = 0;
    for (unsigned w = 0; w < warps; ++w) {
      const unsigned of_warp = counters[w * buckets + d];
      //: some warp_counts[(d * gridDim.x + tile) * warps + w] in counters
      warp_begin[w * buckets + d] = count;
      count += of_warp;
    }
    bucket_begin[d] = count;
    tile_states.publish(tile * buckets + d, tile == 0 ? inclusive_prefix : aggregate, count);
    //: some own_counts[d * gridDim.x + tile] = count later 1
  }  //: end 2
  __syncthreads();

  // Where each digit starts in the tile: few numbers, so one thread adds them up
  for (unsigned d = 0, begin = 0; t == 0 && d <= buckets; ++d) {
    const unsigned count = d < buckets ? bucket_begin[d] : 0;
    bucket_begin[d] = begin;
    begin += count;
  }
  __syncthreads();

  // Slot = begin of the digit + its keys in earlier warps + rank in this warp
  const unsigned* before = warp_begin + rows.warp * buckets;  // [buckets]
  for (unsigned c = 0; c < rows.keys_per_thread; ++c)
    slots[c] = bucket_begin[digits[c]] + before[digits[c]] + ranks[c];
  place_in_tile(rows, sorted, origin, mine, slots);

  // Ranks by atomics are checked; if they are wrong, the tile ranks again by ballots
  if (ranks_by == RankBy::atomics) {
    count_wrong(rows, sorted, origin, digit, shared_words + 1);
    const bool right = shared_words[1] == 0;  //: in_order[tile] = right ? 1u : 0u
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
  const TileSlots by_slot{rows.first, rows.size, rows.keys_per_thread};
  for (unsigned c = 0; c < by_slot.keys_per_thread; ++c)
    if (by_slot.has(c)) mine[c] = sorted[by_slot.place(c)];
    //: local_keys[by_slot] = mine in sorted

  // Look back until a tile has an inclusive prefix, then publish this tile's own
  //: if (gridDim.x <= 64) overtaken gridDim.x - tile
  for (unsigned d = t; d < buckets; d += blockDim.x) {
    const unsigned own = bucket_begin[d + 1] - bucket_begin[d];
    unsigned sum = 0, visited = 0;
    for (unsigned long long word = 0;
         visited < tile && ScanChain::status_of(word) != inclusive_prefix; ++visited) {
      word = tile_states.wait_for((tile - 1 - visited) * buckets + d, aggregate);
      sum += ScanChain::sum_of(word);
    }  //: some looked_at[d * gridDim.x + tile] = visited
    if (tile > 0) tile_states.publish(tile * buckets + d, inclusive_prefix, sum + own);
    //: some before_tile[d * gridDim.x + tile] = sum later 1
    to_output[d] = sum - bucket_begin[d];
  }  //: end 2
  __syncthreads();

  // Neighbouring threads write neighbouring slots, run by run
  for (unsigned c = 0; c < by_slot.keys_per_thread; ++c) {
    const unsigned d = by_slot.has(c) ? digit_of(mine[c], digit) : 0;
    slots[c] = by_slot.has(c) ? starts[d] + to_output[d] + by_slot.place(c) : 0;
  }  //: destination[by_slot] = slots
  for (unsigned c = 0; c < by_slot.keys_per_thread; ++c)
    if (by_slot.has(c)) output[slots[c]] = mine[c];  //: output
}

/// Bytes of shared memory for a tile.
inline size_t bytes_of_tile(unsigned threads, unsigned keys_per_thread, unsigned lanes,
                            unsigned buckets) {
  const unsigned warps = (threads + lanes - 1) / lanes;
  return size_t{threads} * keys_per_thread * (sizeof(Key) + sizeof(unsigned)) +
         (2 * size_t{warps} * buckets + 2 * buckets + 3) * sizeof(unsigned);
}

/// Two launches for the counts, then one per pass.
void sort_by_one_sweep(Run& run) {
  const unsigned n = run.size(), tiles = run.blocks(), threads = run.threads();
  const unsigned keys_per_thread = run.keys_per_thread(), lanes = run.lanes();
  PassDigits passes{{}, 0, 1u << run.settings().radix_bits};
  for (const Digit digit : run.digits()) passes.digit[passes.count++] = digit;
  const unsigned entries = passes.count * passes.columns;
  DeviceArray<unsigned> digit_counts(entries);
  DeviceArray<unsigned> digit_starts(entries);
  ChainMemory tile_states(tiles * passes.columns);
  digit_counts.clear();

  unsigned pass = 0;
  for (const Digit digit : run.digits()) {  //: pass pass
    if (pass == 0) {
      count_all_digits<<<tiles, threads, entries * sizeof(unsigned)>>>(
          run.input(), digit_counts, n, keys_per_thread, passes);
      start_all_digits<<<1, passes.count>>>(digit_counts, digit_starts, passes.columns);
    }
    const unsigned buckets = digit.buckets();
    sweep_tiles<<<tiles, threads, bytes_of_tile(threads, keys_per_thread, lanes, buckets)>>>(
        run.input(), run.output(), digit_starts + pass * passes.columns, n, digit,
        tile_states.fresh(), keys_per_thread, lanes, run.settings().ranks);
    ++pass;
    run.swap();
  }
}

#if __INCLUDE_LEVEL__ == 0
// radixscope: sort_into(sort_by_one_sweep, keys, output, n, bits, {4, 2, 2})
int main(int argc, char** argv) {
  SortSettings settings;
  settings.radix_bits = settings.keys_per_thread = 2;
  return sort_and_check(sort_by_one_sweep, argc, argv, settings);
}
#endif
