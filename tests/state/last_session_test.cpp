/// The session that comes back after a restart, and what stands in its way.
#include <gtest/gtest.h>

#if !defined(_WIN32)
#include <cstdlib>

#include "app/state/autosave.hpp"
#include "app/state/presets.hpp"
#include "app/state/recent.hpp"
#include "app/timing/lines.hpp"
#include "tests/support/random_states.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/timing_runs.hpp"

namespace scope {
namespace {

struct LastSession : testing::Test {
  scratch::Folder folder;
  LastSession() { setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1); }
};

TEST_F(LastSession, ComesBackWithTheRecentFiles) {
  Document document = meetable_document(21);
  document.recent = {"/a", "/b c"};
  SessionAutosave autosave;
  autosave.keep(document);
  EXPECT_FALSE(std::filesystem::exists(last_session_file())) << "once a second at most";
  EXPECT_LE(autosave.rest(30), 1) << "the window wakes for it";
  autosave.keep(document, true);
  EXPECT_EQ(autosave.rest(30), 30) << "nothing waits";
  Document next = make_document();
  recall(next, true);
  expect_same(document, next, "recalled");
  EXPECT_EQ(next.recent, document.recent);
  EXPECT_EQ(next.note, "");
  Document given = make_document();
  recall(given, false);
  expect_same(given, make_document(), "a file was named on the command line");
  EXPECT_EQ(given.recent, document.recent);
}

TEST_F(LastSession, IsWrittenOnlyWhenSomethingChanged) {
  Document document = make_document();
  SessionAutosave autosave;
  autosave.keep(document, true);
  std::filesystem::remove(last_session_file());
  autosave.keep(document, true);
  EXPECT_FALSE(std::filesystem::exists(last_session_file())) << "nobody touched it";
  ASSERT_EQ(run_command(document, "next"), "");
  autosave.touch();
  autosave.keep(document, true);
  EXPECT_TRUE(std::filesystem::exists(last_session_file()));
}

TEST_F(LastSession, BringsTheTimingRunBack) {
  Document document = make_document();
  auto run =
      std::make_shared<TimingRun>(made_up_run({.sorts = "1,2", .beside = "none", .n = "2^16"}));
  show_run(document.timing, run);
  SessionAutosave autosave;
  autosave.keep(document, true);
  Document next = make_document();
  recall(next, true);
  ASSERT_TRUE(next.timing.view.run);
  EXPECT_EQ(to_lines(*next.timing.view.run), to_lines(*run));
  EXPECT_EQ(next.note, "");
  folder.file("radixscope/last-timing.jsonl", "no run");
  Document other = make_document();
  recall(other, true);
  EXPECT_FALSE(other.timing.view.run);
  EXPECT_EQ(other.note.find("The timing run of the last session could not be restored. "), 0u)
      << other.note;
}

TEST_F(LastSession, OneThatIsNoGoodIsPutAsideAndSaid) {
  for (const char* text : {"", "{", R"({"format": "radixscope session 9"})", "\x7f\x01"}) {
    const std::string file = folder.file("x", text);
    std::filesystem::create_directories(std::filesystem::path(last_session_file()).parent_path());
    std::filesystem::copy_file(file, last_session_file(),
                               std::filesystem::copy_options::overwrite_existing);
    Document document = make_document();
    recall(document, true);
    EXPECT_NE(document.note.find("last-session.refused.json"), std::string::npos) << document.note;
    EXPECT_TRUE(document.note_is_error);
    expect_same(document, make_document(), "as at the first start");
    EXPECT_FALSE(std::filesystem::exists(last_session_file()));
    EXPECT_EQ(scratch::bytes_of(folder / "radixscope/last-session.refused.json"), text);
  }
}

// Where nothing can ever be written somebody is told, once; where there is no home nothing was
// promised.
TEST_F(LastSession, AFolderThatCannotBeWrittenIsSaidOnceAndNoFolderNever) {
  setenv("XDG_CONFIG_HOME", "/proc/nowhere", 1);
  Document document = make_document();
  SessionAutosave autosave;
  autosave.keep(document, true);
  EXPECT_TRUE(document.note.starts_with("This session cannot be saved: '")) << document.note;
  document.note.clear();
  autosave.touch();
  autosave.keep(document, true);
  recall(document, true);
  EXPECT_EQ(document.note, "");
  const char* home = std::getenv("HOME");
  const std::string kept = home ? home : "";
  unsetenv("XDG_CONFIG_HOME");
  unsetenv("HOME");
  EXPECT_EQ(last_session_file(), "");
  EXPECT_EQ(recent_file(), "");
  autosave.touch();
  autosave.keep(document, true);
  recall(document, true);
  EXPECT_EQ(document.note, "");
  if (home) setenv("HOME", kept.c_str(), 1);
}

TEST_F(LastSession, ASaveThatFailedIsDoneAgainAndSaidOnce) {
  Document document = make_document();
  SessionAutosave autosave;
  autosave.keep(document, true);
  const std::string place = folder / "radixscope";
  std::filesystem::rename(place, folder / "aside");
  folder.file("radixscope", "in the way");
  ASSERT_EQ(run_command(document, "next"), "");
  autosave.touch();
  autosave.keep(document, true);
  EXPECT_TRUE(document.note_is_error);
  EXPECT_TRUE(document.note.starts_with("This session cannot be saved: '")) << document.note;
  EXPECT_EQ(autosave.rest(30), 0) << "it is shown at once";
  document.note.clear();
  autosave.keep(document);
  EXPECT_GT(autosave.rest(30), 1) << "not again and again";
  EXPECT_LT(autosave.rest(30), 30) << "but again";
  autosave.keep(document, true);
  EXPECT_EQ(document.note, "") << "said once";
  std::filesystem::remove(place);
  autosave.keep(document, true);  // at the end of the window, though nothing was done since
  EXPECT_EQ(scratch::bytes_of(last_session_file()), session_text(document));
  EXPECT_EQ(autosave.rest(30), 30) << "nothing waits";
}

TEST_F(LastSession, TwoWindowsKeepTheRecentFilesOfBoth) {
  Document first = make_document();
  first.recent = {"/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"};
  SessionAutosave{}.keep(first, true);
  Document second = make_document();
  recall(second, true);
  SessionAutosave of_first, of_second;
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
  EXPECT_EQ(recent_from(scratch::bytes_of(recent_file())), both)
      << "a window that opened nothing changes nothing";
}

}  // namespace
}  // namespace scope
#endif
