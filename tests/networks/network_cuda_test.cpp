/// The CUDA engine against the CPU engine. Skipped where there is no CUDA device.
#include <gtest/gtest.h>

#include <cstdlib>

#include "kernels/run/engine.hpp"
#include "tests/support/checks.hpp"

namespace {

using namespace radix;

/// RADIXSCOPE_PROBLEMS makes the sweep shorter (under a sanitizer) or longer.
uint32_t network_problems() {
  const char* wish = std::getenv("RADIXSCOPE_PROBLEMS");
  return wish == nullptr ? 2000 : static_cast<uint32_t>(std::atoi(wish));
}

Recipe network_problem(uint32_t seed) {
  std::mt19937 random(seed);
  Settings settings = checks::random_settings(random);
  settings.network = static_cast<Network>(random() % 3);
  settings.stop_early = random() % 2 == 0;
  const char* sorts[] = {"transposition", "network_global", "network_shared"};
  const SortInfo& sort = *sort_named(sorts[random() % 3]);
  settings = settings_for(sort, settings);
  const std::size_t n = random() % 10 == 0 ? random() % 600 : random() % 70;
  const checks::Keys kind = checks::all_kinds[random() % std::size(checks::all_kinds)];
  return {.problem = *Problem::make(
              checks::make_keys(kind, n, settings.key_bits + settings.second_bits, seed + 77),
              settings),
          .sort = sort.name,
          .engine = EngineChoice::cpu};
}

TEST(NetworksOnTheGpu, GiveTheTracesOfTheCpuEngine) {
  if (!engines()[1].available) GTEST_SKIP() << "no CUDA device";
  for (uint32_t seed = 0; seed < network_problems(); ++seed) {
    Recipe recipe = network_problem(seed);
    const Trace cpu = run(recipe);
    ASSERT_EQ(cpu.error, "") << seed;
    recipe.engine = EngineChoice::cuda;
    const Trace cuda = run(recipe);
    ASSERT_EQ(cuda.engine.name, "cuda");
    ASSERT_EQ(cuda.error, "") << seed;
    const auto difference = first_difference(cpu, cuda);
    ASSERT_FALSE(difference) << "seed " << seed << ": " << difference->what;
    ASSERT_EQ(cpu.launches, cuda.launches);
    recipe.recorded = false;
    ASSERT_EQ(run(recipe).sorted, cpu.sorted) << seed;
  }
}

}  // namespace
