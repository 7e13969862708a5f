/// Merge sort: the golden levels (tests/support/merge.json), what every step promises on random
/// keys over all settings and thread orders, and that planted mistakes are seen.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/support/golden.hpp"
#include "tests/support/merge_checks.hpp"
#include "tests/support/thorough.hpp"

namespace radix {
namespace {

using Json = radix::checks::Golden;
using Numbers = std::vector<uint32_t>;
namespace shown = merges::array;

const Json& golden_merges() {
  static const Json data = Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/merge.json"));
  return data;
}

Trace merged(const Numbers& keys, const Settings& settings, const char* sort) {
  return run(
      {.problem = *Problem::make(keys, settings), .sort = sort, .engine = EngineChoice::cpu});
}

/// The step of a part that made this array last; null when none did.
const Step* last_of(const Trace& trace, uint32_t part, ArrayId made) {
  const Step* found = nullptr;
  for (const Step& step : trace.steps)
    if (step.pass == part && step.made == made) found = &step;
  return found;
}

/// Looks of the search of a part that every thread shows.
uint32_t looks_of(const Trace& trace, uint32_t part) {
  uint32_t looks = 0;
  for (const Step& step : trace.steps)
    if (step.pass == part && step.made == shown::a_rank) looks = std::max(looks, step.level);
  return looks;
}

TEST(MergeSort, EveryLevelIsTheGoldenOne) {
  for (const auto& [name, made] : golden_merges().items()) {
    for (const SortInfo& row : sorts_of("merge")) {
      const char* sort = row.name;
      Settings settings{.threads_per_block = made["block"].get<uint32_t>()};
      const bool block = made["start"] == "block";
      settings.start = block ? SortStart::block : SortStart::single;
      const bool coarse = sort_named(sort)->has(Use::keys_per_thread);
      if (coarse)
        settings.keys_per_thread = made["each"].get<uint32_t>();
      else
        settings.threads_per_block *= made["each"].get<uint32_t>();
      const Trace trace = merged(made["keys"].get<Numbers>(), settings, sort);
      ASSERT_EQ(trace.error, "") << name << sort;
      const auto levels = static_cast<uint32_t>(made["levels"].size());
      const uint32_t segments = block ? 1 : 0;
      uint32_t launches = segments;  // where a block has one pair, its borders have a launch
      for (uint32_t level = 0; level < levels; ++level) {
        const uint32_t length = 2 * merges::first_run(trace.problem) << level;
        const bool borders =
            std::string(sort) == "merge_path" && length > trace.problem.keys_per_block();
        launches += borders ? 2 : 1;
      }
      EXPECT_EQ(trace.launches, launches) << name << sort;
      if (block)
        EXPECT_EQ(last_of(trace, 0, shown::segment_keys)->find(shown::segment_keys)->ids,
                  made["segments"].get<Numbers>());
      for (uint32_t level = 0; level < levels; ++level) {
        const Json& expected = made["levels"][level];
        const uint32_t part = segments + level;
        const Step& step = *last_of(trace, part, shown::output);
        EXPECT_EQ(step.find(shown::output)->ids, expected["ids"].get<Numbers>()) << name << sort;
        EXPECT_EQ(info(step.stage).name, std::string("merge"));
        const std::string letters = expected["source"].get<std::string>();
        const Numbers& source = step.find(shown::source)->values;
        const uint32_t run_length = merges::first_run(trace.problem) << level;
        for (uint32_t i = 0; i < source.size(); ++i)
          EXPECT_EQ(source[i] / run_length % 2 == 0 ? 'A' : 'B', letters[i]) << name << sort;
        if (!coarse) continue;
        const Numbers& ranks = step.find(shown::co_rank)->values;
        for (const Json& thread : expected["co_ranks"])
          EXPECT_EQ(ranks[thread[0].get<uint32_t>()], thread[1].get<uint32_t>()) << name << sort;
        if (std::string(sort) == "merge_co_rank")
          EXPECT_EQ(looks_of(trace, part), expected["looks"].get<uint32_t>()) << name << level;
      }
    }
  }
}

TEST(MergeSort, BothSearchesFindTheSameNumbers) {
  const Settings along{.threads_per_block = 4, .co_rank = CoRankSearch::diagonal};
  const Trace chapter =
      merged({12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0}, along, "merge_co_rank");
  Numbers looks;  // of k = 8 at the last level
  for (const Step& step : chapter.steps)
    if (step.pass == 3 && step.made == shown::a_rank)
      looks.push_back(step.find(shown::a_rank)->values[8]);
  EXPECT_EQ(looks, (Numbers{4, 2, 3, 4}));
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Recipe recipe = checks::drawn_merge(seed);
    if (!sort_named(recipe.sort)->has(Use::co_rank)) continue;
    Settings settings = recipe.problem.settings();
    std::vector<Trace> traces;
    for (CoRankSearch way : {CoRankSearch::two_sided, CoRankSearch::diagonal}) {
      settings.co_rank = way;
      recipe.problem = *Problem::make(recipe.problem.keys(), settings);
      traces.push_back(run(recipe));
      ASSERT_EQ(traces.back().error, "");
    }
    EXPECT_EQ(traces[0].sorted, traces[1].sorted) << seed;
    for (uint32_t part = 0; part < outline_of(traces[0]).parts.size(); ++part) {
      const Step *a = last_of(traces[0], part, shown::co_rank),
                 *b = last_of(traces[1], part, shown::co_rank);
      ASSERT_EQ(a == nullptr, b == nullptr);
      if (a != nullptr) EXPECT_EQ(*a->find(shown::co_rank), *b->find(shown::co_rank)) << seed;
    }
  }
}

TEST(MergeSort, EqualKeysOfTheFirstRunGoFirst) {
  // A = 2 5 5 7, B = 5 5 6 8: with <= three of the first three keys come from A, with < only one
  const Trace trace = merged({2, 5, 5, 7, 5, 5, 6, 8},
                             {.threads_per_block = 4, .start = SortStart::block}, "merge_co_rank");
  EXPECT_EQ(last_of(trace, 1, shown::co_rank)->find(shown::co_rank)->values,
            (Numbers{0, 1, 2, 3, 3, 3, 3, 4}));
}

/// golden `merge_tiles`: blocks of 8 outputs of the chapter's last level.
TEST(MergeSort, ATileInRoundsLoadsWhatTheBooksKernelLoads) {
  constexpr struct {
    uint32_t threads, each, tile, loaded, rounds;
  } golden[] = {{4, 2, 4, 24, 2}, {2, 4, 2, 28, 4}, {4, 2, 8, 16, 1}, {4, 2, 4096, 16, 1}};
  for (const auto& [threads, each, tile, loaded, rounds] : golden) {
    const Trace trace = merged({12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0},
                               {.threads_per_block = threads,
                                .keys_per_thread = each,
                                .start = SortStart::block,
                                .tile = tile},
                               "merge_tiled");
    ASSERT_EQ(trace.error, "");
    uint32_t reads = 0, most = 0;
    const Array* before = nullptr;
    for (const Step& step : trace.steps) {
      if (step.pass != 1 || step.made != shown::loaded) continue;
      const Array& now = *step.find(shown::loaded);
      for (uint32_t i = 0; i < 16; ++i)
        reads += now.values[i] != none && (!before || before->values[i] != now.values[i]);
      before = &now;
      most = std::max(most, step.level);
    }
    EXPECT_EQ(reads, loaded) << tile;
    EXPECT_EQ(most, rounds) << tile;
    EXPECT_EQ(last_of(trace, 1, shown::tile), nullptr);
  }
  const auto refused = Problem::make({3, 1, 2}, {.threads_per_block = 8, .tile = 4});
  EXPECT_EQ(
      refused.error.sentence,
      "A tile of 4 keys gives a block that many keys per round, so some of its 8 threads would "
      "never merge; use 8 or more, or 0 for exactly what a block needs.");
}

/// Bitonic blocks may put an equal key before another one; the promise says so.
TEST(MergeSort, ABlockMaySortItsOwnKeysByANetwork) {
  const Numbers keys{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};
  for (const SortInfo& sort : sorts_of("merge")) {
    for (const auto& [way, stable] : {std::pair{BlockSort::merge, true},
                                      {BlockSort::transposition, true},
                                      {BlockSort::bitonic, false},
                                      {BlockSort::odd_even_merge, false}}) {
      const Settings settings{
          .threads_per_block = 16, .start = SortStart::block, .block_sort = way};
      EXPECT_EQ(sort.keeps_equals(settings), stable);
      Settings single = settings;
      single.start = SortStart::single;
      EXPECT_TRUE(sort.keeps_equals(single));
      const Trace trace = merged(keys, settings, sort.name);
      ASSERT_EQ(trace.error, "");
      EXPECT_EQ(checks::ordered_result(trace.problem, trace.sorted), "");
      const bool kept = checks::sorted_result(trace.problem, trace.sorted).empty();
      if (way == BlockSort::bitonic)
        EXPECT_FALSE(kept) << "10b goes before 10a";
      else
        EXPECT_TRUE(kept) << "odd–even merge keeps these, by luck";
    }
  }
  EXPECT_NE(merged(keys, {.block_sort = BlockSort::bitonic}, "one_bit").error, "");
}

TEST(MergeSort, SortsWhateverTheSettingsAndStablyWherePromised) {
  for (uint32_t seed = 0; seed < cases(800, 5200); ++seed) {
    Recipe recipe = checks::drawn_merge(seed);
    constexpr Schedule orders[] = {Schedule::forward, Schedule::reverse, Schedule::shuffled};
    recipe.thread_order = orders[seed % 3];
    recipe.block_order = orders[seed / 3 % 3];
    const Trace trace = run(recipe);
    ASSERT_EQ(trace.error, "") << seed << recipe.sort;
    ASSERT_EQ(checks::wrong_merge(trace), "") << seed << recipe.sort;
  }
}

TEST(MergeSort, TheOrderOfThreadsChangesNothingAndFilesKeepIt) {
  for (uint32_t seed = 0; seed < 120; ++seed) {
    Recipe recipe = checks::drawn_merge(seed);
    const Trace trace = run(recipe);
    for (Schedule order : {Schedule::reverse, Schedule::shuffled}) {
      recipe.thread_order = recipe.block_order = order;
      const auto difference = first_difference(trace, run(recipe));
      EXPECT_FALSE(difference) << seed << difference->what;
    }
    const auto back = trace_from_json(to_json(trace));
    ASSERT_TRUE(back) << back.error.sentence;
    EXPECT_FALSE(first_difference(trace, *back)) << seed;
  }
}

/// RADIXSCOPE_PROBLEMS makes the sweep shorter (under a sanitizer) or longer.
TEST(MergeSort, TheGpuShowsWhatTheCpuShows) {
  if (!engines()[1].available) GTEST_SKIP() << "no CUDA device";
  const char* wish = std::getenv("RADIXSCOPE_PROBLEMS");
  const uint32_t problems = wish == nullptr ? 2000 : static_cast<uint32_t>(std::atoi(wish));
  for (uint32_t seed = 0; seed < problems; ++seed) {
    Recipe recipe = checks::drawn_merge(seed);
    const Trace cpu = run(recipe);
    recipe.engine = EngineChoice::cuda;
    const Trace cuda = run(recipe);
    ASSERT_EQ(cuda.error, "") << seed;
    const auto difference = first_difference(cpu, cuda);
    ASSERT_FALSE(difference) << seed << ": " << difference->what;
  }
}

TEST(MergeSort, OrdersThatNoBitsGiveAreSortedAndRadixSortsRefuseThem) {
  // As fractions 1/2, 2/4, 3/7; by one bits 0, 1, 8, 3, 7
  const Settings fractions{.key_bits = 4, .second_bits = 4, .compare = Compare::fraction};
  const Numbers pairs{0x12, 0x37, 0x24};
  EXPECT_EQ(merged(pairs, fractions, "merge_path").sorted.values, (Numbers{0x37, 0x12, 0x24}));
  const Settings by_ones{.compare = Compare::ones_then_value};
  EXPECT_EQ(merged({7, 3, 8, 0, 1}, by_ones, "merge_serial").sorted.values,
            (Numbers{0, 1, 8, 3, 7}));
  for (const SortInfo& sort : sorts_of("radix")) {
    const Trace refused = merged(pairs, settings_for(sort, fractions), sort.name);
    EXPECT_NE(refused.error.find("no digits of the keys' bits give the order compare_by fraction"),
              std::string::npos)
        << refused.error;
    EXPECT_NE(refused.error.find("merge_co_rank"), std::string::npos);
  }
  const auto refusal = [](const Numbers& keys, const Settings& settings) {
    return Problem::make(keys, settings).error.sentence;
  };
  EXPECT_NE(refusal({0x12, 0x30}, fractions).find("Key 2 (3:0) has the denominator 0"),
            std::string::npos);
  const Settings over_one{.compare = Compare::fraction};  // no denominators
  EXPECT_EQ(merged({3, 1, 2}, over_one, "merge_tiled").sorted.values, (Numbers{1, 2, 3}));
}

TEST(MergeSort, ASettingThatASortDoesNotUseIsRefused) {
  const Numbers keys{3, 1, 2};
  EXPECT_NE(merged(keys, {.start = SortStart::block}, "one_bit").error.find("start block"),
            std::string::npos);
  EXPECT_NE(merged(keys, {.keys_per_thread = 2}, "merge_serial").error.find("merge_co_rank"),
            std::string::npos);
  EXPECT_NE(merged(keys, {.radix_bits = 2}, "merge_path").error, "");
}

TEST(MergeSort, FilesOfRadixSortsDoNotNameTheStart) {
  const std::string file = to_json(merged({3, 1, 2}, {}, "one_bit"));
  EXPECT_EQ(file.find("start\":"), std::string::npos);
  const std::string ours = to_json(merged({3, 1, 2}, {.start = SortStart::block}, "merge_path"));
  EXPECT_NE(ours.find("\"start\":\"block\""), std::string::npos);
}

}  // namespace
}  // namespace radix
