/// An exclusive scan over the whole grid, in one launch                      PMPP section 11.7
///
/// Every block scans its own values, finds the sum of all blocks before it (chain.cuh) and adds it
/// to each of its values. Every value is read once and written once.
///     in           2  2  1  3 | 2  2  3  1      two blocks of 4
///     in the block 0  2  4  5 | 0  2  4  7
///     block sums        8     |      8
///     before block      0     |      8
///     out          0  2  4  5 | 8 10 12 15 | 16     and behind them all the grand total
///
/// A thread takes one value, or 16 neighbours where there are very many (2^18 and more): then it
/// adds up its own, the block scans the threads' sums, and the chain is a sixteenth as long.
#pragma once

#include "chain.cuh"
#include "kernels/simt/run.hpp"
#include "padded.cuh"
#include "scan_in_block.cuh"

namespace radix::inline KERNELS {

/// out[i] = in[0] + … + in[i - 1] for i = 0 … n; out has n + 1 entries, out[n] is the total.
__global__ void exclusive_scan(View<const uint32_t> in, View<uint32_t> out, uint32_t n,
                               ScanChain chain, BlockScan scan, auto per_thread, ScanShow show) {
  SharedMemory shared;
  const Padded<uint32_t> values{shared.array<uint32_t>(padded(blockDim.x * per_thread))};
  auto sums = shared.array<uint32_t>(scan_words(blockDim.x));
  auto found = shared.array<uint32_t>(3);
  const uint32_t t = threadIdx.x;

  if (t == 0) found[2] = chain.take_number();
  __syncthreads();
  const uint32_t block = found[2];
  const uint32_t first = block * blockDim.x * per_thread;

  // Neighbouring threads read neighbouring values; one past the end adds nothing
  for (uint32_t c = 0; c < per_thread; ++c) {
    const uint32_t place = c * blockDim.x + t;
    values[place] = place < n - first ? in[first + place] : 0;
  }
  __syncthreads();

  // Scan the sums of this block's threads
  uint32_t value = 0;
  for (uint32_t c = 0; c < per_thread; ++c) value += values[t * per_thread + c];
  const BlockSum sum = block_exclusive_scan(value, sums, scan, show.of(block * blockDim.x + t));
  show("block_sum", block, sum.total);

  // Tell the own sum, find the sum of all blocks before this one, then tell both together
  if (t == 0 && block > 0) chain.publish(block, own_sum, sum.total);
  const uint32_t blocks_before = look_back(chain, block, found.slice(0, 2));
  if (t == 0) chain.publish(block, all_sums, blocks_before + sum.total);
  show("before_block", block, blocks_before);

  // Every value takes the sum of all before it
  uint32_t before = blocks_before + sum.before;
  for (uint32_t c = 0; c < per_thread; ++c) {
    const uint32_t place = t * per_thread + c;
    const uint32_t own = values[place];
    values[place] = before;
    before += own;
  }
  __syncthreads();
  for (uint32_t c = 0; c < per_thread; ++c) {
    const uint32_t place = c * blockDim.x + t;
    if (place < n - first) out[first + place] = values[place];

    // The last element also writes the grand total
    if (place == n - first - 1) out[n] = blocks_before + sum.total;
  }
  show("result");
}

inline std::size_t scan_shared_bytes(uint32_t threads, uint32_t per_thread) {
  return (padded(threads * per_thread) + scan_words(threads) + 3) * sizeof(uint32_t);
}

/// The host side of exclusive_scan, for up to `entries` entries.
class GridScan {
 public:
  GridScan(std::size_t entries, uint32_t threads) : threads_(threads), chain_(blocks(entries, 1)) {}

  /// One launch of exclusive_scan over the first n entries (n > 0).
  void operator()(Run& run, Buffer<uint32_t>& in, Buffer<uint32_t>& out, uint32_t n) {
    run.share_out(n, [&](auto per_thread) {
      const uint32_t blocks = this->blocks(n, per_thread);
      const std::size_t bytes = scan_shared_bytes(threads_, per_thread);
      run.launch<exclusive_scan<decltype(per_thread)>>(blocks, threads_, bytes)(
          in.view().slice(0, n), out.view().slice(0, std::size_t{n} + 1), n,
          chain_.fresh(blocks), run.scan(), per_thread);
    });
  }

 private:
  uint32_t blocks(std::size_t entries, uint32_t per_thread) const {
    const std::size_t each = std::size_t{threads_} * per_thread;
    return static_cast<uint32_t>((entries + each - 1) / each);
  }

  uint32_t threads_;
  ChainMemory chain_;
};

}  // namespace radix::inline KERNELS
