/// Exclusive scans the rungs share: inside a block, and over the whole grid.
///
/// Exclusive scan: every element becomes the sum of all elements before it.
///     bits         0 1 0 1 | 1 0 1 0 | 1 0 1 1 | 0 0 1 0
///     in the block 0 0 1 1 | 0 1 1 2 | 0 1 1 2 | 0 0 0 1     each block on its own
///     block sums      2         2         3         1
///     before block    0         2         4         7         total 8
///     ones before  0 0 1 1 | 2 3 3 4 | 4 5 5 6 | 7 7 7 8     the two added
///
/// Inside a block there is a choice. For 16 threads:
///     Kogge–Stone   4 levels, 49 additions: everyone adds the value 1, 2, 4, 8 to the left
///     Brent–Kung    7 levels, 26 additions: a tree of sums up, then the missing ones down
///     Blelloch      9 levels, 30 additions: the tree up, clear the root, then down; exclusive at once
///     warp shuffles 4 levels, 49 additions: as Kogge–Stone, but in the registers of a warp, without a barrier
/// From block to block: a running sum handed on in one launch (PMPP chapter 11, single-pass scan). A block
/// needs the sum of all blocks before it. It looks back: the block before it may know that sum; if it knows
/// only its own so far, that is added and the next one back is asked (decoupled look-back, Merrill and
/// Garland 2016). Blocks take numbers as they start, so a block only ever waits for one that is already
/// running, in whatever order they start.
#pragma once

#include "kernels/simt/keys.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// Which arrays a scan shows; each family that scans says which of its own.
struct ScanNames {
  Shown level, in_block, block_sum, before_block, result;
};

/// What a thread knows after its block has scanned.
struct BlockSum {
  uint32_t before;   ///< the sum of all threads before this one
  uint32_t total;    ///< the sum of the whole block
};

/// The next power of two.
__host__ __device__ constexpr uint32_t tree_width(uint32_t threads) {
  uint32_t width = 1;
  while (width < threads) width *= 2;
  return width;
}

/// Words of shared memory a block's scan needs.
__host__ __device__ constexpr uint32_t scan_words(uint32_t threads) { return tree_width(threads) + 1; }

/// Everyone adds the value 1, 2, 4 … places to the left: ceil(log2 threads) levels.
__device__ inline BlockSum kogge_stone(uint32_t value, View<uint32_t> sums, uint32_t i, const ScanNames& names,
                                       Probe& probe) {
  const uint32_t t = threadIdx.x;
  sums[t] = value;
  __syncthreads();

  uint32_t level = 1;
  for (uint32_t distance = 1; distance < blockDim.x; distance *= 2) {
    // Everyone reads before anyone writes
    value += t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] = value;
    probe.level(names.level, i, t, sums, level++, Sweep::across, distance);
    __syncthreads();
  }

  // The sum before me is the inclusive sum of my left neighbour
  const uint32_t before = t == 0 ? 0 : sums[t - 1];
  probe(names.in_block, i, before);
  return {before, sums[blockDim.x - 1]};
}

/// A tree of sums up, then down to the elements between: half the threads at the first level, fewer and
/// fewer after it.
__device__ inline BlockSum brent_kung(uint32_t value, View<uint32_t> sums, uint32_t i, const ScanNames& names,
                                      Probe& probe) {
  const uint32_t t = threadIdx.x;
  const uint32_t width = tree_width(blockDim.x);
  sums[t] = value;
  __syncthreads();

  uint32_t level = 1;
  for (uint32_t distance = 1; distance < width; distance *= 2) {
    const uint32_t k = 2 * distance * (t + 1) - 1;
    if (k < blockDim.x) sums[k] += sums[k - distance];
    probe.level(names.level, i, k, sums, level++, Sweep::up, distance);
    __syncthreads();
  }
  for (uint32_t distance = width / 4; distance > 0; distance /= 2) {
    const uint32_t k = 2 * distance * (t + 1) - 1 + distance;
    if (k < blockDim.x) sums[k] += sums[k - distance];
    probe.level(names.level, i, k, sums, level++, Sweep::fill, distance);
    __syncthreads();
  }
  const uint32_t before = t == 0 ? 0 : sums[t - 1];
  probe(names.in_block, i, before);
  return {before, sums[blockDim.x - 1]};
}

/// Up-sweep and down-sweep over the next power of two. The clear destroys the total: it is saved first.
__device__ inline BlockSum blelloch(uint32_t value, View<uint32_t> sums, uint32_t i, const ScanNames& names,
                                    Probe& probe) {
  const uint32_t t = threadIdx.x;
  const uint32_t width = tree_width(blockDim.x);
  sums[t] = value;
  if (t + blockDim.x < width) sums[t + blockDim.x] = 0;
  __syncthreads();

  uint32_t level = 1;
  for (uint32_t distance = 1; distance < width; distance *= 2) {
    const uint32_t k = 2 * distance * (t + 1) - 1;
    if (k < width) sums[k] += sums[k - distance];
    probe.level(names.level, i, k, sums, level++, Sweep::up, distance);
    __syncthreads();
  }
  if (t == 0) sums[width] = sums[width - 1];   // the total
  if (t == 0) sums[width - 1] = 0;
  probe.level(names.level, i, t == 0 ? width - 1 : width, sums, level++, Sweep::clear, 0);
  __syncthreads();
  for (uint32_t distance = width / 2; distance > 0; distance /= 2) {
    const uint32_t k = 2 * distance * (t + 1) - 1;
    const uint32_t left = k < width ? sums[k - distance] : 0;
    if (k < width) sums[k - distance] = sums[k];
    if (k < width) sums[k] += left;
    probe.level(names.level, i, k, sums, level++, Sweep::down, distance);
    __syncthreads();
  }
  // Exclusive already: nothing to shift
  const uint32_t before = sums[t];
  probe(names.in_block, i, before);
  return {before, sums[width]};
}

/// Each warp scans its own values by shuffles, in registers: its lanes move together, so no barrier. The one
/// barrier of the block is for the warps' sums. All threads of the block must call it, and meet at a barrier
/// before they call it again: until then some still read `sums`.
__device__ inline BlockSum warp_shuffles(uint32_t value, View<uint32_t> sums, uint32_t i, const ScanNames& names,
                                         Probe& probe) {
  const uint32_t lane = threadIdx.x % warp_lanes, warp = threadIdx.x / warp_lanes;
  const uint32_t warps = (blockDim.x + warp_lanes - 1) / warp_lanes;
  const uint32_t lanes = min(warp_lanes, blockDim.x - warp * warp_lanes);   // the last warp may have fewer
  const uint32_t mask = 0xffffffffu >> (warp_lanes - lanes);

  // Every lane adds the value 1, 2, 4 … lanes to its left; a lane without one gets its own and leaves it
  uint32_t sum = value, level = 1;
  for (uint32_t distance = 1; distance < min(warp_lanes, blockDim.x); distance *= 2) {
    const uint32_t left = __shfl_up_sync(mask, sum, distance);
    if (lane >= distance) sum += left;
    probe.level(names.level, i, sum, level++, Sweep::lanes, distance);
  }

  // The last lane of each warp leaves the warp's sum for the others
  if (lane == lanes - 1) sums[warp] = sum;
  __syncthreads();

  // Everyone adds the sums of the warps before its own; the lanes of a warp read the same word at once
  uint32_t before_warp = 0, total = 0;
  for (uint32_t w = 0; w < warps; ++w) {
    if (w == warp) before_warp = total;
    total += sums[w];
  }
  sum += before_warp;
  if (warps > 1) probe.level(names.level, i, sum, level, Sweep::carry, warp_lanes);

  // The sum before me is mine without my own value
  const uint32_t before = sum - value;
  probe(names.in_block, i, before);
  return {before, total};
}

/// The sum of `value` over all threads before this one in the block, and over all of them. Every thread
/// of the block must call it. sums: scan_words(threads). `i`: element this thread shows.
__device__ inline BlockSum block_exclusive_scan(uint32_t value, View<uint32_t> sums, uint32_t i, BlockScan scan,
                                                const ScanNames& names, Probe& probe) {
  if (scan == BlockScan::brent_kung) return brent_kung(value, sums, i, names, probe);
  if (scan == BlockScan::blelloch) return blelloch(value, sums, i, names, probe);
  if (scan == BlockScan::shuffles) return warp_shuffles(value, sums, i, names, probe);
  return kogge_stone(value, sums, i, names, probe);
}

/// What a block has told the blocks behind it.
enum ScanKnows : uint32_t {
  nothing_yet,
  own_sum,    ///< the sum of its own values
  all_sums,   ///< the sum of all values up to its last one
};

/// What the blocks of a launch hand to each other. Cleared before every launch.
struct ScanChain {
  View<uint64_t> next_block;   ///< [1] the number the next starting block takes
  View<uint64_t> states;       ///< [blocks] what a block knows (high half) and the sum: one word, so both appear at once

  /// Take a number: who starts first is block 0. One thread of a block.
  __device__ uint32_t take_number() const { return static_cast<uint32_t>(count_up(&next_block[0])); }

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
};

/// Blocks that a block looks back at in one go.
inline constexpr uint32_t look_back_width = 32;

/// The sum of all blocks before this one: look back, block by block, and add up their own sums, until one
/// is found that knows all sums up to its own. So nobody waits for a whole row of blocks to fall. Several
/// threads look at once, each at a block. Every thread of the block must call it; found: [2].
__device__ inline uint32_t look_back(const ScanChain& chain, uint32_t block, View<uint32_t> found) {
  const uint32_t t = threadIdx.x;
  const uint32_t width = min(look_back_width, blockDim.x);
  uint32_t sum = 0;
  uint32_t end = block;   // the blocks before this one still count
  while (end > 0) {
    const bool moments = t < width && t < end;
    const uint64_t state = moments ? chain.wait_for(end - 1 - t, own_sum) : 0;
    if (t == 0) found[0] = width;
    if (t == 0) found[1] = 0;
    __syncthreads();

    // The nearest block that knows it all ends the search
    if (moments && ScanChain::knows_of(state) == all_sums) atomicMin(&found[0], t);
    __syncthreads();
    if (moments && t <= found[0]) atomicAdd(&found[1], ScanChain::sum_of(state));
    __syncthreads();
    sum += found[1];
    end = found[0] < width || end <= width ? 0 : end - width;
    __syncthreads();
  }
  return sum;
}

/// Where place p lies in shared memory when threads with several neighbouring places read them one by one:
/// one word in 33 stays empty, so that the threads of a warp meet in different banks.
__host__ __device__ constexpr uint32_t padded(uint32_t place) { return place + place / 32; }

/// out[i] = in[0] + … + in[i - 1] for i = 0 … n; out has n + 1 entries, out[n] is the total. A thread takes one
/// value, or several neighbours when there are very many. Shared memory: scan_shared_bytes(threads, per_thread).
template <class Count>
__global__ void exclusive_scan(View<const uint32_t> in, View<uint32_t> out, uint32_t n, ScanChain chain,
                               BlockScan scan, ScanNames names, Count per_thread, Probe probe) {
  SharedMemory shared;
  auto values = shared.array<uint32_t>(padded(blockDim.x * per_thread));
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
    values[padded(place)] = place < n - first ? in[first + place] : 0;
  }
  __syncthreads();

  // Scan the sums of this block's threads
  uint32_t value = 0;
  for (uint32_t c = 0; c < per_thread; ++c) value += values[padded(t * per_thread + c)];
  const BlockSum sum = block_exclusive_scan(value, sums, block * blockDim.x + t, scan, names, probe);
  probe.of_block(names.block_sum, block, sum.total);

  // Tell the own sum, find the sum of all blocks before this one, then tell both together
  if (t == 0 && block > 0) chain.publish(block, own_sum, sum.total);
  const uint32_t blocks_before = look_back(chain, block, found.slice(0, 2));
  if (t == 0) chain.publish(block, all_sums, blocks_before + sum.total);
  probe.of_block(names.before_block, block, blocks_before);

  // Every value takes the sum of all before it
  uint32_t before = blocks_before + sum.before;
  for (uint32_t c = 0; c < per_thread; ++c) {
    const uint32_t place = padded(t * per_thread + c);
    const uint32_t own = values[place];
    values[place] = before;
    before += own;
  }
  __syncthreads();
  for (uint32_t c = 0; c < per_thread; ++c) {
    const uint32_t place = c * blockDim.x + t;
    if (place < n - first) out[first + place] = values[padded(place)];
    if (place == n - first - 1) out[n] = blocks_before + sum.total;   // the last element also writes the grand total
  }
  probe.mark(names.result);
}

inline std::size_t scan_shared_bytes(uint32_t threads, uint32_t per_thread) {
  return (padded(threads * per_thread) + scan_words(threads) + 3) * sizeof(uint32_t);
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

/// The host side of exclusive_scan, for up to `entries` entries.
class GridScan {
 public:
  GridScan(std::size_t entries, uint32_t threads) : threads_(threads), chain_(blocks(entries, 1)) {}

  /// One launch of exclusive_scan over the first n entries (n > 0).
  template <class Run>
  void operator()(Run& run, Stage stage, Buffer<uint32_t>& in, Buffer<uint32_t>& out, uint32_t n, ScanNames names) {
    run.share_out(n, [&](auto per_thread) {
      const Grid grid{.blocks = blocks(n, per_thread), .threads = threads_,
                      .shared_bytes = scan_shared_bytes(threads_, per_thread)};
      run.launch(kernel<exclusive_scan<decltype(per_thread)>>, stage, "exclusive_scan", grid,
                 in.view().slice(0, n), out.view().slice(0, std::size_t{n} + 1), n, chain_.fresh(grid.blocks), run.scan(),
                 names, per_thread);
    });
    run.record(names.result, out, n);
  }

 private:
  uint32_t blocks(std::size_t entries, uint32_t per_thread) const {
    const std::size_t each = std::size_t{threads_} * per_thread;
    return static_cast<uint32_t>((entries + each - 1) / each);
  }

  uint32_t threads_;
  ChainMemory chain_;
};

}  // namespace SIMT_TARGET
}  // namespace radix
