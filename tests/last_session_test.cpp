/// The session that comes back after a restart, and what stands in its way.
#include <gtest/gtest.h>

#if !defined(_WIN32)
#include <cstdlib>

#include "app/last_session.hpp"
#include "app/recent.hpp"
#include "random_states.hpp"
#include "scratch.hpp"

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

}  // namespace
}  // namespace scope
#endif
