/// A running sum from block to block in one launch                           PMPP section 11.7
///
/// A block needs the sum of all blocks before it. Waiting for the one before it, which waits for
/// the one before it, would make a row of dominoes of the whole grid. Instead it looks back
/// (decoupled look-back, Merrill and Garland 2016): the block before it may know the sum of all
/// blocks up to itself; if it knows only its own so far, that is added and the next one back is
/// asked.
///     block         0   1   2   3   4
///     own sum       2   2   3   1   2
///     all sums      2   4   .   .         block 4 starts while 2 and 3 know only their own:
///                                         1, then 1 + 3, then 1 + 3 + 4 = 8 stand before it
///
/// Blocks take numbers as they start, so a block only ever waits for one that is already running,
/// in whatever order they start. What a block knows and the sum are one word of 64 bits: both
/// appear at once, and no fence is needed between them.
#pragma once

#include "kernels/simt/keys.hpp"

namespace radix::inline KERNELS {

/// What a block has told the blocks behind it.
enum ScanKnows : uint32_t {
  nothing_yet,
  own_sum,    ///< the sum of its own values
  all_sums,   ///< the sum of all values up to its last one
};

/// What the blocks of a launch hand to each other. Cleared before every launch.
struct ScanChain {
  View<uint64_t> next_block;   ///< [1] the number the next starting block takes
  View<uint64_t> states;       ///< [blocks] what a block knows (high half) and the sum (low half)

  /// Take a number: who starts first is block 0. One thread of a block.
  __device__ uint32_t take_number() const {
    return static_cast<uint32_t>(count_up(&next_block[0]));
  }

  /// Tells everyone behind this block.
  __device__ void publish(uint32_t block, ScanKnows knows, uint32_t sum) const {
    store_now(&states[block], uint64_t{knows} << 32 | sum);
  }

  /// Waits until this block knows so much. Its state: see knows_of and sum_of.
  __device__ uint64_t wait_for(uint32_t block, ScanKnows enough) const {
    uint64_t state = load_now(&states[block]);
    while (knows_of(state) < enough) {
      spin_pause();
      state = load_now(&states[block]);
    }
    return state;
  }
  __device__ static uint32_t knows_of(uint64_t state) { return static_cast<uint32_t>(state >> 32); }
  __device__ static uint32_t sum_of(uint64_t state) { return static_cast<uint32_t>(state); }

  std::size_t bytes() const { return states.size() * sizeof(uint64_t); }
};

/// Blocks that a block looks back at in one go.
inline constexpr uint32_t look_back_width = 32;

/// The sum of all blocks before this one. Several threads look back at once, each at a block. Every
/// thread of the block must call it; found: [2].
__device__ inline uint32_t look_back(const ScanChain& chain, uint32_t block, View<uint32_t> found) {
  const uint32_t t = threadIdx.x;
  const uint32_t width = min(look_back_width, blockDim.x);
  uint32_t sum = 0;
  uint32_t end = block;   // the blocks before this one still count
  while (end > 0) {
    const bool looks = t < width && t < end;
    const uint64_t state = looks ? chain.wait_for(end - 1 - t, own_sum) : 0;
    if (t == 0) found[0] = width;
    if (t == 0) found[1] = 0;
    __syncthreads();

    // The nearest block that knows it all ends the search
    if (looks && ScanChain::knows_of(state) == all_sums) atomicMin(&found[0], t);
    __syncthreads();
    if (looks && t <= found[0]) atomicAdd(&found[1], ScanChain::sum_of(state));
    __syncthreads();
    sum += found[1];
    end = found[0] < width || end <= width ? 0 : end - width;
    __syncthreads();
  }
  return sum;
}

/// The host side: the chain's words for up to `blocks` blocks.
class ChainMemory {
 public:
  explicit ChainMemory(uint32_t blocks) : words_(1 + std::size_t{blocks}, "the scan's chain") {}

  /// A chain for so many blocks that nobody has used.
  ScanChain fresh(uint32_t blocks) {
    words_.clear();
    const View<uint64_t> all = words_.view();
    return {all.slice(0, 1), all.slice(1, blocks)};
  }

 private:
  Buffer<uint64_t> words_;
};

}  // namespace radix::inline KERNELS
