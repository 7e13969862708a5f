#include "networks_family.hpp"

#include "kernels/engine/model/problem.hpp"
#include "text/parts.hpp"

namespace radix::networks {

Network network_of(std::string_view sort, const Settings& settings) {
  return sort.starts_with("network") ? settings.network : Network::transposition;
}

uint32_t tile_of(std::string_view sort, const Settings& settings) {
  return sort.ends_with("shared") ? tile_of(settings.threads_per_block) : 0;
}

Layer layer_of(Network network, uint32_t n, uint32_t part) {
  Layer layer{.network = network, .n = n};
  if (network == Network::transposition)
    layer.odd = part % 2;
  else
    for (; part > 0; --part) layer = layer.next();
  return layer;
}

Outline outline_of_layers(const Problem& problem, std::string_view sort) {
  const Network network = network_of(sort, problem.settings());
  const bool rounds = network == Network::transposition;
  Outline outline{rounds ? "round" : "layer", rounds ? "rounds" : "layers", {}};
  for (const Layer& layer : layers_of(network, problem.size())) {
    const auto stage = static_cast<uint32_t>(std::countr_zero(layer.run));
    if (rounds)
      outline.parts.push_back({layer.odd == 0 ? "even pairs" : "odd pairs", 1});
    else
      outline.parts.push_back(
          {.name =
               "stage " + std::to_string(stage) + ", distance " + std::to_string(layer.distance),
           .said =
               [](uint32_t number, uint32_t distance) {
                 return scope::text::parts::stage({.distance = distance, .stage = number});
               },
           .first = stage,
           .second = layer.distance});
  }
  if (problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

}  // namespace radix::networks
