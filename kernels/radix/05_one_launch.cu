/// One launch per pass                                            PMPP 4th ed. 13.3, 5th ed. 14.5
///
/// 01_one_bit.cu ends a kernel twice per pass only to make all blocks wait for each other. The book
/// names another way: one kernel that does the whole pass, with a scan over all blocks inside it.
/// The running sum goes from block to block like falling dominoes: each block waits for the flag of
/// the one before it, adds its own ones, and sets its own flag for the next.
///
/// The chapter's 16 keys, blocks of 4, pass 1 (bit 0):
///                        block 0   block 1   block 2   block 3
///     # ones in the block    2         2         3         1
///     # ones before block    0   ─▸    2   ─▸    4   ─▸    7   ─▸  8 in total
///
/// Blocks are numbered as they start, so a block only waits for one that is already running. That
/// is enough for the sums, but not for the keys: a one goes after ALL zeros, so every block also
/// needs the grand total, and that is known only when the last block has added its ones. Every
/// block waits for the last one. If they cannot all run at once, those that run never finish and
/// the last one never starts: a deadlock. So this kernel is launched only if all its blocks fit on
/// the device at once.
///
/// New since 01_one_bit.cu: one launch per pass instead of three, every key is read once instead of
/// twice, and the bits and their sums never leave the block. The price: the input cannot be larger
/// than what runs at once. (Onesweep, 2022, lifts that limit: it counts all digits beforehand.)
#include "../common.h"
#include "../scan/chain.cuh"
#include "../scan/scan_in_block.cuh"

/// One whole pass. All blocks must be resident. chain: gridDim.x states.
__global__ void sort_in_one_launch(const Key* keys, Key* output, unsigned n, unsigned bit,
                                   ScanChain chain, BlockScan scan) {
  extern __shared__ unsigned sums[];
  unsigned* shared_words = after<unsigned>(sums, scan_words(blockDim.x));   // number, before, total
  const unsigned t = threadIdx.x;

  // Take a ticket: the first block to start is block 0
  if (t == 0) shared_words[0] = chain.take_ticket();
  __syncthreads();
  const unsigned block = shared_words[0];
  const unsigned i = block * blockDim.x + t;

  const Key key = i < n ? keys[i] : Key{};
  const unsigned mine = i < n ? key >> bit & 1 : 0;  //: bits[i]

  const BlockSum ones = block_exclusive_scan(mine, sums, scan);
  //: ones[i] by block_exclusive_scan; block_ones[block] = ones.total

  // The domino: wait for the block before, add this block's ones, release the next block
  if (t == 0) {
    shared_words[1] = block == 0 ? 0 : chain.sum_of(chain.wait_for(block - 1, inclusive_prefix));
    chain.publish(block, inclusive_prefix, shared_words[1] + ones.total);
  }
  __syncthreads();
  const unsigned blocks_before = shared_words[1];  //: ones_before_block[block] in shared_words

  const unsigned before = blocks_before + ones.before;  //: ones_before[i]

  // All blocks wait for the last one: only then is the grand total known
  if (t == 0) shared_words[2] = chain.sum_of(chain.wait_for(gridDim.x - 1, inclusive_prefix));
  __syncthreads();
  const unsigned total = shared_words[2];  //: ones_total[block] in shared_words

  if (i < n) {
    // Zeros to the front, ones after all zeros
    const unsigned destination = mine == 0 ? i - before : n - total + before;  //: destination[i]
    output[destination] = key;  //: output
  }
}

/// One pass per bit, one launch each. CUDA refuses the launch if its blocks cannot all run at once.
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
