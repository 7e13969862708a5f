// Every question of a sheet can be answered from the sheet alone: a solver that knows the chapter
// and reads nothing but the text finds the answer of every one.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "app/export/question_sheet.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/said.hpp"
#include "tests/support/sheet_solver.hpp"
#include "tests/support/thorough.hpp"
#include "text/parts.hpp"
#include "text/radix.hpp"
#include "text/sheet.hpp"

namespace scope {
namespace {

using sheets::Solved;
using sheets::Solver;

template <class T>
T one_of_list(std::initializer_list<T> list, std::mt19937& next) {
  return list.begin()[next() % list.size()];
}

/// A run of this sort whose every setting was drawn; no keys: they did not go together.
Trace drawn(const radix::SortInfo& sort, uint32_t seed) {
  std::mt19937 next(seed);
  radix::Settings s;
  using radix::KeyType;
  s.key_type = one_of_list(
      {KeyType::plain, KeyType::plain, KeyType::sign, KeyType::real, KeyType::text}, next);
  s.key_bits = s.key_type == KeyType::real   ? 32
               : s.key_type == KeyType::text ? 16
                                             : one_of_list({3u, 4u, 5u, 8u}, next);
  if (s.key_type == KeyType::plain) s.second_bits = one_of_list({0u, 0u, 2u, 3u}, next);
  s.threads_per_block = one_of_list({2u, 3u, 4u, 4u, 8u}, next);
  s.radix_bits = one_of_list({1u, 2u, 2u, 3u, 8u}, next);
  s.keys_per_thread = one_of_list({1u, 1u, 2u, 3u}, next);
  s.order = one_of_list(
      {radix::SortOrder::ascending, radix::SortOrder::descending, radix::SortOrder::reversed},
      next);
  s.network = one_of_list(
      {radix::Network::bitonic, radix::Network::mirrored, radix::Network::odd_even_merge}, next);
  s.start = one_of_list({radix::SortStart::single, radix::SortStart::block}, next);
  s.lists = one_of_list({1u, 2u, 4u, 8u}, next);
  s.list_merge = static_cast<radix::ListMerge>(next() % 4);
  s.ranks = static_cast<radix::RankBy>(next() % 2);
  s.warp_size = static_cast<radix::WarpSize>(next() % 4);
  s.devices = 1 + static_cast<uint32_t>(next() % 6);
  s.oversampling = 1 + static_cast<uint32_t>(next() % 4);
  s.finish = one_of_list({1u, 2u, 4u}, next);
  if (s.key_type == KeyType::plain && next() % 2 == 0)
    s.compare = static_cast<radix::Compare>(next() % 3);
  const uint32_t count = one_of_list({5u, 8u, 11u, 16u, 23u}, next);
  Numbers keys;
  for (uint32_t i = 0; i < count; ++i) {
    auto key = static_cast<uint32_t>(next());
    if (s.key_type == KeyType::text) {
      const uint32_t last = 'a' + (key >> 8) % 4;
      key = ('a' + key % 4) << 8 | (key % 3 == 0 ? 0 : last);
    } else if (s.key_type == KeyType::real) {
      key = key & 0x80c00000u;  // few different ones, no NaN
    } else {
      key >>= 32 - s.key_bits - s.second_bits;
      if (s.compare == radix::Compare::fraction) key |= 1;
    }
    keys.push_back(key);
  }
  const radix::Settings used = radix::settings_for(sort, s);
  const auto problem = radix::Problem::make(keys, used);
  if (!problem) return {};
  return radix::run({.problem = *problem, .sort = sort.name, .engine = radix::EngineChoice::cpu});
}

struct Counted {
  std::map<std::string, uint32_t> asked;  ///< questions of each kind
  uint32_t all = 0;
};

/// What the solver says of the whole sheet.
void every_question_is_answered(const std::string& language, Counted& counted) {
  const uint32_t runs = cases(4, 60);
  auto& [asked, all] = counted;
  for (const radix::SortInfo& sort : radix::sorts()) {
    if (sort.wrong) continue;
    uint32_t of_sort = 0;
    for (uint32_t seed = 0; seed < runs; ++seed) {
      const Trace run = drawn(sort, seed * 131 + all);
      if (run.steps.empty() || !run.error.empty()) continue;
      const auto sheet = question_sheet(run, seed, 6);
      const auto questions =
          sheets::questions_of(question_sheet_text(run, sheet, "markdown", seed));
      ASSERT_EQ(questions.size(), sheet.size());
      for (std::size_t k = 0; k < sheet.size(); ++k) {
        ++asked[sheet[k].kind->name], ++all, ++of_sort;
        EXPECT_EQ(Solver(questions[k].question).answer().value_or("no answer"), questions[k].answer)
            << language << ": " << sort.name << ", " << sheet[k].kind->name << ", seed " << seed
            << ": " << questions[k].question;
      }
    }
    EXPECT_GT(of_sort, 2u) << sort.name;
  }
}

TEST(QuestionSheet, EveryQuestionIsAnsweredFromItsTextAlone) {
  Counted all;
  in_every_language([&](const std::string& language) {
    Counted one;
    one.all = all.all;  // other runs in each language
    every_question_is_answered(language, one);
    EXPECT_GE(one.asked.size(), 20u) << language;
    EXPECT_GE(one.all - all.all, 150u) << language;
    all.all = one.all;
    for (const auto& [kind, count] : one.asked) all.asked[kind] += count;
  });
  EXPECT_GE(all.asked.size(), 25u);
  RecordProperty("questions", static_cast<int>(all.all));
}

/// A translation that loses what the question is about is found.
TEST(QuestionSheet, AWrongPlaceInTheTextIsAnotherAnswer) {
  in_every_language([](const std::string& language) {
    const auto question = [](const char* place) {
      return text::sheet::keys_now({.bits = 4, .keys = "12 3 6 9", .place = "1"}) + " " +
             text::radix::ask_slot_of_bit(
                 {.bits = text::parts::bits({.count = 1, .high = 0, .low = 0}),
                  .key = "3",
                  .place = place,
                  .value = "1"});
    };
    EXPECT_EQ(Solver(question("1")).answer(), "2") << language;
    EXPECT_EQ(Solver(question("0")).answer(), "0") << language;
    std::string lost = question("1");
    lost.replace(lost.rfind('1'), 1, "");
    EXPECT_EQ(Solver(lost).answer(), std::nullopt) << language;
  });
}

TEST(QuestionSheet, TheSolverDoesNotGuess) {
  const std::string head = "Part 1 of 2. The keys, of 4 bits, are now: 12 3 6 9. ";
  EXPECT_EQ(Solver(head + "Which bucket does key 4 find?").answer(), std::nullopt);
  EXPECT_EQ(
      Solver("The keys stand so: 5 7 10. How many keys does device 3 send to device 0?").answer(),
      std::nullopt);
  EXPECT_EQ(
      Solver(head +
             "The splitters are 6 9, and a key that equals a splitter goes to the bucket after it. "
             "Which bucket does key 9 go to, counting from 0?")
          .answer(),
      "2");
}

}  // namespace
}  // namespace scope
