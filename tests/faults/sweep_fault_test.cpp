/// Faults planted in the kernels of one-sweep (kernels/faults), and what is seen of each: in the
/// result or an array of a step, and where a race is.
#include <gtest/gtest.h>

#include "tests/support/onesweep_checks.hpp"
#include "tests/support/planted.hpp"

using namespace radix;

namespace {

/// With one of the faults planted, or none.
class SweepFaults : public FaultTest {};

TEST_P(SweepFaults, AreSeenInTheResultOrInAStep) {
  bool wrong = false;
  for (uint32_t seed = 0; seed < cases(plants_nothing() ? 50 : 300, 300) && !wrong; ++seed)
    wrong =
        !checks::wrong_one_sweep(run_planted(checks::drawn_sweep(seed, rungs_of("onesweep")[0])))
             .empty();
  EXPECT_EQ(wrong, !plants_nothing());
}

TEST_P(SweepFaults, OfAMissingBarrierAreRacesInAnyOrderOfThreads) {
  uint32_t named[3] = {};
  for (uint32_t seed = 0; seed < race_seeds(name(), "sweep_missing_barrier", named); ++seed) {
    Recipe recipe = checks::drawn_sweep(seed, rungs_of("onesweep")[0]);
    for (const Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
      recipe.thread_order = recipe.block_order = order;
      const Trace trace = run_planted(recipe);
      if (!trace.fault || trace.fault->kind != Fault::Kind::race) continue;
      ASSERT_FALSE(plants_nothing()) << trace.error;
      ++named[static_cast<int>(order)];
    }
  }
  if (!name().starts_with("sweep_missing_barrier")) return;
  for (const uint32_t count : named) EXPECT_GT(count, 0u);
}

INSTANTIATE_TEST_SUITE_P(Planted, SweepFaults, faults_where([](std::string_view name) {
                           return name.starts_with("sweep_");
                         }),
                         fault_of);

}  // namespace
