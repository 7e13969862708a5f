/// Bitonic and odd–even merge networks: the golden layers (tests/support/networks.json), every
/// promise on random keys, the 0–1 principle, and that every sentence is true.
#include <gtest/gtest.h>

#include <fstream>

#include "app/commands/commands.hpp"
#include "app/core/model/stores.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/networks/zero_one.hpp"
#include "kernels/networks/networks_family.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/cards.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/scene_checks.hpp"
#include "tests/support/texts.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

namespace networks = radix::networks;
namespace shown = radix::networks::array;
using radix::Network;
using Json = radix::checks::Golden;
using texts::says;
using Numbers = std::vector<uint32_t>;
constexpr Network all_networks[] = {Network::bitonic, Network::mirrored, Network::odd_even_merge,
                                    Network::transposition};

const Json& golden_networks() {
  static const Json data =
      Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/networks.json"));
  return data;
}

Network network_named(const std::string& name) {
  return static_cast<Network>(*radix::value_from(*radix::setting_named("network"), name));
}

radix::Trace traced(const Numbers& keys, const char* sort, radix::Settings settings) {
  return radix::run({.problem = *radix::Problem::make(keys, settings),
                     .sort = sort,
                     .engine = radix::EngineChoice::cpu});
}

/// One layer's steps against the golden one.
void expect_layer(const radix::Trace& trace, uint32_t layer, const Json& expected) {
  const radix::Step& step = trace.steps[3 * layer + 2];
  EXPECT_EQ(step.pass, layer);
  EXPECT_EQ(step.find(shown::output)->values, expected["keys"].get<Numbers>()) << layer;
  EXPECT_EQ(step.find(shown::output)->ids, expected["ids"].get<Numbers>()) << layer;
  Numbers partner(trace.problem.size(), none), exchanged(trace.problem.size(), none);
  for (std::size_t pair = 0; pair < expected["pairs"].size(); ++pair) {
    const uint32_t a = expected["pairs"][pair][0], b = expected["pairs"][pair][1];
    partner[a] = b, partner[b] = a;
    exchanged[a] = exchanged[b] = expected["swapped"][pair].get<uint32_t>();
  }
  EXPECT_EQ(step.find(shown::partner)->values, partner) << layer;
  EXPECT_EQ(step.find(shown::exchanged)->values, exchanged) << layer;
}

TEST(Networks, EveryLayerIsTheGoldenOneInBothSorts) {
  for (const Json& run : golden_networks()["runs"]) {
    for (const char* sort : {"network_global", "network_shared"}) {
      for (uint32_t block : {1u, 2u, 3u, 4u, 32u}) {
        const radix::Trace trace =
            traced(run["keys"].get<Numbers>(), sort,
                   {.threads_per_block = block, .network = network_named(run["network"])});
        ASSERT_EQ(trace.error, "") << run["name"];
        ASSERT_EQ(trace.steps.size(), 3 * run["layers"].size()) << run["name"];
        for (uint32_t layer = 0; layer < run["layers"].size(); ++layer)
          expect_layer(trace, layer, run["layers"][layer]);
        ASSERT_FALSE(HasFailure()) << run["network"] << " " << run["name"] << " " << sort << block;
      }
    }
  }
}

TEST(Networks, TilesTakeAsManyLaunchesAsTheGoldenOnes) {
  Numbers keys(16);
  for (uint32_t i = 0; i < 16; ++i) keys[i] = 15 - i;
  for (const auto& [name, launches] : golden_networks()["launches_16"].items()) {
    EXPECT_EQ(traced(keys, "network_global", {.network = network_named(name)}).launches, 10u);
    for (uint32_t tile : {4u, 8u, 16u}) {
      const radix::Trace trace = traced(
          keys, "network_shared", {.threads_per_block = tile / 2, .network = network_named(name)});
      EXPECT_EQ(trace.launches, launches[std::to_string(tile)].get<uint32_t>()) << name << tile;
    }
  }
}

TEST(Networks, TheSameLayersJoinTilesAsInTheGoldenOnes) {
  for (const auto& [name, by_tile] : golden_networks()["crossing_layers_16"].items())
    for (const auto& [tile, expected] : by_tile.items()) {
      Numbers joining;
      const auto layers = networks::layers_of(network_named(name), 16);
      for (uint32_t k = 0; k < layers.size(); ++k)
        if (layers[k].crosses(static_cast<uint32_t>(std::stoul(tile)))) joining.push_back(k);
      EXPECT_EQ(joining, expected.get<Numbers>()) << name << tile;
    }
  const Numbers keys = radix::checks::make_keys(radix::checks::Keys::uniform, 256, 4, 1);
  for (const auto& [tile, launches] : golden_networks()["odd_even_merge_launches_256"].items()) {
    const radix::Settings settings{.threads_per_block = static_cast<uint32_t>(std::stoul(tile)) / 2,
                                   .network = Network::odd_even_merge};
    EXPECT_EQ(traced(keys, "network_shared", settings).launches, launches.get<uint32_t>()) << tile;
  }
}

/// By the 0–1 principle: one round less leaves an input unsorted.
TEST(Networks, TranspositionNeedsAsManyRoundsAsTheGoldenOnes) {
  for (const auto& [n, rounds] : golden_networks()["rounds_needed"].items()) {
    const auto size = static_cast<uint32_t>(std::stoul(n));
    auto layers = networks::layers_of(Network::transposition, size);
    layers.resize(rounds.get<uint32_t>());
    EXPECT_EQ(prove(networks::comparators_of(layers), size).unsorted, 0u) << n;
    layers.pop_back();
    EXPECT_GT(prove(networks::comparators_of(layers), size).unsorted, 0u) << n;
  }
}

TEST(Networks, TheyHaveAsManyComparatorsAsTheClosedForms) {
  for (const auto& [n, counts] : golden_networks()["comparators"].items()) {
    const auto size = static_cast<uint32_t>(std::stoul(n));
    for (const Network network : {Network::bitonic, Network::mirrored, Network::odd_even_merge}) {
      const char* name = network == Network::odd_even_merge ? "odd_even_merge" : "bitonic";
      EXPECT_EQ(networks::comparators_of(networks::layers_of(network, size)).size(),
                counts[name].get<std::size_t>());
    }
  }
}

TEST(Networks, AllInputsOfZerosAndOnesComeOutSortedForEveryNumberOfWires) {
  for (const Network network : all_networks)
    for (uint32_t n = 0; n <= max_proven_wires; ++n)
      EXPECT_EQ(prove(networks::comparators_of(networks::layers_of(network, n)), n).unsorted, 0u)
          << static_cast<uint32_t>(network) << " " << n;
}

TEST(Networks, WithoutOneComparatorAsManyInputsFailAsTheGoldenOnes) {
  for (const auto& [name, expected] : golden_networks()["one_comparator_missing"].items()) {
    const auto comparators = networks::comparators_of(networks::layers_of(network_named(name), 8));
    Numbers mine = unsorted_without_each(comparators, 8), theirs = expected.get<Numbers>();
    std::ranges::sort(mine), std::ranges::sort(theirs);
    EXPECT_EQ(mine, theirs) << name;
  }
}

TEST(Networks, AWireKnowsItsPartner) {
  for (const Network network : all_networks)
    for (uint32_t n : {1u, 2u, 3u, 7u, 13u, 16u, 31u, 64u})
      for (const networks::Layer& layer : networks::layers_of(network, n)) {
        Numbers partner(n, none);
        for (const networks::Comparator& each : networks::comparators_of({layer}))
          partner[each.low] = each.high, partner[each.high] = each.low;
        for (uint32_t wire = 0; wire < n; ++wire) EXPECT_EQ(partner_of(layer, wire), partner[wire]);
      }
}

/// A random run of either sort, of any order and type of keys.
radix::Recipe drawn(uint32_t seed, std::size_t most) {
  std::mt19937 random(seed);
  radix::Settings settings = radix::checks::random_settings(random);
  settings.network = all_networks[random() % 3];
  const char* sort = random() % 2 == 0 ? "network_global" : "network_shared";
  settings = radix::settings_for(*radix::sort_named(sort), settings);
  const uint32_t bits = settings.key_bits + settings.second_bits;
  const auto kind = radix::checks::all_kinds[random() % std::size(radix::checks::all_kinds)];
  return {.problem = *radix::Problem::make(
              radix::checks::make_keys(kind, random() % most, bits, seed), settings),
          .sort = sort,
          .engine = radix::EngineChoice::cpu};
}

TEST(Networks, SortWhateverTheOrderOfThreadsAndWithoutARace) {
  for (uint32_t seed = 0; seed < cases(800, 5000); ++seed) {
    radix::Recipe recipe = drawn(seed, seed % 25 == 0 ? 300 : 40);
    recipe.recorded = seed % 4 == 0;
    recipe.thread_order = recipe.block_order = static_cast<radix::Schedule>(seed % 3);
    const radix::Trace trace = radix::run(recipe);
    ASSERT_EQ(trace.error, "") << seed;
    Numbers expected = radix::reference_order(recipe.problem);
    for (uint32_t& id : expected) id = recipe.problem.keys()[id];
    ASSERT_EQ(trace.sorted.values, expected) << seed;
    Numbers ids = trace.sorted.ids;
    std::ranges::sort(ids);
    for (uint32_t i = 0; i < ids.size(); ++i) ASSERT_EQ(ids[i], i) << seed;
    if (seed % 40 != 0) continue;
    const auto back = radix::trace_from_json(radix::to_json(trace));
    ASSERT_TRUE(back) << back.error.sentence;
    EXPECT_FALSE(radix::first_difference(trace, *back)) << seed;
  }
}

/// Fractions, and the number of one bits: a comparator needs no more than "belongs before".
TEST(Networks, SortByOrdersThatNoBitsGive) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const bool fractions = seed % 2 == 0;
    radix::Settings settings{.key_bits = 5,
                             .threads_per_block = 1u + static_cast<uint32_t>(random()) % 9,
                             .order = static_cast<radix::SortOrder>(random() % 3),
                             .second_bits = fractions ? 3u : 0u,
                             .network = all_networks[random() % 3]};
    settings.compare = fractions ? radix::Compare::fraction : radix::Compare::ones_then_value;
    Numbers keys(random() % 40);
    for (uint32_t& key : keys)  // no denominator of 0
      key = static_cast<uint32_t>(random()) % 32 << (fractions ? 3 : 0) | (fractions ? 1 : 0) |
            (fractions ? static_cast<uint32_t>(random()) % 8 : 0);
    for (const char* sort : {"transposition", "network_global", "network_shared"}) {
      const radix::SortInfo& info = *radix::sort_named(sort);
      const radix::Trace trace = traced(keys, sort, radix::settings_for(info, settings));
      ASSERT_EQ(trace.error, "") << seed;
      Numbers sorted = trace.sorted.values;
      if (trace.problem.reversed()) std::ranges::reverse(sorted);
      for (std::size_t i = 1; i < sorted.size(); ++i)
        ASSERT_FALSE(trace.problem.before(sorted[i], sorted[i - 1])) << seed << sort;
      if (info.stable && !trace.problem.reversed())
        EXPECT_EQ(trace.sorted.ids, radix::reference_order(trace.problem)) << seed;
      for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
        const Invariants kept = invariants_of({.trace = &trace, .cursor = cursor});
        EXPECT_TRUE(kept.complete && kept.ordered) << seed << " " << cursor << " " << kept.order;
      }
    }
  }
}

/// Keys that are read are those of all comparators; two are written for an exchange.
TEST(Networks, MoveAsManyWordsAsTheirComparatorsTouch) {
  for (const Json& run : golden_networks()["runs"]) {
    const radix::Settings settings{.threads_per_block = 32,
                                   .network = network_named(run["network"])};
    const radix::Trace trace = traced(run["keys"].get<Numbers>(), "network_global", settings);
    uint64_t pairs = 0, swapped = 0;
    for (const Json& layer : run["layers"]) {
      pairs += layer["pairs"].size();
      for (const Json& each : layer["swapped"]) swapped += each.get<uint64_t>();
    }
    const LaneTotals totals = totals_of(trace, trace.steps.size(), {.lanes = 2, .segment = 2});
    EXPECT_EQ(totals.bytes_read, 2 * 4 * pairs) << run["name"];
    EXPECT_EQ(totals.bytes_written, 2 * 4 * swapped) << run["name"];
    EXPECT_EQ(totals.barriers, 0u);
    const radix::Trace tiles = traced(run["keys"].get<Numbers>(), "network_shared", settings);
    const LaneTotals shared = totals_of(tiles, tiles.steps.size(), {.lanes = 2, .segment = 2});
    EXPECT_EQ(shared.bytes_read, 4u * tiles.problem.size()) << "every key once, in one launch";
    EXPECT_EQ(shared.bytes_written, 4u * tiles.problem.size());
    EXPECT_EQ(shared.barriers, run["layers"].size() + 1) << "one a layer, and before the end";
  }
}

TEST(Networks, BothSortsShowTheSameSteps) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    radix::Recipe recipe = drawn(seed, 40);
    recipe.sort = "network_global";
    const radix::Trace one = radix::run(recipe);
    recipe.sort = "network_shared";
    const radix::Trace other = radix::run(recipe);
    ASSERT_EQ(one.steps.size(), other.steps.size()) << seed;
    for (std::size_t s = 0; s < one.steps.size(); ++s) {
      ASSERT_EQ(one.steps[s].pass, other.steps[s].pass) << seed;
      ASSERT_EQ(one.steps[s].arrays.size(), other.steps[s].arrays.size()) << seed;
      for (std::size_t a = 0; a < one.steps[s].arrays.size(); ++a)
        ASSERT_EQ(*one.steps[s].arrays[a], *other.steps[s].arrays[a]) << seed << " " << s;
    }
  }
}

TEST(Networks, TheChaptersTensChangePlacesAndThisIsNoFault) {
  const Numbers chapter = {12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};
  const radix::Trace trace = traced(chapter, "network_global", {});
  const Invariants kept = invariants_of({.trace = &trace, .cursor = trace.steps.size()});
  EXPECT_FALSE(kept.stable);
  EXPECT_FALSE(kept.keeps_equals);
  EXPECT_TRUE(kept.ordered && kept.complete);
  EXPECT_EQ(kept.equals, "10b before 10a");
}

/// Which threads wait for which, as a sentence says it, against the launches of the trace.
void expect_true_waiting(const radix::Trace& trace, const radix::Step& step,
                         const std::string& text) {
  const bool tiled = trace.sort == "network_shared";
  EXPECT_EQ(says(text, "no thread waits for another"), !tiled) << text;
  if (!tiled) return;
  uint32_t first = step.pass, last = step.pass;
  for (const radix::Step& each : trace.steps)
    if (each.launch == step.launch)
      first = std::min(first, each.pass), last = std::max(last, each.pass);
  const uint32_t tile = std::bit_floor(2 * trace.problem.threads_per_block());
  const Numbers& partner = step.find(shown::partner)->values;
  bool joins = false;
  for (uint32_t wire = 0; wire < partner.size(); ++wire)
    joins |= partner[wire] != none && partner[wire] / tile != wire / tile;
  const std::string launch = "Launch " + std::to_string(step.launch + 1) + " does ",
                    keys = std::to_string(tile) + " key";
  const bool shared = step.kernel == "compare_in_tile";
  EXPECT_EQ(joins, !shared) << text;
  if (!shared) {
    EXPECT_TRUE(says(text, launch + "only this layer, in global memory")) << text;
    EXPECT_TRUE(says(text, "join two tiles of " + keys)) << text;
    return;
  }
  const std::string layers =
      first == last ? "layer " + std::to_string(first + 1)
                    : "layers " + std::to_string(first + 1) + " to " + std::to_string(last + 1);
  EXPECT_TRUE(says(text, launch + layers + " in shared memory, one tile of " + keys)) << text;
  EXPECT_EQ(says(text, "until the tile is loaded"), step.pass == first) << text;
  EXPECT_EQ(says(text, "until all are done with layer " + std::to_string(step.pass) + "."),
            step.pass != first)
      << text;
}

/// What a sentence and a card say of a key at a moment, counted from the trace alone.
void expect_true_network_words(const radix::Trace& trace, const Moment& moment) {
  const std::string text = why(moment);
  const Formula card = formula(moment);
  const std::string where = std::to_string(moment.cursor) + ": " + text;
  expect_words_and_sum(text, card, where);
  const uint32_t n = trace.problem.size();
  if (!moment.step() || n == 0) return;
  const radix::Step& step = *moment.step();
  if (step.stage == networks::stage::read_backwards) {
    EXPECT_TRUE(says(text, "backwards")) << where;
    return;
  }
  const uint32_t place =
      moment.selected() < n ? position_of(*step.find(shown::keys), moment.selected()) : none;
  const Numbers& partner = step.find(shown::partner)->values;
  const auto pairs =
      static_cast<uint32_t>(std::ranges::count_if(partner, [](uint32_t p) { return p != none; })) /
      2;
  if (step.made == shown::partner && pairs > 0) {
    expect_true_waiting(trace, step, text);
    EXPECT_TRUE(says(text, std::to_string(pairs) + (pairs == 1 ? " pair," : " pairs,"))) << where;
    if (place != none && partner[place] != none) {
      EXPECT_TRUE(says(text, "at place " + std::to_string(partner[place]) + ".")) << where;
      EXPECT_EQ(card.result, std::to_string(partner[place])) << where;
    }
    if (place != none && partner[place] == none) EXPECT_TRUE(says(text, "waits.")) << where;
  }
  const radix::Array* exchanged = step.find(shown::exchanged);
  const uint32_t ones =
      exchanged ? static_cast<uint32_t>(std::ranges::count(exchanged->values, 1u)) / 2 : 0;
  if (step.made == shown::exchanged) {
    EXPECT_TRUE(says(text, count_exchanged(ones, pairs))) << where;
    if (place != none)
      EXPECT_EQ(says(text, "change places."), exchanged->values[place] == 1) << where;
  }
  if (step.made == shown::output) {
    EXPECT_EQ(says(text, "changed nothing"), ones == 0) << where;
    if (ones > 0) EXPECT_TRUE(says(text, "exchanged " + std::to_string(ones) + " pair")) << where;
    if (place != none)
      EXPECT_EQ(card.result,
                std::to_string(position_of(*step.find(shown::output), moment.selected())))
          << where;
  }
}

TEST(Networks, EverySentenceAndCardIsTrue) {
  for (uint32_t seed = 0; seed < 80; ++seed) {
    const radix::Trace trace = radix::run(drawn(seed, 40));
    const uint32_t n = trace.problem.size();
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      const Invariants kept = invariants_of({.trace = &trace, .cursor = cursor});
      EXPECT_TRUE(kept.complete && kept.ordered) << seed << " " << cursor << " " << kept.order;
      for (uint32_t id : {none, 0u, n / 2, n - 1}) {
        expect_true_network_words(trace, {.trace = &trace, .cursor = cursor, .pinned = id});
        if (HasFailure()) FAIL() << seed;
      }
    }
  }
}

TEST(Networks, EveryPictureIsWhole) {
  for (const char* keys :
       {"keys ; block 4", "keys 7", "keys 5 3", "preset chapter", "random 13 6 3; block 2",
        "random 40 6 3; block 8", "random 64 6 3; block 8", "random 200 8 1; block 32",
        "preset signed; order reversed"}) {
    for (const char* network : {"bitonic", "mirrored", "odd_even_merge"}) {
      Document document = make_document();
      ASSERT_EQ(run_script(document, std::string(keys) +
                                         "; engine cpu; sort network_shared; network " + network),
                "")
          << keys;
      for (std::size_t cursor = 0; cursor <= end_of(document);
           cursor += end_of(document) > 60 ? 5 : 1) {
        for (const Figure& figure : figures()) {
          seek(document, cursor);
          settle(document);
          const Moment now = moment(document);
          if (!fits(figure, now)) continue;
          const Scene scene = figure.draw(now);
          EXPECT_EQ(checks::inside_page(scene), "") << keys << " " << cursor << figure.id;
          EXPECT_EQ(checks::texts_apart(scene), "") << keys << " " << cursor << figure.id;
          EXPECT_EQ(checks::readable(scene), "") << keys << " " << cursor << figure.id;
          if (HasFailure()) return;
        }
      }
    }
  }
}

TEST(Networks, TranspositionStopsBehindTwoQuietRounds) {
  const radix::Settings early{.stop_early = true};
  Numbers keys(16);
  for (uint32_t i = 0; i < 16; ++i) keys[i] = i;
  const radix::Trace sorted = traced(keys, "transposition", early);
  EXPECT_EQ(sorted.launches, 2u);
  EXPECT_EQ(radix::outline_of(sorted).parts.size(), 2u);
  std::ranges::reverse(keys);
  EXPECT_EQ(traced(keys, "transposition", early).launches, 16u);
  for (uint32_t seed = 0; seed < 300; ++seed) {
    radix::Recipe recipe = drawn(seed, 40);
    radix::Settings settings = recipe.problem.settings();
    settings.network = Network::bitonic;
    settings.stop_early = true;
    recipe.problem = *radix::Problem::make(recipe.problem.keys(), settings);
    recipe.sort = "transposition";
    const radix::Trace trace = radix::run(recipe);
    ASSERT_EQ(trace.error, "") << seed;
    EXPECT_EQ(trace.sorted.ids, radix::reference_order(recipe.problem)) << seed;
    const auto back = radix::trace_from_json(radix::to_json(trace));
    ASSERT_TRUE(back) << back.error.sentence;
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      EXPECT_FALSE(why({.trace = &trace, .cursor = cursor}).empty());
      EXPECT_FALSE(place_words({.trace = &trace, .cursor = cursor}).empty());
    }
    if (!trace.steps.empty()) EXPECT_EQ(radix::progress_at(trace, trace.steps.size()), 1.0) << seed;
  }
}

}  // namespace
}  // namespace scope
