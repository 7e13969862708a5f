/// The CUDA engine against the CPU engine. Skipped where there is no CUDA device.
#include <gtest/gtest.h>

#include "tests/support/onesweep_checks.hpp"

namespace {

using namespace radix;

TEST(OneSweepOnTheGpu, GivesTheTracesOfTheCpuEngine) {
  if (!engines()[1].available) GTEST_SKIP() << "no CUDA device";
  for (const SortInfo& sort : sorts_of("onesweep")) {
    for (uint32_t seed = 0; seed < 2000; ++seed) {
      Recipe recipe = checks::drawn_sweep(seed, sort);
      const Trace cpu = run(recipe);
      ASSERT_EQ(cpu.error, "") << sort.name << " " << seed;
      recipe.engine = EngineChoice::cuda;
      const Trace cuda = run(recipe);
      ASSERT_EQ(cuda.error, "") << sort.name << " " << seed;
      const auto difference = first_difference(cpu, cuda);
      ASSERT_FALSE(difference) << sort.name << " " << seed << ": " << difference->what;
      ASSERT_EQ(cpu.launches, cuda.launches);
      recipe.recorded = false;
      ASSERT_EQ(run(recipe).sorted.values, cpu.sorted.values) << sort.name << " " << seed;
    }
  }
}

}  // namespace
