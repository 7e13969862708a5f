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
#include "app/commands/exam.hpp"
#include "app/document/lane_costs.hpp"
#include "app/sorts/families/families.hpp"
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

/// True when a row of cells shows these values of an array, each at its index.
inline bool row_shows(const Scene& scene, const std::string& array, const Numbers& values) {
  std::map<uint32_t, std::size_t> right;  // by row
  for (const Cell& cell : scene.cells)
    if (radix::info(cell.tag.array).name == array && cell.tag.index < values.size() &&
        cell.text == std::to_string(values[cell.tag.index]))
      ++right[cell.tag.row];
  return std::ranges::any_of(right, [&](const auto& row) { return row.second == values.size(); });
}

/// "" or why what a question leads to does not answer it: the sheet's answer, and of a picture its
/// row of cells, too.
inline std::string not_answered(const ExamQuestion& question, const Answer& answer) {
  const auto found = exam_answer(question);
  if (!found) return found.error.sentence;
  if (!question.array.empty()) {
    Document document = make_document();
    run_script(document, "engine cpu; " + question.way);
    const Moment now = moment(document);
    if (question.answer == "picture")
      return row_shows(current_figure(document).draw(now), question.array, answer.values)
                 ? ""
                 : "no row shows them";
    const radix::ArrayInfo* row = now.trace->family->array_named(question.array);
    const radix::Array* array = row ? now.find(*row) : nullptr;
    return array && array->values == answer.values ? "" : "the array has other values";
  }
  std::string values;
  for (const uint32_t value : answer.values)
    values += (values.empty() ? "" : " ") + number_text(value);
  if (!answer.values.empty())
    return found->answer == values ? "" : "the answer is " + found->answer;
  for (const std::string& words : answer.words)
    if (found->answer.find(words) == std::string::npos)
      return "'" + words + "' is not in '" + found->answer + "'";
  return "";
}

/// What every question of a file is answered by, by its name.
using Answers = std::map<std::string, std::function<Answer()>>;

/// Every question of assets/questions/`file` is answered where its way leads, by its answer and by
/// no other; every answer has its question.
inline void expect_answered(const std::string& file, const Answers& answers) {
  std::set<std::string> names;
  const auto all = exam_questions_in(RADIX_SOURCE_DIR "/assets/questions/" + file);
  ASSERT_TRUE(all) << all.error.sentence;
  for (const ExamQuestion& question : *all) {
    const std::string& name = question.name;
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
