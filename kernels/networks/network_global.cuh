/// 13.8 Sorting networks: bitonic and odd–even merge                      PMPP
///
/// A network compares fixed pairs of places, whatever the keys are: no branch, no search, no scan.
/// Its stages make runs of 2, 4, 8, … keys in order; stage s has a layer for every distance
/// 2^(s-1), …, 2, 1. Comparators of a layer share no place, so each has a thread of its own, and
/// the keys stay in one array.
///
/// The bitonic network of the chapter's 16 keys, 10 layers of 8 comparators:
///     key                     12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     stage 1, distance 1      3 12  9  6  8 15 10  5  6  9 13 11  4 10  7  0
///     stage 2, distances 2 1   3  6  9 12 15 10  8  5  6  9 11 13 10  7  4  0
///     stage 3, 4 2 1           3  5  6  8  9 10 12 15 13 11 10  9  7  6  4  0
///     stage 4, 8 4 2 1         0  3  4  5  6  6  7  8  9  9 10 10 11 12 13 15
///
/// Runs go up and down in turn. Up and then down is bitonic: one layer puts all small keys of such
/// a run into its left half, and both halves are bitonic again. The mirrored network lets every run
/// go up and compares mirrored places first. The odd–even merge network leaves out what is known
/// already: 63 comparators instead of 80. No comparison sort of 16 keys gets by with fewer than 45.
///
/// Not stable: a comparator carries a key past others that are equal to it. Here 10b ends before
/// 10a. O(n log² n) comparators: the choice for a warp or a block, not for many keys.
///
/// One launch a layer: the next one reads what threads of other blocks wrote.
#pragma once

#include "layers.hpp"
#include "networks_show.hpp"

namespace radix::networks::inline KERNELS {

/// A comparator's two wires as its thread shows them. A thread without a comparator has none.
struct Wires {
  uint32_t first;  ///< 0 in the first block
  uint32_t low, high;
  static constexpr uint32_t keys_per_thread = 2;
  __device__ bool has(uint32_t) const { return high != nobody; }
  __device__ uint32_t index(uint32_t c) const { return c == 0 ? low : high; }
};

/// Every thread puts the two keys of its comparator in order.
__global__ void compare_exchange(View<Key> keys, Layer layer, KeyOrder order, Show show) {
  const uint32_t low = layer.low(blockIdx.x * blockDim.x + threadIdx.x);
  const uint32_t high = layer.high(low);
  const Wires wires{blockIdx.x, low, high};
  const uint32_t partner[] = {high, low};
  show("partner", wires, partner);

  // The larger key goes up, or down where the run descends; equal keys stay
  const Key a = wires.has(0) ? keys[low] : Key{}, b = wires.has(1) ? keys[high] : Key{};
  const bool down = layer.descends(low), works = wires.has(0);
  const bool exchange = works && (down ? comes_before(a, b, order) : comes_before(b, a, order));
  const uint32_t exchanged[] = {exchange ? 1u : 0u, exchange ? 1u : 0u};
  show("exchanged", wires, exchanged);

  // No other thread touches these two in this layer
  if (exchange) keys[low] = b;
  if (exchange) keys[high] = a;
  show("output");
}

/// A launch a layer.
inline void sort_by_network(Run& run) {
  const uint32_t n = run.size(), threads = run.threads();
  const uint32_t blocks = std::bit_ceil(n) / 2 / threads + 1;
  Layer layer{.network = run.settings().network, .n = n};

  for (const uint32_t part : run.parts(layer_count(layer.network, n))) {
    if (part > 0) layer = layer.next();
    run.launch<compare_exchange>(blocks, threads)(run.input(), layer, run.order());
  }
}

}  // namespace radix::networks::inline KERNELS
