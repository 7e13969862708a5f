/// What is said of one-sweep and the hybrid is true, whatever the keys: sentences and formulas are
/// computed from the trace here, too. Pictures stay inside their pages.
#include <gtest/gtest.h>

#include <map>

#include "app/core/base/text.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/sorts/families/families.hpp"
#include "tests/support/onesweep_checks.hpp"
#include "tests/support/said.hpp"
#include "tests/support/texts.hpp"
#include "tests/support/thorough.hpp"
#include "text/families.hpp"
#include "text/hybrid.hpp"
#include "text/onesweep.hpp"

namespace {

using namespace radix;
using checks::values;
using scope::Moment;

constexpr const char* all_three[] = {"one_sweep_tiles", "hybrid_buckets", "hybrid_capacity"};

/// Every step of random runs: few keys, so that every sentence has its special cases.
template <class F>
void each_step(std::string_view sort, uint32_t runs, F f) {
  for (uint32_t seed = 0; seed < runs; ++seed) {
    const Trace trace = run(checks::drawn_sweep(seed, *sort_named(sort)));
    ASSERT_EQ(trace.error, "") << seed;
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      Moment moment;
      moment.trace = &trace;
      moment.cursor = cursor;
      moment.example_key = scope::example_key_of(moment);
      SCOPED_TRACE(testing::Message() << sort << " seed " << seed << " step " << cursor);
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
  for (const char* sort : all_three)
    each_step(sort, 60, [](const Moment& moment) {
      EXPECT_NE(scope::why(moment), "");
      EXPECT_EQ(scope::why(moment).find("  "), std::string::npos) << scope::why(moment);
      const scope::Formula card = scope::formula(moment);
      EXPECT_NE(card.title, "");
      adds_up(card);
    });
}

/// Where the formula says that the key goes, the output has it.
TEST(OneSweepWords, TheSlotOfTheFormulaIsTheKeys) {
  for (const char* sort : all_three)
    each_step(sort, 60, [](const Moment& moment) {
      if (!moment.step() || moment.step()->made != array::output) return;
      const Array& output = *moment.step()->find(array::output);
      const scope::Formula card = scope::formula(moment);
      EXPECT_EQ(output.ids[std::stoul(card.result)], scope::example_key_of(moment)) << card.title;
    });
}

TEST(OneSweepWords, NothingThatIsPromisedIsBroken) {
  for (const char* sort : all_three)
    each_step(sort, 60, [](const Moment& moment) {
      const scope::Invariants kept = scope::invariants_of(moment);
      EXPECT_TRUE(kept.ordered);
      EXPECT_TRUE(kept.complete);
      EXPECT_TRUE(kept.stable || !kept.keeps_equals ||
                  moment.problem().settings().order == SortOrder::reversed);
    });
}

/// A slot of the first message of this name; "": nothing of this name was said.
std::string slot_of(const scope::Sentences& said, std::string_view name, std::string_view slot) {
  const scope::text::FilledMessage* message = scope::said_of(said, name);
  return message ? message->at(slot) : "";
}

/// In every step the walk's sentence has as many looks as the trace.
void walks_as_the_trace() {
  uint32_t walks = 0;
  each_step("one_sweep_tiles", 80, [&](const Moment& moment) {
    if (!moment.step() || moment.step()->made != onesweep::array::looked_at) return;
    const uint32_t n = moment.problem().size(), example_key = scope::example_key_of(moment);
    const Array& keys = *moment.find(array::keys);
    uint32_t place = 0;
    while (place < n && keys.ids[place] != example_key) ++place;
    const uint32_t tile = moment.problem().block_of(place),
                   digit = moment.problem().digit(moment.pass()).of(keys.values[place]);
    const uint32_t looks = moment.step()
                               ->find(onesweep::array::looked_at)
                               ->values[digit * moment.problem().blocks() + tile];
    std::string why;
    const scope::Sentences said = scope::said_by([&] { why = scope::why(moment); });
    EXPECT_EQ(scope::said_of(said, "onesweep.why_walk") == nullptr, tile == 0) << why;
    if (tile == 0) return;  // it does not look back
    EXPECT_EQ(slot_of(said, "onesweep.why_walk", "looks"), std::to_string(looks)) << why;
    EXPECT_EQ(slot_of(said, "onesweep.why_walk", "tile"), std::to_string(tile)) << why;
    if (looks > 1) EXPECT_TRUE(texts::says(why, std::to_string(looks))) << why;
    walks += looks > 1 ? 1 : 0;
  });
  EXPECT_GT(walks, 5u);
}
TEST(OneSweepWords, TheWalkIsTheTraces) {
  scope::in_every_language([](const std::string& language) {
    SCOPED_TRACE(language);
    walks_as_the_trace();
  });
}

/// Whoever comes first, the hybrid's keys come out the same.
TEST(Hybrid, GivesTheSameKeysInEveryOrderOfArrival) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Recipe recipe = checks::drawn_sweep(seed, *sort_named("hybrid_buckets"));
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
    const Recipe recipe = checks::drawn_sweep(seed, *sort_named("hybrid_buckets"));
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

/// Buckets of a fixed capacity hold the keys, or one-sweep sorts, or a copy is all: all three are
/// seen often, each exactly where it must be.
TEST(Hybrid, ByCapacityCopiesSortsOrFallsBackWhereItMust) {
  uint32_t copied = 0, swept = 0, sorted = 0;
  const SortInfo& sort = *sort_named("hybrid_capacity");
  for (uint32_t seed = 0; seed < cases(400, 2000); ++seed) {
    Recipe recipe = checks::drawn_sweep(seed, sort);
    const Trace trace = run(recipe);
    ASSERT_EQ(checks::wrong_capacity(trace), "") << "seed " << seed;
    if (recipe.problem.size() == 0) continue;
    const auto made = [&](const ArrayId& id) {
      return std::ranges::any_of(trace.steps, [&](const Step& s) { return s.made == id; });
    };
    namespace sweep = onesweep::array;
    const hybrid::CapacityPlan plan = hybrid::capacity_plan_of(recipe.problem);
    ASSERT_EQ(made(sweep::digit_counts), !plan.in_order() && !plan.fits()) << seed;
    ASSERT_EQ(made(sweep::tile_counts), !plan.in_order()) << seed;
    ASSERT_EQ(made(sweep::bucket_rank), !plan.in_order() && plan.fits()) << seed;
    ASSERT_EQ(outline_of(trace).parts.size(), trace.steps.back().pass + 1u) << seed;
    ++(plan.in_order() ? copied : plan.fits() ? sorted : swept);
    for (const Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
      recipe.thread_order = recipe.block_order = order;
      const Trace other = run(recipe);
      ASSERT_EQ(other.sorted.values, trace.sorted.values) << seed;
      const auto difference = first_difference(trace, other);
      ASSERT_FALSE(difference) << seed << ": " << difference->what;
    }
  }
  for (const uint32_t count : {copied, swept, sorted}) EXPECT_GT(count, cases(40, 200));
}

/// What its sentences say, held against the arrays, in right runs and in those with a fault.
void says_what_the_trace_holds() {
  namespace sweep = onesweep::array;
  namespace text = scope::text;
  const SortInfo& sort = *sort_named("hybrid_capacity");
  std::map<std::string, uint32_t> said;
  std::string why;
  scope::Sentences heard;
  using Slots = std::initializer_list<std::pair<const char*, std::size_t>>;
  const auto told = [&](const char* what, const char* message, Slots slots) {
    ++said[what];
    for (const auto& [slot, number] : slots)
      EXPECT_EQ(slot_of(heard, message, slot), std::to_string(number))
          << what << ": " << message << " " << slot << "\n"
          << why;
  };
  const auto told_whole = [&](const char* what, const text::Label& label) {
    ++said[what];
    EXPECT_TRUE(texts::says(why, label.c_str())) << what << "\n" << why;
  };
  for (const char* fault :
       {"", "capacity_overflow_unseen", "capacity_order_not_cleared", "capacity_low_bits_unseen"})
    for (uint32_t seed = 0; seed < cases(16, 600); ++seed) {
      Recipe recipe = checks::drawn_sweep(seed, sort);
      recipe.planted = fault;
      const Trace trace = run(recipe);
      const Problem& p = trace.problem;
      const checks::CapacityFacts facts = checks::capacity_facts(p);
      for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
        Moment moment;
        moment.trace = &trace;
        moment.cursor = cursor;
        moment.example_key = scope::example_key_of(moment);
        const Step& step = *moment.step();
        heard = scope::said_by([&] { why = scope::why(moment); });
        EXPECT_NE(why, "");
        SCOPED_TRACE(testing::Message() << fault << " seed " << seed << " step " << cursor);
        // Nothing is said of the right kernel where a planted bug may have changed the arrays
        const bool planted = std::ranges::any_of(
            std::initializer_list<text::Label>{
                text::families::planted, text::families::planted_here,
                text::families::planted_so_far, text::families::planted_alike,
                text::families::planted_unmet},
            [&](const text::Label& label) { return why.starts_with(label.c_str()); });
        if (planted || scope::said_of(heard, "families.planted_since") ||
            (trace.fault && why == scope::fault_words(*trace.fault))) {
          EXPECT_TRUE(trace.fault && !trace.planted.empty()) << why;
          ++said[planted ? "planted" : "doubtful"];
          continue;
        }
        EXPECT_FALSE(scope::is_doubtful(moment)) << why;
        const auto number = [&](const ArrayId& id) -> std::size_t { return values(step, id)[0]; };
        if (step.made == sweep::falls) {
          if (values(step, sweep::falls)[0] == 0)
            told_whole("in order", text::hybrid::why_none_falls);
          else
            told("falls", "hybrid.why_falls", {{"falls", number(sweep::falls)}});
        }
        if (step.made == sweep::varying && facts.highest > facts.lowest) {
          const uint64_t most = (uint64_t{1} << p.key_bits()) - 1,
                         range = (facts.highest - facts.lowest) / facts.step, factor = most / range;
          if (factor == 1)
            told("no factor", "hybrid.why_not_stretched", {{"range", range}});
          else
            told("factor", "hybrid.why_stretched",
                 {{"range", range}, {"factor", factor}, {"reach", factor * range}, {"most", most}});
        }
        if (step.made == sweep::bucket_slots) {
          const auto& ids = step.find(sweep::bucket_slots)->ids;
          const auto written = ids.size() - static_cast<std::size_t>(std::ranges::count(ids, none));
          told(written == p.size() ? "all in slots" : "some in slots", "hybrid.why_in_slots",
               {{"empty", ids.size() - written}, {"slots", ids.size()}});
        }
        if (step.made == sweep::overflow) {
          if (values(step, sweep::overflow)[0] > 0)
            told("overflow", "hybrid.why_overflow", {{"runs", number(sweep::overflow)}});
          else
            told(scope::said_of(heard, "hybrid.why_no_overflow") ? "fits" : "silent", "", {});
        }
        if (step.made == sweep::bucket_rank) {
          const bool compared = scope::said_of(heard, "hybrid.why_rank") != nullptr;
          const Array& slots = *step.find(sweep::bucket_slots);
          const uint32_t bits = hybrid::digits_of(p).bits();
          bool equal = true;  // neighbours of a bucket
          for (std::size_t k = 1; k < slots.ids.size(); ++k)
            if (slots.ids[k] != none && slots.ids[k - 1] != none &&
                facts.bucket(slots.ids[k], bits) == facts.bucket(slots.ids[k - 1], bits))
              equal = equal && slots.values[k] == slots.values[k - 1];
          told(compared                                                      ? "compared"
               : scope::said_of(heard, "hybrid.why_equal_bucket") != nullptr ? "all equal"
                                                                             : "silent",
               "", {});
          EXPECT_TRUE(compared || equal) << why;
        }
        if (step.made == array::output && step.pass == 0 && !step.find(sweep::digit_counts)) {
          if (scope::said_of(heard, "hybrid.why_all_copied") != nullptr)
            told("copied", "", {});
          else
            told_whole("sorted", text::hybrid::why_side_by_side);
          EXPECT_TRUE(std::ranges::is_sorted(step.find(array::output)->values, {},
                                             [&](uint32_t key) { return p.ordered(key); }));
        }
      }
    }
  for (const char* what :
       {"in order", "falls", "no factor", "factor", "all in slots", "some in slots", "overflow",
        "fits", "compared", "all equal", "sorted", "copied", "doubtful", "planted"})
    EXPECT_GT(said[what], 0u) << what;
  EXPECT_EQ(said["silent"], 0u);
}
TEST(Hybrid, WhatIsSaidOfOrderRangeAndSlotsIsTheTraces) {
  scope::in_every_language([](const std::string& language) {
    SCOPED_TRACE(language);
    says_what_the_trace_holds();
  });
}

TEST(Hybrid, RefusesKeysWithValues) {
  Recipe recipe;
  recipe.problem = *Problem::make({3, 1, 2}, {.key_bits = 4}, {30, 10, 20});
  recipe.sort = "hybrid_buckets";
  recipe.engine = EngineChoice::cpu;
  const scope::Sentences said = scope::said_by([&] { run(recipe); });
  EXPECT_EQ(slot_of(said, "refused.bare_keys", "sort"), "hybrid_buckets");
  recipe.sort = "one_sweep_tiles";
  EXPECT_EQ(run(recipe).error, "");
}

/// What arrival decides may differ between two runs, everything else may not.
TEST(OneSweep, RunsThatDifferInArrivalAreTheSameRun) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Recipe recipe = checks::drawn_sweep(seed, *sort_named("one_sweep_tiles"));
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
