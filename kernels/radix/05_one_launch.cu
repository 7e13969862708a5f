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
#include "../common.h"
#include "../scan/chain.cuh"
#include "../scan/scan_in_block.cuh"

/// One whole pass. All blocks must be resident. chain: gridDim.x states.
__global__ void sort_in_one_launch(const Key* keys, Key* output, unsigned n, unsigned bit,
                                   ScanChain chain, BlockScan scan) {
  extern __shared__ unsigned sums[];
  unsigned* handed = behind<unsigned>(sums, scan_words(blockDim.x));   // [3] number, before, total
  const unsigned t = threadIdx.x;

  // Take a number: who starts first is block 0
  if (t == 0) handed[0] = chain.take_number();
  __syncthreads();
  const unsigned block = handed[0];
  const unsigned i = block * blockDim.x + t;

  const Key key = i < n ? keys[i] : Key{};
  const unsigned mine = i < n ? key >> bit & 1 : 0;  //: bits[i]

  const BlockSum ones = block_exclusive_scan(mine, sums, scan);
  //: ones[i] by block_exclusive_scan; block_ones[block] = ones.total

  // The domino: wait for the block before, add my ones, let the next one fall
  if (t == 0) {
    handed[1] = block == 0 ? 0 : chain.sum_of(chain.wait_for(block - 1, all_sums));
    chain.publish(block, all_sums, handed[1] + ones.total);
  }
  __syncthreads();
  const unsigned blocks_before = handed[1];  //: ones_before_block[block]

  const unsigned before = blocks_before + ones.before;  //: ones_before[i]

  // Everyone waits for the last block: only then is the grand total known
  if (t == 0) handed[2] = chain.sum_of(chain.wait_for(gridDim.x - 1, all_sums));
  __syncthreads();
  const unsigned total = handed[2];  //: ones_total[block]

  if (i < n) {
    // Zeros to the front, ones behind all zeros
    const unsigned destination = mine == 0 ? i - before : n - total + before;  //: destination[i]
    output[destination] = key;  //: output
  }
}

/// One pass per bit, one launch each: all its blocks run at once, or CUDA refuses it.
void sort_one_launch(Run& run) {
  unsigned n = run.size(), blocks = run.blocks(), threads = run.threads();
  const size_t bytes = (scan_words(threads) + 3) * sizeof(unsigned);
  BlockScan scan = run.scan();
  ChainMemory memory(blocks);

  for (unsigned bit = 0; bit < run.bits(); ++bit) {  //: pass
    const Key* keys = run.input();
    Key* output = run.output();
    ScanChain chain = memory.fresh();
    void* arguments[] = {&keys, &output, &n, &bit, &chain, &scan};
    CHECK(cudaLaunchCooperativeKernel((void*)sort_in_one_launch, blocks, threads, arguments,
                                      bytes));
    run.swap();
  }
}

// radixscope: sort_into(sort_one_launch, keys, output, n, bits)
int main(int argc, char** argv) {
  return sort_and_check(sort_one_launch, argc, argv, {}, 100003);
}
