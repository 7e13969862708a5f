// A program that measures beside this one: lines, ends of every kind, and an end at once when asked
// for.
#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>

#include "app/core/base/child_process.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

// Seconds: far below the 1000 that the children sleep, far above a busy machine
constexpr double at_once = 100;

using Lines = std::vector<std::string>;

const std::string shell = "/bin/sh";

/// Everything that a child says until it has gone.
Lines all_of(ChildProcess& child) {
  Lines lines;
  for (std::string line; !child.ended();) {
    child.wait(at_once);
    while (child.take(line)) lines.push_back(line);
  }
  return lines;
}

TEST(Child, GivesItsLinesInOrderAndEnds) {
  ChildProcess child(shell, {"-c", "echo one; echo two; printf three; echo; echo aside >&2"});
  EXPECT_EQ(all_of(child), (Lines{"one", "two", "three"}));
  EXPECT_EQ(child.failure(), "");
}

TEST(Child, GetsItsArgumentsAsTheyAre) {
  ChildProcess child(
      shell, {"-c", "for a in \"$@\"; do echo \"[$a]\"; done", "sh", "a b", "", "2^20,2^24"});
  EXPECT_EQ(all_of(child), (Lines{"[a b]", "[]", "[2^20,2^24]"}));
}

TEST(Child, ReadsNothingFromOurInput) {
  ChildProcess child(shell, {"-c", "cat; echo done"});
  EXPECT_EQ(all_of(child), Lines{"done"});
}

TEST(Child, LongLinesComeWhole) {
  ChildProcess child(shell, {"-c", "head -c 3000000 /dev/zero | tr '\\0' x; echo; echo end"});
  const Lines lines = all_of(child);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].size(), 3000000u);
}

TEST(Child, AnUnfinishedLineIsNoLine) {
  ChildProcess child(shell, {"-c", "echo whole; printf half"});
  EXPECT_EQ(all_of(child), Lines{"whole"});
}

TEST(Child, SaysWhyItFailed) {
  ChildProcess words(shell, {"-c", "echo 'radixscope: There is no such sort.' >&2; exit 1"});
  EXPECT_EQ(all_of(words), Lines{});
  EXPECT_EQ(words.failure(), "There is no such sort.");
  ChildProcess code(shell, {"-c", "exit 7"});
  all_of(code);
  EXPECT_EQ(code.failure(), "The program that measures ended with code 7.");
  ChildProcess crash(shell, {"-c", "echo 'what(): gone' >&2; kill -SEGV $$"});
  all_of(crash);
  EXPECT_EQ(crash.failure(),
            "The program that measures was ended by signal 11 (Segmentation fault); its last "
            "words: what(): gone");
  ChildProcess none("/nowhere/radixscope", {});
  EXPECT_TRUE(none.ended());
  EXPECT_EQ(none.failure(),
            "The program that measures, '/nowhere/radixscope', could not be started: No such file "
            "or directory.");
}

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST(Child, IsEndedAtOnceWithAllItStarted) {
  const scratch::Folder folder;
  const std::string note = folder / "process";
  ChildProcess child(shell, {"-c", "sleep 1000 & echo $! >'" + note + "'; echo ready; wait"});
  std::string line;
  child.wait(at_once);
  ASSERT_TRUE(child.take(line));
  EXPECT_FALSE(child.ended());
  const pid_t grandchild = std::stoi(scratch::bytes_of(note));
  EXPECT_EQ(kill(grandchild, 0), 0);
  EXPECT_LT(seconds_of([&] { child.kill(), all_of(child); }), at_once);
  EXPECT_NE(child.failure().find("signal 9"), std::string::npos) << child.failure();
  const auto state = [&] {
    return scratch::bytes_of("/proc/" + std::to_string(grandchild) + "/stat");
  };
  for (int i = 0; i < 200 && !state().empty() && state().find(") Z") == std::string::npos; ++i)
    usleep(10000);
  EXPECT_TRUE(state().empty() || state().find(") Z") != std::string::npos)
      << "it still runs: " << state();
}

TEST(Child, GoesWithTheObject) {
  EXPECT_LT(seconds_of([] {
              ChildProcess child(shell, {"-c", "trap '' TERM; sleep 1000"});
            }),
            at_once);
  EXPECT_LT(seconds_of([] { ChildProcess child(shell, {"-c", "yes"}); }), at_once);
}

TEST(Child, ThatLeavesAnotherProgramBehindEndsAllTheSame) {
  ChildProcess child(shell, {"-c", "sleep 1000 & echo on; exit 0"});
  Lines lines;
  EXPECT_LT(seconds_of([&] { lines = all_of(child); }), at_once);
  EXPECT_EQ(lines, Lines{"on"});
  EXPECT_EQ(child.failure(), "");
}

TEST(Child, SilenceIsCountedFromTheLastLine) {
  ChildProcess child(shell, {"-c", "while true; do echo on; sleep 0.01; done"});
  std::string line;
  for (int i = 0; i < 30; ++i) child.wait(at_once), child.take(line);
  EXPECT_LT(child.silent_seconds(), at_once);
  ChildProcess dumb(shell, {"-c", "while true; do printf on; sleep 0.01; done"});
  dumb.wait(0.3);
  EXPECT_GT(dumb.silent_seconds(), 0.25);
  EXPECT_FALSE(dumb.take(line));
}

}  // namespace
}  // namespace scope
