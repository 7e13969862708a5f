/// Faults planted in the kernels of sorting networks (kernels/engine/faults), and what is seen of
/// each: in the layers, by the result alone, and where a race is, in any order of threads.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/checks.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/planted.hpp"

using namespace radix;
using radix::checks::Golden;
using Numbers = std::vector<uint32_t>;

namespace {

/// A run of one of the family's sorts on keys of four bits, 15 among them now and then.
Recipe network_recipe(uint32_t seed) {
  std::mt19937 random(seed);
  const char* sorts[] = {"transposition", "network_global", "network_shared"};
  const auto network = static_cast<Network>(random() % 3);
  const uint32_t threads = 1u << random() % 5;
  const Numbers keys = checks::make_keys(checks::Keys::uniform, random() % 40, 4, seed + 7);
  const SortInfo& sort = *sort_named(sorts[random() % 3]);
  const Settings settings = settings_for(sort, {.threads_per_block = threads, .network = network});
  return {
      .problem = *Problem::make(keys, settings), .sort = sort.name, .engine = EngineChoice::cpu};
}

/// The same, in every other run of rounds with an end as soon as nothing changes, whatever tells
/// it.
Recipe or_stopped_early(Recipe recipe, uint32_t seed) {
  const SortInfo& sort = *sort_named(recipe.sort);
  Settings settings = recipe.problem.settings();
  settings.stop_early = seed % 2 == 1;
  if (settings.stop_early) settings.flag = static_cast<Flag>(seed / 2 % 3);
  recipe.problem = *Problem::make(recipe.problem.keys(), settings_for(sort, settings));
  return recipe;
}

/// With one of the faults planted, or none.
class NetworkFaults : public FaultTest {
 protected:
  /// "" or what is wrong with the result: an error, an order, a key that came twice.
  static std::string wrong_result(Recipe recipe) {
    recipe.recorded = false;
    const Trace trace = run_planted(recipe);
    if (!trace.error.empty()) return trace.error;
    Numbers sorted = recipe.problem.keys(), ids = trace.sorted.ids;
    std::ranges::sort(sorted);
    if (trace.sorted.values != sorted) return "another order";
    std::ranges::sort(ids);
    for (uint32_t i = 0; i < ids.size(); ++i)
      if (ids[i] != i) return "another key";
    return "";
  }

  /// "" or the first layer that is not the golden one.
  static std::string wrong_layer(const Golden& golden, const char* sort, uint32_t threads) {
    Settings settings{.threads_per_block = threads};
    const SettingInfo& network = *setting_named("network");
    network.set(settings, *value_from(network, golden["network"].get<std::string>()));
    const Trace trace =
        run_planted({.problem = *Problem::make(golden["keys"].get<Numbers>(), settings),
                     .sort = sort,
                     .engine = EngineChoice::cpu});
    if (!trace.error.empty()) return trace.error;
    for (const Step& step : trace.steps)
      if (step.made == array::output &&
          step.find(array::output)->ids != golden["layers"][step.pass]["ids"].get<Numbers>())
        return "layer " + std::to_string(step.pass + 1);
    return "";
  }
};

TEST_P(NetworkFaults, AreSeenInTheLayersAndByTheResultAlone) {
  bool result = false, layer = false;
  for (uint32_t seed = 0; seed < cases(plants_nothing() ? 60 : 400, 400) && !result; ++seed)
    result = !wrong_result(or_stopped_early(network_recipe(seed), seed)).empty();
  const Golden golden =
      Golden::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/networks.json"));
  for (const Golden& each : golden["runs"])
    for (const char* sort : {"network_global", "network_shared"})
      for (const uint32_t threads : {1u, 2u, 8u, 32u})
        layer = layer || !wrong_layer(each, sort, threads).empty();
  EXPECT_EQ(result, !plants_nothing());
  // Rounds have a file of their own, which makes none of these layers
  const bool of_rounds = !plants_nothing() && planted_fault_named(name())->sort == "transposition";
  EXPECT_EQ(layer, !plants_nothing() && !of_rounds);
}

TEST_P(NetworkFaults, OfAMissingBarrierAreRacesInAnyOrderOfThreads) {
  uint32_t named[3] = {};
  for (uint32_t seed = 0; seed < race_seeds(name(), "network_missing_barrier", named); ++seed) {
    Recipe recipe = network_recipe(seed);
    for (const Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
      recipe.thread_order = recipe.block_order = order;
      const Trace trace = run_planted(recipe);
      if (!trace.fault || trace.fault->kind != Fault::Kind::race) continue;
      ASSERT_FALSE(plants_nothing()) << trace.error;
      for (const ThreadAt& place : {trace.fault->first, trace.fault->second})
        EXPECT_NE(line_of(place.source).find("["), std::string::npos) << trace.error;
      ++named[static_cast<int>(order)];
    }
  }
  for (const uint32_t count : named)
    EXPECT_EQ(count > 0, name() == "network_missing_barrier") << count;
}

/// The 13 keys of the lecture: a pad that is no larger than every key may take the place of one.
TEST_P(NetworkFaults, APadEqualToTheLargestKeyTakesItsPlace) {
  const Numbers keys = {12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 15};
  const Recipe recipe{.problem = *Problem::make(keys, {.threads_per_block = 8}),
                      .sort = "network_shared",
                      .engine = EngineChoice::cpu};
  const auto fault = run_planted(recipe).fault;
  if (name() == "network_padded") {
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->outcome,
              (Fault::Outcome{.what = Fault::Outcome::What::lost, .count = 1, .keys = 13}));
  }
  if (plants_nothing()) {
    EXPECT_EQ(wrong_result(recipe), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Planted, NetworkFaults, faults_of({"networks"}), fault_of);

}  // namespace
