/// Every question of assets/questions/msd.json is answered where its way leads; the answers are the
/// golden ones (msd.json beside this file).
#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/questions.hpp"

namespace scope {
namespace {

using questions::Answer;
using questions::Json;
using questions::Numbers;

Json golden_run(const char* name) {
  static const Json data = Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/msd/msd.json"));
  return data[name];
}
Json golden_levels(const char* name) { return golden_run(name)["levels"]; }

const Numbers chapter_numbers{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};

/// The chapter's keys by their identities.
Numbers keys_by(const Json& ids) {
  Numbers all;
  for (const Json& id : ids) all.push_back(chapter_numbers[id.get<uint32_t>()]);
  return all;
}
std::string inversions_in(const Numbers& keys) {
  uint32_t count = 0;
  for (std::size_t i = 0; i < keys.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) count += keys[k] > keys[i] ? 1 : 0;
  return std::to_string(count);
}

const questions::Answers& answers_of_levels() {
  static const questions::Answers all = {
      {"msd_level1",
       [] {
         return Answer{keys_by(golden_levels("msd_r1")[0]["output"]), {}};
       }},
      {"msd_segments",
       [] {
         const std::size_t open = golden_levels("msd_r1")[3]["segments"].size();
         return Answer{{}, {std::to_string(open) + " have more than one key"}};
       }},
      {"msd_first_digit",
       [] {
         Numbers sizes;
         for (const Json& row : golden_levels("msd_r2")[0]["counts"][0]) {
           const Numbers counts = row.get<Numbers>();
           sizes.push_back(std::accumulate(counts.begin(), counts.end(), 0u));
         }
         return Answer{sizes, {}};
       }},
      {"msd_finish",
       [] {
         const Json made = golden_run("msd_r2_small4");
         const std::string moved = std::to_string(made["moved"].get<uint32_t>());
         return Answer{{},
                       {"keys through tables " + moved + " / " + moved, "lowest digit first 32"}};
       }},
      {"lsd_inversions",
       [] {
         Numbers keys = chapter_numbers;
         const std::string before = inversions_in(keys);
         std::ranges::stable_sort(keys, {}, [](uint32_t key) { return key & 1; });
         return Answer{{}, {inversions_in(keys) + " inversions are left", "input's " + before}};
       }},
      {"msd_inversions",
       [] {
         return Answer{{},
                       {inversions_in(keys_by(golden_levels("msd_r1")[0]["output"])) +
                        " inversions are left"}};
       }},
      {"msd_stability",
       [] {
         return Answer{{}, {"makes the level stable. Without that"}};
       }},
  };
  return all;
}

TEST(HighestDigitFirstQuestions, EveryWayLeadsToTheAnswerAndToNoWrongOne) {
  questions::expect_answered("msd.json", answers_of_levels());
}

}  // namespace
}  // namespace scope
