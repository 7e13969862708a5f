/// Every question of assets/questions/lists.json is answered where its way leads; the answers are
/// the golden ones (tests/support/lists.json).
#include <gtest/gtest.h>

#include "tests/support/questions.hpp"

namespace scope {
namespace {

using questions::Answer;
using questions::Json;
using questions::Numbers;

const Json& golden_of_lists() {
  static const Json data = Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/lists.json"));
  return data;
}

/// "6b before 6a, …" of the first equal keys that changed places, or that none did.
Answer order_of_equals(const char* merge) {
  const Json& output = golden_of_lists()["merges"][merge]["output"];
  const Numbers ids = output["ids"].get<Numbers>(), keys = output["keys"].get<Numbers>();
  for (std::size_t i = 0; i + 1 < ids.size(); ++i)
    if (keys[i] == keys[i + 1] && ids[i] > ids[i + 1])
      return {{}, {std::to_string(keys[i]) + "b before " + std::to_string(keys[i]) + "a"}};
  return {{}, {"in input order"}};
}

Answer looks_of(uint32_t lists) {
  for (const Json& each : golden_of_lists()["list_merge_work"])
    if (each["lists"] == lists)
      return {{},
              {": " + std::to_string(each["one_thread_reads"].get<uint32_t>()) + " looks in all"}};
  return {};
}

Answer counts_of_bit_0() {
  Numbers counts;
  for (const Json& pair : golden_of_lists()["strided_4"]["passes"][0]["counts"])
    for (const Json& count : pair) counts.push_back(count);
  return {counts, {}};
}

const questions::Answers& answers_of_lists() {
  static const questions::Answers all = {
      {"counts_of_bit_0", counts_of_bit_0},
      {"sorted_lists",
       [] {
         return Answer{golden_of_lists()["strided_4"]["data"]["keys"].get<Numbers>(), {}};
       }},
      {"first_winner",
       [] {
         const Json& round = golden_of_lists()["merges"]["one_thread"]["rounds"][0];
         return Answer{{}, {"list " + std::to_string(round["winner"].get<uint32_t>()) + " wins"}};
       }},
      {"looks_of_4_lists", [] { return looks_of(4); }},
      {"looks_of_256_lists", [] { return looks_of(256); }},
      {"levels_and_barriers",
       [] {
         return Answer{{}, {"A tree of 2 levels", "a round takes 4 barriers"}};
       }},
      {"stable_by_one_thread", [] { return order_of_equals("one_thread"); }},
      {"stable_by_atomic_min", [] { return order_of_equals("atomic_min"); }},
      {"stable_by_reduction", [] { return order_of_equals("reduction"); }},
      {"stable_by_place",
       [] {
         return Answer{{}, {"asked that, too, would be stable"}};
       }},
      {"six_lists",
       [] {
         return Answer{{}, {"wins with key 2", "key 0, comes before it"}};
       }},
      {"race",
       [] {
         Numbers output;
         for (const Json& key : golden_of_lists()["no_barrier_at_the_end_of_a_round"])
           output.push_back(key.is_null() ? radix::none : key.get<uint32_t>());
         return Answer{output, {}};
       }},
      {"copied_late",
       [] {
         return Answer{{}, {"the lists are not in order by the low 4 bits"}};
       }},
  };
  return all;
}

TEST(ListQuestions, EveryWayLeadsToTheAnswerAndToNoWrongOne) {
  questions::expect_answered("lists.json", answers_of_lists());
}

}  // namespace
}  // namespace scope
