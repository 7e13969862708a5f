/// 13.4 Sort in the block first                                          PMPP
///
/// In 13.3 keys go all over the output: neighbouring threads of block 0 write to 0, 8, 1, 9.
/// Here every block first sorts its own keys in shared memory, so that its zeros lie side by side
/// and its ones too; then neighbouring threads write to neighbouring places: 0, 1 and 8, 9.
///
/// The chapter's 16 keys, blocks of 4, pass 1 (bit 0):
///                  block 0      block 1      block 2      block 3
///     keys         12  3  6  9  15  8  5 10   9  6 11 13   4 10  7  0
///     in the block 12  6| 3  9   8 10|15  5   6| 9 11 13   4 10  0| 7
///     # zeros           2            2            1            3
///     # ones            2            2            3            1
///
/// Where does a block's bucket begin in the output? After all zeros of all blocks before it, and
/// the ones after all zeros of all blocks. That is an exclusive scan of the table, row after row:
///     counts  2  2  1  3 | 2  2  3  1
///     starts  0  2  4  5 | 8 10 12 15
/// Thread 3 of block 2 holds key 13, a one; one zero stands before the ones of its block. It goes
/// to 12 + (3 - 1) = 14.
///
/// New since 13.3: the scan stays inside the block, the grid-wide scan shrinks from n bits to
/// 2 x blocks counts, and the scatter writes runs of neighbours.
#pragma once

#include "01_one_bit.cuh"

namespace radix::inline KERNELS {

/// Sorts every block's keys by one bit, zeros first, and counts both kinds.
/// counts: 2 rows x gridDim.x.
__global__ void sort_in_block(View<const Key> keys, View<Key> local_keys, View<uint32_t> counts,
                              uint32_t n, Digit digit, BlockScan scan, Show show) {
  SharedMemory shared;
  auto sorted = shared.array<Key>(blockDim.x);
  auto sums = shared.array<uint32_t>(scan_words(blockDim.x));
  const uint32_t t = threadIdx.x;
  const uint32_t block = blockIdx.x;
  const uint32_t i = block * blockDim.x + t;
  const uint32_t keys_here = min(blockDim.x, n - block * blockDim.x);

  // Take the bit; a thread without a key adds nothing but must arrive at every barrier
  const Key key = i < n ? keys[i] : Key{};
  const uint32_t bit = i < n ? bit_of(key, digit) : 0;
  show("bits", i, bit);

  // Count the ones before me in this block
  const BlockSum ones = block_exclusive_scan(bit, sums, scan, show.as("ones_in_block", i));
  const uint32_t zeros = keys_here - ones.total;
  show("block_ones", block, ones.total);

  // Send zeros to the front of the block, ones behind them
  const uint32_t slot = bit == 0 ? t - ones.before : zeros + ones.before;
  show("local_destination", i, slot);
  if (i < n) sorted[slot] = key;
  __syncthreads();

  // Leave the sorted keys where the next launch finds them
  if (i < n) local_keys[i] = sorted[t];
  show("local_keys");

  // Write this block's column of the table: bucket rows x block columns
  if (t == 0) counts[block] = zeros;
  if (t == 0) counts[gridDim.x + block] = ones.total;
  show("bucket_counts");
}

/// Writes every block's buckets to their places, neighbours next to neighbours.
__global__ void write_buckets(View<const Key> local_keys, View<const uint32_t> counts,
                              View<const uint32_t> starts, View<Key> output, uint32_t n,
                              Digit digit, Show show) {
  const uint32_t t = threadIdx.x;
  const uint32_t block = blockIdx.x;
  const uint32_t i = block * blockDim.x + t;
  if (i < n) {
    // Read the key and what the table says of both buckets: nothing here waits for anything else
    const Key key = local_keys[i];
    const uint32_t zeros = counts[block];
    const uint32_t start_of_zeros = starts[block], start_of_ones = starts[gridDim.x + block];

    // The bucket's start in the output, plus my place in the bucket
    const uint32_t destination =
        bit_of(key, digit) == 0 ? start_of_zeros + t : start_of_ones + (t - zeros);
    show("destination", i, destination);

    output[destination] = key;
    show("output");
  }
}

/// One pass per bit, three launches each: sort in the block, scan the table, write the buckets.
inline void sort_block_first(Run& run) {
  const uint32_t n = run.size(), blocks = run.blocks(), threads = run.threads();
  const uint32_t entries = 2 * blocks;
  const std::size_t sort_bytes = threads * sizeof(Key) + scan_words(threads) * sizeof(uint32_t);
  DeviceArray<Key> local_keys(run, "local_keys", n);
  DeviceArray<uint32_t> counts(run, "bucket_counts", entries);
  DeviceArray<uint32_t> starts(run, "bucket_starts", entries + 1);
  GridScan scan(entries, threads);

  for (const Digit digit : run.passes()) {
    run.launch<sort_in_block>(blocks, threads, sort_bytes)(
        run.input(), local_keys, counts, n, digit, run.scan());
    scan(run, counts, starts, entries);
    run.launch<write_buckets>(blocks, threads)(
        local_keys, counts.first(blocks), starts, run.output(), n, digit);
  }
}

}  // namespace radix::inline KERNELS
