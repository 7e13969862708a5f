/// Sorting networks: bitonic and odd–even merge                   PMPP 4th ed. 13.8, 5th ed. 14.9
///
/// A network compares fixed pairs of places, whatever the keys are: no search, no scan. A
/// comparator puts the keys of one pair in order, and a layer is a set of comparators of which no
/// two share a place: each has a thread of its own, and the keys stay in one array. Stage s of the
/// network makes sorted runs of 2^s keys out of shorter ones, and has a layer for every distance
/// 2^(s-1), …, 2, 1 between the places of a pair.
///
/// The bitonic network for 16 keys, here the chapter's, has 10 layers of 8 comparators:
///     key                     12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     stage 1, distance 1      3 12  9  6  8 15 10  5  6  9 13 11  4 10  7  0
///     stage 2, distances 2 1   3  6  9 12 15 10  8  5  6  9 11 13 10  7  4  0
///     stage 3, 4 2 1           3  5  6  8  9 10 12 15 13 11 10  9  7  6  4  0
///     stage 4, 8 4 2 1         0  3  4  5  6  6  7  8  9  9 10 10 11 12 13 15
///
/// Runs ascend and descend in turn. Two such runs, side by side, are a bitonic sequence: one layer
/// moves the smaller half of its keys to the left, and both halves are bitonic again. In the
/// mirrored network all runs ascend, and a stage first compares mirrored places: the first of one
/// run with the last of the other. The odd–even merge network leaves out comparisons with a known
/// outcome: 63 comparators instead of 80; the smallest network known for 16 keys has 60.
/// For some order of 16 keys, every comparison sort needs 45 comparisons: lg 16!, rounded up.
///
/// Not stable: a comparator can move a key past an equal one. Here the second 10 of the input ends
/// before the first. O(n log² n) comparators: good for a warp or a block, not for many keys.
///
/// One launch per layer: the next layer reads what threads of other blocks have written.
#include "../common.h"
#include "layers.cuh"

/// Every thread puts the two keys of its comparator in order.
__global__ void compare_exchange(Key* keys, Layer layer) {
  const unsigned low = layer.low(blockIdx.x * blockDim.x + threadIdx.x);
  const unsigned high = layer.high(low);  //: partner[low, high] = high, low

  // The larger key goes to the higher place, or to the lower one if the run descends
  const bool active = high != none;
  const Key a = active ? keys[low] : Key{}, b = active ? keys[high] : Key{};
  const bool down = layer.descends(low);
  const bool exchange = active && (down ? a < b : b < a);
  //: exchanged[low, high] = exchange, exchange

  // No other thread accesses these two keys in this layer
  if (exchange) keys[low] = b;
  if (exchange) keys[high] = a;  //: output
}

/// One launch per layer.
void sort_by_network(Run& run) {
  const unsigned n = run.size(), threads = run.threads();
  const unsigned blocks = (bit_ceil(n) + 2 * threads - 1) / (2 * threads);
  Layer layer = first_layer(run.settings().network, n);
  const unsigned layers = layer_count(layer.network, n);

  for (unsigned k = 0; k < layers; ++k) {  //: pass
    compare_exchange<<<blocks, threads>>>(run.input(), layer);
    layer = layer.next();
  }
}

#if __INCLUDE_LEVEL__ == 0
// radixscope: sort_into(sort_by_network, keys, output, n, bits)
int main(int argc, char** argv) { return sort_and_check(sort_by_network, argc, argv); }
#endif
