/// Several keys per thread                                        PMPP 4th ed. 13.6, 5th ed. 14.8
///
/// More bits per pass make more and smaller buckets: with 4 keys in a block and 4 buckets, a bucket
/// holds one key, and no two keys are written side by side. Larger buckets need more keys in a
/// block, but a block has at most 1024 threads: so every thread takes several keys. This is thread
/// coarsening. It costs parallelism, but often only what the GPU could not have used anyway.
///
/// The chapter's 16 keys, 2 bits per pass, blocks of 4 threads with 2 keys each, pass 1:
///                    block 0                        block 1
///     keys           12  3  6  9 15  8  5 10         9  6 11 13  4 10  7  0
///     split by bit 0 12  6  8 10| 3  9 15  5         6  4 10  0| 9 11 13  7
///     split by bit 1 12  8| 9  5| 6 10| 3 15         4  0| 9 13| 6 10|11  7
///     counts          2     2     2     2            2     2     2     2
///     starts          0     4     8    12            2     6    10    14
/// The table shrinks from 4 x 4 to 4 x 2 counts, and every bucket is written as a pair of
/// neighbours.
///
/// Which keys does a thread take? Interleaved: thread t takes places t and t + 4, so that in each
/// round neighbouring threads read and write neighbouring places. Blocked: thread t takes 2t and
/// 2t + 1, and neighbouring threads read two places apart; choose it to see what that costs.
///
/// Inside the block every thread takes adjacent places, no matter which keys it has read: the keys
/// are exchanged once in shared memory. Then a thread adds up the bits of its own keys, the block
/// scans these sums, one per thread, and each thread counts on from there. Split 1 of block 0:
///     bits            0 1 | 0 1 | 1 0 | 1 0
///     # of the thread  1     1     1     1
///     before thread    0     1     2     3
///     ones before     0 0 | 1 1 | 2 3 | 3 4
#include "../common.h"
#include "../scan/grid_scan.cuh"

/// The keys of one block and this thread's share of them.
struct Tile {
  unsigned first;             ///< index of the block's first key
  unsigned size;              ///< keys of the block; the last one may have fewer
  unsigned keys_per_thread;
  Ownership ownership;

  /// Place in the block of this thread's key number c.
  __device__ unsigned place(unsigned c) const {
    return ownership == Ownership::interleaved ? c * blockDim.x + threadIdx.x
                                               : threadIdx.x * keys_per_thread + c;
  }
  __device__ bool has(unsigned c) const { return place(c) < size; }
  /// The same key's index among all keys.
  __device__ unsigned index(unsigned c) const { return first + place(c); }
};

__device__ inline Tile tile_of_block(unsigned n, unsigned keys_per_thread, Ownership ownership) {
  const unsigned whole = blockDim.x * keys_per_thread;
  return {blockIdx.x * whole, min(whole, n - blockIdx.x * whole), keys_per_thread, ownership};
}

/// Sorts every block's keys by one digit, several keys per thread, and counts its buckets.
/// counts: 2^r rows x gridDim.x.
template <unsigned keys_per_thread>
__global__ void sort_tile_by_digit(const Key* keys, Key* local_keys, unsigned* counts, unsigned n,
                                   Digit digit, Ownership ownership, BlockScan scan) {
  extern __shared__ Key tile_memory[];
  const Padded<Key> sorted{tile_memory};
  unsigned* sums = after<unsigned>(tile_memory, padded(blockDim.x * keys_per_thread));
  unsigned* starts = after<unsigned>(sums, scan_words(blockDim.x));
  Key mine[keys_per_thread];
  unsigned bits[keys_per_thread], before[keys_per_thread], slots[keys_per_thread];

  // In each round neighbouring threads read neighbouring keys
  const Tile global_tile = tile_of_block(n, keys_per_thread, ownership);
  for (unsigned c = 0; c < keys_per_thread; ++c)
    mine[c] = global_tile.has(c) ? keys[global_tile.index(c)] : Key{};
  for (unsigned c = 0; c < keys_per_thread; ++c) sorted[global_tile.place(c)] = mine[c];
  __syncthreads();

  // In the block every thread takes adjacent places
  const Tile tile = tile_of_block(n, keys_per_thread, Ownership::blocked);
  for (unsigned c = 0; c < keys_per_thread; ++c) mine[c] = sorted[tile.place(c)];

  // One split per bit of the digit, the lowest first: each split is stable
  for (unsigned split = 0; split < digit.bits; ++split) {  //: split split
    for (unsigned c = 0; c < keys_per_thread; ++c)
      bits[c] = tile.has(c) ? bit_of(mine[c], digit, split) : 0;  //: bits[tile] = bits

    // Scan one sum per thread
    unsigned sum = 0;
    for (unsigned c = 0; c < keys_per_thread; ++c) sum += bits[c];
    //: thread_ones[blockIdx.x * blockDim.x + threadIdx.x] = sum
    const BlockSum ones = block_exclusive_scan(sum, sums, scan);
    //: thread_ones[blockIdx.x * blockDim.x + threadIdx.x] by block_exclusive_scan

    // Every key gets the sum of all bits before it
    unsigned running = ones.before;
    for (unsigned c = 0; c < keys_per_thread; ++c) {
      before[c] = running;
      running += bits[c];
    }  //: ones_before[tile] = before
    const unsigned zeros = tile.size - ones.total;  //: block_ones[blockIdx.x] = ones.total

    for (unsigned c = 0; c < keys_per_thread; ++c)
      slots[c] = bits[c] == 0 ? tile.place(c) - before[c] : zeros + before[c];
      //: local_destination[tile] = slots
    for (unsigned c = 0; c < keys_per_thread; ++c) {
      if (tile.has(c)) sorted[slots[c]] = mine[c];
    }
    __syncthreads();
    for (unsigned c = 0; c < keys_per_thread; ++c) mine[c] = sorted[tile.place(c)];
    //: local_keys[tile] = mine in sorted.words
  }

  // Where the digit changes, a bucket begins; an empty bucket begins where the next one does
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    if (!tile.has(c)) continue;
    const unsigned place = tile.place(c);
    const unsigned own = digit_of(mine[c], digit);
    const unsigned first = place == 0 ? 0 : digit_of(sorted[place - 1], digit) + 1;
    for (unsigned d = first; d <= own; ++d) starts[d] = place;
    for (unsigned d = own + 1; place == tile.size - 1 && d <= digit.buckets(); ++d)
      starts[d] = tile.size;
  }
  __syncthreads();  //: local_bucket_starts = starts, digit.buckets()

  // Write this block's column of the table, and leave the keys where the next launch finds them
  for (unsigned d = threadIdx.x; d < digit.buckets(); d += blockDim.x)
    counts[d * gridDim.x + blockIdx.x] = starts[d + 1] - starts[d];  //: bucket_counts
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    if (global_tile.has(c)) local_keys[global_tile.index(c)] = sorted[global_tile.place(c)];
  }
}

/// Writes every block's buckets to their places, round by round.
template <unsigned keys_per_thread>
__global__ void write_tile_buckets(const Key* local_keys, const unsigned* starts, Key* output,
                                   unsigned n, Digit digit, Ownership ownership) {
  extern __shared__ unsigned first_place[];
  unsigned* bucket_start = after<unsigned>(first_place, digit.buckets());
  const Tile tile = tile_of_block(n, keys_per_thread, ownership);
  Key mine[keys_per_thread];
  unsigned bucket[keys_per_thread]{}, destination[keys_per_thread]{};

  // This block's column of the scanned table, and the keys: none of these reads depends on another
  for (unsigned d = threadIdx.x; d < digit.buckets(); d += blockDim.x)
    bucket_start[d] = starts[d * gridDim.x + blockIdx.x];
  for (unsigned c = 0; c < keys_per_thread; ++c)
    mine[c] = tile.has(c) ? local_keys[tile.index(c)] : Key{};

  // The thread with a bucket's first key records where the bucket starts in the block
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    if (!tile.has(c)) continue;
    bucket[c] = digit_of(mine[c], digit);
    const bool first =
        tile.place(c) == 0 || digit_of(local_keys[tile.index(c) - 1], digit) != bucket[c];
    if (first) first_place[bucket[c]] = tile.place(c);
  }
  __syncthreads();

  // The bucket's start in the output, plus the key's place in the bucket
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    if (tile.has(c))
      destination[c] = bucket_start[bucket[c]] + (tile.place(c) - first_place[bucket[c]]);
  }  //: destination[tile] = destination

  for (unsigned c = 0; c < keys_per_thread; ++c) {
    if (tile.has(c)) output[destination[c]] = mine[c];
  }  //: output
}

/// One pass per digit, three launches each: sort in the block, scan the table, write the buckets.
void sort_coarse(Run& run) {
  const unsigned n = run.size(), blocks = run.blocks(), threads = run.threads();
  const unsigned max_entries = blocks << run.settings().radix_bits;
  const Ownership ownership = run.settings().ownership;
  DeviceArray<Key> local_keys(n);
  DeviceArray<unsigned> bucket_counts(max_entries);
  DeviceArray<unsigned> bucket_starts(max_entries + 1);
  GridScan scan(max_entries, threads);

  for (const Digit digit : run.digits()) {  //: pass
    const unsigned buckets = digit.buckets(), entries = buckets * blocks;
    const size_t sort_bytes =
        padded(threads * run.keys_per_thread()) * sizeof(Key) +
        (scan_words(threads) + buckets + 1) * sizeof(unsigned);

    // There is a kernel for every number c of keys per thread, so that the keys stay in registers
    run.with_keys_per_thread([&](auto c) {
      sort_tile_by_digit<c><<<blocks, threads, sort_bytes>>>(
          run.input(), local_keys, bucket_counts, n, digit, ownership, run.scan());
    });
    scan(run, bucket_counts, bucket_starts, entries);
    run.with_keys_per_thread([&](auto c) {
      write_tile_buckets<c><<<blocks, threads, 2 * buckets * sizeof(unsigned)>>>(
          local_keys, bucket_starts, run.output(), n, digit, ownership);
    });
    run.swap();
  }
}

// radixscope: sort_into(sort_coarse, keys, output, n, bits, {4, 2, 2})
int main(int argc, char** argv) {
  SortSettings settings;
  settings.radix_bits = settings.keys_per_thread = 2;
  return sort_and_check(sort_coarse, argc, argv, settings);
}
