/// The CUDA engine against the CPU engine. Skipped where there is no CUDA device.
#include <gtest/gtest.h>

#include "tests/support/bucket_checks.hpp"
#include "tests/support/thorough.hpp"

namespace {

using namespace radix;

TEST(SortsByBucketsOnTheGpu, GiveTheTracesOfTheCpuEngine) {
  if (!engines()[1].available) GTEST_SKIP() << "no CUDA device";
  for (const char* name : {"sample_buckets", "msd_segments"}) {
    const uint32_t seeds = cases(200, 2000);
    for (uint32_t seed = 0; seed < seeds; ++seed) {
      Recipe recipe = checks::drawn_buckets(seed, *sort_named(name));
      const Trace cpu = run(recipe);
      ASSERT_EQ(cpu.error, "") << name << " " << seed;
      recipe.engine = EngineChoice::cuda;
      const Trace cuda = run(recipe);
      ASSERT_EQ(cuda.error, "") << name << " " << seed;
      const auto difference = first_difference(cpu, cuda);
      ASSERT_FALSE(difference) << name << " " << seed << ": " << difference->what;
      ASSERT_EQ(cpu.launches, cuda.launches);
      recipe.recorded = false;
      ASSERT_EQ(run(recipe).sorted, cpu.sorted) << name << " " << seed;
    }
  }
}

}  // namespace
