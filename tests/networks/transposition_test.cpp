/// Odd–even transposition: the golden rounds (tests/support/transposition.json), every promise on
/// random keys, and that the sort works wherever a radix sort does.
#include <gtest/gtest.h>

#include <fstream>

#include "app/commands/commands.hpp"
#include "app/document/compare.hpp"
#include "app/export/pages.hpp"
#include "app/export/transcript.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/networks/rounds.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "kernels/networks/networks_arrays.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/cards.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/scene_checks.hpp"
#include "tests/support/texts.hpp"

namespace scope {
namespace {

namespace shown = radix::networks::array;
using Json = radix::checks::Golden;
using texts::says;
using Numbers = std::vector<uint32_t>;
constexpr const char* sort_name = "transposition";

const Json& golden() {
  static const Json data =
      Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/transposition.json"));
  return data;
}

radix::Trace traced(const Numbers& keys, radix::Settings settings = {}) {
  radix::Recipe recipe{.problem = *radix::Problem::make(keys, settings),
                       .sort = sort_name,
                       .engine = radix::EngineChoice::cpu};
  return radix::run(recipe);
}

TEST(Transposition, EveryRoundIsTheGoldenOne) {
  for (const auto& [name, run] : golden().items()) {
    for (uint32_t block : {1u, 2u, 4u, 32u}) {
      const radix::Trace trace = traced(run["keys"].get<Numbers>(), {.threads_per_block = block});
      ASSERT_EQ(trace.error, "") << name;
      ASSERT_EQ(trace.steps.size(), 3 * run["rounds"].size()) << name;
      EXPECT_EQ(trace.launches, run["rounds"].size()) << "one launch a round";
      for (std::size_t round = 0; round < run["rounds"].size(); ++round) {
        const Json& expected = run["rounds"][round];
        const radix::Step& step = trace.steps[3 * round + 2];
        EXPECT_EQ(step.find(shown::output)->values, expected["keys"].get<Numbers>())
            << name << " " << round;
        EXPECT_EQ(step.find(shown::output)->ids, expected["ids"].get<Numbers>())
            << name << " " << round;
        for (std::size_t pair = 0; pair < expected["pairs"].size(); ++pair) {
          const uint32_t left = expected["pairs"][pair];
          for (uint32_t place : {left, left + 1})
            EXPECT_EQ(step.find(shown::exchanged)->values[place],
                      expected["swapped"][pair].get<uint32_t>());
          EXPECT_EQ(step.find(shown::partner)->values[left], left + 1);
          EXPECT_EQ(step.find(shown::partner)->values[left + 1], left);
        }
      }
    }
  }
}

// ------------------------------------------------------------------------------------ the flag

const Numbers flag_keys{4, 7, 2, 3, 8, 5, 9, 6};

radix::Settings with_flag(radix::Flag flag) {
  return {.threads_per_block = 2, .stop_early = true, .flag = flag};
}

TEST(Flag, ChangesNothingButHowThreadsTell) {
  const radix::Trace counted = traced(flag_keys, with_flag(radix::Flag::count));
  for (const radix::Flag flag : {radix::Flag::plain, radix::Flag::atomic}) {
    const radix::Trace trace = traced(flag_keys, with_flag(flag));
    ASSERT_EQ(trace.error, "");
    EXPECT_FALSE(radix::first_difference(counted, trace));
    EXPECT_EQ(counted.launches, trace.launches);
  }
  EXPECT_EQ(counted.launches, 7u) << "five rounds to sort, and two that are quiet";
}

TEST(Flag, TheWatcherTellsStoresOfTheSameValueAndLetsThemBe) {
  for (const Numbers& keys : {flag_keys, Numbers{8, 7, 6, 5, 4, 3, 2, 1, 0}, Numbers{1, 2, 3}}) {
    const radix::Trace trace = traced(keys, with_flag(radix::Flag::plain));
    ASSERT_EQ(trace.error, "");
    std::size_t told = 0;
    for (const radix::Step& step : trace.steps) {
      if (step.made != shown::output) continue;
      const uint32_t writers = exchanges_in(step);
      if (writers < 2) continue;
      ASSERT_LT(told, trace.same_stores.size());
      const radix::SameStores& stores = trace.same_stores[told++];
      EXPECT_EQ(stores.launch, step.launch);
      EXPECT_EQ(stores.threads, writers);
      EXPECT_EQ(stores.value, 1u);
      EXPECT_EQ(stores.source.file, "transposition.cu");
    }
    EXPECT_EQ(told, trace.same_stores.size());
  }
  for (const radix::Flag flag : {radix::Flag::count, radix::Flag::atomic})
    EXPECT_TRUE(traced(flag_keys, with_flag(flag)).same_stores.empty());
}

TEST(Flag, IsDrawnWithItsWritersAndSaidInTheWordsOfTheWatcher) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "preset odd_even_flag; engine cpu; seek round 1 output"), "");
  const std::string race =
      "race: 2 threads store the same value 1; harmless on GPUs, undefined in C++; atomicExch "
      "makes it right";
  EXPECT_NE(why(moment(document)).find(race), std::string::npos) << why(moment(document));
  const auto drawn = [&] { return draw(*figure_named("round-by-round"), moment(document)); };
  EXPECT_TRUE(says(drawn(), "2 store 1"));
  const std::size_t wires = drawn().lines.size();
  ASSERT_EQ(run_script(document, "flag atomic; seek round 1 output"), "");
  EXPECT_TRUE(says(drawn(), "2 by atomicExch"));
  EXPECT_EQ(why(moment(document)).find("race"), std::string::npos);
  EXPECT_EQ(drawn().lines.size(), wires);
  ASSERT_EQ(run_script(document, "flag count; seek round 1 output"), "");
  EXPECT_EQ(drawn().lines.size(), wires - 3) << "two writers and what joins them";
  ASSERT_EQ(run_script(document, "flag plain; last"), "");
  EXPECT_NE(why(moment(document)).find("The flag stays 0."), std::string::npos);
}

TEST(Flag, OldStatesCountAsBefore) {
  Document document = make_document();
  ASSERT_EQ(apply_state(document, "radixscope:1/keys=3,1,2/sort=transposition/stop_early=on"), "");
  EXPECT_EQ(document.lane().setup.settings.flag, radix::Flag::count);
  EXPECT_EQ(state_string(document).find("flag"), std::string::npos);
}

/// A random run of any order and type of keys.
radix::Recipe drawn(uint32_t seed) {
  std::mt19937 random(seed);
  radix::Settings settings = radix::checks::random_settings(random);
  settings = radix::settings_for(*radix::sort_named(sort_name), settings);
  const uint32_t bits = settings.key_bits + settings.second_bits;
  const std::size_t n = random() % 40;
  return {.problem = *radix::Problem::make(
              radix::checks::make_keys(
                  radix::checks::all_kinds[random() % std::size(radix::checks::all_kinds)], n, bits,
                  seed),
              settings),
          .sort = sort_name,
          .engine = radix::EngineChoice::cpu};
}

uint32_t inversions(const radix::Trace& trace, const radix::Array& keys) {
  uint32_t count = 0;
  for (std::size_t i = 0; i < keys.values.size(); ++i)
    for (std::size_t j = i + 1; j < keys.values.size(); ++j)
      count += trace.problem.ordered(keys.values[i]) > trace.problem.ordered(keys.values[j]);
  return count;
}

TEST(Transposition, SortsWhateverTheOrderOfThreads) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    radix::Recipe recipe = drawn(seed);
    const radix::Trace trace = radix::run(recipe);
    ASSERT_EQ(trace.error, "");
    EXPECT_EQ(trace.sorted.ids, radix::reference_order(recipe.problem)) << seed;
    for (radix::Schedule order : {radix::Schedule::reverse, radix::Schedule::shuffled}) {
      recipe.thread_order = recipe.block_order = order;
      EXPECT_FALSE(radix::first_difference(trace, radix::run(recipe))) << seed;
    }
    const auto back = radix::trace_from_json(radix::to_json(trace));
    ASSERT_TRUE(back) << back.error.sentence;
    EXPECT_FALSE(radix::first_difference(trace, *back)) << seed;
  }
}

/// What a sentence and a card say of a key at a moment, counted from the trace alone.
void expect_true_words(const radix::Trace& trace, const Moment& moment) {
  const std::string text = why(moment);
  const Formula card = formula(moment);
  const std::string where = std::to_string(moment.cursor) + ": " + text;
  expect_words_and_sum(text, card, where);
  const uint32_t n = trace.problem.size();
  if (!moment.step() || n == 0) return;
  const radix::Step& step = *moment.step();
  const radix::Array& keys = *step.find(shown::keys);
  const uint32_t place = moment.selected() < n ? position_of(keys, moment.selected()) : none;
  if (step.pass >= n) {
    EXPECT_TRUE(says(text, "backwards")) << where;
    return;
  }
  const Numbers& partner = step.find(shown::partner)->values;
  const auto pairs =
      static_cast<uint32_t>(std::ranges::count_if(partner, [](uint32_t p) { return p != none; })) /
      2;
  if (step.made == shown::partner && pairs > 0) {
    EXPECT_TRUE(says(text, std::to_string(pairs) + (pairs == 1 ? " pair," : " pairs,"))) << where;
    if (place != none && partner[place] != none) {
      EXPECT_TRUE(says(text, "at place " + std::to_string(place) + " is compared with")) << where;
      EXPECT_TRUE(says(text, "at place " + std::to_string(partner[place]) + ".")) << where;
      EXPECT_EQ(card.result, std::to_string(partner[place])) << where;
    }
    if (place != none && partner[place] == none)
      EXPECT_TRUE(says(text, "no neighbour left")) << where;
  }
  if (step.made == shown::exchanged) {
    const Numbers& exchanged = step.find(shown::exchanged)->values;
    const auto ones = static_cast<uint32_t>(std::ranges::count(exchanged, 1u)) / 2;
    EXPECT_TRUE(says(text, count_exchanged(ones, pairs))) << where;
    if (place != none) EXPECT_EQ(says(text, "they change places"), exchanged[place] == 1) << where;
  }
  if (step.made == shown::output) {
    const radix::Array& output = *step.find(shown::output);
    const uint32_t before = inversions(trace, keys), after = inversions(trace, output);
    EXPECT_EQ(says(text, "changed nothing"), before == after) << where;
    if (before != after)
      EXPECT_TRUE(says(text, "exchanged " + std::to_string(before - after) + " pair")) << where;
    const std::string left = after == 0 ? "none" : std::to_string(after);
    EXPECT_TRUE(n == 2 ? says(text, after == 1 ? "is an inversion now" : "is not an inversion now")
                       : says(text, left + (after < 2 ? " is an inversion" : " are inversions")))
        << where;
    if (place != none)
      EXPECT_EQ(card.result, std::to_string(position_of(output, moment.selected()))) << where;
  }
}

TEST(Transposition, EverySentenceAndCardIsTrue) {
  for (uint32_t seed = 0; seed < 120; ++seed) {
    const radix::Trace trace = radix::run(drawn(seed));
    const uint32_t n = trace.problem.size();
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      for (uint32_t id : {none, 0u, n / 2, n - 1}) {
        expect_true_words(trace, {.trace = &trace, .cursor = cursor, .pinned = id});
        if (HasFailure()) FAIL() << seed;
      }
    }
  }
}

TEST(Transposition, KeepsEveryKeyAndTheOrderOfEqualOnes) {
  for (uint32_t seed = 0; seed < 120; ++seed) {
    const radix::Trace trace = radix::run(drawn(seed));
    const bool reversed = trace.problem.reversed();
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      const Invariants kept = invariants_of({.trace = &trace, .cursor = cursor});
      EXPECT_TRUE(kept.complete && kept.ordered) << seed << " " << cursor;
      if (!reversed) EXPECT_TRUE(kept.stable) << seed << " " << cursor << kept.equals;
    }
    if (!reversed && trace.problem.size() > 0)
      EXPECT_EQ(invariants_of({.trace = &trace, .cursor = trace.steps.size()}).order, "in order");
  }
}

TEST(Transposition, EveryPictureIsWhole) {
  for (const char* keys :
       {"keys ; block 4", "keys 7", "preset chapter", "random 40 6 3; block 8",
        "random 200 8 1; block 32", "preset income_then_age", "preset signed; order reversed"}) {
    Document document = make_document();
    ASSERT_EQ(run_script(document, std::string(keys) + "; engine cpu; sort transposition"), "")
        << keys;
    for (std::size_t cursor = 0; cursor <= end_of(document);
         cursor += end_of(document) > 200 ? 7 : 1) {
      for (bool large : {false, true}) {
        seek(document, cursor);
        settle(document);
        document.projector = large;
        const Moment now = moment(document);
        const Scene scene = current_figure(document).draw(now);
        EXPECT_EQ(scene.title, "Rounds");
        EXPECT_EQ(checks::inside_page(scene), "") << keys << " " << cursor;
        EXPECT_EQ(checks::texts_apart(scene), "") << keys << " " << cursor;
        EXPECT_EQ(checks::readable(scene), "") << keys << " " << cursor;
      }
    }
  }
}

TEST(Transposition, ItsOwnFiguresAreTheOnesOffered) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "sort transposition; figure fig13-3"), "");
  EXPECT_EQ(std::string(current_figure(document).id), "round-by-round")
      << "a figure of another family gives way";
  ASSERT_EQ(run_script(document, "sort one_bit; seek pass 1 scatter"), "");
  EXPECT_EQ(std::string(current_figure(document).id), "fig13-3");
  EXPECT_FALSE(fits(*figure_named("round-by-round"), moment(document)));
}

TEST(Transposition, LanesOfBothFamiliesEndTogether) {
  Document document = make_document();
  ASSERT_EQ(
      run_script(
          document,
          "preset chapter; engine cpu; compare local_sort; lane 2; sort transposition; lane 1"),
      "");
  for (std::size_t cursor = 0; cursor <= end_of(document); ++cursor) {
    seek(document, cursor);
    const double here = radix::progress_at(*document.lanes[0].trace, document.lanes[0].cursor);
    const double there = radix::progress_at(*document.lanes[1].trace, document.lanes[1].cursor);
    EXPECT_LE(there, here + 1e-9);
    EXPECT_GT(there, here - 1.0 / 48 - 1e-9) << "not more than a step behind";
  }
  EXPECT_EQ(document.lanes[1].cursor, document.lanes[1].trace->steps.size());
  EXPECT_FALSE(page_of(document).scene.cells.empty());
}

TEST(Transposition, SeeksByRoundsAndSaysRounds) {
  Document document = make_document();
  ASSERT_EQ(run_script(document,
                       "preset chapter; engine cpu; sort transposition; seek round 3 exchanged"),
            "");
  EXPECT_EQ(document.lane().cursor, 8u);
  EXPECT_TRUE(place_words(moment(document))
                  .starts_with("round 3 of 16 · even pairs · compare and exchange"));
  EXPECT_TRUE(says(transcript(*document.lane().trace, {}), "· round 16 ·"));
  EXPECT_NE(run_script(document, "seek round 17"), "");
  run_script(document, "random 1025; sort transposition");
  tick(document, 0);
  EXPECT_TRUE(says(document.lane().error.sentence, "too many rounds"))
      << document.lane().error.sentence;
}

}  // namespace
}  // namespace scope
