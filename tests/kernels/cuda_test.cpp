/// The CUDA engine against the CPU engine. Skipped where there is no CUDA device.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/checks.hpp"
#include "tests/support/family_sorts.hpp"

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
  const char* setup = std::getenv("RADIXSCOPE_PROBLEMS");
  return setup == nullptr ? 2000 : static_cast<uint32_t>(std::atoi(setup));
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

TEST_F(CudaTest, LargestRunsShownAndNotShown) {
  for (const SortInfo& sort : sorts_of("radix")) {
    for (uint32_t block : {1u, 32u, 100u, 256u, 1024u}) {
      const Settings s{.key_bits = 6,
                       .threads_per_block = block,
                       .radix_bits = 4,
                       .keys_per_thread = block <= 256 ? 16u : 4u};
      Recipe r = recipe(make_keys(Keys::uniform, 4096, 6, block), s, sort.name);
      r.engine = EngineChoice::cuda;
      EXPECT_EQ(whole_trace(run(r)), "") << sort.name << ", block " << block;
      r.recorded = false;
      EXPECT_EQ(sorted_result(r.problem, run(r).sorted), "") << sort.name << ", not shown";
    }
  }
}

TEST_F(CudaTest, LargeInputsAreSortedUnrecorded) {
  for (const SortInfo& sort : sorts_of("radix")) {
    Recipe r =
        recipe(make_keys(Keys::uniform, 200000, 20, 3),
               {.key_bits = 20, .threads_per_block = 256, .radix_bits = 8, .keys_per_thread = 16},
               sort.name);
    r.engine = EngineChoice::cuda;
    r.recorded = false;
    const Trace trace = run(r);
    EXPECT_EQ(trace.error, "") << sort.name;
    EXPECT_EQ(sorted_result(r.problem, trace.sorted), "") << sort.name;
  }
}

/// The largest grid whose blocks all run at once, found from the refusal of a larger one.
TEST_F(CudaTest, OneLaunchRunsAtTheLargestGridThatFitsAndRefusesTheNext) {
  for (uint32_t block : {32u, 256u, 1024u}) {
    const auto sorted = [&](std::size_t n, uint32_t limit) {
      Recipe r = recipe(make_keys(Keys::uniform, n, 4, 1),
                        {.key_bits = 4, .threads_per_block = block, .resident_blocks = limit},
                        "one_launch");
      r.engine = EngineChoice::cuda;
      r.recorded = false;
      const Trace trace = run(r);
      if (trace.fault) return refusal_words(*trace.fault);
      return trace.error.empty() ? sorted_result(r.problem, trace.sorted) : trace.error;
    };
    const std::string refusal = sorted(std::size_t{1} << 22, 0);
    const std::size_t at = refusal.find("sort at most ");
    ASSERT_NE(at, std::string::npos) << refusal;
    const std::size_t most = std::stoul(refusal.substr(at + 13));
    std::cout << block << " threads: " << refusal << "\n";
    EXPECT_EQ(sorted(most, 0), "") << most;
    EXPECT_NE(sorted(most + 1, 0).find("was not launched"), std::string::npos);
    EXPECT_EQ(sorted(3 * block, 3), "");
    EXPECT_NE(sorted(3 * block + 1, 3).find("only 3 can run at once (the limit that was set)"),
              std::string::npos);
  }
}

}  // namespace
