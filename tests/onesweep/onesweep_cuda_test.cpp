/// The CUDA engine against the CPU engine. Skipped where there is no CUDA device.
#include <gtest/gtest.h>

#include "tests/support/onesweep_checks.hpp"

namespace {

using namespace radix;

TEST(OneSweepOnTheGpu, GivesTheTracesOfTheCpuEngine) {
  if (!engines()[1].available) GTEST_SKIP() << "no CUDA device";
  for (const RungInfo& rung : rungs_of("onesweep")) {
    for (uint32_t seed = 0; seed < 2000; ++seed) {
      Recipe recipe = checks::drawn_sweep(seed, rung);
      const Trace cpu = run(recipe);
      ASSERT_EQ(cpu.error, "") << rung.name << " " << seed;
      recipe.engine = EngineChoice::cuda;
      const Trace cuda = run(recipe);
      ASSERT_EQ(cuda.error, "") << rung.name << " " << seed;
      const auto difference = first_difference(cpu, cuda);
      ASSERT_FALSE(difference) << rung.name << " " << seed << ": " << difference->what;
      ASSERT_EQ(cpu.launches, cuda.launches);
      recipe.recorded = false;
      ASSERT_EQ(run(recipe).sorted.values, cpu.sorted.values) << rung.name << " " << seed;
    }
  }
}

}  // namespace
