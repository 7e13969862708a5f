/// One fault planted in the kernels of sorting networks (faults.cmake), and what is seen of it: in
/// the layers, by the result alone, and where a race is, in any order of threads.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "kernels/run/engine.hpp"
#include "tests/support/checks.hpp"

extern const char *const fault_name, *const fault_folder;

using namespace radix;
using Json = nlohmann::json;
using Numbers = std::vector<uint32_t>;

namespace {

const std::string_view planted_here = fault_name;
const bool plants_nothing = planted_here == "no_network";

/// A run of one of the family's rungs on keys of four bits, 15 among them now and then.
Recipe network_recipe(uint32_t seed) {
  std::mt19937 random(seed);
  const char* rungs[] = {"transposition", "network_global", "network_shared"};
  const auto network = static_cast<Network>(random() % 3);
  const uint32_t threads = 1u << random() % 5;
  const Numbers keys = checks::make_keys(checks::Keys::uniform, random() % 40, 4, seed + 7);
  const RungInfo& rung = *rung_named(rungs[random() % 3]);
  const Settings settings = settings_for(rung, {.threads_per_block = threads, .network = network});
  return {
      .problem = *Problem::make(keys, settings), .rung = rung.name, .engine = EngineChoice::cpu};
}

/// "" or what is wrong with the result: an error, an order, a key that came twice.
std::string wrong_result(Recipe recipe) {
  recipe.recorded = false;
  const Trace trace = run(recipe);
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
std::string wrong_layer(const Json& golden, const char* rung, uint32_t threads) {
  Settings settings{.threads_per_block = threads};
  const SettingInfo& network = *setting_named("network");
  network.set(settings, *value_from(network, golden["network"].get<std::string>()));
  const Trace trace = run({.problem = *Problem::make(golden["keys"].get<Numbers>(), settings),
                           .rung = rung,
                           .engine = EngineChoice::cpu});
  if (!trace.error.empty()) return trace.error;
  for (const Step& step : trace.steps)
    if (step.made == array::output &&
        step.find(array::output)->ids != golden["layers"][step.pass]["ids"].get<Numbers>())
      return "layer " + std::to_string(step.pass + 1);
  return "";
}

TEST(NetworkFault, IsSeenInTheLayersAndByTheResultAlone) {
  uint32_t results = 0, layers = 0;
  for (uint32_t seed = 0; seed < 400; ++seed)
    results += wrong_result(network_recipe(seed)).empty() ? 0 : 1;
  const Json golden = Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/networks.json"));
  for (const Json& each : golden["runs"])
    for (const char* rung : {"network_global", "network_shared"})
      for (const uint32_t threads : {1u, 2u, 8u, 32u})
        layers += wrong_layer(each, rung, threads).empty() ? 0 : 1;
  EXPECT_EQ(results > 0, !plants_nothing);
  const bool of_rounds =
      planted_here == "network_half_the_rounds";  // which have a file of their own
  EXPECT_EQ(layers > 0, !plants_nothing && !of_rounds);
}

std::string named_line(const SourceLine& source) {
  std::ifstream file(std::string(fault_folder) + "/kernels/networks/" + source.file);
  std::string line;
  for (uint32_t k = 0; k < source.line && file; ++k) std::getline(file, line);
  return line;
}

TEST(NetworkFault, AMissingBarrierIsARaceInAnyOrderOfThreads) {
  uint32_t named[3] = {};
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Recipe recipe = network_recipe(seed);
    for (const Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
      recipe.thread_order = recipe.block_order = order;
      const Trace trace = run(recipe);
      if (!trace.fault || trace.fault->kind != Fault::Kind::race) continue;
      ASSERT_FALSE(plants_nothing) << trace.error;
      for (const ThreadAt& place : {trace.fault->first, trace.fault->second})
        EXPECT_NE(named_line(place.source).find("["), std::string::npos) << trace.error;
      ++named[static_cast<int>(order)];
    }
  }
  for (const uint32_t count : named)
    EXPECT_EQ(count > 0, planted_here == "network_missing_barrier") << count;
}

/// The 13 keys of the lecture: a pad that is no larger than every key may take the place of one.
TEST(NetworkFault, APadEqualToTheLargestKeyTakesItsPlace) {
  const Numbers keys = {12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 15};
  const Recipe recipe{.problem = *Problem::make(keys, {.threads_per_block = 8}),
                      .rung = "network_shared",
                      .engine = EngineChoice::cpu};
  const std::string wrong = wrong_result(recipe);
  if (planted_here == "network_padded") {
    EXPECT_EQ(wrong, "another key");
  }
  if (plants_nothing) {
    EXPECT_EQ(wrong, "");
  }
}

}  // namespace
