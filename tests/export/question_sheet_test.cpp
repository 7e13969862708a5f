// Sheets of questions in every format, and the questions of an HTML handout.
#include "app/export/question_sheet.hpp"

#include <gtest/gtest.h>

#include "app/commands/commands.hpp"
#include "app/commands/exam.hpp"
#include "app/core/base/base64.hpp"
#include "app/core/base/text.hpp"
#include "app/export/html.hpp"
#include "app/export/pages.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/looks.hpp"

namespace scope {
namespace {

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

Trace digits_of_the_chapter() {
  return record(chapter_keys, {.key_bits = 4, .threads_per_block = 4, .radix_bits = 2}, "digits");
}

TEST(QuestionSheet, EveryFormatHasEveryQuestionAndItsAnswer) {
  const Trace run = digits_of_the_chapter();
  const auto sheet = question_sheet(run, 1, 10);
  ASSERT_EQ(sheet.size(), 10u);
  const std::string markdown = question_sheet_text(run, sheet, "markdown", 1);
  const std::string csv = question_sheet_text(run, sheet, "csv", 1);
  const std::string gift = question_sheet_text(run, sheet, "gift", 1);
  EXPECT_EQ(times(csv, "\n"), sheet.size() + 1);
  EXPECT_EQ(times(gift, "\n::"), sheet.size());
  EXPECT_EQ(times(gift, "{"), times(gift, "}"));
  const std::string answers = markdown.substr(markdown.find("## Answers"));
  for (std::size_t k = 0; k < sheet.size(); ++k) {
    const Question& each = sheet[k];
    EXPECT_EQ(times(markdown, say("\n", k + 1, ". ")), 2u);
    EXPECT_NE(csv.find(each.text.substr(0, 20)), csv.npos);
    const std::string right = std::to_string(each.answer);
    if (has_choice(each))
      EXPECT_NE(gift.find(say("\n  =", right, "\n")), gift.npos);
    else
      EXPECT_NE(gift.find(say("{#", right, "}")), gift.npos) << each.text;
    EXPECT_TRUE(answers.find(say(k + 1, ". ", right, "\n")) != answers.npos ||
                answers.find(say(": ", right, "\n")) != answers.npos);
  }
  EXPECT_EQ(question_sheet_text(run, question_sheet(run, 1, 10), "gift", 1), gift);
  EXPECT_NE(question_sheet_text(run, question_sheet(run, 2, 10), "gift", 2), gift);
}

TEST(QuestionSheet, TheCommandWritesOneOrSaysWhyNot) {
  Document document = document_with("12 3 6 9 15 8 5 10", 4, 4, "block_sort");
  ASSERT_EQ(run_script(document, "questions markdown 3"), "");
  EXPECT_EQ(times(document.printed, "\n3. "), 2u);
  EXPECT_EQ(times(document.printed, "\n4. "), 0u);
  EXPECT_NE(run_script(document, "questions frog"), "");
  EXPECT_NE(run_script(document, "questions csv 0"), "");
  EXPECT_NE(run_script(document, "sort lists_race; questions csv"), "");
  EXPECT_EQ(times(document.printed, "number,sort"), 0u);
}

/// The bank of the chapter, of a section: every question, and its answer read off the run to which
/// it leads (that those are right: tests/*/…questions_test.cpp).
TEST(ExamSheet, HasTheQuestionsOfASectionAndTheirAnswers) {
  const auto all = exam_questions();
  ASSERT_TRUE(all) << all.error.sentence;
  EXPECT_GE(all->size(), 107u);
  const auto of = static_cast<std::size_t>(
      std::ranges::count(*all, std::string("13.1"), &ExamQuestion::section));
  ASSERT_GT(of, 2u);
  Document document = document_with("1 0", 1, 2, "one_bit");
  const auto sheet = [&](const std::string& format) {
    document.printed.clear();
    EXPECT_EQ(run_script(document, say("exam ", format, " 13.1")), "");
    return document.printed;
  };
  const std::string markdown = sheet("markdown"), gift = sheet("gift");
  EXPECT_EQ(times(sheet("csv"), "\n"), of + 1);
  EXPECT_EQ(times(gift, "\n::"), of);
  EXPECT_EQ(times(gift, "{####"), of);
  EXPECT_EQ(times(gift, "{"), times(gift, "}"));
  for (const ExamQuestion& each : *all)
    if (each.section == "13.1") {
      EXPECT_EQ(times(markdown, each.question), 1u) << each.name;
      EXPECT_EQ(times(markdown, exam_answer(each)->answer), 1u) << each.name;
    }
  EXPECT_NE(run_script(document, "exam markdown 15"), "");
  EXPECT_NE(run_script(document, "exam frog"), "");
}

TEST(HtmlQuestions, StandOnTheirPagesWithAnswersThatAreNotReadAtAGlance) {
  Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "one_bit");
  const std::string none = to_html(handout_of(document, StepSize::inside));
  EXPECT_EQ(times(none, "<form class=\"ask\""), 0u);
  ASSERT_EQ(run_script(document, "predict on; first; next"), "");
  const auto& plan = document.predict.plan;
  ASSERT_FALSE(plan.empty());
  const std::string html = to_html(handout_of(document, StepSize::inside));
  EXPECT_EQ(times(html, "<form class=\"ask\""), plan.size());
  std::size_t from = 0;
  for (const Question& each : plan) {
    const std::string mark = "data-answer=\"";
    from = html.find(mark, from) + mark.size();
    const auto bytes = from_base64(html.substr(from, html.find('"', from) - from));
    ASSERT_TRUE(bytes);
    EXPECT_EQ(std::string(bytes->begin(), bytes->end()), std::to_string(each.answer));
  }
  const std::string script = html.substr(html.find("// What a page asks"));
  EXPECT_LT(script.find("slider.addEventListener"), 3000u);
}

}  // namespace
}  // namespace scope
