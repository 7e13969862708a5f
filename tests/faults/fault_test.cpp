/// Planted faults (kernels/engine/faults): what the checks make of each, on the chapter's keys and
/// on random ones.
#include <gtest/gtest.h>

#include "tests/support/checks.hpp"
#include "tests/support/family_sorts.hpp"
#include "tests/support/merge_checks.hpp"
#include "tests/support/planted.hpp"
#include "tests/support/thorough.hpp"

using namespace radix;
using namespace radix::checks;

namespace {

/// With one of the faults planted, or none.
class Faults : public FaultTest {
 protected:
  const bool harmless = plants_nothing(), of_merges = name().starts_with("merge_");
  /// Without RADIXSCOPE_THOROUGH only runs of a few keys and bits.
  Recipe drawn(uint32_t seed) const {
    constexpr uint32_t most = 600, others = 1000;
    for (;; seed += others) {
      const Recipe recipe =
          of_merges || (harmless && seed % 2 == 1) ? drawn_merge(seed) : random_recipe(seed);
      const uint32_t bits = of_merges ? 1 : recipe.problem.settings().key_bits;
      if (is_thorough() || recipe.problem.size() * bits <= most) return recipe;
    }
  }
  /// "" or what is wrong with the result alone: no step was recorded.
  static std::string result_only(Recipe recipe) {
    recipe.recorded = false;
    const Trace trace = run_planted(recipe);
    if (!trace.error.empty()) return trace.error;
    return keeps_equals(recipe.problem, recipe.sort) ? sorted_result(recipe.problem, trace.sorted)
                                                     : ordered_result(recipe.problem, trace.sorted);
  }
};

std::string wrong(const Trace& trace) {
  return std::string_view(sort_named(trace.sort)->family->name) == "merge" ? wrong_merge(trace)
                                                                           : whole_trace(trace);
}

/// Faults that are races: what stands on the lines that the missing barrier parted. It parts
/// others, too: those of one scan from those of the next.
struct Race {
  std::string_view fault, one, other;
};
const Race races[] = {
    {"scatter_barrier", "sorted[slot] = key;", "key = sorted[t];"},
    {"ks_barrier", "sums[t] = value;", "sums[t - distance]"},
    {"warps_barrier", "sums[warp] = sum;", "total += sums[w];"},
    {"merge_missing_barrier", "tile[own + c] = mine[c];", "keys[place + 1]"},
    {"coarse_barrier", "sorted[slots[c]] = mine[c];", "mine[c] = sorted[tile.place(c)];"},
};

bool has(const std::string& line, std::string_view part) {
  return line.find(part) != std::string::npos;
}

TEST_P(Faults, AreCaughtByTheShownArraysAndByTheResultAlone) {
  bool shown = false, result = false;
  for (uint32_t seed = 0; seed < cases(harmless ? 60 : 400, 400) && !(shown && result); ++seed) {
    const Recipe recipe = drawn(seed);
    shown = shown || !wrong(run_planted(recipe)).empty();
    result = result || !result_only(recipe).empty();
  }
  EXPECT_EQ(shown, !harmless);
  EXPECT_EQ(result, !harmless);
}

/// A race is named with both lines, in whatever order the threads run, and what was shown until
/// then is kept.
TEST_P(Faults, OfAMissingBarrierAreNamedAsRaces) {
  const auto race = std::find_if(std::begin(races), std::end(races),
                                 [&](const Race& r) { return r.fault == name(); });
  uint32_t named[3] = {};  // with the very lines, by order
  const uint32_t runs = race == std::end(races) && !harmless ? 3 : 100,
                 enough = harmless ? cases(40, 100) : cases(5, 20);
  const auto seen = [&] { return std::ranges::all_of(named, [](uint32_t k) { return k > 0; }); };
  for (uint32_t seed = 0; seed < runs && !(seed > enough && (harmless || seen())); ++seed) {
    Recipe recipe = drawn(seed);
    std::optional<bool> raced;
    for (Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
      recipe.thread_order = recipe.block_order = order;
      const Trace trace = run_planted(recipe);
      const bool one = trace.fault && trace.fault->kind == Fault::Kind::race;
      EXPECT_EQ(raced.value_or(one), one)
          << "another order, another verdict: " << seed << ", " << trace.error;
      raced = one;
      if (!one) continue;
      ASSERT_FALSE(harmless) << trace.error;
      if (race == std::end(races))
        continue;  // two threads that write their keys to one slot race, too
      EXPECT_EQ(trace.error, error_of(*trace.fault));
      EXPECT_FALSE(trace.steps.empty()) << trace.error;
      const std::string a = line_of(trace.fault->first.source),
                        b = line_of(trace.fault->second.source);
      EXPECT_TRUE(has(a, "[") && has(b, "[")) << trace.error << "\n" << a << "\n" << b;
      const bool both =
          has(a, race->one) ? has(b, race->other) : has(b, race->one) && has(a, race->other);
      named[static_cast<int>(order)] += both;
    }
  }
  if (race == std::end(races)) return;
  for (uint32_t count : named) EXPECT_GT(count, 0u);
}

/// The chapter's keys alone would let some faults pass: that is why tests need more inputs.
TEST_P(Faults, OnTheChaptersKeys) {
  const std::vector<uint32_t> keys = {12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};
  for (const SortInfo& sort : sorts_of(of_merges ? "merge" : "radix")) {
    const Recipe r = recipe(
        keys,
        settings_for(sort, {.radix_bits = 2, .keys_per_thread = 2, .start = SortStart::block}),
        sort.name);
    const std::string verdict = result_only(r);
    EXPECT_TRUE(verdict.empty() || !harmless) << sort.name << ": " << verdict;
    RecordProperty(sort.name, verdict.empty() ? "passes" : verdict);
  }
}

INSTANTIATE_TEST_SUITE_P(Planted, Faults, faults_of({"radix", "merge"}), fault_of);

}  // namespace
