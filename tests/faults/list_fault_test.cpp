/// Faults planted in the kernels of sorts by lists (kernels/engine/faults), and what is seen of
/// each: in the result or a list, in the order in which equal keys come out, and where a race is.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/golden.hpp"
#include "tests/support/list_checks.hpp"
#include "tests/support/planted.hpp"

using namespace radix;
using radix::checks::Golden;
using Numbers = std::vector<uint32_t>;

namespace {

/// With one of the faults planted, or none.
class ListFaults : public FaultTest {};

TEST_P(ListFaults, AreSeenInTheResultOrInAList) {
  const bool rare = name() == "list_sentinel";
  bool wrong = false;
  for (uint32_t seed = 0; seed < cases(plants_nothing() || rare ? 50 : 300, 300) && !wrong;
       ++seed) {
    const Trace trace = run_planted(checks::drawn_lists(seed));
    wrong = !trace.error.empty() || !checks::wrong_lists(trace).empty();
  }
  EXPECT_EQ(wrong, !plants_nothing() && !rare);
}

/// List 0 is empty when the largest key there is stands at the head of list 1.
TEST_P(ListFaults, OfASentinelLoseTheLargestKey) {
  const Settings settings{.key_bits = 32, .lists = 2, .list_merge = ListMerge::atomic_min};
  const Trace trace = run_planted({.problem = *Problem::make({1, ~0u}, settings),
                                   .sort = "lists_by_thread",
                                   .engine = EngineChoice::cpu});
  const bool wrong = !trace.error.empty() || trace.sorted.ids != Numbers{0, 1};
  if (plants_nothing() || name() == "list_sentinel") EXPECT_EQ(wrong, !plants_nothing());
}

/// Every merge has a rule of its own for equal heads.
TEST_P(ListFaults, OfATieAreSeenInTheOrderOfEqualKeys) {
  const Golden golden = Golden::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/lists.json"));
  bool wrong = false;
  for (const auto& [merge, rounds] : golden["merges"].items()) {
    Settings settings{.lists = 4};
    const SettingInfo& setting = *setting_named("list_merge");
    setting.set(settings, *value_from(setting, merge));
    const Trace trace =
        run_planted({.problem = *Problem::make(golden["keys"].get<Numbers>(), settings),
                     .sort = "lists_by_thread",
                     .engine = EngineChoice::cpu});
    wrong = wrong || trace.sorted.ids != rounds["output"]["ids"].get<Numbers>();
  }
  if (plants_nothing() || name() == "list_other_tie") EXPECT_EQ(wrong, !plants_nothing());
}

TEST_P(ListFaults, OfAMissingBarrierAreRacesInAnyOrderOfThreads) {
  uint32_t named[3] = {};
  for (uint32_t seed = 0; seed < race_seeds(name(), "list_missing_barrier", named); ++seed) {
    Recipe recipe = checks::drawn_lists(seed);
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
  if (!name().starts_with("list_missing_barrier")) return;
  for (const uint32_t count : named) EXPECT_GT(count, 0u);
}

INSTANTIATE_TEST_SUITE_P(Planted, ListFaults, faults_of({"lists"}), fault_of);

}  // namespace
