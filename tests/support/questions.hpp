/// Does the moment to which a question of assets/questions leads answer it?
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/document/lane_costs.hpp"
#include "app/families/families.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/golden.hpp"

namespace scope::questions {

using Json = radix::checks::Golden;
using Numbers = std::vector<uint32_t>;

/// What should be found: all values of an array, or words.
struct Answer {
  Numbers values;
  std::vector<std::string> words;
};

/// The texts of a picture, those on one line beside each other.
inline std::string lines_of(const Scene& scene) {
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
inline bool row_shows(const Scene& scene, const std::string& array, const Numbers& values) {
  std::map<uint32_t, std::size_t> right;  // by row
  for (const Cell& cell : scene.cells)
    if (radix::info(cell.tag.array).name == array && cell.tag.index < values.size() &&
        cell.text == std::to_string(values[cell.tag.index]))
      ++right[cell.tag.row];
  return std::ranges::any_of(right, [&](const auto& row) { return row.second == values.size(); });
}

/// "" or why the moment to which a question's way leads does not answer it.
inline std::string not_answered(const Json& question, const Answer& answer) {
  Document document = make_document();
  std::string refusal = run_script(document, "engine cpu; " + question["way"].get<std::string>());
  const bool specimen = broke_off(document.lane()) &&
                        radix::rung_named(document.lane().trace->rung)->wrong != nullptr;
  if (!refusal.empty() && !specimen) return refusal;
  const Moment now = moment(document);
  const std::string kind = question["answer"];
  const Scene scene = current_figure(document).draw(now);
  if (kind == "picture")
    return row_shows(scene, question["array"], answer.values) ? "" : "no row shows them";
  if (kind == "numbers") {
    const radix::ArrayInfo* row =
        now.trace->family->array_named(question["array"].get<std::string>());
    const radix::Array* array = row ? now.find(*row) : nullptr;
    return array && array->values == answer.values ? "" : "the array has other values";
  }
  std::string text;
  if (kind == "card") text = formula(now).result;
  if (kind == "sentence") text = why(now);
  if (kind == "place") text = place_words(now);
  if (kind == "kept") text = invariants_of(now).equals;
  if (kind == "figure") text = lines_of(scene);
  if (kind == "totals")
    for (const Figured& each : lane_figures(*now.trace, now.cursor, now.memory))
      text += each.name + " " + each.value + "\n";
  if (kind == "totals")
    for (const Total& each : totals_so_far(now)) text += each.name + " " + each.value + "\n";
  if (!answer.values.empty())
    return text == std::to_string(answer.values[0]) ? "" : "the card says " + text;
  for (const std::string& words : answer.words)
    if (text.find(words) == std::string::npos) return "'" + words + "' is not in '" + text + "'";
  return "";
}

/// What every question of a file is answered by, by its name.
using Answers = std::map<std::string, std::function<Answer()>>;

/// Every question of assets/questions/`file` is answered where its way leads, by its answer and by
/// no other; every answer has its question.
inline void expect_answered(const std::string& file, const Answers& answers) {
  std::set<std::string> names;
  const Json all = Json::parse(std::ifstream(RADIX_SOURCE_DIR "/assets/questions/" + file));
  for (const Json& question : all.at("questions")) {
    const std::string name = question["name"];
    EXPECT_TRUE(names.insert(name).second) << name;
    ASSERT_TRUE(answers.contains(name)) << name;
    Answer answer = answers.at(name)();
    EXPECT_EQ(not_answered(question, answer), "") << name;
    if (!answer.values.empty()) ++answer.values.back();
    if (!answer.words.empty()) answer.words.back() += " or not";
    EXPECT_NE(not_answered(question, answer), "") << name;
  }
  EXPECT_EQ(names.size(), answers.size());
}

}  // namespace scope::questions
