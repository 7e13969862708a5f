/// Rung 5 · one launch a pass                                            PMPP section 13.3
///
/// Rung 1 ends a kernel twice in every pass, only to make all blocks wait for each other. The text names
/// another way: one kernel that does the whole pass, with a scan over all blocks inside it. The running
/// sum goes from block to block like falling dominoes: each block waits for the flag of the one before
/// it, adds its own ones, and raises the flag of the next.
///
/// The chapter's 16 keys, blocks of 4, pass 1 (bit 0):
///                        block 0   block 1   block 2   block 3
///     # ones in the block    2         2         3         1
///     # ones before block    0  ──▸    2  ──▸    4  ──▸    7  ──▸  8 in total
///
/// Blocks take their numbers as they start, so a block only waits for one that is already running. That
/// is enough for the sums, but not for the keys: a one goes behind ALL zeros, so every block also needs
/// the grand total, and that is known only when the last block has added its ones. Every block waits for
/// the last. If not all of them can run at once, the running ones never leave and the last never starts:
/// a deadlock. So this kernel is launched only when all its blocks fit on the device together.
///
/// New since rung 1: one launch a pass instead of three, every key is read once instead of twice, bits
/// and sums never leave the block. The price: the input may not be larger than what runs at once.
/// (Onesweep, 2022, lifts it: one kernel counts all digits before the first pass.)
#pragma once

#include "01_one_bit.cuh"

namespace radix {
inline namespace SIMT_TARGET {

/// One whole pass. All blocks must be resident. chain: gridDim.x states.
template <class Key>
__global__ void sort_in_one_launch(View<const Key> keys, View<Key> output, uint32_t n, Digit digit, ScanChain chain,
                                   BlockScan scan, Probe probe) {
  SharedMemory shared;
  auto sums = shared.array<uint32_t>(scan_words(blockDim.x));
  auto handed = shared.array<uint32_t>(3);   // this block's number, the ones before it, the grand total
  const uint32_t t = threadIdx.x;

  // Take a number: who starts first is block 0
  if (t == 0) handed[0] = chain.take_number();
  __syncthreads();
  const uint32_t block = handed[0];
  const uint32_t i = block * blockDim.x + t;

  const Key key = i < n ? keys[i] : Key{};
  const uint32_t bit = i < n ? bit_of(key, digit) : 0;
  probe("bits"_array, i, bit);

  const BlockSum ones = block_exclusive_scan(bit, sums, i, scan, names_of_ones(), probe);
  probe.of_block("block_ones"_array, block, ones.total);

  // The domino: wait for the block before, add my ones, let the next one fall
  if (t == 0) {
    handed[1] = block == 0 ? 0 : chain.sum_of(chain.wait_for(block - 1, all_sums));
    chain.publish(block, all_sums, handed[1] + ones.total);
  }
  __syncthreads();
  const uint32_t blocks_before = handed[1];
  probe.of_block("ones_before_block"_array, block, blocks_before);

  const uint32_t before = blocks_before + ones.before;
  probe("ones_before"_array, i, before);

  // Everyone waits for the last block: only then is the grand total known
  if (t == 0) handed[2] = chain.sum_of(chain.wait_for(gridDim.x - 1, all_sums));
  __syncthreads();
  const uint32_t total = handed[2];
  probe.of_block("ones_total"_array, block, total);

  if (i < n) {
    // Zeros to the front, ones behind all zeros
    const uint32_t destination = bit == 0 ? i - before : n - total + before;
    probe("destination"_array, i, destination);

    output[destination] = key;
    probe.mark("output"_array);
  }
}

/// One pass per bit, one launch each.
template <class Run>
void sort_one_launch(Run& run) {
  using Key = typename Run::Key;
  const uint32_t n = run.size();
  const Grid grid{.blocks = run.blocks(),
                  .threads = run.threads(),
                  .shared_bytes = (scan_words(run.threads()) + 3) * sizeof(uint32_t),
                  .all_resident = true,
                  .resident_limit = run.settings().resident_blocks};
  ChainMemory chain(run.blocks());

  for (uint32_t pass = 0; pass < run.passes(); ++pass) {
    run.begin_pass(pass);
    run.launch(kernel<sort_in_one_launch<Key>>, stage::scatter, "sort_in_one_launch", grid, run.input(), run.output(), n, run.digit(pass),
                                           chain.fresh(run.blocks()), run.scan());
    run.end_pass(run.input());
  }
}

}  // namespace SIMT_TARGET
}  // namespace radix
