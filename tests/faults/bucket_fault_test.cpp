/// Faults planted in the kernels of sample sort and of the highest digit first (kernels/faults),
/// and what is seen of each: in the result or an array of a step, and where a race is.
#include <gtest/gtest.h>

#include "tests/support/bucket_checks.hpp"
#include "tests/support/planted.hpp"

using namespace radix;

namespace {

/// With one of the faults planted, or none.
class BucketFaults : public FaultTest {
 protected:
  /// A run of the rung of the fault; of none, of either.
  static Recipe drawn(uint32_t seed) {
    const bool of_samples = plants_nothing() ? seed % 2 == 0 : name().starts_with("sample_");
    return checks::drawn_buckets(seed, *rung_named(of_samples ? "sample_buckets" : "msd_segments"));
  }
};

TEST_P(BucketFaults, AreSeenInTheResultOrInAStep) {
  bool wrong = false;
  for (uint32_t seed = 0; seed < cases(plants_nothing() ? 50 : 300, 300) && !wrong; ++seed)
    wrong = !checks::wrong_buckets(run_planted(drawn(seed))).empty();
  EXPECT_EQ(wrong, !plants_nothing());
}

TEST_P(BucketFaults, OfAMissingBarrierAreRacesInAnyOrderOfThreads) {
  uint32_t named[3] = {};
  for (uint32_t seed = 0; seed < race_seeds(name(), "sample_unsorted", named); ++seed) {
    Recipe recipe = drawn(seed);
    for (const Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
      recipe.thread_order = recipe.block_order = order;
      const Trace trace = run_planted(recipe);
      if (!trace.fault || trace.fault->kind != Fault::Kind::race) continue;
      ASSERT_FALSE(plants_nothing()) << trace.error;
      ++named[static_cast<int>(order)];
    }
  }
  if (!name().starts_with("sample_unsorted")) return;
  for (const uint32_t count : named) EXPECT_GT(count, 0u);
}

INSTANTIATE_TEST_SUITE_P(Planted, BucketFaults, faults_where([](std::string_view name) {
                           return name.starts_with("sample_") || name.starts_with("msd_");
                         }),
                         fault_of);

}  // namespace
