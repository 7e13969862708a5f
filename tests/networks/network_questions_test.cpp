// Every question of assets/questions/networks.json: its commands lead to a moment, and the answer,
// from the golden numbers or counted here, stands there.
#include <gtest/gtest.h>

#include <fstream>

#include "app/core/base/text.hpp"
#include "tests/support/questions.hpp"

namespace scope {
namespace {

using questions::Answer;
using questions::Json;
using questions::Numbers;

Json read_numbers(const char* file) {
  return Json::parse(std::ifstream(std::string(RADIX_SOURCE_DIR) + file));
}

const Json& golden_numbers() {
  static const Json data = read_numbers("/tests/support/networks.json");
  return data;
}
const Json& golden_rounds() {
  static const Json data = read_numbers("/tests/support/transposition.json").at("chapter");
  return data;
}
Json golden_run(const char* network) {
  for (const Json& run : golden_numbers()["runs"])
    if (run["network"] == network && run["name"] == "chapter") return run;
  throw std::runtime_error("no such run");
}

uint32_t swapped_in(const Json& layer) {
  uint32_t count = 0;
  for (const Json& each : layer["swapped"]) count += each.get<uint32_t>();
  return count;
}
uint32_t exchanges_of_all_rounds() {
  uint32_t count = 0;
  for (const Json& round : golden_rounds()["rounds"]) count += swapped_in(round);
  return count;
}
std::string size_words(const char* network) {
  const Json& run = golden_run(network);
  std::size_t pairs = 0;
  for (const Json& layer : run["layers"]) pairs += layer["pairs"].size();
  return say(run["layers"].size(), " layers with ", pairs, " comparators");
}
std::string launches_words(const char* network, const char* tile) {
  return say("launches ", golden_numbers()["launches_16"][network][tile].get<uint32_t>());
}
std::string failing_words(std::size_t comparator) {
  return say(
      golden_numbers()["one_comparator_missing"]["odd_even_merge"][comparator].get<uint32_t>(),
      " of 256 inputs");
}

const questions::Answers& answers() {
  static const questions::Answers all = {
      {"round_1",
       [] {
         return Answer{golden_rounds()["rounds"][0]["keys"].get<Numbers>(), {}};
       }},
      {"exchanged_1",
       [] {
         return Answer{{}, {say(swapped_in(golden_rounds()["rounds"][0]), " of 8 pairs")}};
       }},
      {"quiet",
       [] {
         return Answer{{}, {"round 16 of 16"}};
       }},
      {"rounds",
       [] {
         return Answer{{}, {"16 rounds, one launch each", say(16 * 15 / 2, " comparisons")}};
       }},
      {"inversions",
       [] {
         return Answer{{}, {say(exchanges_of_all_rounds(), " are inversions in this input")}};
       }},
      {"way_of_0",
       [] {
         return Answer{{}, {"round 1 of 16"}};
       }},
      {"one_place",
       [] {
         return Answer{{}, {"A key moves at most one place per round"}};
       }},
      {"why_stable",
       [] {
         return Answer{{}, {"are equal, so they stay: equal keys keep their order"}};
       }},
      {"rounds_stable",
       [] {
         return Answer{{}, {"in input order"}};
       }},
      {"bitonic_size",
       [] {
         return Answer{{}, {size_words("bitonic")}};
       }},
      {"merge_size",
       [] {
         return Answer{{}, {size_words("odd_even_merge")}};
       }},
      {"distances",
       [] {
         return Answer{{}, {"distance 1 2 1 4 2 1 8 4 2 1"}};
       }},
      {"wire_6",
       [] {
         return Answer{{6 ^ 4}, {}};
       }},
      {"after_stage_3",
       [] {
         return Answer{golden_run("bitonic")["layers"][5]["keys"].get<Numbers>(), {}};
       }},
      {"runs_down",
       [] {
         return Answer{{}, {"runs of 4, every other one in reverse order"}};
       }},
      {"groups_down",
       [] {
         return Answer{{}, {"The runs at places 4–7 and 12–15 are in reverse order"}};
       }},
      {"tens",
       [] {
         return Answer{{}, {"10b before 10a"}};
       }},
      {"merge_tens",
       [] {
         return Answer{{}, {"in input order"}};
       }},
      {"merge_few",
       [] {
         return Answer{{}, {"8 pairs changed places"}};
       }},
      {"thirteen",
       [] {
         return Answer{{}, {"10 layers with 57 comparators"}};
       }},
      {"inputs",
       [] {
         return Answer{{}, {"65,536", "20,922,789,888,000"}};
       }},
      {"without_last",
       [] {
         return Answer{{}, {failing_words(18)}};
       }},
      {"without_first",
       [] {
         return Answer{{}, {failing_words(0)}};
       }},
      {"tiles",
       [] {
         return Answer{{}, {launches_words("bitonic", "4")}};
       }},
      {"layers",
       [] {
         return Answer{{}, {launches_words("bitonic", "1")}};
       }},
      {"merge_tiles_4",
       [] {
         return Answer{{}, {launches_words("odd_even_merge", "4")}};
       }},
      {"merge_tiles_8",
       [] {
         return Answer{{}, {launches_words("odd_even_merge", "8")}};
       }},
  };
  return all;
}

TEST(NetworkQuestions, EveryWayLeadsToTheAnswerAndToNoWrongOne) {
  questions::expect_answered("networks.json", answers());
}

}  // namespace
}  // namespace scope
