// Every question of assets/questions/networks.json: its verbs lead to a moment, and the answer,
// from the golden numbers or counted here, stands there.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "app/base/text.hpp"
#include "app/commands/commands.hpp"
#include "app/document/lane_costs.hpp"
#include "app/families/families.hpp"
#include "tests/support/app_states.hpp"

namespace scope {
namespace {

using Json = nlohmann::json;
using Numbers = std::vector<uint32_t>;

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
const Json& golden_run(const char* network) {
  for (const Json& run : golden_numbers()["runs"])
    if (run["network"] == network && run["name"] == "chapter") return run;
  throw std::runtime_error("no such run");
}

/// What should be found: all values of an array, or words.
struct Answer {
  Numbers values;
  std::vector<std::string> words;
};

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

const std::map<std::string, std::function<Answer()>>& answers() {
  static const std::map<std::string, std::function<Answer()>> all = {
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
         return Answer{{}, {say(exchanges_of_all_rounds(), " pairs stand the wrong way round")}};
       }},
      {"way_of_0",
       [] {
         return Answer{{}, {"Key 7 belongs behind key 0: they change places"}};
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
         return Answer{{}, {"runs of 4, up and down in turn"}};
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
         return Answer{{}, {"and 7 pairs more"}};
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

/// The texts of a picture, those on one line beside each other.
std::string lines_of(const Scene& scene) {
  std::map<float, std::multimap<float, std::string>> lines;
  for (const Text& text : scene.texts) lines[text.at.y].emplace(text.at.x, text.text);
  std::string all;
  for (const auto& [y, texts] : lines) {
    for (const auto& [x, text] : texts) all += text + " ";
    all += "\n";
  }
  return all;
}

/// True when a row of cells shows these values of an array, each at its index.
bool row_shows(const Scene& scene, const std::string& array, const Numbers& values) {
  std::map<uint32_t, std::size_t> right;  // by row
  for (const Cell& cell : scene.cells)
    if (radix::info(cell.tag.array).name == array && cell.tag.index < values.size() &&
        cell.text == std::to_string(values[cell.tag.index]))
      ++right[cell.tag.row];
  return std::ranges::any_of(right, [&](const auto& row) { return row.second == values.size(); });
}

/// "" or why the moment to which a question's way leads does not answer it.
std::string not_answered(const Json& question, const Answer& answer) {
  Document document = make_document();
  std::string refusal = run_script(document, "engine cpu; " + question["way"].get<std::string>());
  if (!refusal.empty()) return refusal;
  const Moment now = moment(document);
  const std::string kind = question["answer"];
  const Scene scene = current_figure(document).draw(now);
  if (kind == "picture")
    return row_shows(scene, question["array"], answer.values) ? "" : "no row shows them";
  std::string text;
  if (kind == "card") text = formula(now).result;
  if (kind == "sentence") text = why(now);
  if (kind == "place") text = place_words(now);
  if (kind == "kept") text = invariants_of(now).equals;
  if (kind == "figure") text = lines_of(scene);
  if (kind == "totals")
    for (const Figured& each : lane_figures(*now.trace, now.cursor, now.memory))
      text += each.name + " " + each.value + "\n";
  if (!answer.values.empty())
    return text == std::to_string(answer.values[0]) ? "" : "the card says " + text;
  for (const std::string& words : answer.words)
    if (text.find(words) == std::string::npos) return "'" + words + "' is not in '" + text + "'";
  return "";
}

TEST(NetworkQuestions, EveryWayLeadsToTheAnswerAndToNoWrongOne) {
  std::set<std::string> names;
  const Json file = read_numbers("/assets/questions/networks.json");
  for (const Json& question : file.at("questions")) {
    const std::string name = question["name"];
    EXPECT_TRUE(names.insert(name).second) << name;
    ASSERT_TRUE(answers().contains(name)) << name;
    Answer answer = answers().at(name)();
    EXPECT_EQ(not_answered(question, answer), "") << name;
    if (!answer.values.empty()) ++answer.values.back();
    if (!answer.words.empty()) answer.words.back() += " or not";
    EXPECT_NE(not_answered(question, answer), "") << name;
  }
  EXPECT_EQ(names.size(), answers().size());
}

}  // namespace
}  // namespace scope
