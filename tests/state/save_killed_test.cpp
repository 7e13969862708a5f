/// A save that is killed leaves the old session or the new one, and no litter that grows.
#include <gtest/gtest.h>

#if !defined(_WIN32)
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/ptrace.h>
#endif

#include <functional>

#include "app/commands/commands.hpp"
#include "app/core/base/files.hpp"
#include "app/state/autosave.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

std::size_t files_in(const std::string& folder) {
  const std::filesystem::directory_iterator all(folder), end;
  return static_cast<std::size_t>(std::distance(begin(all), end));
}

/// Runs work in a child of this process; the child ends with 0 when it returned true. Returns the
/// child.
pid_t forked(const std::function<bool()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  return child;
}

int status_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

/// An old session in a folder, and a save of the new one over it that is killed at a moment of the
/// caller's choice.
struct Killed {
  scratch::Folder folder;
  std::string file = folder / "s.radixscope.json", old_text, new_text;
  Document document = make_document();
  std::size_t olds = 0, news = 0, parts = 0;
  std::string broken;  ///< what was found that is neither, the first time; "" = nothing

  Killed() {
    EXPECT_EQ(run_script(document, "random 900 32 2; block 64; sort 2; seek 5"), "");
    old_text = session_text(document);
    EXPECT_EQ(run_script(document, "random 4096 32 1; block 256"), "");
    new_text = session_text(document);
    EXPECT_NE(old_text, new_text);
    write_old();
  }

  void write_old() { EXPECT_EQ(write_file(file, old_text), ""); }

  bool save() { return run_command(document, "save", file).empty(); }

  /// A save as it must not be: the old session is gone before the new one is there.
  bool save_in_place() {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << new_text;
    return true;
  }

  /// What lies there after a save was killed; then all is as before.
  void moment(const std::string& moment) {
    const std::string now = scratch::bytes_of(file);
    if (now != old_text && now != new_text && broken.empty())
      broken = moment + ": " + std::to_string(now.size()) + " bytes of neither";
    ++(now == new_text ? news : olds);
    const std::size_t left = files_in(folder.path()) - 1;
    EXPECT_LE(left, 1u) << moment << ": one killed save leaves one file at most";
    parts += left;
    remove_parts_of(file, 0);  // as the next start does, once they are old
    EXPECT_EQ(files_in(folder.path()), 1u) << moment;
    if (now != old_text) write_old();
  }
};

/// Kills the save when it writes the byte behind so many: no file may grow beyond that. True when
/// it was killed so.
bool killed_behind(std::size_t bytes, const std::function<bool()>& save) {
  const int status = status_of(forked([&] {
    const rlimit no_core{0, 0}, limit{bytes, bytes};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGXFSZ, SIG_DFL);
    return setrlimit(RLIMIT_FSIZE, &limit) == 0 && save();
  }));
  EXPECT_TRUE(WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
      << "a save failed";
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ;
}

/// The first and the last bytes of a file, and a hundred places between.
std::vector<std::size_t> places_in(std::size_t size) {
  std::vector<std::size_t> places = {0, 1, size - 1};
  for (std::size_t i = 1; i < 100; ++i) places.push_back(size * i / 100);
  return places;
}

TEST(SaveKilled, BehindAnyByteTheOldSession) {
  Killed killed;
  const std::size_t size = killed.new_text.size();
  ASSERT_GT(size, 10'000u);
  for (const std::size_t bytes : places_in(size)) {
    ASSERT_TRUE(killed_behind(bytes, [&] { return killed.save(); })) << bytes;
    killed.moment("behind byte " + std::to_string(bytes));
  }
  EXPECT_EQ(killed.broken, "");
  EXPECT_EQ(killed.olds, places_in(size).size())
      << "no half of a session takes the old one's place";
  EXPECT_EQ(killed.parts, killed.olds) << "each was killed while it wrote";
  EXPECT_FALSE(killed_behind(size, [&] { return killed.save(); }));
  killed.moment("unharmed");
  EXPECT_EQ(killed.news, 1u);
}

TEST(SaveKilled, ASaveInPlaceIsSeenAsBrokenBehindAByte) {
  Killed killed;
  EXPECT_TRUE(killed_behind(1000, [&] { return killed.save_in_place(); }));
  killed.moment("behind byte 1000");
  EXPECT_NE(killed.broken, "");
}

#if defined(__linux__)
enum class Ended { killed, by_itself, unwatched };

/// Kills the save at the start or the end of one of its system calls, counted from 0. `unwatched`:
/// this machine lets nobody watch another process.
Ended killed_at(int moment, const std::function<bool()>& save) {
  const pid_t child = forked([&] {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(77);
    raise(SIGSTOP);
    return save();
  });
  int status = status_of(child);
  if (WIFEXITED(status)) return Ended::unwatched;
  ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_EXITKILL);
  for (int i = 0; i <= moment; ++i) {
    if (ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) != 0) return Ended::unwatched;
    status = status_of(child);
    if (!WIFSTOPPED(status)) {
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "a save failed";
      return Ended::by_itself;
    }
  }
  kill(child, SIGKILL);
  EXPECT_TRUE(WIFSIGNALED(status_of(child)));
  return Ended::killed;
}

/// Kills a save at each of its system calls. Returns false when nobody may watch it here.
bool kill_everywhere(Killed& killed, const std::function<bool()>& save) {
  for (int moment = 0;; ++moment) {
    const Ended ended = killed_at(moment, save);
    if (ended == Ended::unwatched) return false;
    killed.moment("at moment " + std::to_string(moment));
    if (ended == Ended::by_itself) return true;
  }
}

TEST(SaveKilled, AtAnySystemCallTheOldSessionOrTheNewOne) {
  Killed killed;
  if (!kill_everywhere(killed, [&] { return killed.save(); }))
    GTEST_SKIP() << "no process may be watched here";
  EXPECT_EQ(killed.broken, "");
  EXPECT_GT(killed.olds, killed.parts) << "also before the first byte";
  EXPECT_GT(killed.parts, 0u) << "while it writes";
  EXPECT_GT(killed.news, 1u) << "and after the last";
}

TEST(SaveKilled, ASaveInPlaceIsSeenAsBrokenAtASystemCall) {
  Killed killed;
  if (!kill_everywhere(killed, [&] { return killed.save_in_place(); }))
    GTEST_SKIP() << "no process may be watched here";
  EXPECT_NE(killed.broken, "");
}
#endif

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
  const std::string litter = folder.file("run.json.77.part", "half of a run"),
                    other = folder.file("other.77.part", "");
  const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  std::filesystem::last_write_time(litter, long_ago);
  std::filesystem::last_write_time(other, long_ago);
  Document document = make_document();
  ASSERT_EQ(run_command(document, "trace", folder / "run.json"), "");
  EXPECT_FALSE(std::filesystem::exists(litter));
  EXPECT_TRUE(std::filesystem::exists(other)) << "not ours to remove";
}

}  // namespace
}  // namespace scope
#endif
