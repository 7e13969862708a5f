// The checks of scenes find planted faults.
#include "tests/support/scene_checks.hpp"
#include "kernels/radix/radix_arrays.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "app/sorts/families/families.hpp"
#include "tests/support/looks.hpp"

namespace scope {
namespace {

class PlantedFault : public testing::Test {
 protected:
  PlantedFault()
      : moment(look_at(trace, after(trace, array::destination))),
        scene(figure_named("fig13-3")->draw(moment)) {}
  std::string found() { return checks::whole_scene(scene, moment, *figure_named("fig13-3")); }
  Cell& cell(ArrayId array, uint32_t index) {
    return *std::find_if(scene.cells.begin(), scene.cells.end(), [&](const Cell& c) {
      return c.tag.array == array && c.tag.index == index;
    });
  }

  Trace trace = record(chapter_keys, 4, 4, "one_bit");
  Moment moment;
  Scene scene;
};

TEST_F(PlantedFault, NothingIsFoundInAGoodScene) { EXPECT_EQ(found(), ""); }

TEST_F(PlantedFault, ACellOutsideThePage) {
  cell(array::keys, 3).at.x = scene.width - 10;
  EXPECT_NE(found().find("outside the page"), std::string::npos);
}
TEST_F(PlantedFault, AMoveFromOutsideThePage) {
  cell(array::keys, 3).from = Rect{-100, 0, 40, 40};
  EXPECT_NE(found().find("outside the page"), std::string::npos);
}
TEST_F(PlantedFault, ACellWithoutAPlace) {
  cell(array::keys, 3).at.x = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(found().find("outside the page"), std::string::npos);
}
TEST_F(PlantedFault, AnArrowOutsideThePage) {
  scene.arrows[0].to.y = scene.height + 5;
  EXPECT_NE(found().find("outside the page"), std::string::npos);
}
TEST_F(PlantedFault, ACellMovedOntoAnother) {
  cell(array::keys, 3).at = cell(array::keys, 4).at;
  EXPECT_NE(found().find("overlap"), std::string::npos);
}
TEST_F(PlantedFault, TextsThatOverlap) {
  scene.texts.push_back(scene.texts.front());
  scene.texts.back().at.x += 9;
  EXPECT_NE(found().find("overlap"), std::string::npos);
}
TEST_F(PlantedFault, ATextOnACell) {
  const Rect place = cell(array::ones_before, 0).at;
  scene.texts.push_back({.at = {place.x + 2, place.y + 4}, .text = "·", .size = 14});
  EXPECT_NE(found().find("lies on a cell"), std::string::npos);
}
TEST_F(PlantedFault, ANumberTooWideForItsCell) {
  cell(array::ones_before, 0).at.w = 8;
  EXPECT_NE(found().find("does not fit"), std::string::npos);
}
TEST_F(PlantedFault, WordsTooSmall) {
  scene.texts.front().size = 12;
  scene.texts.front().face = Face::ui;
  EXPECT_NE(found().find("too small"), std::string::npos);
}
TEST_F(PlantedFault, AKeyShownTwice) {
  cell(array::keys, 3).tag.key = cell(array::keys, 4).tag.key;
  EXPECT_NE(found().find("twice"), std::string::npos);
}
TEST_F(PlantedFault, AKeyMissing) {
  std::erase_if(scene.cells,
                [](const Cell& c) { return c.tag.array == array::keys && c.tag.index == 7; });
  EXPECT_NE(found().find("15 keys of 16"), std::string::npos);
}
TEST_F(PlantedFault, AWrongNumber) {
  cell(array::ones_before, 5).text = "4";
  EXPECT_NE(found().find("ones_before[5]"), std::string::npos);
}
TEST_F(PlantedFault, ANumberBeforeItsTime) {
  cell(array::ones_before, 5).tag.array = array::bucket_counts;
  EXPECT_NE(found().find("not known yet"), std::string::npos);
}
TEST_F(PlantedFault, ANumberInAnEmptySlot) {
  cell(array::destination, 5).dashed = true;
  EXPECT_NE(found().find("empty slot"), std::string::npos);
}
TEST_F(PlantedFault, ANumberLeftOut) {
  cell(array::destination, 5).text = "";
  EXPECT_NE(found().find("not shown"), std::string::npos);
}
TEST_F(PlantedFault, TwoEqualKeysMixedUp) {
  std::swap(cell(array::keys, 2).tag.key, cell(array::keys, 9).tag.key);  // 6a and 6b
  EXPECT_NE(found().find("wrong identity"), std::string::npos);
}
TEST_F(PlantedFault, AWrongMark) {
  cell(array::keys, 2).mark = "b";
  EXPECT_NE(found().find("wrong mark"), std::string::npos);
}
TEST_F(PlantedFault, AWrongLitBit) {
  cell(array::keys, 0).lit_begin = 0, cell(array::keys, 0).lit_end = 1;  // 1100
  EXPECT_NE(found().find("wrong colour"), std::string::npos);
}
TEST_F(PlantedFault, AWrongTitle) {
  scene.title = "Figure 13.2";
  EXPECT_NE(found().find("title"), std::string::npos);
}

TEST_F(PlantedFault, TheBitsOfAnotherKey) {
  cell(array::keys, 0).binary = "1110";  // 12 is 1100; the lit bit is right
  EXPECT_NE(found().find("shows the bits"), std::string::npos);
}
TEST_F(PlantedFault, AValueOnTheWrongKey) {
  cell(array::keys, 0).note = "→7";
  EXPECT_NE(found().find("carries"), std::string::npos);
}
TEST_F(PlantedFault, AnArrowThatGoesAstray) {
  EXPECT_EQ(checks::arrows_true(scene), "");
  Scene bent = scene;
  bent.arrows.back().to.x += 48;
  EXPECT_NE(checks::arrows_true(bent).find("astray"), std::string::npos);
  bent = scene;
  bent.arrows.back().from.x += 48;
  EXPECT_NE(checks::arrows_true(bent).find("astray"), std::string::npos);
  bent = scene;
  bent.arrows.back().tag.key = 1;
  EXPECT_NE(checks::arrows_true(bent).find("astray"), std::string::npos);
}

}  // namespace
}  // namespace scope
