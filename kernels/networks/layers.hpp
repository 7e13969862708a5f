/// The layers of sorting networks: which places are compared, whatever the keys are. A comparator
/// takes two places, its wires; the comparators of a layer share no wire, so each has a thread of
/// its own.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "kernels/model/arrays.hpp"
#include "kernels/model/settings.hpp"

namespace radix::networks {

/// One layer of a network of n wires. The stages of a network make runs of 2, 4, 8, … keys in
/// order; a stage has a layer for every distance run/2, run/4, … 1 between the wires of a
/// comparator. Odd–even transposition has one stage, whose layers all have distance 1.
struct Layer {
  Network network = Network::bitonic;
  uint32_t n = 0;         ///< wires
  uint32_t run = 2;       ///< keys that are in order when the stage is over; transposition: 2
  uint32_t distance = 1;  ///< run / 2 in the first layer of a stage
  uint32_t odd = 0;       ///< transposition: 0 where pairs begin at even places, 1 at odd ones

  constexpr bool first_of_stage() const { return 2 * distance == run; }
  constexpr bool last_of_stage() const { return distance == 1; }
  /// The mirrored network's stages begin with the outermost keys of two runs, then go inwards.
  constexpr bool mirrors() const { return network == Network::mirrored && first_of_stage(); }

  /// The lower wire of the thread's comparator. Every thread below bit_ceil(n) / 2 has one, though
  /// high() may say that it has no other end.
  constexpr uint32_t low(uint32_t thread) const {
    if (network == Network::transposition) return 2 * thread + odd;
    const uint32_t wire = 2 * thread - (thread & (distance - 1));
    const bool inwards = network == Network::odd_even_merge && !first_of_stage();
    return inwards ? wire + distance : wire;
  }
  /// The upper wire of the comparator that begins at `low`; nobody where it would lie beyond the
  /// keys or, in the odd–even merge network, in another run.
  constexpr uint32_t high(uint32_t low) const {
    uint32_t wire = mirrors() ? low ^ (run - 1) : low + distance;
    if (network == Network::odd_even_merge && wire / run != low / run) wire = nobody;
    return wire < n ? wire : nobody;
  }
  /// True where the larger key goes to the lower wire: every other run of the bitonic network goes
  /// down, so that two runs side by side go up and down. Where the keys end inside a run, that run
  /// goes up: what would stand behind them is larger than every key and stays there.
  constexpr bool descends(uint32_t wire) const {
    const bool cut_off = n % (2 * run) > run;
    return network == Network::bitonic && run < n && ((wire & run) != 0) != cut_off;
  }

  /// The other wire of the comparator that this wire belongs to, or nobody.
  constexpr uint32_t partner(uint32_t wire) const {
    const uint32_t below = mirrors() ? wire ^ (run - 1) : wire - distance;
    for (const uint32_t lower : {wire, below}) {
      if (lower >= n || low(thread_at(lower)) != lower) continue;
      const uint32_t upper = high(lower);
      if (upper != nobody && (lower == wire || upper == wire)) return lower == wire ? upper : lower;
    }
    return nobody;
  }
  /// The thread whose comparator begins at this wire, if any does.
  constexpr uint32_t thread_at(uint32_t wire) const {
    if (network == Network::transposition) return (wire - odd) / 2;
    const bool inwards = network == Network::odd_even_merge && !first_of_stage();
    const uint32_t from = inwards ? wire - distance : wire;
    return from / (2 * distance) * distance + from % distance;
  }

  /// True when a comparator joins two tiles of this many wires, a power of two.
  constexpr bool crosses(uint32_t tile) const {
    const bool everywhere = network == Network::odd_even_merge || mirrors();
    return run > tile && (everywhere || distance >= tile);
  }

  /// The layer behind this one.
  constexpr Layer next() const {
    Layer layer = *this;
    if (network == Network::transposition)
      layer.odd = 1 - odd;
    else if (last_of_stage())
      layer.run = 2 * run, layer.distance = run;
    else
      layer.distance = distance / 2;
    return layer;
  }
};

/// How many layers sort any order of n keys: n rounds of neighbours, e (e + 1) / 2 layers of the
/// other networks where n is at most 2^e.
constexpr uint32_t layer_count(Network network, uint32_t n) {
  if (network == Network::transposition || n < 2) return n;
  const auto stages = static_cast<uint32_t>(std::bit_width(n - 1));
  return stages * (stages + 1) / 2;
}

/// Layer by layer. One key has one layer, without comparators.
inline std::vector<Layer> layers_of(Network network, uint32_t n) {
  std::vector<Layer> layers;
  for (Layer layer{.network = network, .n = n}; layers.size() < layer_count(network, n);
       layer = layer.next())
    layers.push_back(layer);
  return layers;
}

/// Keys that a block of so many threads takes into shared memory: two a thread, a power of two.
constexpr uint32_t tile_of(uint32_t threads) { return std::bit_floor(2 * threads); }

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
    for (uint32_t thread = 0; thread < std::bit_ceil(layer.n) / 2; ++thread) {
      const uint32_t low = layer.low(thread);
      const uint32_t high = low < layer.n ? layer.high(low) : nobody;
      if (high != nobody) all.push_back({k, low, high, layer.descends(low)});
    }
  }
  return all;
}

}  // namespace radix::networks
