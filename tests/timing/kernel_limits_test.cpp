// What limits the kernels of the fast sorts: the words follow from the counts, and the counts that
// come with the program are those of the recorded runs' sorts.
#include <gtest/gtest.h>

#include "app/timing/kernel_limits.hpp"
#include "app/timing/names.hpp"
#include "app/timing/timing_session.hpp"

namespace scope {
namespace {

const KernelCounts some_kernel{.sort = "hybrid",
                               .type = "u32",
                               .kernel = "count_top_bits",
                               .keys = 1000,
                               .launches = 1,
                               .ms = 0.004,
                               .bytes = 4,
                               .instructions = 18.5,
                               .memory = 0.82,
                               .l2 = 0.3,
                               .shared_pipe = 0.59,
                               .issue = 0.57,
                               .warps = 0.5,
                               .waves = 1};

TEST(KernelLimits, TheBusiestUnitIsNamedWhereItIsBusyEnough) {
  EXPECT_EQ(limit_of(some_kernel).unit, text::timed::unit::memory);
  // 4,000 bytes at 2 GB/s are 0.002 ms
  EXPECT_EQ(
      limit_words(some_kernel, 2),
      "count_top_bits: 4.00 µs, 4.0 bytes per key and 18.5 instructions for 32 keys. At the "
      "memory rate its bytes take 50 % of that. Device memory limits it, busy 82 % of the time.");
  KernelCounts other = some_kernel;
  other.shared_pipe = 0.9, other.launches = 4;
  EXPECT_EQ(limit_words(other, 0),
            "count_top_bits, 4 launches: 4.00 µs, 4.0 bytes per key and 18.5 instructions for 32 "
            "keys. The shared-memory pipe limits it, busy 90 % of the time.");
  other.memory = 0.56, other.shared_pipe = 0.63;
  EXPECT_TRUE(limit_words(other, 0).ends_with(
      "No unit is busy for more than 63 % of the time (the shared-memory pipe): its phases wait "
      "for each other, with 50 % of the warps resident."))
      << limit_words(other, 0);
}

TEST(KernelLimits, TheCountsThatComeWithTheProgramAreOfItsRecordedSorts) {
  const auto run = recorded_run("u32");
  ASSERT_TRUE(run);
  std::vector<std::string> sorts;
  for (const TimingRow* row : rows_with_counts(*run)) {
    sorts.push_back(row->configuration.method);
    EXPECT_TRUE(run->facts.device.starts_with(counted_kernels().device));
    double ms = 0;
    for (const KernelCounts* kernel : kernels_of(*row)) {
      ms += kernel->ms;
      EXPECT_EQ(kernel->keys, row->input.n) << kernel->kernel;
      EXPECT_GT(kernel->instructions, 0) << kernel->kernel;
      for (const double share :
           {kernel->memory, kernel->l2, kernel->shared_pipe, kernel->issue, kernel->warps})
        EXPECT_TRUE(share >= 0 && share <= 1.01) << kernel->kernel;
    }
    // A run of its own, and without what takes less than 0.03 ms
    EXPECT_NEAR(ms / statistics(*row)->median_ms, 1, 0.1) << row->label;
  }
  EXPECT_EQ(sorts, (std::vector<std::string>{"one_sweep", "one_sweep_atomics", "hybrid"}));
}

}  // namespace
}  // namespace scope
