/// The session that comes back after a restart, and what stands in its way.
#include <gtest/gtest.h>

#if !defined(_WIN32)
#include <cstdlib>

#include "app/state/keeper.hpp"
#include "app/state/recent.hpp"
#include "app/state/presets.hpp"
#include "tests/support/random_states.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

struct LastSession : testing::Test {
  scratch::Folder folder;
  LastSession() { setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1); }
};

TEST_F(LastSession, ComesBackWithTheRecentFiles) {
  App app = random_app(21);
  app.recent = {"/a", "/b c"};
  SessionKeeper keeper;
  keeper.keep(app);
  EXPECT_FALSE(std::filesystem::exists(last_session_file())) << "once a second at most";
  EXPECT_LE(keeper.rest(30), 1) << "the window wakes for it";
  keeper.keep(app, true);
  EXPECT_EQ(keeper.rest(30), 30) << "nothing waits";
  App next = make_app();
  recall(next, true);
  expect_same(app, next, "recalled");
  EXPECT_EQ(next.recent, app.recent);
  EXPECT_EQ(next.note, "");
  App given = make_app();
  recall(given, false);
  expect_same(given, make_app(), "a file was named on the command line");
  EXPECT_EQ(given.recent, app.recent);
}

TEST_F(LastSession, IsWrittenOnlyWhenSomethingChanged) {
  App app = make_app();
  SessionKeeper keeper;
  keeper.keep(app, true);
  std::filesystem::remove(last_session_file());
  keeper.keep(app, true);
  EXPECT_FALSE(std::filesystem::exists(last_session_file())) << "nobody touched it";
  ASSERT_EQ(act(app, "next"), "");
  keeper.touch();
  keeper.keep(app, true);
  EXPECT_TRUE(std::filesystem::exists(last_session_file()));
}

TEST_F(LastSession, OneThatIsNoGoodIsPutAsideAndSaid) {
  for (const char* text : {"", "{", R"({"format": "radixscope session 9"})", "\x7f\x01"}) {
    const std::string file = folder.file("x", text);
    std::filesystem::create_directories(std::filesystem::path(last_session_file()).parent_path());
    std::filesystem::copy_file(file, last_session_file(), std::filesystem::copy_options::overwrite_existing);
    App app = make_app();
    recall(app, true);
    EXPECT_NE(app.note.find("last-session.refused.json"), std::string::npos) << app.note;
    EXPECT_TRUE(app.note_is_error);
    expect_same(app, make_app(), "as at the first start");
    EXPECT_FALSE(std::filesystem::exists(last_session_file()));
    EXPECT_EQ(scratch::bytes_of(folder / "radixscope/last-session.refused.json"), text);
  }
}

TEST_F(LastSession, NoFolderIsNoReasonToSayAnything) {
  setenv("XDG_CONFIG_HOME", "/proc/nowhere", 1);
  App app = make_app();
  SessionKeeper keeper;
  keeper.keep(app, true);
  recall(app, true);
  EXPECT_EQ(app.note, "");
  const char* home = std::getenv("HOME");
  const std::string kept = home ? home : "";
  unsetenv("XDG_CONFIG_HOME");
  unsetenv("HOME");
  EXPECT_EQ(last_session_file(), "");
  EXPECT_EQ(recent_file(), "");
  keeper.touch();
  keeper.keep(app, true);
  recall(app, true);
  EXPECT_EQ(app.note, "");
  if (home) setenv("HOME", kept.c_str(), 1);
}

TEST_F(LastSession, ASaveThatFailedIsDoneAgainAndSaidOnce) {
  App app = make_app();
  SessionKeeper keeper;
  keeper.keep(app, true);
  const std::string place = folder / "radixscope";
  std::filesystem::rename(place, folder / "aside");
  folder.file("radixscope", "in the way");
  ASSERT_EQ(act(app, "next"), "");
  keeper.touch();
  keeper.keep(app, true);
  EXPECT_TRUE(app.note_is_error);
  EXPECT_TRUE(app.note.starts_with("This session cannot be kept: '")) << app.note;
  EXPECT_EQ(keeper.rest(30), 0) << "it is shown at once";
  app.note.clear();
  keeper.keep(app);
  EXPECT_GT(keeper.rest(30), 1) << "not again and again";
  EXPECT_LT(keeper.rest(30), 30) << "but again";
  keeper.keep(app, true);
  EXPECT_EQ(app.note, "") << "said once";
  std::filesystem::remove(place);
  keeper.keep(app, true);   // at the end of the window, though nothing was done since
  EXPECT_EQ(scratch::bytes_of(last_session_file()), session_text(app));
  EXPECT_EQ(keeper.rest(30), 30) << "nothing waits";
}

TEST_F(LastSession, TwoWindowsKeepTheRecentFilesOfBoth) {
  App first = make_app();
  first.recent = {"/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"};
  SessionKeeper{}.keep(first, true);
  App second = make_app();
  recall(second, true);
  SessionKeeper of_first, of_second;
  remember_file(first, "/a");
  remember_file(second, "/b");
  remember_file(second, "/2");
  of_first.keep(first, true);
  of_second.keep(second, true);
  const std::vector<std::string> both = {"/2", "/b", "/a", "/1", "/3", "/4", "/5", "/6"};
  EXPECT_EQ(recent_from(scratch::bytes_of(recent_file())), both);
  EXPECT_EQ(second.recent, both) << "and the window offers them";
  of_first.touch();
  of_first.keep(first, true);
  EXPECT_EQ(recent_from(scratch::bytes_of(recent_file())), both) << "a window that opened nothing changes nothing";
}

}  // namespace
}  // namespace scope
#endif
