/// Every question of assets/questions/sample.json is answered where its way leads; the answers are
/// the golden ones (tests/support/sample.json).
#include <gtest/gtest.h>

#include "app/core/base/text.hpp"
#include "app/core/model/tradeoff.hpp"
#include "app/sorts/sample/balance.hpp"
#include "tests/support/questions.hpp"

namespace scope {
namespace {

using questions::Answer;
using questions::Json;
using questions::Numbers;

const Json& golden_of_buckets() {
  static const Json data =
      Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/sample.json"));
  return data;
}
Json golden_sample(const char* name) { return golden_of_buckets()["sample"][name]; }

const Numbers chapter_numbers{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};

/// The chapter's keys by their identities.
Numbers keys_by(const Json& ids) {
  Numbers all;
  for (const Json& id : ids) all.push_back(chapter_numbers[id.get<uint32_t>()]);
  return all;
}
std::string listing(const Json& numbers) { return listed(numbers.get<Numbers>()); }
Numbers flattened(const Json& rows) {
  Numbers all;
  for (const Json& row : rows)
    for (const Json& each : row) all.push_back(each);
  return all;
}
std::string largest_of(const char* name) {
  const Numbers sizes = golden_sample(name)["bucket_sizes"].get<Numbers>();
  return std::to_string(*std::ranges::max_element(sizes));
}

/// Of question 48: the largest of 64 buckets beside the average, by sorting everything; the median
/// of as many draws of 2^14 keys.
double expansion(uint32_t samples) {
  constexpr uint32_t keys = 1u << 14, buckets = 64;
  std::vector<double> all;
  for (uint32_t draw = 1; draw <= balance_draws; ++draw) {
    Numbers drawn = uniform_keys(keys, draw), sample;
    const uint32_t count = buckets * samples;
    for (uint64_t q = 0; q < count; ++q) sample.push_back(drawn[(2 * q + 1) * keys / (2 * count)]);
    std::ranges::sort(sample);
    std::ranges::sort(drawn);
    std::ptrdiff_t begin = 0, largest = 0;
    for (uint32_t b = 1; b <= buckets; ++b) {
      const auto end =
          b == buckets ? drawn.end() : std::ranges::lower_bound(drawn, sample[b * samples]);
      largest = std::max(largest, end - drawn.begin() - begin);
      begin = end - drawn.begin();
    }
    all.push_back(static_cast<double>(largest) * buckets / keys);
  }
  std::ranges::sort(all);
  return all[all.size() / 2];
}

/// The model of the design drew other keys (Python's): medians of 21 draws, so near them.
TEST(Balance, IsNearTheGoldenOne) {
  const std::pair<uint32_t, double> golden[] = {{1, 4.855},  {2, 3.395},  {4, 2.512}, {8, 2.047},
                                                {16, 1.645}, {32, 1.461}, {64, 1.305}};
  ASSERT_EQ(balance_of_random_keys().size(), std::size(golden));
  for (std::size_t k = 0; k < std::size(golden); ++k) {
    const Balance& each = balance_of_random_keys()[k];
    EXPECT_EQ(each.samples, golden[k].first);
    EXPECT_NEAR(each.expansion() / golden[k].second, 1, 0.12) << each.samples;
    EXPECT_EQ(each.expansion(), expansion(each.samples)) << each.samples;
    EXPECT_GT(each.worst, each.median);
  }
}

const questions::Answers& answers_of_buckets() {
  static const questions::Answers all = {
      {"sample",
       [] {
         return Answer{{}, {listing(golden_sample("p4_s2")["sample"])}};
       }},
      {"splitters",
       [] {
         return Answer{{}, {listing(golden_sample("p4_s2")["splitters"])}};
       }},
      {"bucket_sizes",
       [] {
         return Answer{golden_sample("p4_s2")["bucket_sizes"].get<Numbers>(), {}};
       }},
      {"bucket_of_9",
       [] {
         return Answer{{golden_sample("p4_s2")["bucket_of"][8].get<uint32_t>()}, {}};
       }},
      {"sample_table",
       [] {
         return Answer{flattened(golden_sample("p4_s2")["bucket_counts"]), {}};
       }},
      {"partitioned",
       [] {
         return Answer{keys_by(golden_sample("p4_s2")["partitioned"]), {}};
       }},
      {"oversampling",
       [] {
         return Answer{
             {}, {largest_of("p4_s1") + " " + largest_of("p4_s2") + " ", largest_of("p4_s4")}};
       }},
      {"equal_keys",
       [] {
         return Answer{golden_sample("all_equal")["bucket_sizes"].get<Numbers>(), {}};
       }},
      {"balance",
       [] {
         return Answer{{},
                       {fixed_number(expansion(1), 2) + " times the average",
                        fixed_number(expansion(64), 2) + " times with 64"}};
       }},
  };
  return all;
}

TEST(BucketQuestions, EveryWayLeadsToTheAnswerAndToNoWrongOne) {
  questions::expect_answered("sample.json", answers_of_buckets());
}

}  // namespace
}  // namespace scope
