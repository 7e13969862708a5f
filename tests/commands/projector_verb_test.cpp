// The projector profile as a verb: with the whole screen, remembered, and not left by accident.
#include <gtest/gtest.h>

#include "app/state/preferences.hpp"
#include "app/commands/commands.hpp"
#include "app/state/presets.hpp"

namespace scope {
namespace {

TEST(Projector, GoesWithTheWholeScreen) {
  App app = make_app();
  EXPECT_EQ(act(app, "projector"), "");
  EXPECT_TRUE(app.projector && app.fullscreen);
  EXPECT_EQ(act(app, "projector"), "");
  EXPECT_FALSE(app.projector || app.fullscreen);
  act(app, "fullscreen", "on");
  act(app, "projector");
  EXPECT_TRUE(app.projector && app.fullscreen) << "a window that covers the screen takes the profile";
  act(app, "fullscreen", "off");
  EXPECT_TRUE(app.projector) << "the profile in a window";
  act(app, "projector", "off");
  EXPECT_FALSE(app.projector || app.fullscreen);
}

TEST(Projector, RefusesWhatIsNeitherOnNorOff) {
  App app = make_app();
  act(app, "projector", "on");
  EXPECT_NE(act(app, "projector", "large"), "");
  EXPECT_TRUE(app.projector && app.fullscreen);
}

TEST(Projector, HasItsKeys) {
  EXPECT_STREQ(verb_for_key("F11")->name, "projector");
  EXPECT_STREQ(verb_for_key("Alt+Enter")->name, "fullscreen");
  EXPECT_STREQ(verb_for_key("Shift+F11")->name, "fullscreen");
}

TEST(Projector, IsNotLeftByEscape) {
  App app = make_app();
  act(app, "projector", "on");
  act(app, "help");
  act(app, "pin", "3");
  for (int i = 0; i < 4; ++i) act(app, "close");
  EXPECT_TRUE(app.projector && app.fullscreen);
  EXPECT_FALSE(app.help);
  EXPECT_EQ(app.pinned, nobody);
}

TEST(Projector, IsRemembered) {
  App app = make_app();
  act(app, "projector", "on");
  App next = make_app();
  EXPECT_EQ(take_preferences(next, preferences_text(app)), "");
  EXPECT_TRUE(next.projector && next.fullscreen);
  EXPECT_EQ(take_preferences(next, preferences_text(make_app())), "");
  EXPECT_FALSE(next.projector || next.fullscreen);
}

TEST(Projector, FiguresKnow) {
  App app = make_app();
  EXPECT_FALSE(look(app).large);
  act(app, "projector", "on");
  EXPECT_TRUE(look(app).large);
}

}  // namespace
}  // namespace scope
