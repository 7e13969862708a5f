/// Every question of assets/questions/devices.json is answered where its way leads; the answers are
/// the golden ones (tests/support/devices.json).
#include <gtest/gtest.h>

#include "tests/support/questions.hpp"

namespace scope {
namespace {

using questions::Answer;
using questions::Json;
using questions::Numbers;

Json golden_answers(const char* run) {
  static const Json data =
      Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/devices.json"));
  return data.at(run);
}

Answer crossing(const char* run) {
  const Json golden = golden_answers(run);
  const auto stay = golden["keys_kept"].get<uint32_t>(),
             cross = golden["keys_sent"].get<uint32_t>();
  return {{}, {std::to_string(stay) + " stay and " + std::to_string(cross) + " go"}};
}

const questions::Answers& answers_of_devices() {
  static const questions::Answers all = {
      {"device_splitters",
       [] {
         return Answer{golden_answers("p4")["splitters"].get<Numbers>(), {}};
       }},
      {"matrix",
       [] {
         Numbers counts;
         for (const Json& row : golden_answers("p4")["send_counts"])
           for (const Json& count : row) counts.push_back(count);
         return Answer{counts, {}};
       }},
      {"matrix_diagonal", [] { return crossing("p4"); }},
      {"matrix_column",
       [] {
         const Json sizes = golden_answers("p4")["sizes"];
         std::string text;
         for (std::size_t d = 0; d < sizes.size(); ++d)
           text += (d == 0                  ? ""
                    : d + 1 == sizes.size() ? " and "
                                            : ", ") +
                   std::to_string(sizes[d].get<uint32_t>());
         return Answer{{}, {text}};
       }},
      {"receive_offset",
       [] {
         return Answer{{golden_answers("p4")["receive_offsets"][2][1].get<uint32_t>()}, {}};
       }},
      {"reversed_devices", [] { return crossing("reversed_p4"); }},
  };
  return all;
}

TEST(DeviceQuestions, EveryWayLeadsToTheAnswerAndToNoWrongOne) {
  questions::expect_answered("devices.json", answers_of_devices());
}

}  // namespace
}  // namespace scope
