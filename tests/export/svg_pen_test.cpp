// What a picture in a page leaves out is still there: its lines end where they should.
#include "app/export/svg.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace scope {
namespace {

/// Reads "M1 2l3-4l5 6" back to points.
std::vector<Vec> points_of(const std::string& path) {
  std::vector<Vec> points;
  std::istringstream in(path);
  Vec pen;
  for (char letter; in >> letter;) {
    float x = 0, y = 0;
    in >> x >> y;
    pen = letter == 'l' ? Vec{pen.x + x, pen.y + y} : Vec{x, y};
    points.push_back(pen);
  }
  return points;
}

TEST(SvgPen, WritesStepsThatDoNotDrift) {
  std::vector<Vec> line;
  for (int i = 0; i < 500; ++i) {
    const float t = static_cast<float>(i);
    line.push_back({100 + 0.333f * t, 50 + 40 * std::sin(t / 7)});
  }
  const std::vector<Vec> read = points_of(SvgPen{}.path(line));
  ASSERT_EQ(read.size(), line.size());
  for (std::size_t i = 0; i < line.size(); ++i) {
    EXPECT_NEAR(read[i].x, line[i].x, 0.06f) << i;
    EXPECT_NEAR(read[i].y, line[i].y, 0.06f) << i;
  }
}

TEST(SvgPen, HatchesInsideTheBox) {
  for (const Rect box : {Rect{10, 20, 42, 48}, Rect{300.5f, 7, 12, 90}, Rect{0, 0, 200, 16}}) {
    const std::vector<Vec> points = points_of(SvgPen{}.diagonals(box));
    ASSERT_GE(points.size(), 6u);
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_GE(points[i].x, box.x - 0.11f);
      EXPECT_LE(points[i].x, box.right() + 0.11f);
      EXPECT_GE(points[i].y, box.y - 0.11f);
      EXPECT_LE(points[i].y, box.bottom() + 0.11f);
      if (i % 2 == 1) {
        EXPECT_NEAR(points[i].x + points[i].y, points[i - 1].x + points[i - 1].y, 0.01f);
      }
    }
  }
}

TEST(SvgPen, HatchesNothingInABoxWithoutRoom) { EXPECT_EQ(SvgPen{}.diagonals({10, 10, 3, 3}), ""); }

TEST(SvgPen, HasNoClassForNoInk) {
  EXPECT_EQ(SvgPen{}.shape(Ink::none, Ink::none, 3), "");
  EXPECT_EQ(SvgPen{}.shape(Ink::panel, Ink::none, 3), " class=\"f-panel\"");
  EXPECT_EQ(SvgPen{}.shape(Ink::none, Ink::digit3, 2), " class=\"s-digit3\" stroke-width=\"2\"");
  EXPECT_EQ(SvgPen{}.shape(Ink::empty_fill, Ink::line, 1), " class=\"f-empty s-line\"");
}

}  // namespace
}  // namespace scope
