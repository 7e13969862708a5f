// Pictures between two steps, by hand: what stays, goes, comes and flies.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/core/scene/motion.hpp"
#include "kernels/radix/radix_arrays.hpp"

namespace scope {
namespace {

namespace array = radix::array;

Cell a_key(uint32_t index, uint32_t id, float x, float y, radix::ArrayId array = array::keys) {
  Cell cell{.at = {x, y, 40, 40}, .text = std::to_string(id)};
  cell.tag = {.array = array, .row = 0, .index = index, .key = id};
  return cell;
}

/// Two keys, and the same written in the other order under them along arrows.
struct Write {
  Scene before{.width = 200, .height = 200}, after{.width = 200, .height = 200};
  Write() {
    before.cells = after.cells = {a_key(0, 0, 10, 10), a_key(1, 1, 110, 10)};
    for (const uint32_t id : {1u, 0u}) {
      Cell cell = a_key(1 - id, id, id == 0 ? 110.f : 10.f, 150, array::output);
      cell.from = after.cells[id].at;
      cell.turn = id;
      after.cells.push_back(cell);
      after.arrows.push_back({.from = {cell.from->centre().x, 51},
                              .to = {cell.at.centre().x, 148},
                              .tag = {.index = none, .key = id}});
    }
  }
};

std::vector<Cell> outputs(const Scene& scene) {
  std::vector<Cell> cells;
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == array::output) cells.push_back(cell);
  return cells;
}

TEST(Motion, BeginsWithTheOnePictureAndEndsWithTheOther) {
  const Write write;
  EXPECT_EQ(between(write.before, write.after, 0), write.before);
  EXPECT_EQ(between(write.before, write.after, 1), write.after);
}

TEST(Motion, KeysFlyThreadByThreadAlongTheirArrows) {
  const Write write;
  const std::vector<Cell> early = outputs(between(write.before, write.after, 0.2f));
  ASSERT_EQ(early.size(), 1u) << "the second thread has not set off";
  EXPECT_EQ(early[0].tag.key, 0u);
  EXPECT_TRUE(early[0].from.has_value());
  const std::vector<Cell> late = outputs(between(write.before, write.after, 0.8f));
  ASSERT_EQ(late.size(), 2u);
  EXPECT_EQ(late[0].tag.key, 0u);
  EXPECT_FALSE(late[0].from.has_value()) << "it has arrived";
  EXPECT_EQ(late[0].at, (Rect{110, 150, 40, 40}));
  EXPECT_TRUE(late[1].from.has_value());
  // The arrow leaves vertically: a quarter of the way is more down than across
  const Cell first = outputs(between(write.before, write.after, 0.15f))[0];
  EXPECT_GT(first.at.y - 10, first.at.x - 10);
}

TEST(Motion, TheRowThatKeysFlyIntoStandsEmptyUntilTheyCome) {
  const Write write;
  for (const float phase : {0.5f, 0.7f, 0.85f}) {
    const Scene now = between(write.before, write.after, phase);
    for (const float x : {10.f, 110.f}) {
      const Rect place{x, 150, 40, 40};
      EXPECT_TRUE(
          std::ranges::any_of(now.cells, [&](const Cell& cell) { return cell.at == place; }))
          << "nothing at " << x << " at " << phase;
    }
  }
}

TEST(Motion, TheOutputOfAPassBecomesTheInputOfTheNext) {
  const Write write;
  Scene next{.width = 400, .height = 200};
  next.cells = {a_key(0, 1, 10, 10), a_key(1, 0, 310, 10)};
  const Scene middle = between(write.after, next, 0.2f);
  for (const Cell& cell : middle.cells) {
    if (cell.opacity < 1) continue;
    EXPECT_GT(cell.at.y, 10) << "key " << cell.text << " comes from the row below";
    EXPECT_LT(cell.at.y, 150);
  }
}

TEST(Motion, WordsThatBothHaveMoveAndOthersFade) {
  Scene before{.width = 100, .height = 100}, after = before;
  before.texts = {{.at = {10, 10}, .text = "block 0"}, {.at = {10, 50}, .text = "bits"}};
  after.texts = {{.at = {90, 10}, .text = "block 0"}, {.at = {10, 50}, .text = "sums"}};
  after.width = 120;
  const Scene early = between(before, after, 0.1f);
  ASSERT_EQ(early.texts.size(), 2u);
  EXPECT_EQ(early.texts[0].text, "bits");
  EXPECT_LT(early.texts[0].opacity, 1);
  EXPECT_EQ(early.texts[1].text, "block 0");
  EXPECT_EQ(early.texts[1].opacity, 1);
  EXPECT_GT(early.texts[1].at.x, 10);
  const Scene late = between(before, after, 0.9f);
  ASSERT_EQ(late.texts.size(), 2u);
  EXPECT_EQ(late.texts[0].at.x, 90);
  EXPECT_EQ(late.texts[1].text, "sums");
}

TEST(Motion, ARunningSumWalks) {
  Scene before{.width = 300, .height = 100}, after = before;
  for (uint32_t e = 0; e < 6; ++e) {
    const Rect at{40.f * static_cast<float>(e), 10, 36, 36};
    before.cells.push_back({.at = at, .dashed = true});
    before.cells.back().tag = {.array = array::bucket_starts, .row = 1, .index = e};
    after.cells.push_back({.at = at, .text = std::to_string(2 * e)});
    after.cells.back().tag = before.cells.back().tag;
  }
  std::size_t last = 0;
  for (float phase = 0.05f; phase < 1; phase += 0.05f) {
    std::size_t filled = 0, lit = 0;
    for (const Cell& cell : between(before, after, phase).cells) {
      filled += cell.text.empty() ? 0 : 1;
      lit += cell.edge == Ink::select ? 1 : 0;
    }
    EXPECT_GE(filled, last);
    EXPECT_LE(lit, 3u);
    last = filled;
  }
  EXPECT_EQ(last, 6u);
}

TEST(Motion, PicturesOfVeryManyCellsAreLeftAlone) {
  Scene many{.width = 100, .height = 100};
  many.cells.resize(max_moving + 1);
  EXPECT_FALSE(can_move(Scene{}, many));
  EXPECT_FALSE(can_move(many, Scene{}));
  EXPECT_TRUE(can_move(Scene{}, Scene{}));
}

}  // namespace
}  // namespace scope
