#include "rounds.hpp"

#include <algorithm>

namespace scope {

using radix::Network;
using radix::none;
using radix::networks::Layer;

Network network_of(const radix::Trace& trace) {
  return radix::networks::network_of(trace.sort, trace.problem.settings());
}

std::vector<Layer> layers_of(const radix::Trace& trace) {
  return radix::networks::layers_of(network_of(trace), trace.problem.size());
}

Layer layer_of(const Moment& moment) {
  return radix::networks::layer_of(network_of(*moment.trace), moment.problem().size(),
                                   reads_backwards(moment) ? 0 : moment.pass());
}

uint32_t tile_of(const radix::Trace& trace) {
  return radix::networks::tile_of(trace.sort, trace.problem.settings());
}

std::vector<radix::networks::LayerLaunch> tiled_launches_of(const radix::Trace& trace) {
  const uint32_t tile = tile_of(trace);
  if (tile == 0) return {};
  return radix::networks::launches_in_tiles(layers_of(trace), tile);
}

bool goes_by_rounds(const Moment& moment) {
  return network_of(*moment.trace) == Network::transposition;
}

bool reads_backwards(const Moment& moment) {
  return moment.step() && moment.step()->stage == radix::networks::stage::read_backwards;
}

bool has_flag(const radix::Problem& problem) {
  return problem.settings().stop_early && problem.settings().flag != radix::Flag::count;
}

uint32_t exchanges_in(const radix::Step& step) {
  const radix::Array* exchanged = step.find(radix::networks::array::exchanged);
  return exchanged ? static_cast<uint32_t>(std::ranges::count(exchanged->values, 1u)) / 2 : 0;
}

uint32_t pairs_in(const Layer& layer) {
  uint32_t count = 0;
  for (uint32_t thread = 0; thread < std::bit_ceil(layer.n) / 2; ++thread) {
    const uint32_t low = layer.low(thread);
    count += low < layer.n && layer.high(low) != none ? 1 : 0;
  }
  return count;
}

bool is_inversion(const radix::Problem& problem, uint32_t left, uint32_t right) {
  return problem.before(right, left);
}

uint32_t inversions_of(const radix::Problem& problem, const radix::Array& keys) {
  uint32_t count = 0;
  for (std::size_t i = 0; i < keys.values.size(); ++i)
    for (std::size_t j = i + 1; j < keys.values.size(); ++j)
      count += is_inversion(problem, keys.values[i], keys.values[j]) ? 1 : 0;
  return count;
}

namespace {

LayerKey at_place(const Moment& moment, const Layer& layer, const radix::Array& keys,
                  uint32_t place) {
  LayerKey key{.id = keys.ids[place],
               .place = place,
               .partner = reads_backwards(moment) ? none : partner_of(layer, place)};
  if (key.partner == none) return key;
  key.other = keys.ids[key.partner];
  key.descends = layer.descends(place);
  const uint32_t low = keys.values[std::min(place, key.partner)],
                 high = keys.values[std::max(place, key.partner)];
  key.exchanges = key.descends ? is_inversion(moment.problem(), high, low)
                               : is_inversion(moment.problem(), low, high);
  return key;
}

}  // namespace

std::optional<LayerKey> layer_key(const Moment& moment) {
  const radix::Array keys = input_of(moment);
  const auto n = static_cast<uint32_t>(keys.values.size());
  if (n == 0) return std::nullopt;
  const Layer layer = layer_of(moment);
  const uint32_t selected = position_of(keys, moment.selected());
  if (selected != none) {
    LayerKey key = at_place(moment, layer, keys, selected);
    key.chosen = true;
    return key;
  }
  uint32_t first = none;
  for (uint32_t place = 0; place < n; ++place) {
    const LayerKey key = at_place(moment, layer, keys, place);
    if (key.exchanges) return key;
    if (first == none && key.partner != none) first = place;
  }
  return at_place(moment, layer, keys, first == none ? 0 : first);
}

}  // namespace scope
