/// What the figures ask of a network beside what its kernels do (layers.cuh): the comparator of a
/// wire, all layers, and which of them go into one launch.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/engine/model/arrays.hpp"
#include "kernels/networks/layers.hpp"

namespace radix::networks {

/// The thread whose comparator has this lower wire, if any has.
constexpr uint32_t thread_at(const Layer& layer, uint32_t wire) {
  if (layer.network == Network::transposition) return (wire - layer.odd) / 2;
  const bool leaves_out = layer.network == Network::odd_even_merge && !layer.first_of_stage();
  const uint32_t from = leaves_out ? wire - layer.distance : wire;
  return from / (2 * layer.distance) * layer.distance + from % layer.distance;
}

/// The other wire of the comparator that this wire belongs to, or none.
constexpr uint32_t partner_of(const Layer& layer, uint32_t wire) {
  const uint32_t below = layer.mirrors() ? wire ^ (layer.run - 1) : wire - layer.distance;
  for (const uint32_t lower : {wire, below}) {
    if (lower >= layer.n || layer.low(thread_at(layer, lower)) != lower) continue;
    const uint32_t upper = layer.high(lower);
    if (upper != none && (lower == wire || upper == wire)) return lower == wire ? upper : lower;
  }
  return none;
}

/// Layer by layer. One key has one layer, without comparators.
inline std::vector<Layer> layers_of(Network network, uint32_t n) {
  std::vector<Layer> layers;
  for (Layer layer{.network = network, .n = n}; layers.size() < layer_count(network, n);
       layer = layer.next())
    layers.push_back(layer);
  return layers;
}

/// Layers of one launch where blocks have tiles of keys in shared memory.
struct LayerLaunch {
  uint32_t first = 0, count = 1;
  bool in_tiles = false;  ///< false: one layer that joins tiles, in global memory
};

/// Layers that stay inside tiles of this many wires go together; one that joins two tiles is a
/// launch of its own.
inline std::vector<LayerLaunch> launches_in_tiles(const std::vector<Layer>& layers, uint32_t tile) {
  std::vector<LayerLaunch> launches;
  for (uint32_t k = 0; k < layers.size(); ++k) {
    const bool stays = !layers[k].crosses(tile);
    if (stays && !launches.empty() && launches.back().in_tiles)
      ++launches.back().count;
    else
      launches.push_back({.first = k, .count = 1, .in_tiles = stays});
  }
  return launches;
}

/// Two wires that are compared, in a layer (from 0).
struct Comparator {
  uint32_t layer, low, high;
  bool descends;
};

/// All comparators of these layers, in order.
inline std::vector<Comparator> comparators_of(const std::vector<Layer>& layers) {
  std::vector<Comparator> all;
  for (uint32_t k = 0; k < layers.size(); ++k) {
    const Layer& layer = layers[k];
    for (uint32_t thread = 0; thread < bit_ceil(layer.n) / 2; ++thread) {
      const uint32_t low = layer.low(thread);
      const uint32_t high = low < layer.n ? layer.high(low) : none;
      if (high != none) all.push_back({k, low, high, layer.descends(low)});
    }
  }
  return all;
}

}  // namespace radix::networks
