#include "networks_row.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "kernels/networks/networks_family.hpp"
#include "network_claims.hpp"
#include "network_questions.hpp"
#include "rounds.hpp"
#include "rounds_words.hpp"
#include "text/networks.hpp"
#include "zero_one.hpp"

namespace scope {

Scene draw_rounds(const Moment&), draw_network(const Moment&), draw_zero_one(const Moment&);

namespace {

using radix::Network;

constexpr uint32_t max_readable_wires = 32;  ///< on a usual screen

/// Rows of keys: of a transposition sort, and of networks that have too many wires to be read.
bool shows_rounds(const Moment& moment) {
  return goes_by_rounds(moment) || moment.problem().size() > max_readable_wires;
}
bool shows_wires(const Moment& moment) { return moment.problem().size() <= max_drawn_wires; }
bool can_be_proven(const Moment& moment) { return moment.problem().size() <= max_proven_wires; }

constexpr Figure network_figures[] = {
    {"round-by-round", text::networks::rounds, text::networks::rounds_about, draw_rounds,
     shows_rounds},
    {"network", text::networks::network, text::networks::network_about, draw_network, shows_wires},
    {"zero-one", text::networks::proof, text::networks::proof_about, draw_zero_one, can_be_proven},
};

constexpr Comparison network_comparisons[] = {
    {"networks", text::networks::compare_networks,
     "sort transposition | sort network_global; network bitonic | sort network_global; network "
     "odd_even_merge"},
    {"tiles", text::networks::compare_tiles, "sort network_global | sort network_shared"},
    {"tile_sizes", text::networks::compare_tile_sizes,
     "sort network_shared; network bitonic; block 2 | sort network_shared; network odd_even_merge; "
     "block 2 | sort network_shared; network bitonic; block 4 | sort network_shared; network "
     "odd_even_merge; block 4"},
};

uint32_t key_of_place(const Moment& moment, const radix::Array&, uint32_t index) {
  return input_of(moment).ids[index];
}

uint32_t example_key_of_rounds(const Moment& moment) {
  const auto key = layer_key(moment);
  return key ? key->id : none;
}

std::optional<uint64_t> compared_by_networks(const Moment& moment) {
  uint64_t count = 0;
  const std::vector<radix::networks::Layer> layers = layers_of(*moment.trace);
  const bool done = moment.find(radix::networks::array::exchanged) != nullptr;
  for (uint32_t part = 0; part < layers.size(); ++part)
    if (part < moment.pass() || (part == moment.pass() && done)) count += pairs_in(layers[part]);
  return count;
}
/// Pairs that have changed places until now.
std::vector<Total> exchanged_by_networks(const Moment& moment) {
  uint64_t exchanges = 0;
  for (std::size_t s = 0; s < moment.cursor; ++s) {
    const radix::Step& step = moment.trace->steps[s];
    if (step.made == radix::array::output)
      if (const radix::Array* exchanged = step.find(radix::networks::array::exchanged))
        exchanges += static_cast<uint64_t>(std::ranges::count(exchanged->values, 1u)) / 2;
  }
  return {{text::networks::total_exchanges, std::to_string(exchanges)}};
}
std::vector<MostCompared> max_by_networks(uint32_t n) {
  const auto all = [&](Network network) {
    uint64_t count = 0;
    for (const radix::networks::Layer& layer : radix::networks::layers_of(network, n))
      count += pairs_in(layer);
    return count;
  };
  return {{text::networks::most_odd_even_merge, all(Network::odd_even_merge)},
          {text::networks::most_bitonic, all(Network::bitonic)},
          {text::networks::most_transposition, uint64_t{n} * (n - std::min(n, 1u)) / 2}};
}

uint32_t comparators_of_proof(const radix::Trace& trace) {
  if (trace.problem.size() > max_proven_wires) return 0;
  return static_cast<uint32_t>(radix::networks::comparators_of(layers_of(trace)).size());
}

/// "2 threads · tiles of 4 keys".
std::string cut_of_networks(const radix::SortInfo& sort, const radix::Settings& settings) {
  const uint32_t threads = settings.threads_per_block,
                 tile = radix::networks::tile_of(sort.name, settings);
  return tile == 0 ? text::networks::cut({.threads = threads})
                   : text::networks::cut_tiles({.threads = threads, .tile = tile});
}

const char* best_network_figure(const Moment& moment) {
  return shows_rounds(moment) ? "round-by-round" : "network";
}

}  // namespace

const FamilyRow networks_row{
    .sorts = &radix::networks::family,
    .figures = network_figures,
    .comparisons = network_comparisons,
    .best_figure = best_network_figure,
    .why = why_of_rounds,
    .formula = formula_of_rounds,
    .kept = kept_by_rounds,
    .key_of = key_of_place,
    .example_key = example_key_of_rounds,
    .comparators = comparators_of_proof,
    .compared = compared_by_networks,
    .max_compared = max_by_networks,
    .totals = exchanged_by_networks,
    .threads = threads_of_rounds,
    .claims = claims_of_networks,
    .questions = network_questions,
    .misconceptions = network_misconceptions,
    .cut_words = cut_of_networks,
};

}  // namespace scope
