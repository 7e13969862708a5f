// Where the presenter's window goes, and that the other one has no notes then.
#include <gtest/gtest.h>

#include "app/window/second_window.hpp"

namespace scope {
namespace {

constexpr WindowPlace laptop{0, 0, 1920, 1080}, projector{1920, 0, 1280, 720};

bool inside(const WindowPlace& window, const WindowPlace& screen) {
  return window.x >= screen.x && window.y >= screen.y &&
         window.x + window.width <= screen.x + screen.width &&
         window.y + window.height <= screen.y + screen.height;
}

TEST(TwoWindows, TheLecturerReadsOnTheMainScreen) {
  const std::vector<WindowPlace> screens{laptop, projector};
  const TwoPlaces places = two_places(screens, {100, 50, 1440, 900});
  EXPECT_FALSE(places.same_screen);
  EXPECT_TRUE(inside(places.second, laptop));
  ASSERT_TRUE(places.first) << "the class would see the notes";
  EXPECT_TRUE(inside(*places.first, projector));
}

TEST(TwoWindows, AWindowThatIsOnTheProjectorStaysThere) {
  const std::vector<WindowPlace> screens{laptop, projector};
  const TwoPlaces places = two_places(screens, {1920, 0, 1280, 720});
  EXPECT_FALSE(places.first);
  EXPECT_TRUE(inside(places.second, laptop));
}

TEST(TwoWindows, OnOneScreenItStandsBesideWhereThereIsRoom) {
  const std::vector<WindowPlace> wide{{0, 0, 2560, 900}};
  const WindowPlace first{0, 0, 1280, 720};
  const TwoPlaces beside = two_places(wide, first);
  EXPECT_TRUE(beside.same_screen);
  EXPECT_FALSE(beside.first);
  EXPECT_EQ(beside.second.x, 1280);
  const std::vector<WindowPlace> small{{0, 0, 1366, 768}};
  EXPECT_TRUE(inside(two_places(small, {0, 0, 1366, 768}).second, small.front()));
}

TEST(TwoWindows, NoScreenIsKnown) { EXPECT_TRUE(two_places({}, {0, 0, 800, 600}).same_screen); }

}  // namespace
}  // namespace scope
