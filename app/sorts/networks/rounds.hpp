/// One layer of a network, or round of a transposition sort, read from the trace: its pairs, the
/// key that the sentence is about, inversions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "kernels/networks/networks_family.hpp"

namespace scope {

/// The network of a run, and all its layers.
radix::Network network_of(const radix::Trace& trace);
std::vector<radix::networks::Layer> layers_of(const radix::Trace& trace);
/// The layer of the step just taken; at the input the first one.
radix::networks::Layer layer_of(const Moment& moment);
/// For a network in shared memory: the layers that each launch does, and the keys of a block's
/// tile. Empty and 0 without tiles.
std::vector<radix::networks::LayerLaunch> tiled_launches_of(const radix::Trace& trace);
uint32_t tile_of(const radix::Trace& trace);
/// "round" of a transposition sort, "layer" of another network.
bool goes_by_rounds(const Moment& moment);

/// True in the part after the layers that reads the sorted keys backwards.
bool reads_backwards(const Moment& moment);

/// Wires of the largest network that is drawn.
inline constexpr uint32_t max_drawn_wires = 64;

/// A transposition sort whose threads tell by a flag that they have exchanged something.
bool has_flag(const radix::Problem& problem);
/// Exchanges of a round as a step knows them: this many threads write the flag.
uint32_t exchanges_in(const radix::Step& step);

/// Comparators of a layer.
uint32_t pairs_in(const radix::networks::Layer& layer);

/// Inversions: pairs of keys, neighbours or not, of which the right one belongs before the left
/// one.
uint32_t inversions_of(const radix::Problem& problem, const radix::Array& keys);

/// True when `right` belongs before `left`.
bool is_inversion(const radix::Problem& problem, uint32_t left, uint32_t right);

/// The key that the sentence is about.
struct LayerKey {
  uint32_t id = radix::none;
  uint32_t place = 0;              ///< before the layer
  uint32_t partner = radix::none;  ///< place of the other key of its pair, or none
  uint32_t other = radix::none;    ///< that key's identity
  bool descends = false;           ///< the larger key of the pair goes to the lower place
  bool exchanges = false;          ///< the two change places in this layer
  bool chosen = false;             ///< false: nobody selected a key, this is an example
  uint32_t place_after() const { return exchanges ? partner : place; }
};
/// The selected key, or the left one of the first pair of the round that is exchanged, or of the
/// first pair. Nothing when there are no keys.
std::optional<LayerKey> layer_key(const Moment& moment);

}  // namespace scope
