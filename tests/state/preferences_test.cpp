/// What the window remembers from one start to the next.
#include <gtest/gtest.h>

#include <cstdlib>

#include "app/commands/commands.hpp"
#include "app/core/base/files.hpp"
#include "app/state/preferences.hpp"
#include "app/state/presets.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

TEST(Preferences, ComeBackAsTheyWere) {
  Document document = make_document();
  ASSERT_EQ(
      run_script(document,
                 "grain stage; theme print; scale 1.3; speed 4; motion off; panels off; more on"),
      "");
  Document other = make_document();
  EXPECT_NE(preferences_text(other), preferences_text(document));
  EXPECT_EQ(take_preferences(other, preferences_text(document)), "");
  EXPECT_EQ(preferences_text(other), preferences_text(document));
  EXPECT_EQ(other.step_size, StepSize::stage);
  EXPECT_EQ(other.note, "");
}

TEST(Preferences, WhatIsNotUnderstoodIsLeftAsItWas) {
  Document document = make_document();
  const std::string before = fingerprint(document);
  for (const char* text :
       {"", "{", "[]", "7", R"({"grain": 3})", R"({"grain": "frog"})", R"({"scale": "99"})"}) {
    EXPECT_NE(take_preferences(document, text), "") << text;
    EXPECT_EQ(fingerprint(document), before) << text;
  }
  EXPECT_EQ(take_preferences(document, R"({"quit": "", "grain": "pass"})"), "")
      << "only preferences are done";
  EXPECT_FALSE(document.quit);
  EXPECT_EQ(document.step_size, StepSize::pass);
}

#if !defined(_WIN32)
TEST(Preferences, AreWrittenWhenTheyChangeAndReadAtTheNextStart) {
  scratch::Folder folder;
  setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
  Document document = make_document();
  std::string written;
  keep_preferences(document, written);
  EXPECT_FALSE(read_file(preferences_file()).ok()) << "nothing was changed yet";
  ASSERT_EQ(run_command(document, "grain", "pass"), "");
  keep_preferences(document, written);
  Document next = make_document();
  EXPECT_EQ(load_preferences(next), "");
  EXPECT_EQ(next.step_size, StepSize::pass);
  ASSERT_EQ(write_file(preferences_file(), "{\"grain\": \"frog\"}"), "");
  EXPECT_NE(load_preferences(next).find("preferences.json"), std::string::npos);
  setenv("XDG_CONFIG_HOME", "/proc/nowhere", 1);
  ASSERT_EQ(run_command(document, "grain", "stage"), "");
  keep_preferences(document, written);  // cannot be written: says nothing, breaks nothing
  EXPECT_EQ(load_preferences(next), "");
}

TEST(Preferences, TheWindowStandsWhereItStood) {
  scratch::Folder folder;
  setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
  EXPECT_FALSE(last_window());
  remember_window({-40, 12, 1600, 1000});
  EXPECT_EQ(last_window(), (std::array{-40, 12, 1600, 1000}));
  for (const char* junk : {"", "1 2 3", "1 2 0 5", "frog"}) {
    ASSERT_EQ(write_file(settings_folder() + "/window", junk), "");
    EXPECT_FALSE(last_window()) << junk;
  }
}
#endif

}  // namespace
}  // namespace scope
