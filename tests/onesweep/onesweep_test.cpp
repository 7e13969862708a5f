/// One-sweep and the hybrid on the CPU engine: results, every array of every step, arrival.
#include <gtest/gtest.h>

#include "tests/support/onesweep_checks.hpp"
#include "tests/support/thorough.hpp"

namespace {

using namespace radix;
namespace sweep = onesweep;

TEST(OneSweep, SortsStablyForEverySettingOrderAndArrival) {
  const SortInfo& sort = sorts_of("onesweep")[0];
  uint32_t reranked = 0, walked = 0;
  for (uint32_t seed = 0; seed < cases(400, 2000); ++seed) {
    const Recipe recipe = checks::drawn_sweep(seed, sort);
    const Trace trace = run(recipe);
    ASSERT_EQ(checks::wrong_one_sweep(trace), "") << "seed " << seed;
    for (const Step& step : trace.steps) {
      if (step.made == sweep::array::in_order)
        reranked += std::ranges::count(step.find(step.made)->values, 0u) > 0;
      if (step.made == sweep::array::looked_at)
        walked += std::ranges::count_if(step.find(step.made)->values,
                                        [](uint32_t looks) { return looks > 1; }) > 0;
    }
  }
  EXPECT_GT(reranked, cases(20, 100)) << "no tile was ever served out of order";
  EXPECT_GT(walked, cases(20, 100)) << "no tile ever walked over a partial word";
}

}  // namespace
