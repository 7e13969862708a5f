/// What is said of one-sweep and the hybrid is true, whatever the keys: sentences and formulas are
/// computed from the trace here, too. Pictures stay inside their pages.
#include <gtest/gtest.h>

#include "app/families/families.hpp"
#include "tests/support/onesweep_checks.hpp"
#include "tests/support/texts.hpp"
#include "tests/support/thorough.hpp"

namespace {

using namespace radix;
using scope::Moment;

/// Every step of random runs: few keys, so that every sentence has its special cases.
template <class F>
void each_step(std::string_view rung, uint32_t runs, F f) {
  for (uint32_t seed = 0; seed < runs; ++seed) {
    const Trace trace = run(checks::drawn_sweep(seed, *rung_named(rung)));
    ASSERT_EQ(trace.error, "") << seed;
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      Moment moment;
      moment.trace = &trace;
      moment.cursor = cursor;
      moment.hero = scope::hero_of(moment);
      SCOPED_TRACE(testing::Message() << rung << " seed " << seed << " step " << cursor);
      f(moment);
      if (testing::Test::HasFailure()) return;
    }
  }
}

/// The terms add up to the result.
void adds_up(const scope::Formula& card) {
  if (card.terms.empty()) return;
  int64_t sum = 0;
  for (const scope::Term& term : card.terms)
    sum += (term.sign == '-' ? -1 : 1) * std::stoll(term.value);
  EXPECT_EQ(std::to_string(sum), card.result) << card.title;
  for (const scope::Term& term : card.terms)
    EXPECT_NE(card.words.find(term.name), std::string::npos) << card.words << ": " << term.name;
}

TEST(OneSweepWords, EveryStepHasASentenceAndAFormulaThatAddsUp) {
  for (const char* rung : {"one_sweep_tiles", "hybrid_buckets"})
    each_step(rung, 60, [](const Moment& moment) {
      EXPECT_NE(scope::why(moment), "");
      EXPECT_EQ(scope::why(moment).find("  "), std::string::npos) << scope::why(moment);
      const scope::Formula card = scope::formula(moment);
      EXPECT_NE(card.title, "");
      adds_up(card);
    });
}

/// Where the formula says that the key goes, the output has it.
TEST(OneSweepWords, TheSlotOfTheFormulaIsTheKeys) {
  for (const char* rung : {"one_sweep_tiles", "hybrid_buckets"})
    each_step(rung, 60, [](const Moment& moment) {
      if (!moment.step() || moment.step()->made != array::output) return;
      const Array& output = *moment.step()->find(array::output);
      const scope::Formula card = scope::formula(moment);
      EXPECT_EQ(output.ids[std::stoul(card.result)], scope::hero_of(moment)) << card.title;
    });
}

TEST(OneSweepWords, NothingThatIsPromisedIsBroken) {
  for (const char* rung : {"one_sweep_tiles", "hybrid_buckets"})
    each_step(rung, 60, [](const Moment& moment) {
      const scope::Invariants kept = scope::invariants_of(moment);
      EXPECT_TRUE(kept.ordered);
      EXPECT_TRUE(kept.complete);
      EXPECT_TRUE(kept.stable || !kept.keeps_equals ||
                  moment.problem().settings().order == SortOrder::reversed);
    });
}

/// In every step the walk's sentence has as many looks as the trace.
TEST(OneSweepWords, TheWalkIsTheTraces) {
  uint32_t walks = 0;
  each_step("one_sweep_tiles", 300, [&](const Moment& moment) {
    if (!moment.step() || moment.step()->made != onesweep::array::looked_at) return;
    const uint32_t n = moment.problem().size(), hero = scope::hero_of(moment);
    const Array& keys = *moment.find(array::keys);
    uint32_t place = 0;
    while (place < n && keys.ids[place] != hero) ++place;
    const uint32_t tile = moment.problem().block_of(place),
                   digit = moment.problem().digit(moment.pass()).of(keys.values[place]);
    const uint32_t looks = moment.step()
                               ->find(onesweep::array::looked_at)
                               ->values[digit * moment.problem().blocks() + tile];
    if (looks > 1)
      EXPECT_TRUE(texts::says(scope::why(moment),
                              {"ends the walk, at look " + std::to_string(looks) + "."}))
          << scope::why(moment);
    walks += looks > 1 ? 1 : 0;
  });
  EXPECT_GT(walks, 10u);
}

/// Whoever comes first, the hybrid's keys come out the same.
TEST(Hybrid, GivesTheSameKeysInEveryOrderOfArrival) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Recipe recipe = checks::drawn_sweep(seed, *rung_named("hybrid_buckets"));
    const Trace first = run(recipe);
    ASSERT_EQ(checks::wrong_hybrid(first), "") << seed;
    for (const Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
      recipe.thread_order = recipe.block_order = order;
      const Trace other = run(recipe);
      ASSERT_EQ(other.sorted.values, first.sorted.values) << seed;
      const auto difference = first_difference(first, other);
      ASSERT_FALSE(difference) << seed << ": " << difference->what;
    }
  }
}

TEST(Hybrid, SortsEverySettingOrderAndArrivalAndFallsBackWhereABucketIsTooLarge) {
  uint32_t fell_back = 0;
  for (uint32_t seed = 0; seed < cases(400, 2000); ++seed) {
    const Recipe recipe = checks::drawn_sweep(seed, *rung_named("hybrid_buckets"));
    const Trace trace = run(recipe);
    ASSERT_EQ(checks::wrong_hybrid(trace), "") << "seed " << seed;
    const bool fits = hybrid::plan_of(recipe.problem).fits();
    const bool swept = std::ranges::any_of(
        trace.steps, [](const Step& step) { return step.made == onesweep::array::digit_counts; });
    ASSERT_EQ(swept, !fits && recipe.problem.size() > 0) << seed;
    fell_back += swept ? 1 : 0;
  }
  EXPECT_GT(fell_back, cases(40, 200));
  EXPECT_LT(fell_back, cases(360, 1800));
}

TEST(Hybrid, RefusesKeysWithValues) {
  Recipe recipe;
  recipe.problem = *Problem::make({3, 1, 2}, {.key_bits = 4}, {30, 10, 20});
  recipe.rung = "hybrid_buckets";
  recipe.engine = EngineChoice::cpu;
  EXPECT_TRUE(
      texts::says(run(recipe).error, {"lets equal keys change places", "leave the values out"}));
  recipe.rung = "one_sweep_tiles";
  EXPECT_EQ(run(recipe).error, "");
}

/// What arrival decides may differ between two runs, everything else may not.
TEST(OneSweep, RunsThatDifferInArrivalAreTheSameRun) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Recipe recipe = checks::drawn_sweep(seed, *rung_named("one_sweep_tiles"));
    Trace traces[2];
    for (Trace& trace : traces) {
      trace = run(recipe);
      recipe.thread_order = recipe.block_order = Schedule::reverse;
    }
    const auto difference = first_difference(traces[0], traces[1]);
    ASSERT_FALSE(difference) << seed << ": " << difference->what;
    // A number that does not depend on arrival is not overlooked
    if (traces[1].steps.empty()) continue;
    Array wrong = *traces[1].steps.back().find(array::output);
    ++wrong.values[0];
    for (SharedArray& array : traces[1].steps.back().arrays)
      if (array->id == array::output) array = std::make_shared<Array>(wrong);
    EXPECT_TRUE(first_difference(traces[0], traces[1]));
  }
}

}  // namespace
