// The projector profile as a command: with the whole screen, remembered, and not left by accident.
#include <gtest/gtest.h>

#include "app/commands/commands.hpp"
#include "app/state/preferences.hpp"
#include "app/state/presets.hpp"

namespace scope {
namespace {

TEST(Projector, GoesWithTheWholeScreen) {
  Document document = make_document();
  EXPECT_EQ(run_command(document, "projector"), "");
  EXPECT_TRUE(document.projector && document.fullscreen);
  EXPECT_EQ(run_command(document, "projector"), "");
  EXPECT_FALSE(document.projector || document.fullscreen);
  run_command(document, "fullscreen", "on");
  run_command(document, "projector");
  EXPECT_TRUE(document.projector && document.fullscreen)
      << "a window that covers the screen takes the profile";
  run_command(document, "fullscreen", "off");
  EXPECT_TRUE(document.projector) << "the profile in a window";
  run_command(document, "projector", "off");
  EXPECT_FALSE(document.projector || document.fullscreen);
}

TEST(Projector, RefusesWhatIsNeitherOnNorOff) {
  Document document = make_document();
  run_command(document, "projector", "on");
  EXPECT_NE(run_command(document, "projector", "large"), "");
  EXPECT_TRUE(document.projector && document.fullscreen);
}

TEST(Projector, HasItsKeys) {
  EXPECT_STREQ(command_for_key("F11")->name, "projector");
  EXPECT_STREQ(command_for_key("Alt+Enter")->name, "fullscreen");
  EXPECT_STREQ(command_for_key("Shift+F11")->name, "fullscreen");
}

TEST(Projector, IsNotLeftByEscape) {
  Document document = make_document();
  run_command(document, "projector", "on");
  run_command(document, "help");
  run_command(document, "pin", "3");
  for (int i = 0; i < 4; ++i) run_command(document, "close");
  EXPECT_TRUE(document.projector && document.fullscreen);
  EXPECT_FALSE(document.help);
  EXPECT_EQ(document.pinned, none);
}

TEST(Projector, IsRemembered) {
  Document document = make_document();
  run_command(document, "projector", "on");
  Document next = make_document();
  EXPECT_EQ(take_preferences(next, preferences_text(document)), "");
  EXPECT_TRUE(next.projector && next.fullscreen);
  EXPECT_EQ(take_preferences(next, preferences_text(make_document())), "");
  EXPECT_FALSE(next.projector || next.fullscreen);
}

TEST(Projector, FiguresKnow) {
  Document document = make_document();
  EXPECT_FALSE(moment(document).large);
  run_command(document, "projector", "on");
  EXPECT_TRUE(moment(document).large);
}

}  // namespace
}  // namespace scope
