/// 13.3 One launch a pass                                                PMPP
///
/// 01_one_bit.cuh ends a kernel twice a pass, only to make all blocks wait for each other. The text
/// names another way: one kernel that does the whole pass, with a scan over all blocks inside it.
/// The running sum goes from block to block like falling dominoes: each block waits for the flag of
/// the one before it, adds its own ones, and raises the flag of the next.
///
/// The chapter's 16 keys, blocks of 4, pass 1 (bit 0):
///                        block 0   block 1   block 2   block 3
///     # ones in the block    2         2         3         1
///     # ones before block    0   ─▸    2   ─▸    4   ─▸    7   ─▸  8 in total
///
/// Blocks take their numbers as they start, so a block only waits for one that is already running.
/// That is enough for the sums, but not for the keys: a one goes behind ALL zeros, so every block
/// also needs the grand total, and that is known only when the last block has added its ones. Every
/// block waits for the last. If not all of them can run at once, the running ones never leave and
/// the last never starts: a deadlock. So this kernel is launched only when all its blocks fit on
/// the device together.
///
/// New: one launch a pass instead of three, every key is read once instead of twice,
/// bits and sums never leave the block. The price: the input may not be larger than what runs at
/// once. (Onesweep, 2022, lifts it: one kernel counts all digits before the first pass.)
#pragma once

#include "01_one_bit.cuh"

namespace radix::inline KERNELS {

/// One whole pass. All blocks must be resident. chain: gridDim.x states.
__global__ void sort_in_one_launch(View<const Key> keys, View<Key> output, uint32_t n, Digit digit,
                                   ScanChain chain, BlockScan scan, Show show) {
  SharedMemory shared;
  auto sums = shared.array<uint32_t>(scan_words(blockDim.x));

  // This block's number, the ones before it, the grand total
  auto handed = shared.array<uint32_t>(3);
  const uint32_t t = threadIdx.x;

  // Take a number: who starts first is block 0
  if (t == 0) handed[0] = chain.take_number();
  __syncthreads();
  const uint32_t block = handed[0];
  const uint32_t i = block * blockDim.x + t;

  const Key key = i < n ? keys[i] : Key{};
  const uint32_t bit = i < n ? bit_of(key, digit) : 0;
  show("bits", i, bit);

  const BlockSum ones = block_exclusive_scan(bit, sums, scan, show.as("ones", i));
  show("block_ones", block, ones.total);

  // The domino: wait for the block before, add my ones, let the next one fall
  if (t == 0) {
    handed[1] = block == 0 ? 0 : chain.sum_of(chain.wait_for(block - 1, all_sums));
    chain.publish(block, all_sums, handed[1] + ones.total);
  }
  __syncthreads();
  const uint32_t blocks_before = handed[1];
  show("ones_before_block", block, blocks_before);

  const uint32_t before = blocks_before + ones.before;
  show("ones_before", i, before);

  // Everyone waits for the last block: only then is the grand total known
  if (t == 0) handed[2] = chain.sum_of(chain.wait_for(gridDim.x - 1, all_sums));
  __syncthreads();
  const uint32_t total = handed[2];
  show("ones_total", block, total);

  if (i < n) {
    // Zeros to the front, ones behind all zeros
    const uint32_t destination = bit == 0 ? i - before : n - total + before;
    show("destination", i, destination);

    output[destination] = key;
    show("output");
  }
}

/// One pass per bit, one launch each.
inline void sort_one_launch(Run& run) {
  const uint32_t n = run.size(), blocks = run.blocks(), threads = run.threads();
  const std::size_t bytes = (scan_words(threads) + 3) * sizeof(uint32_t);
  ChainMemory chain(blocks);

  for (const Digit digit : run.passes()) {
    run.launch_cooperative<sort_in_one_launch>(blocks, threads, bytes)(
        run.input(), run.output(), n, digit, chain.fresh(blocks), run.scan());
  }
}

}  // namespace radix::inline KERNELS
