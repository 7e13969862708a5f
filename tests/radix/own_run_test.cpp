/// A run of somebody's own kernel shows some of the steps of the chapter's run and not others:
/// every figure that says it can draw it does, at every step, and nothing speaks of what is not
/// there.
#include <gtest/gtest.h>

#include <random>

#include "app/sorts/families/families.hpp"
#include "app/sorts/radix/facts.hpp"
#include "kernels/run/engine.hpp"

namespace scope {
namespace {

/// Of a run on 14 keys the steps that are kept, with the arrays that they made.
radix::Trace part_of(const char* sort, std::mt19937& dice) {
  radix::Settings settings{};
  settings.radix_bits = 2, settings.keys_per_thread = 2;
  settings.start = dice() % 2 == 0 ? radix::SortStart::single : radix::SortStart::block;
  settings = radix::settings_for(*radix::sort_named(sort), settings);
  const auto problem =
      radix::Problem::make({12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10}, settings);
  radix::Trace trace =
      radix::run({.problem = *problem, .sort = sort, .engine = radix::EngineChoice::cpu});
  const radix::Trace whole = trace;
  trace.own = "mine.cu", trace.steps.clear();
  std::vector<radix::SharedArray> kept;
  for (const radix::Step& step : whole.steps) {
    if (dice() % 3 == 0) continue;
    for (const radix::SharedArray& each : step.arrays)
      if (each->id == step.made) kept.push_back(each);
    trace.steps.push_back(step);
    trace.steps.back().name = "mine";
    std::erase_if(trace.steps.back().arrays, [&](const radix::SharedArray& each) {
      return each->id != radix::array::keys && std::ranges::count(kept, each) == 0;
    });
  }
  return trace;
}

TEST(OwnRun, IsDrawnWhateverItShows) {
  std::mt19937 dice(20);
  for (const char* sort : {"one_bit", "block_sort", "digits", "coarse", "merge_serial",
                           "merge_co_rank", "merge_tiled"})
    for (int round = 0; round < 2; ++round) {
      const radix::Trace trace = part_of(sort, dice);
      Moment moment{.trace = &trace};
      for (moment.cursor = 0; moment.cursor <= trace.steps.size(); ++moment.cursor)
        for (const bool large : {false, true}) {
          moment.large = large;
          EXPECT_TRUE(fits(figure_for(moment), moment))
              << sort << " " << moment.cursor << " " << figure_for(moment).id;
          for (const Figure& figure : figures())
            if (fits(figure, moment)) draw(figure, moment);
          EXPECT_TRUE(why(moment).ends_with(".")) << why(moment);
          EXPECT_TRUE(formula(moment).terms.empty());
          if (moment.cursor > 0) {
            EXPECT_TRUE(radix::reads_of(trace, moment.cursor - 1).empty());
          }
        }
    }
}

TEST(OwnRun, KeepsThreadsOutOfFiguresUntilTheyAreKnown) {
  std::mt19937 dice(1);
  radix::Trace trace = part_of("block_sort", dice);
  const auto shows = [&](const char* id) {
    const Moment moment{.trace = &trace, .cursor = trace.steps.size()};
    return fits(*figure_named(id), moment);
  };
  std::erase_if(trace.steps, [](const radix::Step& step) {
    return step.made == radix::array::destination || step.made == radix::array::local_destination;
  });
  EXPECT_FALSE(shows("fig13-2"));
  EXPECT_FALSE(shows("fig13-5"));
  EXPECT_FALSE(shows("memory"));
  EXPECT_TRUE(shows("fig13-6"));
  EXPECT_TRUE(shows("fig13-1"));
}

std::vector<std::string> texts_of(const char* figure, const Moment& moment) {
  const Scene scene = draw(*figure_named(figure), moment);
  std::vector<std::string> texts;
  for (const Text& each : scene.texts) texts.push_back(each.text);
  for (const Cell& each : scene.cells) texts.push_back(each.text);
  return texts;
}

// Whether a row's keys lie in shared memory no step of somebody's own run says; his array's name it
// does.
TEST(OwnRun, SaysWhichArrayHasTheKeysOfABlock) {
  const auto problem = radix::Problem::make({12, 3, 6, 9, 15, 8, 5, 10}, {4, 4});
  radix::Trace trace =
      radix::run({.problem = *problem, .sort = "block_sort", .engine = radix::EngineChoice::cpu});
  const auto speak = [&](const char* figure) {
    std::string words;
    for (Moment moment{.trace = &trace}; moment.cursor <= trace.steps.size(); ++moment.cursor) {
      for (const std::string& each : texts_of(figure, moment)) words += each + "\n";
      words += draw(*figure_named(figure), moment).title + "\n";
    }
    return words;
  };
  for (const char* figure : {"fig13-5", "fig13-6"})
    EXPECT_NE(speak(figure).find("shared memory"), std::string::npos) << figure;
  trace.own = "mine.cu";
  for (radix::Step& step : trace.steps) step.name = "here";
  for (const char* figure : {"fig13-5", "fig13-6"}) {
    EXPECT_EQ(speak(figure).find("shared memory"), std::string::npos) << figure;
    EXPECT_NE(speak(figure).find("local keys\nhere"), std::string::npos) << figure;
  }
}

// Blocks and threads of a merge, and how often keys are compared, are said where stores tell who
// merges, and not before.
TEST(OwnRun, NamesNoThreadOfAMergeUntilItsStoresAreKnown) {
  const auto problem =
      radix::Problem::make({12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0}, {.key_bits = 4});
  radix::Trace trace =
      radix::run({.problem = *problem, .sort = "merge_serial", .engine = radix::EngineChoice::cpu});
  const auto says = [&](std::string_view what) {
    const Moment moment{.trace = &trace, .cursor = trace.steps.size()};
    return std::ranges::any_of(texts_of("fig13-11", moment), [&](const std::string& each) {
      return each.find(what) != std::string::npos;
    });
  };
  const auto threads = [&] {
    const Moment moment{.trace = &trace, .cursor = trace.steps.size()};
    return family_of(trace).threads(moment, 0);
  };
  EXPECT_TRUE(says("comparison"));
  EXPECT_TRUE(says("thread 0"));
  trace.own = "mine.cu";
  EXPECT_FALSE(says("comparison"));
  EXPECT_TRUE(says("thread 0"));
  EXPECT_FALSE(threads().empty());
  EXPECT_EQ(kept_so_far({.trace = &trace, .cursor = 2}).back().value, "not told apart");
  std::erase_if(trace.steps, [](const radix::Step& step) {
    return radix::are_positions(radix::info(step.made).holds);
  });
  for (const char* what : {"comparison", "thread", "block"}) EXPECT_FALSE(says(what)) << what;
  EXPECT_TRUE(threads().empty());
  EXPECT_TRUE(says("level 4"));
}

TEST(OwnRun, NamesNoThreadOverTheBucketsUntilItsStoreIsKnown) {
  const auto problem = radix::Problem::make({12, 3, 6, 9, 15, 8, 5, 10}, {4, 4});
  radix::Trace trace =
      radix::run({.problem = *problem, .sort = "block_sort", .engine = radix::EngineChoice::cpu});
  std::erase_if(trace.steps, [](const radix::Step& step) { return step.pass > 0; });
  trace.own = "mine.cu";
  const auto names_a_thread = [&] {
    const Moment moment{.trace = &trace, .cursor = trace.steps.size(), .large = true};
    const Scene scene = draw(*figure_named("fig13-6"), moment);
    return std::ranges::any_of(scene.texts, [](const Text& each) { return each.text == "t0"; });
  };
  EXPECT_TRUE(names_a_thread());
  std::erase_if(trace.steps, [](const radix::Step& step) {
    return step.made == radix::array::destination || step.made == radix::array::output;
  });
  EXPECT_FALSE(names_a_thread());
}

}  // namespace
}  // namespace scope
