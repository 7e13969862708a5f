/// The CUDA engine against the CPU engine. Skipped where there is no CUDA device.
#include <gtest/gtest.h>

#include "tests/support/bucket_checks.hpp"

TEST(HighestDigitFirstOnTheGpu, GivesTheTracesOfTheCpuEngine) {
  if (!radix::engines()[1].available) GTEST_SKIP() << "no CUDA device";
  radix::checks::expect_the_same_on_a_gpu("msd_segments");
}
