/// The CUDA engine against the CPU engine. Skipped where there is no CUDA device.
#include <gtest/gtest.h>

#include <cstdlib>

#include "checks.hpp"

using namespace radix;
using namespace radix::checks;

namespace {

class CudaTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!engines()[1].available) GTEST_SKIP() << "no CUDA device";
  }
};

/// RADIXSCOPE_PROBLEMS makes the sweep shorter (under a sanitizer) or longer.
uint32_t problems() {
  const char* wish = std::getenv("RADIXSCOPE_PROBLEMS");
  return wish == nullptr ? 1000 : static_cast<uint32_t>(std::atoi(wish));
}

TEST_F(CudaTest, RandomProblemsGiveByteEqualTraces) {
  for (uint32_t seed = 0; seed < problems(); ++seed) {
    Recipe r = random_recipe(seed);
    const Trace cpu = run(r);
    r.engine = EngineChoice::cuda;
    const Trace cuda = run(r);
    ASSERT_EQ(cuda.engine.name, "cuda");
    ASSERT_EQ(whole_trace(cuda), "") << "seed " << seed;
    const auto difference = first_difference(cpu, cuda);
    ASSERT_FALSE(difference) << "seed " << seed << ": " << difference->what;
    ASSERT_EQ(cpu.launches, cuda.launches);
    for (std::size_t s = 0; s < cpu.steps.size(); ++s) {
      ASSERT_EQ(cpu.steps[s].source.line, cuda.steps[s].source.line);
      ASSERT_EQ(cpu.steps[s].source.file, cuda.steps[s].source.file);
      ASSERT_EQ(cpu.steps[s].kernel, cuda.steps[s].kernel);
    }
  }
}

TEST_F(CudaTest, LargestRunsAndUnprobedRuns) {
  for (const RungInfo& rung : rungs()) {
    for (uint32_t block : {1u, 32u, 100u, 256u, 1024u}) {
      Recipe r = recipe(make_keys(Keys::uniform, 4096, 6, block), 6, block, rung.name);
      r.engine = EngineChoice::cuda;
      EXPECT_EQ(whole_trace(run(r)), "") << rung.name << ", block " << block;
      r.recorded = false;
      EXPECT_EQ(sorted_result(r.problem, run(r).sorted), "") << rung.name << ", not probed";
    }
  }
}

}  // namespace
