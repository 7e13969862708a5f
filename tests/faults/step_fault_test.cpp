/// Faults planted in the kernels of sample sort, of one-sweep and of the hybrid
/// (kernels/engine/faults), and what is seen of each: in the result or an array of a step, and
/// where a race is.
#include <gtest/gtest.h>

#include "tests/support/bucket_checks.hpp"
#include "tests/support/onesweep_checks.hpp"
#include "tests/support/planted.hpp"

using namespace radix;

namespace {

/// Kernels whose faults have names that begin alike.
struct Kernels {
  std::string_view prefix;
  const char* sort;
  Recipe (*drawn)(uint32_t seed, const SortInfo&);
  std::string (*wrong)(const Trace&);  ///< "" or what is wrong in a step or in the result
  std::string_view barrier;            ///< how the names of its missing barriers begin
};
constexpr Kernels all_kernels[] = {
    {"sample_", "sample_buckets", checks::drawn_buckets, checks::wrong_buckets, "sample_unsorted"},
    {"sweep_", "one_sweep_tiles", checks::drawn_sweep, checks::wrong_one_sweep,
     "sweep_missing_barrier"},
    {"hybrid_", "hybrid_buckets", checks::drawn_sweep, checks::wrong_hybrid,
     "hybrid_missing_barrier"},
    {"capacity_", "hybrid_capacity", checks::drawn_sweep, checks::wrong_capacity,
     "capacity_missing_barrier"},
};
const Kernels* kernels_of(std::string_view fault) {
  const auto found = std::ranges::find_if(
      all_kernels, [&](const Kernels& each) { return fault.starts_with(each.prefix); });
  return found == std::end(all_kernels) ? nullptr : found;
}

/// With one of the faults planted, or none.
class StepFaults : public FaultTest {
 protected:
  /// Of the fault; of none, each in turn.
  static const Kernels& kernels(uint32_t seed) {
    return plants_nothing() ? all_kernels[seed % std::size(all_kernels)] : *kernels_of(name());
  }
  static Recipe drawn(uint32_t seed) {
    return kernels(seed).drawn(seed, *sort_named(kernels(seed).sort));
  }
};

TEST_P(StepFaults, AreSeenInTheResultOrInAStep) {
  bool wrong = false;
  for (uint32_t seed = 0; seed < cases(plants_nothing() ? 100 : 300, 600) && !wrong; ++seed)
    wrong = !kernels(seed).wrong(run_planted(drawn(seed))).empty();
  EXPECT_EQ(wrong, !plants_nothing());
}

TEST_P(StepFaults, OfAMissingBarrierAreRacesInAnyOrderOfThreads) {
  uint32_t named[3] = {};
  for (uint32_t seed = 0; seed < race_seeds(name(), kernels(0).barrier, named); ++seed) {
    Recipe recipe = drawn(seed);
    for (const Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
      recipe.thread_order = recipe.block_order = order;
      const Trace trace = run_planted(recipe);
      if (!trace.fault || trace.fault->kind != Fault::Kind::race) continue;
      ASSERT_FALSE(plants_nothing()) << trace.error;
      ++named[static_cast<int>(order)];
    }
  }
  if (plants_nothing() || !name().starts_with(kernels(0).barrier)) return;
  for (const uint32_t count : named) EXPECT_GT(count, 0u);
}

INSTANTIATE_TEST_SUITE_P(Planted, StepFaults, faults_of({"onesweep", "hybrid", "sample"}),
                         fault_of);

}  // namespace
