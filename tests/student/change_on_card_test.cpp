/// A changed kernel on a GPU beside the chapter's: the words of the program that nvcc makes, built
/// here by the host's compiler with a card of the host's memory (tests/support/fake_cuda), what is
/// made of them, and what is said where there is no GPU.
#include <gtest/gtest.h>

#include <regex>

#include <cstdlib>
#include <string>

#include "app/core/base/files.hpp"
#include "app/judge/run/change_on_card.hpp"
#include "kernels/engine/model/sources.hpp"
#include "kernels/engine/student/changed_sort.hpp"
#include "kernels/engine/student/on_card.hpp"
#include "tests/support/command_line.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

/// Right in every run but each `wrong`-th; 0: in all. With many keys it is right if `many` says so.
std::string host_sort(unsigned wrong, bool many) {
  return "#include <algorithm>\n"
         "#include <vector>\n"
         "void mine(unsigned* in, unsigned* out, unsigned n, unsigned) {\n"
         "  static unsigned run = 0;\n"
         "  std::partial_sort_copy(in, in + n, out, out + n);\n"
         "  if (n > 1000 ? " +
         std::string(many ? "false" : "true") + " : " + std::to_string(wrong) + " > 0 && ++run % " +
         std::to_string(std::max(wrong, 1u)) +
         " == 0) std::swap(out[0], out[n - 1]);\n"
         "}\n"
         "// radixscope: mine(keys, output, n, bits)\n"
         "int main() { return 1; }\n";
}

class ChangedOnCard : public testing::Test {
 protected:
  radix::CardRecipe recipe(bool timed) {
    radix::CardRecipe made;
    made.words_folder = RADIX_SOURCE_DIR "/kernels/engine/student/include";
    if (timed) made.timed_entry = "mine(keys, output, n, bits)";
    made.timed_keys = 1 << 16;
    return made;
  }
  /// What the program says that is made of `text`, by g++ or clang++.
  std::string printed(const std::string& text, const std::string& times, bool timed = true,
                      const std::string& compiler = "g++") {
    const std::string source = folder.file("card.cpp", radix::card_source(text, recipe(timed)));
    const std::string program = folder / "card", log = folder / "log";
    const std::string builds =
        compiler + " -std=c++20 -O1 -w -I" RADIX_SOURCE_DIR "/tests/support/fake_cuda " + source +
        " -o " + program + " 2>" + log;
    EXPECT_EQ(std::system(builds.c_str()), 0) << scratch::bytes_of(log);
    const std::string runs = "FAKE_TIMES='" + times + "' " + program +
                             " 100 20 4:12,3,6,9,15,8,5,10 2:1,0,3,2 >" + (folder / "out");
    EXPECT_EQ(std::system(runs.c_str()), 0);
    return scratch::bytes_of(folder / "out");
  }
  scratch::Folder folder;
};

radix::CardRun run_of(const char* words) { return radix::card_run_from(words); }

TEST_F(ChangedOnCard, TheProgramCountsAndTimes) {
  for (const char* compiler : {"g++", "clang++"}) {
    if (!can_be_run(std::string("/usr/bin/") + compiler)) continue;
    EXPECT_EQ(printed(host_sort(0, true), "1 1 1 9 2000 900 1300 1", true, compiler),
              "device fake card\nruns 100 100\ntime 1300.000000 1\n");
  }
}

TEST_F(ChangedOnCard, TheProgramNamesTheFirstWrongRun) {
  EXPECT_EQ(printed(host_sort(40, true), "1", false),
            "device fake card\nwrong 40 0 3 0\nruns 100 98\n");
}

TEST_F(ChangedOnCard, AWrongResultOfManyKeysIsSaid) {
  const std::string words = printed(host_sort(0, false), "1");
  EXPECT_EQ(words, "device fake card\nruns 100 100\ntime 1.000000 0\n");
  EXPECT_EQ(change_on_card_words(run_of(words.c_str()), run_of(words.c_str())),
            "On the fake card: right in 100 of 100 runs. With 16,777,216 keys its result is wrong, "
            "so its time is not compared.");
}

TEST_F(ChangedOnCard, ASortThatTakesLongIsNotTimed) {
  EXPECT_EQ(printed(host_sort(0, true), "1 51"), "device fake card\nruns 100 100\nslow\n");
  EXPECT_EQ(printed(host_sort(0, true), "1 50 501"), "device fake card\nruns 100 100\nslow\n");
}

TEST_F(ChangedOnCard, TheCallForManyKeysHasTheBlocksOfMain) {
  const auto call = [](const std::string& words) {
    return radix::call_for_many("// radixscope: " + words + "\n");
  };
  EXPECT_EQ(call("sort_into(sort_one_bit, keys, output, n, bits)"),
            "sort_into(sort_one_bit, keys, output, n, bits, {256})");
  EXPECT_EQ(call("sort_into(sort_digits, keys, output, n, bits, {4, 2})"),
            "sort_into(sort_digits, keys, output, n, bits, {256, 4, 1})");
  EXPECT_EQ(call("sort_into(sort_coarse, keys, output, n, bits, {4, 2, 2})"),
            "sort_into(sort_coarse, keys, output, n, bits, {256, 4, 8})");
  EXPECT_EQ(call("sort_into(sort_by_co_rank, keys, output, n, bits, {4, 1, 2})"),
            "sort_into(sort_by_co_rank, keys, output, n, bits, {256, 1, 8})");
  EXPECT_EQ(call("sort_into(sort_by_uneven_tree, keys, output, n, bits, six_lists())"),
            "sort_into(sort_by_uneven_tree, keys, output, n, bits, six_lists())");
  EXPECT_EQ(call("mine(keys, n)"), "");
  EXPECT_EQ(radix::call_for_many("no call"), "");
}

TEST_F(ChangedOnCard, TheSentenceHasBothTimes) {
  const radix::CardRun mine = run_of("device NVIDIA H200\nruns 1000 1000\ntime 12.5 1\n"),
                       right = run_of("device NVIDIA H200\nruns 10 10\ntime 10 1\n");
  EXPECT_EQ(
      change_on_card_words(mine, right),
      "On the NVIDIA H200: right in 1000 of 1000 runs. With 16,777,216 random keys of 32 bits "
      "it takes 12.50 ms and the chapter’s 10.00 ms: 1.25 times as long.");
  EXPECT_EQ(
      change_on_card_words(run_of("device A\nwrong 3 0 7 1\nruns 1000 334\ntime 5 0\n"), right),
      "On the A: right in 334 of 1000 runs. The first wrong one is run 3: index 0 holds 7 and "
      "should hold 1. With 16,777,216 keys its result is wrong, so its time is not compared.");
  EXPECT_EQ(change_on_card_words(run_of("device A\nruns 1000 1000\nslow\n"), right),
            "On the A: right in 1000 of 1000 runs. It is not timed with 16,777,216 keys: this sort "
            "would take too long there.");
  EXPECT_EQ(change_on_card_words(run_of("device A\nruns 1000 1000\n"), right),
            "On the A: right in 1000 of 1000 runs. It could not be timed with 16,777,216 keys.");
}

// The changed kernel runs in the program that prints, so it may print what it likes.
TEST_F(ChangedOnCard, ForgedWordsStaySentences) {
  for (const char* time :
       {"nan 1", "inf 1", "-3 1", "0 1", "1e300 1", "x 1", "5", "5 7", "5 x", ""}) {
    const radix::CardRun run = run_of((std::string("device A\nruns 9 9\ntime ") + time).c_str());
    EXPECT_EQ(run.milliseconds, 0) << time;
    EXPECT_FALSE(run.timed_right) << time;
  }
  EXPECT_EQ(run_of("device A\nruns 5 7\n").right, 5u);
  const radix::CardRun right = run_of("device A\nruns 10 10\ntime 10 1\n");
  std::mt19937 random = hostile::seeded(1);
  const std::string some =
      "device runs time wrong slow error 0 1 7 -1 4294967296 1e9 nan \x1b[2J\n";
  for (int k = 0; k < 2000; ++k) {
    std::string words = "device A\nruns 1000 1000\ntime 12.5 1\n";
    for (int changes = 0; changes < 4; ++changes) {
      const std::size_t from = random() % some.size();
      words.insert(random() % words.size(), some.substr(from, random() % 12));
    }
    const std::string said = change_on_card_words(radix::card_run_from(words), right);
    for (const char each : said) ASSERT_GE(static_cast<unsigned char>(each), ' ') << words;
    EXPECT_FALSE(said.empty()) << words;
  }
}

TEST_F(ChangedOnCard, WithoutAGpuItSaysSo) {
  radix::CardRun none = run_of("error CUDA driver version is insufficient\nruns 0 0\n");
  none.refusal = "The GPU cannot be used: " + none.error + ".";
  const std::string said = change_on_card_words(none, none);
  EXPECT_TRUE(said.starts_with("skipped: no CUDA device. The GPU cannot be used: ")) << said;
  EXPECT_NE(said.find("kernel_file"), std::string::npos) << said;
}

class ChangedCommand : public CommandLine {};

// A loop that writes fills the memory before its time is up, an idle one does not.
TEST_F(ChangedCommand, ALoopWithoutAnEndIsSaidOfItsLine) {
  if (!can_be_run("/usr/bin/g++") && !can_be_run("/usr/bin/clang++"))
    GTEST_SKIP() << "nothing here compiles a changed kernel";
  for (const char* loop : {"while (i < n) sorted[slot] = key", "while (i < n)"}) {
    const Outcome outcome =
        run("--do \"sort block_sort; edit_replace if (i < n) sorted[slot] = key => " +
            std::string(loop) + "\"");
    EXPECT_NE(outcome.err.find("02_block_sort.cu:48: The run is still in this line"),
              std::string::npos)
        << loop << ": " << outcome.out << outcome.err;
  }
}

TEST_F(ChangedCommand, SaysWhatCameOfIt) {
  const Outcome none = run("--do \"sort block_sort; edit_gpu\"");
  EXPECT_NE((none.out + none.err).find("Nothing has been changed"), std::string::npos)
      << none.out << none.err;
  const Outcome outcome =
      run("--do \"sort block_sort; edit_replace mine == 0 ? t => 0 == mine ? t; edit_gpu\"");
  if (radix::card_missing().empty())
    EXPECT_TRUE(std::regex_search(outcome.out, std::regex("right in ([0-9]+) of \\1 runs\\.")))
        << outcome.out << outcome.err;  // on a busy card fewer than 1,000
  else
    EXPECT_TRUE(outcome.out.starts_with("skipped: no CUDA device. ")) << outcome.out << outcome.err;
}

// What was compiled beforehand must not stand for what is changed, however it is reached: by the
// kernel itself, out of a template, by the scan's kernel that is one.
TEST(ChangedSort, IsTheSameWhetherCompiledBeforehandOrNot) {
  struct Change {
    const char *sort, *file, *from, *to;
  };
  const Change changes[] = {
      {"block_sort", "02_block_sort.cu", "mine == 0 ?", "mine != 0 ?"},
      {"block_sort", "kogge_stone.cuh", "distance *= 2", "distance *= 4"},
      {"merge_co_rank", "co_rank.cuh", "      return i;\n", "      return 0;\n"}};
  const scratch::Folder folder;
  int tried = 0;
  for (const char* compiler : {"g++", "clang++"}) {
    if (!can_be_run("/usr/bin/" + std::string(compiler))) continue;
    for (const Change& change : changes) {
      std::string text(radix::source_named(change.file)->text);
      const std::size_t at = text.find(change.from);
      ASSERT_NE(at, text.npos) << change.from;
      text.replace(at, std::string(change.from).size(), change.to);
      const auto words = [&](bool beforehand, bool changed) {
        radix::ChangedSort sort{
            .recipe = {.problem = *radix::parse_problem(chapter, {}), .sort = change.sort},
            .compiler = compiler,
            .program = to_text(to_path(program()).parent_path() / "radixscope-run"),
            .prepared = folder / "beforehand",
            .scratch = folder / ("scratch" + std::to_string(tried++)),
            .whole = !beforehand};
        std::filesystem::create_directories(sort.scratch);
        if (beforehand) EXPECT_EQ(radix::prepare_changed_sort(sort), "");
        sort.recipe.changed = std::make_shared<radix::ChangedFiles>(radix::ChangedFiles{
            {change.file, changed ? text : std::string(radix::source_named(change.file)->text)}});
        const radix::ChangedRun run = radix::run_changed_sort(sort);
        EXPECT_EQ(run.refusal, "") << compiler << ": " << change.file;
        return run.words;
      };
      const auto whole = words(false, true);
      EXPECT_EQ(words(true, true), whole) << compiler << ": " << change.file;
      EXPECT_NE(words(true, false), whole) << compiler << ": " << change.file;
    }
  }
  if (tried == 0) GTEST_SKIP() << "nothing here compiles a changed kernel";
}

}  // namespace
}  // namespace scope
