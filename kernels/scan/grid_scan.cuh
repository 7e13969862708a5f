/// An exclusive scan over the whole grid, in one launch                      PMPP section 11.7
///
/// Every block scans its own values, finds the sum of all blocks before it (chain.cuh) and adds it
/// to each of its values. Every value is read once and written once.
///     in           2  2  1  3 | 2  2  3  1      two blocks of 4
///     in the block 0  2  4  5 | 0  2  4  7
///     block sums        8     |      8
///     before block      0     |      8
///     out          0  2  4  5 | 8 10 12 15 | 16     the grand total stands at the end
///
/// A thread takes one value, or 16 adjacent ones if there are very many (2^18 or more). It then
/// adds up its own values, the block scans the threads' sums, and the chain is a sixteenth as long.
#pragma once

#include "chain.cuh"
#include "padded.cuh"
#include "scan_in_block.cuh"

/// out[i] = in[0] + … + in[i - 1] for i = 0 … n; out has n + 1 entries, out[n] is the total.
template <unsigned per_thread>
__global__ void exclusive_scan(const unsigned* in, unsigned* out, unsigned n, ScanChain chain,
                               BlockScan scan) {
  extern __shared__ unsigned scan_memory[];
  const Padded<unsigned> values{scan_memory};
  unsigned* sums = after<unsigned>(scan_memory, padded(blockDim.x * per_thread));
  unsigned* found = after<unsigned>(sums, scan_words(blockDim.x));   // [3]
  const unsigned t = threadIdx.x;

  if (t == 0) found[2] = chain.take_ticket();
  __syncthreads();
  const unsigned block = found[2];
  const unsigned first = block * blockDim.x * per_thread;

  // Neighbouring threads read neighbouring values; places past the end count as 0
  for (unsigned c = 0; c < per_thread; ++c) {
    const unsigned place = c * blockDim.x + t;
    values[place] = place < n - first ? in[first + place] : 0;
  }
  __syncthreads();

  // Scan the sums of this block's threads, whose values stay in registers
  unsigned own[per_thread], value = 0;
  for (unsigned c = 0; c < per_thread; ++c) value += own[c] = values[t * per_thread + c];
  const BlockSum sum = block_exclusive_scan(value, sums, scan);
  //: [block * blockDim.x + t] by block_exclusive_scan; block_sum[block] = sum.total

  // Publish the aggregate, look back for the sum of all blocks before, publish the inclusive prefix
  if (t == 0 && block > 0) chain.publish(block, aggregate, sum.total);
  const unsigned blocks_before = look_back(chain, block, found);
  //: before_block[block] = blocks_before
  if (t == 0) chain.publish(block, inclusive_prefix, blocks_before + sum.total);

  // Every value is replaced by the sum of all values before it
  unsigned before = blocks_before + sum.before;
  for (unsigned c = 0; c < per_thread; ++c) {
    values[t * per_thread + c] = before;
    before += own[c];
  }
  __syncthreads();
  for (unsigned c = 0; c < per_thread; ++c) {
    const unsigned place = c * blockDim.x + t;
    // The last element also writes the grand total
    if (place == n - first - 1) out[n] = blocks_before + sum.total;
    if (place < n - first) out[first + place] = values[place];
  }  //: result
}

inline size_t scan_shared_bytes(unsigned threads, unsigned per_thread) {
  return (padded(threads * per_thread) + scan_words(threads) + 3) * sizeof(unsigned);
}

/// The host side of exclusive_scan, for up to `entries` entries.
class GridScan {
 public:
  GridScan(size_t entries, unsigned threads) : threads_(threads), chain_(blocks(entries, 1)) {}

  /// One launch of exclusive_scan over the first n entries (n > 0).
  void operator()(Run& run, const unsigned* in, unsigned* out, unsigned n) {
    run.share_out(n, [&](auto per_thread) {
      const unsigned blocks = this->blocks(n, per_thread);
      const size_t bytes = scan_shared_bytes(threads_, per_thread);
      exclusive_scan<per_thread><<<blocks, threads_, bytes>>>(in, out, n, chain_.fresh(),
                                                              run.scan());
    });
  }

 private:
  unsigned blocks(size_t entries, unsigned per_thread) const {
    const size_t per_block = size_t{threads_} * per_thread;
    return (unsigned)((entries + per_block - 1) / per_block);
  }

  unsigned threads_;
  ChainMemory chain_;
};
