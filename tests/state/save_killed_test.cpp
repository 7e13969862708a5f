/// A save that is killed leaves the old session or the new one, and no litter that grows.
#include <gtest/gtest.h>

#if !defined(_WIN32)
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <iostream>
#include <random>

#include "app/base/files.hpp"
#include "app/state/keeper.hpp"
#include "app/state/state.hpp"
#include "app/commands/commands.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

/// Two sessions that differ in length, long enough that writing takes a while.
std::vector<App> two_apps() {
  std::vector<App> apps(2, make_app());
  EXPECT_EQ(run_script(apps[0], "random 4096 32 1; block 256"), "");
  EXPECT_EQ(run_script(apps[1], "random 900 32 2; block 64; rung 2; seek 5"), "");
  return apps;
}

/// Saves one after the other until somebody kills it: as the verb does it or, with both texts at hand, so that nearly
/// every moment is one of writing.
[[noreturn]] void save_for_ever(std::vector<App>& apps, const std::vector<std::string>& texts, const std::string& file,
                                bool by_verb) {
  for (std::size_t i = 0;; i = 1 - i) {
    const std::string refusal = by_verb ? act(apps[i], "save", file) : write_file(file, texts[i]);
    if (!refusal.empty()) _exit(1);
  }
}

std::size_t files_in(const std::string& folder) {
  const std::filesystem::directory_iterator all(folder), end;
  return static_cast<std::size_t>(std::distance(begin(all), end));
}

TEST(SaveKilled, TwoHundredTimesTheOldSessionOrTheNewOne) {
  scratch::Folder folder;
  const std::string file = folder / "s.radixscope.json";
  std::vector<App> apps = two_apps();
  const std::string one = session_text(apps[0]), other = session_text(apps[1]);
  ASSERT_NE(one, other);
  ASSERT_EQ(act(apps[0], "save", file), "");
  std::mt19937 random(7);
  std::size_t ones = 0, others = 0, cut = 0;
  for (int i = 0; i < 200; ++i) {
    const pid_t child = fork();
    if (child == 0) save_for_ever(apps, {one, other}, file, i % 2 == 0);
    usleep(static_cast<useconds_t>(1000 + random() % 20000));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it ended by itself: a save failed";
    const std::string now = scratch::bytes_of(file);
    ASSERT_TRUE(now == one || now == other) << "round " << i << ": " << now.size() << " bytes of neither";
    ++(now == one ? ones : others);
    const std::size_t parts = files_in(folder.path()) - 1;
    ASSERT_LE(parts, 1u) << "one killed save leaves one file at most";
    cut += parts;
    remove_parts_of(file, 0);   // as the next start does, once they are old
    ASSERT_EQ(files_in(folder.path()), 1u);
  }
  std::cout << "found the one " << ones << " times, the other " << others << " times; " << cut
            << " saves were cut in the middle\n";
  EXPECT_GT(ones, 10u);
  EXPECT_GT(others, 10u);
  EXPECT_GT(cut, 10u) << "the moments were not in the middle of a save";
}

TEST(SaveKilled, ASaveThatGoesOnIsNotTakenForLitter) {
  scratch::Folder folder;
  const std::string file = folder.file("s.json", "x");
  folder.file("s.json.77.part", "");
  folder.file("s.json.part", "");
  folder.file("s.json.7a.part", "");
  folder.file("other.json.77.part", "");
  remove_parts_of(file);
  EXPECT_EQ(files_in(folder.path()), 5u) << "all are young";
  remove_parts_of(file, 0);
  EXPECT_EQ(files_in(folder.path()), 4u) << "only what a save of this file left";
  EXPECT_FALSE(std::filesystem::exists(folder / "s.json.77.part"));
}

TEST(SaveKilled, AnyFileThatAVerbWritesTakesItsLitterAway) {
  scratch::Folder folder;
  const std::string litter = folder.file("run.json.77.part", "half of a run"), other = folder.file("other.77.part", "");
  const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  std::filesystem::last_write_time(litter, long_ago);
  std::filesystem::last_write_time(other, long_ago);
  App app = make_app();
  ASSERT_EQ(act(app, "trace", folder / "run.json"), "");
  EXPECT_FALSE(std::filesystem::exists(litter));
  EXPECT_TRUE(std::filesystem::exists(other)) << "not ours to remove";
}

}  // namespace
}  // namespace scope
#endif
