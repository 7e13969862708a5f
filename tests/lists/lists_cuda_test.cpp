/// The CUDA engine against the CPU engine. Skipped where there is no CUDA device.
#include <gtest/gtest.h>

#include "tests/support/list_checks.hpp"

namespace {

using namespace radix;

TEST(ListsOnTheGpu, GiveTheTracesOfTheCpuEngine) {
  if (!engines()[1].available) GTEST_SKIP() << "no CUDA device";
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    Recipe recipe = checks::drawn_lists(seed);
    const Trace cpu = run(recipe);
    ASSERT_EQ(cpu.error, "") << seed;
    recipe.engine = EngineChoice::cuda;
    const Trace cuda = run(recipe);
    ASSERT_EQ(cuda.error, "") << seed;
    const auto difference = first_difference(cpu, cuda);
    ASSERT_FALSE(difference) << "seed " << seed << ": " << difference->what;
    ASSERT_EQ(cpu.launches, cuda.launches);
    recipe.recorded = false;
    ASSERT_EQ(run(recipe).sorted, cpu.sorted) << seed;
  }
}

}  // namespace
