// Thousands of runs, timing runs, pasted texts and arguments of commands that nobody meant. What
// else is read has its thousands in session_hostile_test.cpp and lesson_hostile_test.cpp.
#include <filesystem>

#include "app/commands/commands.hpp"
#include "app/core/base/files.hpp"
#include "app/document/record.hpp"
#include "app/state/presets.hpp"
#include "app/timing/lines.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

/// Small runs of every sort, some that a kernel broke off, as files.
std::vector<std::string> run_texts() {
  std::vector<std::string> all;
  for (const auto& list : {radix::sorts(), radix::bugs_in_print()})
    for (const radix::SortInfo& sort : list) {
      const radix::Settings settings = radix::settings_for(sort, {.radix_bits = 2});
      all.push_back(to_json(radix::run({.problem = *radix::parse_problem("5 3 1 3 0", settings),
                                        .sort = sort.name,
                                        .engine = radix::EngineChoice::cpu})));
    }
  return all;
}

TEST(Hostile, Runs) {
  std::mt19937 random = hostile::seeded(11);
  hostile::Tally tally;
  const std::vector<std::string> all = run_texts();
  Document document = make_document();
  for (uint32_t i = 0; i < hostile::mutations(3000) && !testing::Test::HasFailure(); ++i) {
    const std::string text = hostile::mutated(all[i % all.size()], random);
    hostile::hand(
        document, text,
        [](Document& to, const std::string& from) {
          auto trace = radix::trace_from_json(from);
          return trace ? show(to.lane(), std::move(*trace)) : trace.error.sentence;
        },
        tally);
    drop_stale_pointers(document);
  }
  hostile::report("runs", tally);
  EXPECT_GT(tally.taken, hostile::mutations(3000) / 100);
  EXPECT_GT(tally.refused, hostile::mutations(3000) / 2);
}

TEST(Hostile, TimingRuns) {
  std::mt19937 random = hostile::seeded(12);
  std::size_t taken = 0, refused = 0;
  const std::string source =
      scratch::bytes_of(std::string(RADIX_SOURCE_DIR) + "/tests/support/made_up_run.jsonl");
  ASSERT_GT(source.size(), 1000u);
  for (uint32_t i = 0; i < hostile::mutations(1000) && !testing::Test::HasFailure(); ++i) {
    const std::string text = hostile::mutated(source, random);
    const auto run = timing_run_from(text);
    ++(run ? taken : refused);
    if (!run) {
      EXPECT_EQ(hostile::wrong_with(run.error.sentence), "") << run.error.sentence;
      continue;
    }
    const auto again = timing_run_from(to_lines(*run));
    ASSERT_TRUE(again) << again.error.sentence;
    EXPECT_EQ(to_lines(*again), to_lines(*run)) << "what was taken is written and read again";
  }
  EXPECT_GT(taken, hostile::mutations(1000) / 50);
  EXPECT_GT(refused, hostile::mutations(1000) / 5);
}

TEST(Hostile, PastedTexts) {
  std::mt19937 random = hostile::seeded(13);
  hostile::Tally tally;
  Document document = make_document();
  const std::string texts[] = {"12 3 6 9 15 8", "0x7FC00000 1.5 -2 inf", "30:150 30:80 22:45",
                               "-3; 4, 0b101\n17", "radixscope:1/keys=1,2,3/sort=digits/radix=2"};
  for (uint32_t i = 0; i < hostile::mutations(1000) && !testing::Test::HasFailure(); ++i)
    hostile::hand(
        document, hostile::mutated(texts[i % std::size(texts)], random),
        [](Document& to, const std::string& text) { return run_command(to, "paste", text); },
        tally);
  hostile::report("pasted texts", tally);
  EXPECT_GT(tally.taken, hostile::mutations(1000) / 30);
  EXPECT_GT(tally.refused, hostile::mutations(1000) / 5);
}

TEST(Hostile, AFileWithoutKeysATraceOfAnyLaunchesAndAnUnknownFaultAreSaid) {
  const scratch::Folder folder;
  Document document = make_document();
  tick(document, 0);
  for (const char* empty : {"", "\n\n", "\xEF\xBB\xBF \r\n"})
    EXPECT_NE(
        run_command(document, "open", folder.file("empty.txt", empty)).find("It contains no keys"),
        std::string::npos);
  std::string run = radix::to_json(*document.lane().trace);
  const std::string launches = "\"launches\":";
  const std::size_t at = run.find(launches) + launches.size();
  run.replace(at, run.find(',', at) - at, "2147483648");
  EXPECT_NE(
      run_command(document, "open", folder.file("run.json", run)).find("no run has that many"),
      std::string::npos);
  for (const char* name : {"nothing", "merge", "13"}) {
    const std::string sentence = run_command(document, "fault", name);
    EXPECT_LT(sentence.size(), 400u) << sentence;
  }
}

/// Commands that write no file, start no program and end none.
std::vector<std::string> harmless_commands() {
  std::vector<std::string> all;
  for (const Command& command : commands()) {
    const std::string group = command.group;
    const bool outside = group == "Pictures and handouts" || group == "Files and the program" ||
                         group == "Timing large inputs" || group == "Trade-off of radix widths" ||
                         group == "Lessons" || group == "Your own kernel";
    const std::string name = command.name;
    if (!outside && *command.argument != 0 && name != "open" && name != "save" &&
        name != "recent" && name != "edit_save" && name != "edit_outside" &&
        !name.ends_with("_table"))
      all.push_back(name);
  }
  return all;
}

TEST(Hostile, ArgumentsOfVerbs) {
  std::mt19937 random = hostile::seeded(14);
  hostile::Tally tally;
  Document document = make_document();
  const std::vector<std::string> all = harmless_commands();
  ASSERT_GT(all.size(), 40u);
  const scratch::Folder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const std::string arguments[] = {"3",   "on",  "12 3 6 9", "pass 2 scatter", "warp 4 segment 8",
                                   "0.5", "all", "1 2 7",    "radix",          "auto"};
  for (uint32_t i = 0; i < hostile::mutations(1000) && !testing::Test::HasFailure(); ++i) {
    const std::string command = all[i % all.size()];
    hostile::hand(
        document, hostile::mutated(arguments[random() % std::size(arguments)], random),
        [&](Document& to, const std::string& text) { return run_command(to, command, text); },
        tally);
    if (document.lane().setup.keys_text.size() > 400 || i % 50 == 0) document = make_document();
    tick(document, 0);
  }
  std::filesystem::current_path(before);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "a command has written a file";
  hostile::report("arguments", tally);
  EXPECT_GT(tally.taken, hostile::mutations(1000) / 33);
  EXPECT_GT(tally.refused, hostile::mutations(1000) / 3);
}

}  // namespace
}  // namespace scope
