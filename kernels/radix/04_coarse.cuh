/// 13.6 Several keys a thread                                            PMPP
///
/// More bits a pass make more and smaller buckets: with 4 keys in a block and 4 buckets, a bucket
/// holds one key and nothing is written side by side. Larger buckets need more keys in a block, and
/// a block has no more threads to give: so every thread takes several keys. The chapter's name is
/// thread coarsening. It costs parallelism that the card may not have had to give anyway.
///
/// The chapter's 16 keys, 2 bits a pass, blocks of 4 threads with 2 keys each, pass 1:
///                    block 0                        block 1
///     keys           12  3  6  9 15  8  5 10         9  6 11 13  4 10  7  0
///     split by bit 0 12  6  8 10| 3  9 15  5         6  4 10  0| 9 11 13  7
///     split by bit 1 12  8| 9  5| 6 10| 3 15         4  0| 9 13| 6 10|11  7
///     counts          2     2     2     2            2     2     2     2
///     starts          0     4     8    12            2     6    10    14
/// The table shrinks from 4 x 4 to 4 x 2 counts, and every bucket is written as a pair of
/// neighbours.
///
/// Which keys does a thread take? Interleaved: thread t takes places t, t + 4: in each round
/// neighbouring threads read and write neighbouring places. Blocked (thread t takes 2t and 2t + 1)
/// makes neighbours read two places apart; choose it to see why not.
///
/// Inside the block every thread takes neighbouring places, whoever read them: the keys change
/// hands in shared memory once. Then a thread adds up the bits of its own keys, the block scans
/// those sums, one per thread, and each thread gives its keys their sums. For split 1 of block 0:
///     bits            0 1 | 0 1 | 1 0 | 1 0
///     # of the thread  1     1     1     1
///     before thread    0     1     2     3
///     ones before     0 0 | 1 1 | 2 3 | 3 4
#pragma once

#include "03_digits.cuh"

namespace radix::inline KERNELS {

/// The keys of one block and this thread's share of them.
struct Tile {
  uint32_t first;             ///< index of the block's first key
  uint32_t size;              ///< keys of the block; the last one may have fewer
  uint32_t keys_per_thread;   ///< at most max_keys_per_thread
  Ownership ownership;

  /// Place in the block of this thread's key number c.
  __device__ uint32_t place(uint32_t c) const {
    return ownership == Ownership::interleaved ? c * blockDim.x + threadIdx.x
                                               : threadIdx.x * keys_per_thread + c;
  }
  __device__ bool has(uint32_t c) const { return place(c) < size; }
  /// The same key's index among all keys.
  __device__ uint32_t index(uint32_t c) const { return first + place(c); }
};

__device__ inline Tile tile_of_block(uint32_t n, uint32_t keys_per_thread, Ownership ownership) {
  const uint32_t most = blockDim.x * keys_per_thread;
  return {blockIdx.x * most, min(most, n - blockIdx.x * most), keys_per_thread, ownership};
}

/// Sorts every block's keys by one digit, several keys a thread, and counts its buckets.
/// counts: 2^r rows x gridDim.x.
__global__ void sort_tile_by_digit(View<const Key> keys, View<Key> local_keys,
                                   View<uint32_t> counts, uint32_t n, Digit digit,
                                   auto keys_per_thread, Ownership ownership, BlockScan scan,
                                   Show show) {
  constexpr uint32_t most = keys_per_thread.most;
  SharedMemory shared;
  const Padded<Key> sorted{shared.array<Key>(padded(blockDim.x * keys_per_thread))};
  auto sums = shared.array<uint32_t>(scan_words(blockDim.x));
  auto starts = shared.array<uint32_t>(digit.buckets() + 1);
  const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  Key mine[most];
  uint32_t bits[most], before[most], slots[most];

  // In each round neighbouring threads read neighbouring keys
  const Tile outside = tile_of_block(n, keys_per_thread, ownership);
  for (uint32_t c = 0; c < keys_per_thread; ++c)
    mine[c] = outside.has(c) ? keys[outside.index(c)] : Key{};
  for (uint32_t c = 0; c < keys_per_thread; ++c) sorted[outside.place(c)] = mine[c];
  __syncthreads();

  // In the block every thread takes neighbouring places
  const Tile tile = tile_of_block(n, keys_per_thread, Ownership::blocked);
  for (uint32_t c = 0; c < keys_per_thread; ++c) mine[c] = sorted[tile.place(c)];

  // One split per bit of the digit, lowest first: each keeps the order of the one before
  for (uint32_t split = 0; split < digit.bits; ++split) {
    show.split(split);
    for (uint32_t c = 0; c < keys_per_thread; ++c)
      bits[c] = tile.has(c) ? bit_of(mine[c], digit, split) : 0;
    show("bits", tile, bits);

    // Scan one sum per thread
    uint32_t sum = 0;
    for (uint32_t c = 0; c < keys_per_thread; ++c) sum += bits[c];
    show("thread_ones", thread, sum);
    const BlockSum ones = block_exclusive_scan(sum, sums, scan, show.as("thread_ones", thread));

    // Every key takes the sum of all before it
    uint32_t running = ones.before;
    for (uint32_t c = 0; c < keys_per_thread; ++c) {
      before[c] = running;
      running += bits[c];
    }
    show("ones_before", tile, before);
    const uint32_t zeros = tile.size - ones.total;
    show("block_ones", blockIdx.x, ones.total);

    for (uint32_t c = 0; c < keys_per_thread; ++c)
      slots[c] = bits[c] == 0 ? tile.place(c) - before[c] : zeros + before[c];
    show("local_destination", tile, slots);
    for (uint32_t c = 0; c < keys_per_thread; ++c) {
      if (tile.has(c)) sorted[slots[c]] = mine[c];
    }
    __syncthreads();
    for (uint32_t c = 0; c < keys_per_thread; ++c) mine[c] = sorted[tile.place(c)];
    show("local_keys", tile, mine);
  }

  // Where the digit changes, a bucket begins; an empty bucket begins where the next one does
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    if (!tile.has(c)) continue;
    const uint32_t place = tile.place(c);
    const uint32_t own = digit_of(mine[c], digit);
    const uint32_t first = place == 0 ? 0 : digit_of(sorted[place - 1], digit) + 1;
    for (uint32_t d = first; d <= own; ++d) starts[d] = place;
    for (uint32_t d = own + 1; place == tile.size - 1 && d <= digit.buckets(); ++d)
      starts[d] = tile.size;
  }
  __syncthreads();
  show("local_bucket_starts", starts, digit.buckets());

  // Write this block's column of the table, and leave the keys where the next launch finds them
  for (uint32_t d = threadIdx.x; d < digit.buckets(); d += blockDim.x)
    counts[d * gridDim.x + blockIdx.x] = starts[d + 1] - starts[d];
  show("bucket_counts");
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    if (outside.has(c)) local_keys[outside.index(c)] = sorted[outside.place(c)];
  }
}

/// Writes every block's buckets to their places, round after round.
__global__ void write_tile_buckets(View<const Key> local_keys, View<const uint32_t> starts,
                                   View<Key> output, uint32_t n, Digit digit, auto keys_per_thread,
                                   Ownership ownership, Show show) {
  constexpr uint32_t most = keys_per_thread.most;
  SharedMemory shared;
  auto first_place = shared.array<uint32_t>(digit.buckets());
  auto bucket_start = shared.array<uint32_t>(digit.buckets());
  const Tile tile = tile_of_block(n, keys_per_thread, ownership);
  Key mine[most];
  uint32_t bucket[most]{}, destination[most]{};

  // This block's column of the scanned table, and my keys: nothing here waits for anything else
  for (uint32_t d = threadIdx.x; d < digit.buckets(); d += blockDim.x)
    bucket_start[d] = starts[d * gridDim.x + blockIdx.x];
  for (uint32_t c = 0; c < keys_per_thread; ++c)
    mine[c] = tile.has(c) ? local_keys[tile.index(c)] : Key{};

  // The first key of a bucket tells the others where the bucket begins in the block
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    if (!tile.has(c)) continue;
    bucket[c] = digit_of(mine[c], digit);
    const bool first =
        tile.place(c) == 0 || digit_of(local_keys[tile.index(c) - 1], digit) != bucket[c];
    if (first) first_place[bucket[c]] = tile.place(c);
  }
  __syncthreads();

  // The bucket's start in the output, plus my key's place in the bucket
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    if (tile.has(c))
      destination[c] = bucket_start[bucket[c]] + (tile.place(c) - first_place[bucket[c]]);
  }
  show("destination", tile, destination);

  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    if (tile.has(c)) output[destination[c]] = mine[c];
  }
  show("output");
}

/// One pass per digit, three launches each: sort in the block, scan the table, write the buckets.
inline void sort_coarse(Run& run) {
  const uint32_t n = run.size(), blocks = run.blocks(), threads = run.threads();
  const uint32_t most = run.most_table_entries();
  const Ownership ownership = run.settings().ownership;
  DeviceArray<Key> local_keys(run, "local_keys", n);
  DeviceArray<uint32_t> counts(run, "bucket_counts", most);
  DeviceArray<uint32_t> starts(run, "bucket_starts", most + 1);
  GridScan scan(most, threads);

  for (const Digit digit : run.passes()) {
    const uint32_t buckets = digit.buckets(), entries = buckets * blocks;
    const std::size_t sort_bytes =
        padded(threads * run.keys_per_thread()) * sizeof(Key) +
        (scan_words(threads) + buckets + 1) * sizeof(uint32_t);

    // Timed runs have a kernel for every number c of keys per thread: so they stay in registers
    run.with_keys_per_thread([&](auto c) {
      run.launch<sort_tile_by_digit<decltype(c)>>(blocks, threads, sort_bytes)(
          run.input(), local_keys, counts.first(entries), n, digit, c, ownership, run.scan());
    });
    scan(run, counts, starts, entries);
    run.with_keys_per_thread([&](auto c) {
      run.launch<write_tile_buckets<decltype(c)>>(blocks, threads, 2 * buckets * sizeof(uint32_t))(
          local_keys, starts.first(entries), run.output(), n, digit, c, ownership);
    });
  }
}

}  // namespace radix::inline KERNELS
