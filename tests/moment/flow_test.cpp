#include "app/radix/reads.hpp"
#include "kernels/radix/radix_arrays.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/run/engine.hpp"
#include "tests/support/family_rungs.hpp"

namespace scope {
namespace {

radix::Trace chapter(const char* rung) {
  const auto problem = radix::parse_problem("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", {4, 4});
  return radix::run({.problem = *problem, .rung = rung, .engine = radix::EngineChoice::cpu});
}

bool reads(const radix::Step& step, radix::ArrayId id) {
  const auto ids = reads_of_radix(step);
  return std::ranges::find(ids, id) != ids.end();
}

/// What is read exists, and was there before the step that reads it.
TEST(FlowTest, EveryStepReadsWhatTheStepBeforeLeft) {
  for (const radix::RungInfo& rung : radix::rungs_of("radix")) {
    const radix::Trace trace = chapter(rung.name);
    ASSERT_EQ(trace.error, "");
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      const radix::Step& step = trace.steps[i];
      EXPECT_FALSE(reads_of_radix(step).empty()) << rung.name << " step " << i;
      for (radix::ArrayId id : reads_of_radix(step)) {
        ASSERT_NE(step.find(id), nullptr);
        const bool first_of_pass = i == 0 || trace.steps[i - 1].pass != step.pass;
        if (first_of_pass) continue;
        EXPECT_NE(trace.steps[i - 1].find(id), nullptr) << rung.name << " step " << i;
      }
    }
  }
}

TEST(FlowTest, TheScatterReadsWhatItsRungReads) {
  namespace array = radix::array;
  for (const radix::Step& step : chapter("one_bit").steps) {
    if (step.made != array::destination) continue;
    EXPECT_TRUE(reads(step, array::ones_before) && reads(step, array::ones_total));
  }
  for (const radix::Step& step : chapter("block_sort").steps) {
    if (step.made != array::destination) continue;
    EXPECT_TRUE(reads(step, array::bucket_starts) && reads(step, array::local_keys));
    EXPECT_FALSE(reads(step, array::ones_before));
  }
}

TEST(FlowTest, ATotalOfOneLaunchComesFromTheLastBlock) {
  namespace array = radix::array;
  for (const radix::Step& step : chapter("one_launch").steps) {
    if (step.made != array::ones_total) continue;
    EXPECT_TRUE(reads(step, array::block_ones) && reads(step, array::ones_before_block));
  }
}

}  // namespace
}  // namespace scope
