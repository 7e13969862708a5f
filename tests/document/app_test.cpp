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
  const App app = make_app();
  EXPECT_EQ(app.note, "");
  EXPECT_EQ(app.lane().complaint.sentence, "");
  EXPECT_EQ(trace_of(app).problem.keys(),
            (std::vector<uint32_t>{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0}));
  EXPECT_EQ(trace_of(app).rung, "one_bit");
  EXPECT_EQ(app.lane().cursor, 1u);
  EXPECT_EQ(app.grain, Grain::inside);
  EXPECT_EQ(radix::checks::whole_trace(trace_of(app)), "");
  EXPECT_FALSE(in_motion(app));
}

// ------------------------------------------------------------------------------------------ stops

/// The stops by their definition, not by next_stop's way to find them.
std::set<std::size_t> stops(const radix::Trace& trace, Grain grain) {
  std::set<std::size_t> all = {0, trace.steps.size()};
  for (std::size_t k = 1; k < trace.steps.size(); ++k) {
    const auto& a = trace.steps[k - 1];
    const auto& b = trace.steps[k];
    const bool pass_ends = a.pass != b.pass, stage_ends = pass_ends || a.stage != b.stage;
    if (grain == Grain::inside || (grain == Grain::stage && stage_ends) || pass_ends) all.insert(k);
  }
  return all;
}

TEST(NextStop, IsTheNeighbourAmongTheStopsFromEverywhere) {
  for (const char* rung : {"one_bit", "block_sort"}) {
    App app = app_with("5 2 7 1 0 3 6 4 4", 3, 4, rung);
    for (Grain grain : {Grain::pass, Grain::stage, Grain::inside}) {
      const auto all = stops(trace_of(app), grain);
      for (std::size_t k = 0; k <= end_of(app); ++k) {
        seek(app, k);
        const auto after = all.upper_bound(k);
        const auto from = all.lower_bound(k);
        EXPECT_EQ(next_stop(app, grain, +1), after == all.end() ? k : *after);
        EXPECT_EQ(next_stop(app, grain, -1), from == all.begin() ? 0 : *std::prev(from));
      }
    }
  }
}

TEST(NextStop, StaysPutWithoutSteps) {
  const App app = app_with("", 4, 4, "one_bit");
  for (Grain grain : {Grain::pass, Grain::stage, Grain::inside}) {
    EXPECT_EQ(next_stop(app, grain, +1), 0u);
    EXPECT_EQ(next_stop(app, grain, -1), 0u);
  }
}

TEST(Seek, AnyWalkComesBackToTheSamePicture) {
  App app = app_with("5 2 7 1 0 3 6 4 4", 3, 4, "block_sort");
  std::mt19937 random(7);
  for (int walk = 0; walk < 10000; ++walk) {
    const Grain grain = static_cast<Grain>(random() % 3);
    const auto before = app.lane().cursor;
    seek(app, next_stop(app, grain, random() % 2 ? +1 : -1));
    ASSERT_LE(app.lane().cursor, end_of(app));
    const auto here = app.lane().cursor;
    seek(app, before);
    ASSERT_EQ(app.lane().cursor, before);
    seek(app, here);
  }
  seek(app, 1u << 30);
  EXPECT_EQ(app.lane().cursor, end_of(app)) << "beyond the end is the end";
}

// ----------------------------------------------------------------------------------------- motion

TEST(Motion, StartsOnAStepForwardAndOnlyThen) {
  App app = app_with("5 2 7 1 0 3 6 4 4", 3, 4, "block_sort");
  seek(app, 4);
  seek(app, 5);
  EXPECT_TRUE(in_motion(app));
  EXPECT_EQ(look(app).moved, 0);
  seek(app, 4);
  EXPECT_FALSE(in_motion(app));
  EXPECT_EQ(look(app).moved, 1);
  seek(app, next_stop(app, Grain::stage, +1));
  EXPECT_TRUE(in_motion(app));
  seek(app, next_stop(app, Grain::pass, +1));
  EXPECT_TRUE(in_motion(app));
  seek(app, 0);
  seek(app, 3);  // a jump into the middle of a stage
  EXPECT_FALSE(in_motion(app));
  seek(app, 4);
  app.motion = false;
  EXPECT_FALSE(in_motion(app));
  EXPECT_EQ(look(app).moved, 1);
}

TEST(Motion, RunsThroughAndLastsAsLongAsItSays) {
  App app = make_app();
  seek(app, 2);
  float last = 0, seconds = 0;
  while (in_motion(app) && seconds < 2) {
    EXPECT_TRUE(tick(app, 0.01f));
    EXPECT_GE(look(app).moved, last);
    last = look(app).moved;
    seconds += 0.01f;
  }
  EXPECT_EQ(look(app).moved, 1);
  EXPECT_NEAR(seconds, motion_seconds, 0.02f);
  EXPECT_FALSE(tick(app, 0.01f));
}

TEST(Motion, AWindowThatSleptShowsItFromTheBeginning) {
  App app = make_app();
  tick(app, 100);
  seek(app, 2);
  tick(app, 100);  // the time the window slept before the key press
  EXPECT_LT(look(app).moved, 0.1f);
}

// ------------------------------------------------------------------------------------------- play

TEST(Play, GoesToTheEndAtItsSpeedAndStops) {
  for (float speed : {0.25f, 1.0f, 8.0f}) {
    App app = app_with("2 1", 2, 4, "one_bit");
    seek(app, 0);
    tick(app, 1);
    app.speed = speed;
    app.playing = true;
    const auto steps = static_cast<float>(end_of(app));
    float seconds = 0;
    for (; app.playing && seconds < 1000; seconds += 0.01f) tick(app, 0.01f);
    EXPECT_EQ(app.lane().cursor, end_of(app));
    EXPECT_NEAR(seconds, (steps - 1) / speed, 0.05f * steps) << "speed " << speed;
    EXPECT_FALSE(app.playing);
  }
}

TEST(Play, FollowsTheGrain) {
  App app = app_with("2 1 3 0", 2, 4, "block_sort");
  seek(app, 0);
  app.grain = Grain::pass;
  app.playing = true;
  std::set<std::size_t> seen;
  for (int i = 0; i < 1000 && app.playing; ++i) {
    tick(app, 0.1f);
    seen.insert(app.lane().cursor);
  }
  auto expected = stops(trace_of(app), Grain::pass);
  expected.erase(0);
  EXPECT_EQ(seen, expected);
}

TEST(Play, MotionEndsBeforeTheNextStepHoweverFast) {
  App app = make_app();
  app.speed = 8;
  app.playing = true;
  bool arrived = false;
  for (int i = 0; i < 200 && app.playing; ++i) {
    const auto before = app.lane().cursor;
    tick(app, 0.01f);
    if (app.lane().cursor != before && i > 20) {
      EXPECT_TRUE(arrived);
    }
    arrived = look(app).moved == 1;
  }
}

}  // namespace
}  // namespace scope
