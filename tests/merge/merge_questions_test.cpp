// Every question of assets/questions/merge.json: its commands lead to a moment, and the answer,
// from the keys alone, stands there.
#include <gtest/gtest.h>

#include <cmath>

#include "app/core/base/text.hpp"
#include "tests/support/questions.hpp"

namespace scope {
namespace {

using questions::Answer;
using questions::Numbers;

const Numbers chapter_list{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};

/// Sorted stretches of so many keys.
Numbers runs_of_keys(Numbers keys, std::size_t length) {
  for (std::size_t at = 0; at < keys.size(); at += length)
    std::stable_sort(keys.begin() + at, keys.begin() + std::min(keys.size(), at + length));
  return keys;
}

/// Of two sorted halves, how many of the first k merged keys come from the first one.
uint32_t from_a(const Numbers& halves, uint32_t k) {
  Numbers places(halves.size());
  for (uint32_t i = 0; i < places.size(); ++i) places[i] = i;
  std::ranges::stable_sort(places, {}, [&](uint32_t at) { return halves[at]; });
  return static_cast<uint32_t>(std::count_if(places.begin(), places.begin() + k,
                                             [&](uint32_t at) { return at < halves.size() / 2; }));
}

/// Comparisons of merging neighbouring runs, one after the other.
uint32_t comparisons(const Numbers& keys, std::size_t run) {
  uint32_t count = 0;
  for (std::size_t at = 0; at < keys.size(); at += 2 * run) {
    std::size_t i = at, j = std::min(at + run, keys.size());
    const std::size_t a_end = j, b_end = std::min(at + 2 * run, keys.size());
    for (; i < a_end && j < b_end; ++count) (keys[j] < keys[i] ? j : i) += 1;
  }
  return count;
}

uint32_t all_levels() {
  uint32_t count = 0;
  for (std::size_t run = 1; run < 16; run *= 2)
    count += comparisons(runs_of_keys(chapter_list, run), run);
  return count;
}

Answer says_words(std::vector<std::string> words) { return {{}, std::move(words)}; }
Answer has_values(Numbers values) { return {std::move(values), {}}; }

std::string threads_words(uint32_t count) { return counted(count, "thread") + " of "; }

const std::map<std::string, std::function<Answer()>>& answers() {
  static const Numbers halves = runs_of_keys(chapter_list, 8);
  static const std::map<std::string, std::function<Answer()>> all = {
      {"merges_of_levels",
       [] {
         return says_words({"4 merges", "2 merges", "1 merge"});
       }},
      {"blocks_a_merge",
       [] {
         return says_words({"blocks 6–7", "blocks 4–7", "blocks 0–7"});
       }},
      {"after_level_1", [] { return has_values(runs_of_keys(chapter_list, 4)); }},
      {"after_level_2", [] { return has_values(runs_of_keys(chapter_list, 8)); }},
      {"segments", [] { return has_values(runs_of_keys(chapter_list, 4)); }},
      {"half_from_a",
       [] {
         return says_words({say("Of the first 8 keys"), say(from_a(halves, 8), " come from A")});
       }},
      {"diagonal_5",
       [] {
         const uint32_t i = from_a(halves, 5);
         return says_words({say("k = 5 starts with A[", i, "] and B[", 5 - i, "]")});
       }},
      {"looks", [] { return says_words({say("look 2: i = ", from_a(halves, 8), ", j = 4")}); }},
      {"first_look", [] { return says_words({"look 1: i = 8, j = 0"}); }},
      {"output_9",
       [] {
         return says_words({"Thread 1 of block 2 chooses the key for output 9", "B[4] = 9b"});
       }},
      {"two_nines", [] { return says_words({"in input order"}); }},
      {"ties",
       [] {
         return says_words({"Of the first 3 keys", "3 come from A"});
       }},
      {"ties_by_mistake",
       [] {
         return says_words({"Of the first 3 keys", "3 come from A",
                            "With < instead of <=", "only 1 key would come from A"});
       }},
      {"comparisons", [] { return says_words({say("comparisons ", all_levels())}); }},
      {"fewest",
       [] {
         const auto least = static_cast<uint32_t>(std::ceil(std::lgamma(17.0) / std::log(2.0)));
         return says_words({say("fewer than ", least, " for 16 keys")});
       }},
      {"lone_1", [] { return says_words({"key at place 12 has no partner"}); }},
      {"lone_2", [] { return says_words({"key at place 12 has no partner"}); }},
      {"levels_of_13", [] { return says_words({"4 sorted segments and 2 levels"}); }},
      {"tiles",
       [] {
         return says_words({"16 in all", "would load 24"});
       }},
      {"tiles_in_rounds", [] { return says_words({"24 keys are loaded to merge 16"}); }},
      {"lopsided",
       [] {
         const Numbers lists{1, 2, 3, 5, 6, 13, 14, 15, 0, 4, 7, 8, 9, 10, 11, 12};
         Numbers ranks(16, radix::none);
         for (uint32_t k = 0; k < 16; k += 4) ranks[k] = from_a(lists, k);
         return has_values(ranks);
       }},
      {"serial_1", [] { return says_words({threads_words(8)}); }},
      {"serial_2", [] { return says_words({threads_words(4)}); }},
      {"serial_3", [] { return says_words({threads_words(2)}); }},
      {"serial_4", [] { return says_words({threads_words(1)}); }},
      {"lone_in_the_tree",
       [] {
         return says_words({"copied", "copied"});
       }},
      {"serial_tree",
       [] {
         return says_words(
             {"thread 0 thread 1 thread 2 thread 3", "thread 0 thread 1", "thread 0"});
       }},
      {"bytes_of_many",
       [] {
         const uint32_t levels = 28 - 12;
         return says_words({say(levels, " levels"), say(2 * 4 * (1 + levels), " bytes per key")});
       }},
      {"crossover",
       [] {
         uint32_t width = 1;
         const auto levels = [&] { return std::ceil(std::log2(std::exp2(28 - 14) * width)); };
         while (2 * width * (1 + levels()) >= (2 * width + 1) * width) ++width;
         return says_words({say("less than one-sweep from ", width, " bytes per key up")});
       }},
      {"inversions_left",
       [] {
         const auto inversions = [](const Numbers& keys) {
           uint32_t count = 0;
           for (std::size_t i = 0; i < keys.size(); ++i)
             count += static_cast<uint32_t>(
                 std::count_if(keys.begin() + static_cast<std::ptrdiff_t>(i), keys.end(),
                               [&](uint32_t key) { return key < keys[i]; }));
           return count;
         };
         return says_words({say(inversions(halves), " inversions are left of the input's ",
                                inversions(chapter_list))});
       }},
      {"far_apart", [] { return says_words({"all warps of this launch 16 16 16 25 %"}); }},
  };
  return all;
}

TEST(MergeQuestions, EveryWayLeadsToTheAnswerAndToNoWrongOne) {
  questions::expect_answered("merge.json", answers());
}

/// A question of the exam, with all its parts, is in one family's file; the families that are here
/// have all of theirs (expect_answered).
TEST(MergeQuestions, ANumberOfTheExamIsInOneFile) {
  std::map<uint32_t, std::string> file_of;
  for (const auto& file :
       std::filesystem::directory_iterator(RADIX_SOURCE_DIR "/assets/questions")) {
    if (file.path().extension() != ".json") continue;
    std::ifstream text(file.path());
    const questions::Json all = questions::Json::parse(std::move(text));
    const std::string name = file.path().filename().string();
    for (const questions::Json& question : all.at("questions")) {
      if (!question.contains("exam")) continue;
      const auto number = question["exam"].get<uint32_t>();
      EXPECT_EQ(file_of.try_emplace(number, name).first->second, name) << number;
    }
  }
  for (uint32_t number = 1; number <= 19; ++number)
    EXPECT_EQ(file_of[number], "merge.json") << number;
}

}  // namespace
}  // namespace scope
