/// Recording in the background: what takes long is made in a thread, the old picture stands, and
/// the new one comes or is given up. And what a recording costs, known before.
#include "app/document/recorder.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <thread>

#include "app/commands/commands.hpp"
#include "app/document/record.hpp"
#include "app/document/run_wire.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "kernels/run/recording_cost.hpp"
#include "tests/support/beside_window.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

constexpr const char *many_keys = "700 32 1", *very_many_keys = "2048 32 1";

TEST(RecordingBeside, WhatIsSmallIsThereAtOnce) {
  if (radix::engines()[1].available)
    GTEST_SKIP() << "the CPU's run is shown when the card's, which it is held against, is there";
  Document document = beside_a_window();
  ASSERT_EQ(run_command(document, "random", "64 8 1"), "");
  tick(document, 0);
  EXPECT_FALSE(document.recorder->busy());
  EXPECT_EQ(document.lane().trace->problem.size(), 64u);
}

TEST(RecordingBeside, TheOldPictureStandsUntilTheNewOneIsThere) {
  Document document = beside_a_window(), waits = make_document();
  ASSERT_EQ(run_command(document, "random", many_keys), "");
  const auto old = document.lane().trace;
  tick(document, 0);
  EXPECT_TRUE(document.recorder->busy());
  EXPECT_EQ(document.lane().trace, old);
  EXPECT_NE(recording_words(document), "");
  EXPECT_EQ(run_command(document, "seek", "3"), "");
  EXPECT_EQ(document.lane().cursor, 3u);
  wait_for_all(document);
  EXPECT_EQ(recording_words(document), "");
  ASSERT_EQ(run_script(waits, std::string("random ") + many_keys), "");
  EXPECT_FALSE(radix::first_difference(*document.lane().trace, *waits.lane().trace));
  EXPECT_TRUE(document.lane().setup == document.lane().recorded);
}

TEST(RecordingBeside, ARunInAFileIsReadBesideTheWindow) {
  const scratch::Folder folder;
  Document document = beside_a_window(), wrote = make_document();
  ASSERT_EQ(run_script(wrote, "random 300 16 1"), "");
  const std::string text = radix::to_json(*wrote.lane().trace);
  const std::string file = folder.file("run.json", text);
  const auto old = document.lane().trace;
  EXPECT_EQ(run_command(document, "open", file), "");
  EXPECT_TRUE(document.recorder->busy());
  EXPECT_EQ(document.lane().trace, old);
  EXPECT_NE(recording_words(document).find("Reading '"), std::string::npos);
  ASSERT_EQ(run_command(document, "close", ""), "");
  EXPECT_FALSE(document.recorder->busy());
  EXPECT_EQ(run_command(document, "open", file), "");
  wait_for_all(document);
  EXPECT_FALSE(radix::first_difference(*document.lane().trace, *wrote.lane().trace));
  // What is wrong with a file is said when it has been read
  const auto shown = document.lane().trace;
  const std::string half = folder.file("half.json", text.substr(0, text.size() / 2));
  EXPECT_EQ(run_command(document, "open", half), "");
  std::string refusal;
  while (document.recorder->busy() || document.recorder->has_waiting()) {
    tick(document, 0.01f);
    if (auto due = document.recorder->due())
      refusal = run_command(document, due->command, due->argument);
    std::this_thread::yield();
  }
  EXPECT_EQ(document.lane().trace, shown);
  EXPECT_NE(refusal.find("This is not a trace file"), std::string::npos) << refusal;
}

TEST(RecordingBeside, ARunComesBackFromACopyOfTheProgramAsItWas) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    radix::Recipe recipe;
    recipe.problem = *radix::Problem::make({12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0},
                                           radix::settings_for(sort, {}));
    recipe.sort = sort.name;
    recipe.engine = radix::EngineChoice::cpu;
    ASSERT_TRUE(can_cross(recipe));
    const radix::Trace trace = radix::run(recipe);
    const std::string bytes = run_bytes(trace);
    const radix::Trace back = run_from(bytes, recipe);
    EXPECT_EQ(to_json(back), to_json(trace)) << sort.name;
    EXPECT_FALSE(run_from(bytes.substr(0, bytes.size() - 8), recipe).error.empty()) << sort.name;
    EXPECT_FALSE(run_from("", recipe).error.empty());
    recipe.planted = "unstable";
    EXPECT_FALSE(can_cross(recipe));
  }
}

TEST(RecordingBeside, AVerbThatNeedsARunLeavesAllAsItWasUntilItIsThere) {
  Document waits = make_document();
  ASSERT_EQ(run_script(waits, std::string("compare radix; random ") + many_keys), "");
  const std::string state = state_string(waits);
  Document document = beside_a_window();
  const std::string before = session_text(document);
  ASSERT_EQ(run_command(document, "state", state), "");
  EXPECT_EQ(session_text(document), before);
  EXPECT_TRUE(document.recorder->has_waiting());
  wait_for_all(document);
  EXPECT_EQ(state_string(document), state) << "every lane was waited for";
}

TEST(RecordingBeside, IsGivenUpAtOnceAndTheSettingsAreThoseOfThePicture) {
  Document document = beside_a_window();
  const auto before = document.lane().setup;
  for (const char* sort : {"1", "2", "3", "4", "5"}) {
    ASSERT_EQ(run_command(document, "sort", sort), "");
    ASSERT_EQ(run_command(document, "random", very_many_keys), "");
    tick(document, 0);
    ASSERT_TRUE(document.recorder->busy()) << sort;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const std::clock_t begin = std::clock();
    ASSERT_EQ(run_command(document, "close", ""), "");
    EXPECT_LT(std::clock() - begin, CLOCKS_PER_SEC) << "of processor time: nothing is recorded on";
    EXPECT_FALSE(document.recorder->busy());
    EXPECT_TRUE(document.lane().setup == before);
    tick(document, 0);
    EXPECT_FALSE(document.recorder->busy()) << "it does not begin again";
  }
}

TEST(RecordingBeside, WhatNobodyWaitsForAnyMoreIsGivenUp) {
  if (radix::engines()[1].available)
    GTEST_SKIP() << "the CPU's run is shown when the card's, which it is held against, is there";
  Document document = beside_a_window();
  ASSERT_EQ(run_command(document, "random", many_keys), "");
  tick(document, 0);
  ASSERT_TRUE(document.recorder->busy());
  ASSERT_EQ(run_command(document, "random", "16 4 1"), "");
  tick(document, 0);
  EXPECT_FALSE(document.recorder->busy());
  EXPECT_EQ(document.lane().trace->problem.size(), 16u);
}

TEST(RecordingBeside, AScriptGoesOnWhereTheWindowHasRecorded) {
  const std::string script =
      std::string("random ") + many_keys + "; seek 7; sort 3; next; theme light";
  Document document = beside_a_window(), waits = make_document();
  ASSERT_EQ(run_script(document, script), "");
  EXPECT_TRUE(document.recorder->busy());
  EXPECT_TRUE(document.recorder->has_waiting());
  EXPECT_EQ(document.lane().trace->problem.size(), 16u) << "the picture before stands";
  do {
    turn(document);
    if (const std::string rest = document.recorder->due_script(); !rest.empty())
      ASSERT_EQ(run_script(document, rest), "");
  } while (document.recorder->busy() || document.recorder->has_waiting());
  tick(document, 0);
  ASSERT_EQ(run_script(waits, script), "");
  EXPECT_EQ(state_string(document), state_string(waits));
  EXPECT_EQ(document.theme, waits.theme);
}

TEST(RecordingBeside, EscapeEndsTheScriptToo) {
  Document document = beside_a_window();
  ASSERT_EQ(run_script(document, std::string("random ") + many_keys + "; sort 4"), "");
  ASSERT_EQ(run_command(document, "close", ""), "");
  EXPECT_FALSE(document.recorder->has_waiting());
  EXPECT_EQ(document.lane().setup.sort, radix::first_sort);
}

TEST(RecordingCost, GrowsWithTheWorkAndNamesTheTable) {
  const auto cost = [](uint32_t keys, const char* sort, uint32_t block) {
    const radix::SortInfo& info = *radix::sort_named(sort);
    const auto settings =
        radix::settings_for(info, {.key_bits = 32, .threads_per_block = block, .radix_bits = 8});
    return radix::recording_cost(*radix::Problem::make(random_keys(keys, 32, 1), settings), info);
  };
  EXPECT_EQ(cost(4096, "digits", 1).table_entries, 1u << 20);
  EXPECT_GT(cost(4096, "digits", 1).seconds, 5 * cost(4096, "digits", 8).seconds);
  EXPECT_GT(cost(4096, "digits", 1).bytes, 5 * cost(4096, "digits", 8).bytes);
  for (const radix::SortInfo& sort : radix::sorts()) {
    EXPECT_LT(cost(16, sort.name, 4).seconds, 0.03) << sort.name << ": at once";
    EXPECT_GT(cost(2048, sort.name, 64).seconds, cost(256, sort.name, 64).seconds) << sort.name;
  }
}

TEST(RecordingCost, ATableThatNobodyCanReadIsRefusedWithTheNumbersAndAWayOut) {
  const radix::SortInfo& sort = *radix::sort_named("digits");
  radix::Settings settings =
      radix::settings_for(sort, {.key_bits = 32, .threads_per_block = 1, .radix_bits = 8});
  const auto problem = [&] { return *radix::Problem::make(random_keys(4096, 32, 1), settings); };
  const std::string refusal = radix::run({.problem = problem(), .sort = sort.name}).error;
  for (const char* part : {"1048576 entries", "131072", "8 keys per block", "5 radix bits"})
    EXPECT_NE(refusal.find(part), std::string::npos) << part << ": " << refusal;
  settings.radix_bits = 5;
  EXPECT_EQ(radix::too_costly(problem(), sort), "") << "the way out is one";
  settings.radix_bits = 8, settings.threads_per_block = 8;
  EXPECT_EQ(radix::too_costly(problem(), sort), "") << "and so is the other";
}

}  // namespace
}  // namespace scope
