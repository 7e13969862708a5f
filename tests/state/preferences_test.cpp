/// What the window remembers from one start to the next.
#include <gtest/gtest.h>

#include <cstdlib>

#include "app/base/files.hpp"
#include "app/state/preferences.hpp"
#include "app/commands/commands.hpp"
#include "app/state/presets.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

TEST(Preferences, ComeBackAsTheyWere) {
  App app = make_app();
  ASSERT_EQ(run_script(app, "grain stage; theme print; scale 1.3; speed 4; motion off; panels off; more on"), "");
  App other = make_app();
  EXPECT_NE(preferences_text(other), preferences_text(app));
  EXPECT_EQ(take_preferences(other, preferences_text(app)), "");
  EXPECT_EQ(preferences_text(other), preferences_text(app));
  EXPECT_EQ(other.grain, Grain::stage);
  EXPECT_EQ(other.note, "");
}

TEST(Preferences, WhatIsNotUnderstoodIsLeftAsItWas) {
  App app = make_app();
  const std::string before = fingerprint(app);
  for (const char* text : {"", "{", "[]", "7", R"({"grain": 3})", R"({"grain": "frog"})", R"({"scale": "99"})"}) {
    EXPECT_NE(take_preferences(app, text), "") << text;
    EXPECT_EQ(fingerprint(app), before) << text;
  }
  EXPECT_EQ(take_preferences(app, R"({"quit": "", "grain": "pass"})"), "") << "only preferences are done";
  EXPECT_FALSE(app.quit);
  EXPECT_EQ(app.grain, Grain::pass);
}

#if !defined(_WIN32)
TEST(Preferences, AreWrittenWhenTheyChangeAndReadAtTheNextStart) {
  scratch::Folder folder;
  setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
  App app = make_app();
  std::string written;
  keep_preferences(app, written);
  EXPECT_FALSE(read_file(preferences_file()).ok()) << "nothing was changed yet";
  ASSERT_EQ(act(app, "grain", "pass"), "");
  keep_preferences(app, written);
  App next = make_app();
  EXPECT_EQ(load_preferences(next), "");
  EXPECT_EQ(next.grain, Grain::pass);
  ASSERT_EQ(write_file(preferences_file(), "{\"grain\": \"frog\"}"), "");
  EXPECT_NE(load_preferences(next).find("preferences.json"), std::string::npos);
  setenv("XDG_CONFIG_HOME", "/proc/nowhere", 1);
  ASSERT_EQ(act(app, "grain", "stage"), "");
  keep_preferences(app, written);   // cannot be written: says nothing, breaks nothing
  EXPECT_EQ(load_preferences(next), "");
}
#endif

}  // namespace
}  // namespace scope
