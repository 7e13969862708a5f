/// 13.8 Sorting networks in shared memory                                 PMPP
///
/// Most layers of a bitonic network compare places that are close together. A block that has taken
/// a tile of keys into shared memory does all of these in one launch, with a barrier between two
/// layers instead of the end of a launch: only layers that join two tiles go to global memory.
///
/// 16 keys, tiles of 4 (two threads a block):
///     bitonic          6 launches instead of 10: layers 1–3, 4, 5–6, 7, 8, 9–10
///     odd–even merge   8: above a tile every layer of a stage joins neighbours across its border
/// Tiles of 8: 3 and 5 launches; of 16: one. So the network with fewer comparators needs more
/// launches and moves more bytes.
///
/// New since `network_global`: shared memory and a barrier a layer. The comparators are the same.
#pragma once

#include "network_global.cuh"

namespace radix::networks::inline KERNELS {

/// Every block does these layers, `count` from `layer` on, with its tile of keys.
__global__ void compare_in_tile(View<Key> keys, Layer layer, uint32_t count, uint32_t n,
                                KeyOrder order, Show show) {
  SharedMemory shared;
  const uint32_t size = tile_of(blockDim.x), first = blockIdx.x * size;
  auto tile = shared.array<Key>(size);
  const uint32_t t = threadIdx.x;

  for (uint32_t i = t; i < size && first + i < n; i += blockDim.x) tile[i] = keys[first + i];

  for (uint32_t k = 0; k < count; ++k) {
    __syncthreads();  // the keys are there, or the layer before is done
    show.split(k);
    const uint32_t low = layer.low(blockIdx.x * (size / 2) + t);
    const uint32_t high = t < size / 2 ? layer.high(low) : nobody;
    const Wires wires{blockIdx.x, low, high};
    const uint32_t partner[] = {high, low};
    show("partner", wires, partner);

    // The larger key goes up, or down where the run descends; equal keys stay
    const bool works = high != nobody;
    const Key a = works ? tile[low - first] : Key{}, b = works ? tile[high - first] : Key{};
    const bool down = layer.descends(low);
    const bool exchange = works && (down ? comes_before(a, b, order) : comes_before(b, a, order));
    const uint32_t exchanged[] = {exchange ? 1u : 0u, exchange ? 1u : 0u};
    show("exchanged", wires, exchanged);

    // No other thread touches these two in this layer
    const Key after[] = {exchange ? b : a, exchange ? a : b};
    if (exchange) tile[low - first] = after[0];
    if (exchange) tile[high - first] = after[1];
    show("output", wires, after);

    layer = layer.next();
  }

  __syncthreads();
  for (uint32_t i = t; i < size && first + i < n; i += blockDim.x) keys[first + i] = tile[i];
}

/// Layers that stay inside the tiles go together; one that joins two tiles is a launch of its own.
inline void sort_in_tiles(Run& run) {
  const uint32_t n = run.size(), threads = run.threads(), tile = tile_of(threads);
  const std::vector<Layer> layers = layers_of(run.settings().network, n);

  for (const LayerLaunch& each : launches_in_tiles(layers, tile)) {
    run.begin_pass(each.first, each.count);
    if (each.in_tiles)
      run.launch<compare_in_tile>((n + tile - 1) / tile, threads, tile * sizeof(Key))(
          run.input(), layers[each.first], each.count, n, run.order());
    else
      run.launch<compare_exchange>(std::bit_ceil(n) / 2 / threads + 1, threads)(
          run.input(), layers[each.first], run.order());
    run.end_pass();
  }
}

}  // namespace radix::networks::inline KERNELS
