// First start, stops, motion and play.
#include "app/document/document.hpp"
#include "app/state/presets.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/support/app_states.hpp"
#include "tests/support/checks.hpp"

namespace scope {
namespace {

// ------------------------------------------------------------------------------------ first start

TEST(MakeApp, ShowsTheChaptersKeysOnTheirFirstStep) {
  const Document document = make_document();
  EXPECT_EQ(document.note, "");
  EXPECT_EQ(document.lane().error.sentence, "");
  EXPECT_EQ(trace_of(document).problem.keys(),
            (std::vector<uint32_t>{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0}));
  EXPECT_EQ(trace_of(document).sort, "one_bit");
  EXPECT_EQ(document.lane().cursor, 1u);
  EXPECT_EQ(document.step_size, StepSize::inside);
  EXPECT_EQ(radix::checks::whole_trace(trace_of(document)), "");
  EXPECT_FALSE(in_motion(document));
}

// ------------------------------------------------------------------------------------------ stops

/// The stops by their definition, not by next_stop's way to find them.
std::set<std::size_t> stops(const radix::Trace& trace, StepSize step_size) {
  std::set<std::size_t> all = {0, trace.steps.size()};
  for (std::size_t k = 1; k < trace.steps.size(); ++k) {
    const auto& a = trace.steps[k - 1];
    const auto& b = trace.steps[k];
    const bool pass_ends = a.pass != b.pass, stage_ends = pass_ends || a.stage != b.stage;
    if (step_size == StepSize::inside || (step_size == StepSize::stage && stage_ends) || pass_ends)
      all.insert(k);
  }
  return all;
}

TEST(NextStop, IsTheNeighbourAmongTheStopsFromEverywhere) {
  for (const char* sort : {"one_bit", "block_sort"}) {
    Document document = document_with("5 2 7 1 0 3 6 4 4", 3, 4, sort);
    for (StepSize step_size : {StepSize::pass, StepSize::stage, StepSize::inside}) {
      const auto all = stops(trace_of(document), step_size);
      for (std::size_t k = 0; k <= end_of(document); ++k) {
        seek(document, k);
        const auto after = all.upper_bound(k);
        const auto from = all.lower_bound(k);
        EXPECT_EQ(next_stop(document, step_size, +1), after == all.end() ? k : *after);
        EXPECT_EQ(next_stop(document, step_size, -1), from == all.begin() ? 0 : *std::prev(from));
      }
    }
  }
}

TEST(NextStop, StaysPutWithoutSteps) {
  const Document document = document_with("", 4, 4, "one_bit");
  for (StepSize step_size : {StepSize::pass, StepSize::stage, StepSize::inside}) {
    EXPECT_EQ(next_stop(document, step_size, +1), 0u);
    EXPECT_EQ(next_stop(document, step_size, -1), 0u);
  }
}

TEST(Seek, AnyWalkComesBackToTheSamePicture) {
  Document document = document_with("5 2 7 1 0 3 6 4 4", 3, 4, "block_sort");
  std::mt19937 random(7);
  for (int walk = 0; walk < 10000; ++walk) {
    const StepSize step_size = static_cast<StepSize>(random() % 3);
    const auto before = document.lane().cursor;
    seek(document, next_stop(document, step_size, random() % 2 ? +1 : -1));
    ASSERT_LE(document.lane().cursor, end_of(document));
    const auto here = document.lane().cursor;
    seek(document, before);
    ASSERT_EQ(document.lane().cursor, before);
    seek(document, here);
  }
  seek(document, 1u << 30);
  EXPECT_EQ(document.lane().cursor, end_of(document)) << "beyond the end is the end";
}

// ----------------------------------------------------------------------------------------- motion

TEST(Motion, StartsOnAStepOrStageAndOnlyThen) {
  Document document = document_with("5 2 7 1 0 3 6 4 4", 3, 4, "block_sort");
  seek(document, 4);
  seek(document, 5);
  EXPECT_TRUE(in_motion(document));
  EXPECT_EQ(moment(document).moved, 0);
  EXPECT_EQ(document.motion_time, motion_seconds);
  seek(document, 4);
  EXPECT_TRUE(in_motion(document)) << "a step back is shown, too";
  EXPECT_EQ(moment(document).moved, 0);
  EXPECT_EQ(document.motion_time, motion_back);
  seek(document, next_stop(document, StepSize::stage, +1));
  EXPECT_TRUE(in_motion(document));
  seek(document, next_stop(document, StepSize::pass, +1));
  EXPECT_TRUE(in_motion(document));
  seek(document, 0);
  seek(document, 3);  // a jump into the middle of a stage
  EXPECT_FALSE(in_motion(document));
  seek(document, 4);
  document.motion = false;
  EXPECT_FALSE(in_motion(document));
  EXPECT_EQ(moment(document).moved, 1);
}

TEST(Motion, RunsThroughAndLastsAsLongAsItSays) {
  Document document = make_document();
  seek(document, 2);
  float last = 0, seconds = 0;
  while (in_motion(document) && seconds < 2) {
    EXPECT_TRUE(tick(document, 0.01f));
    EXPECT_GE(moment(document).moved, last);
    last = moment(document).moved;
    seconds += 0.01f;
  }
  EXPECT_EQ(moment(document).moved, 1);
  EXPECT_NEAR(seconds, motion_seconds, 0.02f);
  EXPECT_FALSE(tick(document, 0.01f));
}

TEST(Motion, TakesItsPartOfTheTimeOfAStepThatPlays) {
  Document document = make_document();
  for (const float speed : {0.25f, 1.f, 8.f}) {
    document.speed = speed;
    document.playing = true;
    seek(document, document.lane().cursor + 1);
    EXPECT_FLOAT_EQ(document.motion_time, motion_part / speed);
    document.playing = false;
    seek(document, document.lane().cursor + 1);
    EXPECT_FLOAT_EQ(document.motion_time, std::max(motion_seconds, motion_part / speed));
  }
}

TEST(Motion, AnotherStepOrNoMotionEndsItAtOnce) {
  Document document = make_document();
  seek(document, 1);
  tick(document, 0.1f);
  seek(document, 2);
  EXPECT_EQ(moment(document).moved, 0) << "the next step begins from its beginning";
  document.motion = false;
  EXPECT_EQ(moment(document).moved, 1);
}

TEST(Motion, AWindowThatSleptShowsItFromTheBeginning) {
  Document document = make_document();
  tick(document, 100);
  seek(document, 2);
  tick(document, 100);  // the time the window slept before the key press
  EXPECT_LT(moment(document).moved, 0.1f);
}

// ------------------------------------------------------------------------------------------- play

TEST(Play, GoesToTheEndAtItsSpeedAndStops) {
  for (float speed : {0.25f, 1.0f, 8.0f}) {
    Document document = document_with("2 1", 2, 4, "one_bit");
    seek(document, 0);
    tick(document, 1);
    document.speed = speed;
    document.playing = true;
    const auto steps = static_cast<float>(end_of(document));
    float seconds = 0;
    for (; document.playing && seconds < 1000; seconds += 0.01f) tick(document, 0.01f);
    EXPECT_EQ(document.lane().cursor, end_of(document));
    EXPECT_NEAR(seconds, (steps - 1) / speed, 0.05f * steps) << "speed " << speed;
    EXPECT_FALSE(document.playing);
  }
}

TEST(Play, FollowsTheGrain) {
  Document document = document_with("2 1 3 0", 2, 4, "block_sort");
  seek(document, 0);
  document.step_size = StepSize::pass;
  document.playing = true;
  std::set<std::size_t> seen;
  for (int i = 0; i < 1000 && document.playing; ++i) {
    tick(document, 0.1f);
    seen.insert(document.lane().cursor);
  }
  auto expected = stops(trace_of(document), StepSize::pass);
  expected.erase(0);
  EXPECT_EQ(seen, expected);
}

TEST(Play, MotionEndsBeforeTheNextStepHoweverFast) {
  Document document = make_document();
  document.speed = 8;
  document.playing = true;
  bool arrived = false;
  for (int i = 0; i < 200 && document.playing; ++i) {
    const auto before = document.lane().cursor;
    tick(document, 0.01f);
    if (document.lane().cursor != before && i > 20) {
      EXPECT_TRUE(arrived);
    }
    arrived = moment(document).moved == 1;
  }
}

}  // namespace
}  // namespace scope
