/// Sorting networks in shared memory                              PMPP 4th ed. 13.8, 5th ed. 14.9
///
/// Most layers of a bitonic network compare places that are close together. A block that has taken
/// a tile of keys into shared memory does all of these in one launch, with a barrier between two
/// layers instead of the end of a launch. Only layers that connect two tiles use global memory.
///
/// 16 keys have 10 layers. With tiles of 4 keys (two threads per block):
///     bitonic          6 launches: layers 1–3, 4, 5–6, 7, 8, 9–10
///     odd–even merge   8 launches: once runs are longer than a tile, every layer connects tiles
/// With tiles of 8, 3 and 5 launches; with a tile of 16, one. So the network with fewer comparators
/// needs more launches and moves more bytes.
///
/// New compared with network_global.cu: shared memory, and a barrier per layer. The comparators are
/// the same.
#include "../common.h"
#include "network_global.cu"

/// Every block applies `count` layers, from `layer` on, to its tile of `size` keys.
__global__ void compare_in_tile(Key* keys, unsigned size, Layer layer, unsigned count, unsigned n) {
  extern __shared__ Key tile[];
  const unsigned first = blockIdx.x * size;
  const unsigned t = threadIdx.x;

  for (unsigned i = t; i < size && first + i < n; i += blockDim.x) tile[i] = keys[first + i];

  for (unsigned k = 0; k < count; ++k) {
    __syncthreads();  // the keys are loaded, or the layer before is done  //: split k
    const unsigned low = layer.low(blockIdx.x * (size / 2) + t);
    const unsigned high = t < size / 2 ? layer.high(low) : none;
    //: partner[low, high] = high, low

    // The larger key goes to the higher place, or to the lower one if the run descends
    const bool active = high != none;
    const Key a = active ? tile[low - first] : Key{}, b = active ? tile[high - first] : Key{};
    const bool down = layer.descends(low);
    const bool exchange = active && (down ? a < b : b < a);
    //: exchanged[low, high] = exchange, exchange

    // No other thread accesses these two keys in this layer
    if (exchange) tile[low - first] = b;
    if (exchange) tile[high - first] = a;
    //: output[low, high] = exchange ? b : a, exchange ? a : b in tile

    layer = layer.next();
  }

  __syncthreads();
  for (unsigned i = t; i < size && first + i < n; i += blockDim.x) keys[first + i] = tile[i];
}

/// Successive layers inside the tiles share a launch; one that connects tiles has its own.
void sort_in_tiles(Run& run) {
  const unsigned n = run.size(), threads = run.threads(), tile = tile_of(threads);
  Layer layer = first_layer(run.settings().network, n);
  const unsigned layers = layer_count(layer.network, n);

  for (unsigned k = 0, count; k < layers; k += count) {
    const Layer first = layer;
    const bool in_tiles = !first.crosses(tile);
    count = 0;
    do {
      layer = layer.next();
      ++count;
    } while (in_tiles && k + count < layers && !layer.crosses(tile));  //: pass k, count
    if (in_tiles)
      compare_in_tile<<<(n + tile - 1) / tile, threads, tile * sizeof(Key)>>>(run.input(), tile,
                                                                              first, count, n);
    else
      compare_exchange<<<(bit_ceil(n) + 2 * threads - 1) / (2 * threads), threads>>>(run.input(),
                                                                                     first);
  }
}

#if __INCLUDE_LEVEL__ == 0
// radixscope: sort_into(sort_in_tiles, keys, output, n, bits)
int main(int argc, char** argv) { return sort_and_check(sort_in_tiles, argc, argv); }
#endif
