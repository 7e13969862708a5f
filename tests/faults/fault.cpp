/// One planted fault (faults.cmake): what the checks make of it, on the chapter's keys and on random ones.
#include <gtest/gtest.h>

#include "tests/support/checks.hpp"
#include "kernels/run/sort.hpp"
#include "tests/support/family_rungs.hpp"

using namespace radix;
using namespace radix::checks;

namespace {

constexpr bool harmless = std::string_view(RADIX_FAULT) == "none";

/// Runs this program's own kernels, not those of the engine it is linked with.
Trace run_here(const Recipe& recipe) {
  Trace trace;
  trace.problem = recipe.problem;
  trace.rung = recipe.rung;
  cpu::set_order(recipe.thread_order, recipe.block_order, recipe.seed);
  try {
    cpu::sort_by(number_of(*rung_named(recipe.rung)) - 1, recipe.problem, recipe.recorded, trace);
  } catch (const KernelError& e) {
    trace.error = e.what();
  }
  return trace;
}

/// "" or what is wrong with the result alone: no step was recorded.
std::string result_only(Recipe recipe) {
  recipe.recorded = false;
  const Trace trace = run_here(recipe);
  return trace.error.empty() ? sorted_result(recipe.problem, trace.sorted) : trace.error;
}

TEST(Fault, IsCaughtByTheShownArraysAndByTheResultAlone) {
  uint32_t shown = 0, result = 0;
  for (uint32_t seed = 0; seed < 400; ++seed) {
    const Recipe recipe = random_recipe(seed);
    if (!whole_trace(run_here(recipe)).empty()) ++shown;
    if (!result_only(recipe).empty()) ++result;
  }
  EXPECT_EQ(shown > 0, !harmless);
  EXPECT_EQ(result > 0, !harmless);
}

/// The chapter's keys alone would let some faults pass: that is why tests need more inputs.
TEST(Fault, OnTheChaptersKeys) {
  const std::vector<uint32_t> keys = {12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};
  for (const RungInfo& rung : rungs_of("radix")) {
    const Recipe r = recipe(keys, {.radix_bits = 2, .keys_per_thread = 2}, rung.name);
    const std::string wrong = result_only(r);
    EXPECT_TRUE(wrong.empty() || !harmless) << rung.name << ": " << wrong;
    RecordProperty(rung.name, wrong.empty() ? "passes" : wrong);
  }
}

}  // namespace
