/// 13.5 Several bits a pass                                              PMPP
///
/// A pass may sort by a digit of r bits instead of one: then 32-bit keys need 32 / r passes, and
/// each pass reads and writes every key once. Inside the block nothing new is needed: r one-bit
/// splits, one after the other, lowest bit first, all in shared memory. Only the table grows: 2^r
/// rows.
///
/// The chapter's 16 keys, 2 bits a pass, blocks of 4, pass 1 (bits 0 and 1):
///                    block 0      block 1      block 2      block 3
///     keys           12  3  6  9  15  8  5 10   9  6 11 13   4 10  7  0
///     split by bit 0 12  6| 3  9   8 10|15  5   6| 9 11 13   4 10  0| 7
///     split by bit 1 12  9| 6  3   8  5|10 15   9 13| 6 11   4  0|10  7
///     # 00              1            1            0            2
///     # 01              1            1            2            0
///     # 10              1            1            1            1
///     # 11              1            1            1            1
///
/// Row after row, the exclusive scan of the table tells where every bucket goes:
///     counts  1  1  0  2 | 1  1  2  0 | 1  1  1  1 |  1  1  1  1
///     starts  0  1  2  2 | 4  5  6  8 | 8  9 10 11 | 12 13 14 15
/// Block 2 has no 00 at all: its bucket is empty and the next one starts at the same slot. Its key
/// 13 stands at place 1, its bucket 01 begins at place 0 of the block: it goes to 6 + (1 - 0) = 7.
///
/// New since 13.4: r splits instead of one, 2^r buckets, and every pass does the work of r
/// passes. A table of 2^r x blocks counts is the price: with 8 bits it can hold more numbers than
/// there are keys.
#pragma once

#include "02_block_sort.cuh"

namespace radix::inline KERNELS {

/// Sorts every block's keys by one digit and counts its buckets. counts: 2^r rows x gridDim.x.
__global__ void sort_in_block_by_digit(View<const Key> keys, View<Key> local_keys,
                                       View<uint32_t> counts, uint32_t n, auto digit,
                                       BlockScan scan, Show show) {
  SharedMemory shared;
  auto sorted = shared.array<Key>(blockDim.x);
  auto sums = shared.array<uint32_t>(scan_words(blockDim.x));
  auto starts = shared.array<uint32_t>(digit.buckets() + 1);
  const uint32_t t = threadIdx.x;
  const uint32_t block = blockIdx.x;
  const uint32_t i = block * blockDim.x + t;
  const uint32_t keys_here = min(blockDim.x, n - block * blockDim.x);
  Key key = i < n ? keys[i] : Key{};

  // One split per bit of the digit, lowest first: each keeps the order of the one before
  for (uint32_t split = 0; split < digit.bits; ++split) {
    show.split(split);
    const uint32_t bit = i < n ? bit_of(key, digit, split) : 0;
    show("bits", i, bit);

    const BlockSum ones = block_exclusive_scan(bit, sums, scan, show.as("ones_in_block", i));
    const uint32_t zeros = keys_here - ones.total;
    show("block_ones", block, ones.total);

    const uint32_t slot = bit == 0 ? t - ones.before : zeros + ones.before;
    show("local_destination", i, slot);
    if (i < n) sorted[slot] = key;
    __syncthreads();
    if (i < n) key = sorted[t];
    show("local_keys", i, key);
  }

  // Where the digit changes, a bucket begins; an empty bucket begins where the next one does
  if (i < n) {
    const uint32_t mine = digit_of(key, digit);
    const uint32_t first = t == 0 ? 0 : digit_of(sorted[t - 1], digit) + 1;
    for (uint32_t d = first; d <= mine; ++d) starts[d] = t;
    for (uint32_t d = mine + 1; t == keys_here - 1 && d <= digit.buckets(); ++d)
      starts[d] = keys_here;
  }
  __syncthreads();
  show("local_bucket_starts", starts, digit.buckets());

  // Write this block's column of the table, and leave the keys where the next launch finds them
  for (uint32_t d = t; d < digit.buckets(); d += blockDim.x)
    counts[d * gridDim.x + block] = starts[d + 1] - starts[d];
  show("bucket_counts");
  if (i < n) local_keys[i] = key;
}

/// Writes every block's buckets to their places.
__global__ void write_digit_buckets(View<const Key> local_keys, View<const uint32_t> starts,
                                    View<Key> output, uint32_t n, auto digit, Show show) {
  SharedMemory shared;
  auto first_place = shared.array<uint32_t>(digit.buckets());
  auto bucket_start = shared.array<uint32_t>(digit.buckets());
  const uint32_t t = threadIdx.x;
  const uint32_t block = blockIdx.x;
  const uint32_t i = block * blockDim.x + t;

  // This block's column of the scanned table, and my key: nothing here waits for anything else
  const Key key = i < n ? local_keys[i] : Key{};
  for (uint32_t d = t; d < digit.buckets(); d += blockDim.x)
    bucket_start[d] = starts[d * gridDim.x + block];
  const uint32_t mine = digit_of(key, digit);

  // The first key of a bucket tells the others where the bucket begins in the block
  if (i < n && (t == 0 || digit_of(local_keys[i - 1], digit) != mine)) first_place[mine] = t;
  __syncthreads();

  if (i < n) {
    // The bucket's start in the output, plus my place in the bucket
    const uint32_t destination = bucket_start[mine] + (t - first_place[mine]);
    show("destination", i, destination);

    output[destination] = key;
    show("output");
  }
}

/// One pass per digit, three launches each: sort in the block, scan the table, write the buckets.
inline void sort_digits(Run& run) {
  const uint32_t n = run.size(), blocks = run.blocks(), threads = run.threads();
  const uint32_t most = run.most_table_entries();
  DeviceArray<Key> local_keys(run, "local_keys", n);
  DeviceArray<uint32_t> counts(run, "bucket_counts", most);
  DeviceArray<uint32_t> starts(run, "bucket_starts", most + 1);
  GridScan scan(most, threads);

  for (const Digit digit : run.passes()) {
    const uint32_t buckets = digit.buckets(), entries = buckets * blocks;
    const std::size_t sort_bytes =
        threads * sizeof(Key) + (scan_words(threads) + buckets + 1) * sizeof(uint32_t);

    run.launch<sort_in_block_by_digit<Digit>>(blocks, threads, sort_bytes)(
        run.input(), local_keys, counts.first(entries), n, digit, run.scan());
    scan(run, counts, starts, entries);
    run.launch<write_digit_buckets<Digit>>(blocks, threads, 2 * buckets * sizeof(uint32_t))(
        local_keys, starts.first(entries), run.output(), n, digit);
  }
}

}  // namespace radix::inline KERNELS
