/// Exclusive scans the rungs share: inside a block, and over the whole grid.
///
/// Exclusive scan: every element becomes the sum of all elements before it.
///     bits         0 1 0 1 | 1 0 1 0 | 1 0 1 1 | 0 0 1 0
///     in the block 0 0 1 1 | 0 1 1 2 | 0 1 1 2 | 0 0 0 1     each block on its own
///     block sums      2         2         3         1
///     before block    0         2         4         7         total 8
///     ones before  0 0 1 1 | 2 3 3 4 | 4 5 5 6 | 7 7 7 8     the two added
///
/// Inside a block: Kogge–Stone, ceil(log2 threads) levels. At each level every thread adds the value
/// 1, 2, 4 … places to its left. From block to block: a running sum handed on in one launch (PMPP
/// chapter 11, single-pass scan). A block waits for the one before it, so blocks take numbers as they
/// start: a block only ever waits for one that is already running, in whatever order they start.
#pragma once

#include "simt/probe.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// Which arrays a scan shows: those of the bits (over the grid, or inside the block only) or those of
/// the bucket table.
struct ScanNames {
  ArrayId level, in_block, block_sum, before_block, result;
};
__host__ __device__ constexpr ScanNames names_of_ones() {
  return {ArrayId::partial_ones, ArrayId::ones_before_in_block, ArrayId::block_ones,
          ArrayId::ones_before_block, ArrayId::ones_before};
}
__host__ __device__ constexpr ScanNames names_of_ones_in_block() {
  ScanNames names = names_of_ones();
  names.in_block = ArrayId::ones_before;   // here the block's own scan is the whole scan
  return names;
}
__host__ __device__ constexpr ScanNames names_of_counts() {
  return {ArrayId::partial_counts, ArrayId::counts_before_in_block, ArrayId::block_counts,
          ArrayId::counts_before_block, ArrayId::bucket_starts};
}

/// What the blocks of a grid scan hand to each other. Cleared before every launch.
struct ScanChain {
  View<uint32_t> next_block;    ///< [1] the number the next starting block takes
  View<uint32_t> flags;         ///< [blocks] 1 = the running sum before this block is there
  View<uint32_t> running_sum;   ///< [blocks] sum of all blocks before this one
};

/// The sum of `value` over all threads before this one in the block. Every thread of the block must
/// call it. Afterwards sums[t] is the inclusive sum up to thread t. `i`: element this thread shows.
__device__ inline uint32_t block_exclusive_scan(uint32_t value, View<uint32_t> sums, uint32_t i,
                                                const ScanNames& names, Probe& probe) {
  const uint32_t t = threadIdx.x;
  sums[t] = value;
  __syncthreads();

  uint32_t level = 1;
  for (uint32_t distance = 1; distance < blockDim.x; distance *= 2) {
    // Everyone reads before anyone writes
    const uint32_t left = t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] += left;
    probe(names.level, i, sums[t], level++, distance);
    __syncthreads();
  }

  // The sum before me is the inclusive sum of my left neighbour
  const uint32_t before = t == 0 ? 0 : sums[t - 1];
  probe(names.in_block, i, before);
  return before;
}

/// out[i] = in[0] + … + in[i - 1] for i = 0 … n; out has n + 1 entries, out[n] is the total.
/// Shared memory: scan_shared_bytes(threads).
static __global__ void exclusive_scan(View<const uint32_t> in, View<uint32_t> out, uint32_t n,
                               ScanChain chain, ScanNames names, Probe probe) {
  SharedMemory shared;
  auto sums = shared.array<uint32_t>(blockDim.x);
  auto number = shared.array<uint32_t>(1);
  auto before_block = shared.array<uint32_t>(1);
  const uint32_t t = threadIdx.x;

  // Take a number: who starts first is block 0
  if (t == 0) number[0] = atomicAdd(&chain.next_block[0], 1u);
  __syncthreads();
  const uint32_t block = number[0];
  const uint32_t i = block * blockDim.x + t;

  // Scan this block's values; a thread past the end adds nothing but must arrive at every barrier
  const uint32_t value = i < n ? in[i] : 0;
  const uint32_t before = block_exclusive_scan(value, sums, i, names, probe);
  const uint32_t block_sum = sums[blockDim.x - 1];
  probe.of_block(names.block_sum, block, block_sum);

  // Wait for the sum of all blocks before this one, then hand it on, this block's included
  if (t == 0) {
    while (block > 0 && atomicAdd(&chain.flags[block], 0u) == 0) spin_pause();
    __threadfence();
    before_block[0] = block > 0 ? atomicAdd(&chain.running_sum[block], 0u) : 0;
    if (block + 1 < gridDim.x) {
      chain.running_sum[block + 1] = before_block[0] + block_sum;
      __threadfence();
      atomicAdd(&chain.flags[block + 1], 1u);
    }
  }
  __syncthreads();
  const uint32_t blocks_before = before_block[0];
  probe.of_block(names.before_block, block, blocks_before);

  // Both parts together; the last element also writes the grand total
  if (i < n) {
    out[i] = blocks_before + before;
    if (i == n - 1) out[n] = blocks_before + before + value;
    probe.mark(names.result);
  }
}

inline std::size_t scan_shared_bytes(uint32_t threads) { return (threads + 2) * sizeof(uint32_t); }

/// The host side: the chain's buffers for scans of up to `entries` entries.
class GridScan {
 public:
  GridScan(std::size_t entries, uint32_t threads)
      : threads_(threads), chain_(1 + 2 * blocks(entries), "the scan's chain") {}

  uint32_t blocks(std::size_t entries) const {
    return static_cast<uint32_t>((entries + threads_ - 1) / threads_);
  }

  /// One launch of exclusive_scan over the first n entries (n > 0).
  template <class Run>
  void operator()(Run& run, Buffer<uint32_t>& in, Buffer<uint32_t>& out, uint32_t n,
                  ScanNames names) {
    chain_.clear();
    const View<uint32_t> words = chain_.view();
    const uint32_t b = blocks(n);
    const ScanChain chain{words.slice(0, 1), words.slice(1, b), words.slice(1 + b, b)};
    run.template launch<exclusive_scan>("exclusive_scan",
                                        Grid{b, threads_, scan_shared_bytes(threads_)}, in, out, n,
                                        chain, names);
    run.record(names.result, out, n);
  }

 private:
  uint32_t threads_;
  Buffer<uint32_t> chain_;
};

}  // namespace SIMT_TARGET
}  // namespace radix
