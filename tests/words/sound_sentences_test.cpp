// Sentences of sound runs, held against the trace: names of keys, numbers of threads, blocks and
// comparisons, and what changes without being spoken of.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "app/commands/exam.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/words/explain.hpp"
#include "app/document/record.hpp"
#include "app/export/question_sheet.hpp"
#include "app/export/transcript.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/said.hpp"
#include "tests/support/texts.hpp"

namespace scope {
namespace {

std::set<std::string> names_of(const radix::Problem& problem) {
  std::set<std::string> names;
  for (uint32_t id = 0; id < problem.size(); ++id) names.insert(key_words(problem, id));
  return names;
}

/// "" or a key that a sentence names in its slot {key}, and that there is not.
std::string unknown_key(const Sentences& all, const std::set<std::string>& names) {
  for (const text::FilledMessage& said : all) {
    if (said.name == "hybrid.why_one_value") continue;  // the value of all keys
    const std::string name = said.at("key");
    if (!name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) != 0 &&
        !names.contains(name))
      return name + " in " + said.name;
  }
  return "";
}

/// From the 27th equal key on, too, and in every place where a key is named.
TEST(KeyNames, AreThoseOfKeysThatThereAre) {
  const Numbers equal(30, 5);
  std::size_t named = 0;
  for (const radix::SortInfo& sort : radix::sorts()) {
    if (sort.wrong) continue;
    const Trace trace = record(
        equal, {.key_bits = 3, .threads_per_block = 32, .radix_bits = 1, .keys_per_thread = 1},
        sort.name);
    const std::set<std::string> names = names_of(trace.problem);
    ASSERT_EQ(names.size(), equal.size());
    EXPECT_TRUE(names.contains("5z") && names.contains("5aa") && names.contains("5ad"));
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor)
      for (const uint32_t pinned : {none, 26u, 29u}) {
        const Moment now = look_at(trace, cursor, pinned);
        const Sentences said = said_by([&] { why(now), formula(now); });
        EXPECT_EQ(unknown_key(said, names), "") << sort.name << ", step " << cursor;
        named += static_cast<std::size_t>(std::ranges::count_if(
            said, [](const text::FilledMessage& s) { return !s.at("key").empty(); }));
      }
    EXPECT_TRUE(texts::says(transcript(trace), " 5aa ")) << sort.name;
  }
  EXPECT_GT(named, 500u);
  EXPECT_NE(unknown_key({{"all.where_does_key_go", {{"key", "530"}}}}, {"5aa"}), "");
}

/// Two keys have one name only where they are one key: also NaNs, words, and what ends in a letter.
TEST(KeyNames, TellDifferentKeysAndEqualOnesApart) {
  const radix::Settings real{.key_bits = 32, .key_type = radix::KeyType::real};
  const auto floats = *radix::Problem::make(
      {0xffffffff, 0xffc00000, 0x7fc00000, 0x7fc00000, 0xff800000, 0xff800000, 0x7f800001}, real);
  EXPECT_EQ(names_of(floats).size(), floats.size());
  EXPECT_NE(floats.text_of(0xffffffff), floats.text_of(0xffc00000));
  EXPECT_EQ(key_words(floats, 5), "-inf#2");
  const auto words =
      *radix::parse_problem("key keya key a b", {.key_bits = 32, .key_type = radix::KeyType::text});
  EXPECT_EQ(names_of(words).size(), words.size());
  EXPECT_EQ(key_words(words, 2), "key#2");
}

/// A value stands behind its key in one way, in arrays as in sentences.
TEST(KeyNames, HaveTheirValueBehindAnArrow) {
  const Trace trace = record({150, 80, 45, 80}, {.key_bits = 8}, "one_bit", {30, 32, 22, 29});
  EXPECT_EQ(key_words(trace.problem, 3), "80b→29");
  EXPECT_TRUE(texts::says(transcript(trace), "45→22 80a→32 80b→29 150→30"));
}

TEST(Words, AreSortedLexicographically) {
  const auto settings = radix::fitting("bit warp an and ant Key", {});
  ASSERT_TRUE(settings) << settings.error.sentence;
  EXPECT_EQ(settings->key_type, radix::KeyType::text);
  EXPECT_EQ(settings->key_bits, 32u);
  radix::Settings s = *settings;
  s.radix_bits = 8;
  for (const radix::SortInfo& sort : radix::sorts()) {
    if (sort.wrong) continue;
    const auto problem = *radix::parse_problem("bit warp an and ant Key", s);
    const Trace trace = record(problem.keys(), radix::settings_for(sort, s), sort.name);
    std::string sorted;
    for (const uint32_t key : trace.sorted.values) sorted += trace.problem.text_of(key) + " ";
    EXPECT_EQ(sorted, "Key an and ant bit warp ") << sort.name;
  }
  EXPECT_FALSE(radix::fitting("horse", {}));
  EXPECT_FALSE(radix::parse_problem("12", s));
  EXPECT_FALSE(radix::Problem::make({0x61006200}, s)) << "no letter behind a gap";
  EXPECT_NE(radix::error_about({.key_bits = 12, .key_type = radix::KeyType::text}), "");
}

// ------------------------------------------------------------------------- threads, blocks, parts

/// A sheet's head names as many threads as the run's launches have.
TEST(SheetHead, HasTheThreadsOfTheRun) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    if (sort.wrong) continue;
    const Trace trace =
        record(chapter_keys, {.radix_bits = 2, .keys_per_thread = 2, .lists = 8}, sort.name);
    const auto said = static_cast<uint32_t>(std::stoul(threads_words(trace)));
    EXPECT_TRUE(std::ranges::any_of(trace.steps,
                                    [&](const radix::Step& step) { return step.threads == said; }))
        << sort.name << ": " << threads_words(trace);
  }
}

/// No launch of a network has a block without a pair.
TEST(Networks, HaveNoBlockWithoutWork) {
  for (const char* sort : {"transposition", "network_global", "network_shared"})
    for (const uint32_t n : {1u, 2u, 7u, 16u, 17u, 24u})
      for (const uint32_t threads : {1u, 2u, 4u, 8u}) {
        const Trace trace = record(random_keys(n, 4), 4, threads, sort);
        uint32_t wires = 1;
        while (wires < n) wires *= 2;
        if (std::string(sort) == "transposition") wires = n;
        for (const radix::Step& step : trace.steps)
          EXPECT_LT(2 * (step.blocks - 1) * step.threads, std::max(wires, 2u))
              << sort << ", " << n << " keys, " << threads << " threads";
      }
}

/// "Every block sorted its own 4 keys": all of them, or the sentence says how many the last has.
TEST(Segments, AreAsLargeAsIsSaid) {
  for (const uint32_t n : {5u, 6u, 8u, 16u})
    for (const char* sort : {"merge_serial", "merge_co_rank"}) {
      const Trace trace =
          record(random_keys(n, 4), {.keys_per_thread = 1, .start = radix::SortStart::block}, sort);
      for (std::size_t cursor : {std::size_t{0}, std::size_t{1}}) {
        const std::string text = why(look_at(trace, cursor));
        if (!texts::says(text, " its own 4 keys")) continue;
        EXPECT_EQ(texts::says(text, "(the last block " + std::to_string(n % 4) + ")"), n % 4 != 0)
            << text;
      }
    }
}

/// "no sort that compares can promise fewer than 45": the least number of comparisons whose answers
/// tell n! orders apart, counted in whole numbers.
TEST(Bounds, AreThoseOfTheFactorial) {
  uint64_t orders = 1;
  for (uint32_t n = 2; n <= 20; ++n) {
    orders *= n;
    uint32_t least = 0;
    while (uint64_t{1} << least < orders) ++least;
    const Trace trace = record(random_keys(n, 5), {.key_bits = 5}, "merge_serial");
    const std::string text = why(look_at(trace, trace.steps.size()));
    EXPECT_TRUE(texts::says(text, "can guarantee fewer than " + std::to_string(least) + " "))
        << text;
  }
}

/// The rounds that the picture leaves out are rounds of the run.
TEST(Rounds, AreThoseOfTheRun) {
  const Trace trace = record({4, 7, 2, 3, 8, 5, 9, 6}, {.stop_early = true}, "transposition");
  const auto rounds = radix::outline_of(trace).parts.size();
  ASSERT_LT(rounds, 8u);
  static const std::regex left_out("rounds? (\\d+)(?:–(\\d+))?");
  std::size_t seen = 0;
  for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor)
    for (const Text& text : figure_named("round-by-round")->draw(look_at(trace, cursor)).texts)
      for (std::sregex_iterator at(text.text.begin(), text.text.end(), left_out), end; at != end;
           ++at, ++seen)
        EXPECT_LE(std::stoul((*at)[2].matched ? (*at)[2] : (*at)[1]), rounds) << text.text;
  EXPECT_GT(seen, 10u);
}

/// Warps as wide as is said, where the setting cannot be had.
TEST(Lanes, AreThoseThatTheRunHas) {
  const Trace trace = record({0, 1, 3, 2, 1, 1},
                             {.key_bits = 2,
                              .threads_per_block = 1024,
                              .radix_bits = 1,
                              .warp_size = radix::WarpSize::two},
                             "one_sweep_tiles");
  EXPECT_TRUE(texts::says(run_words(trace), "lanes per warp 2 (actually 16)")) << run_words(trace);
  EXPECT_TRUE(texts::says(why(look_at(trace, 0)), "16 lanes vote together instead of 2"))
      << why(look_at(trace, 0));
}

/// 2^r buckets, however few bits the key's fields have.
TEST(SampleSort, MakesTheBucketsThatAreSet) {
  for (const uint32_t second : {0u, 1u, 5u})
    for (const uint32_t radix : {1u, 2u, 3u}) {
      const Trace trace =
          record({200, 3, 77, 150, 90, 14, 255, 33},
                 {.key_bits = 8, .radix_bits = radix, .second_bits = second}, "sample_buckets");
      std::size_t buckets = 0;
      for (const radix::Step& step : trace.steps)
        for (const radix::SharedArray& array : step.arrays)
          if (std::string_view(radix::info(array->id).name) == "bucket_sizes")
            buckets = array->values.size();
      EXPECT_EQ(buckets, std::size_t{1} << radix) << second;
    }
  const Trace narrow =
      record({1, 0, 1, 1, 0, 0, 1, 0}, {.key_bits = 1, .radix_bits = 3}, "sample_buckets");
  EXPECT_TRUE(std::ranges::is_sorted(narrow.sorted.values));
}

/// "0 (digit 00) = 0" reads as if a digit were a number.
TEST(Formulas, CountKeysAndNotDigits) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    if (sort.wrong || !sort.wide_digits()) continue;
    const radix::Settings settings{.radix_bits = 2, .keys_per_thread = 2};
    const Trace trace = record(chapter_keys, radix::settings_for(sort, settings), sort.name);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor)
      for (const Term& each : formula(look_at(trace, cursor)).terms)
        EXPECT_FALSE(each.name.starts_with("digit 0") || each.name.starts_with("digit 1"))
            << sort.name << ": " << each.name;
  }
}

/// A sum under a line that is shown in part would be one of other entries than the brace spans.
TEST(BucketTable, SumsOnlyWhatItShows) {
  const Trace trace = record(random_keys(1024, 4), {.radix_bits = 4}, "digits");
  std::size_t cursor = 0;
  while (cursor < trace.steps.size() && trace.steps[cursor].made != radix::array::bucket_starts)
    ++cursor;
  Moment now = look_at(trace, cursor + 1);
  now.table_entry = 1500;
  const Scene scene = figure_named("fig13-9")->draw(now);
  const uint32_t start = now.find(radix::array::bucket_starts)->values[1500];
  bool told = false;
  for (const Text& text : scene.texts) {
    EXPECT_FALSE(texts::says(text.text, " + …") &&
                 texts::says(text.text, " = " + std::to_string(start)))
        << text.text;
    told = told || (texts::says(text.text, "1500 entries before it") &&
                    texts::says(text.text, std::to_string(start)));
  }
  EXPECT_TRUE(told);
}

/// The exam's answers are whole sentences, and no more of them than were asked for.
TEST(Exam, AnswersAreNotTornApart) {
  const auto all = exam_questions();
  ASSERT_TRUE(all);
  static const std::regex torn("[,.];|[^.:;]; (unsorted|\\d+\\.\\d+ times)");
  for (const ExamQuestion& question : *all) {
    const auto answer = exam_answer(question);
    ASSERT_TRUE(answer) << question.name << ": " << answer.error.sentence;
    EXPECT_FALSE(std::regex_search(answer->answer, torn))
        << question.name << ": " << answer->answer;
    EXPECT_LT(answer->answer.size(), 280u) << question.name << ": " << answer->answer;
  }
}

}  // namespace
}  // namespace scope
