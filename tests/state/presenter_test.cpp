// What the presenter's window says, in a lesson, between steps, during a vote.
#include "app/state/presenter.hpp"

#include <gtest/gtest.h>

#include "app/commands/commands.hpp"
#include "app/document/record.hpp"
#include "app/state/lesson.hpp"
#include "app/state/presets.hpp"

namespace scope {
namespace {

Document presented(const char* script) {
  Document document;
  tick(document, 0);
  EXPECT_EQ(run_script(document, script), "");
  tick(document, 0);
  return document;
}

TEST(Presenter, ASlideHasItsNotesAndTheNextSlide) {
  const Document document = presented("lesson coalescing; slide 5");
  const PresenterPage page = presenter_page(document);
  const Lesson& lesson = *lesson_named("coalescing");
  EXPECT_EQ(page.place, "slide 5 of 11");
  EXPECT_EQ(page.lesson, heading_of(lesson));
  EXPECT_EQ(page.notes, lesson.slides[4].notes);
  EXPECT_EQ(page.title, lesson.slides[4].title);
  EXPECT_EQ(page.next, lesson.slides[5].title);
  EXPECT_NE(page.reason, "");
  EXPECT_NE(page.formula, "");
}

/// On every slide of every lesson, to its end.
TEST(Presenter, EverySlideSaysSomethingAndWhatIsNext) {
  for (const Lesson& lesson : lessons()) {
    Document document;
    tick(document, 0);
    ASSERT_EQ(begin_lesson(document, lesson), "");
    for (std::size_t k = 0; k < lesson.slides.size(); ++k) {
      ASSERT_EQ(show_slide(document, k), "");
      const PresenterPage page = presenter_page(document);
      EXPECT_EQ(page.notes, lesson.slides[k].notes) << lesson.name << " " << k + 1;
      EXPECT_NE(page.next, "") << lesson.name << " " << k + 1;
    }
  }
}

TEST(Presenter, AnAnswerIsTheLecturersUntilItIsShown) {
  Document document = presented("lesson coalescing; slide 10");
  EXPECT_EQ(presenter_page(document).answer, slide_shown(document)->answer);
  ASSERT_EQ(run_script(document, "answer on"), "");
  EXPECT_EQ(presenter_page(document).answer, "");
}

TEST(Presenter, BetweenStepsItHasTheReasonAndTheNextStep) {
  const Document document =
      presented("preset chapter; sort digits; radix 2; seek pass 1 table_scan; reasons off");
  const PresenterPage page = presenter_page(document);
  EXPECT_TRUE(page.place.starts_with("step ")) << page.place;
  EXPECT_NE(page.notes, "") << "what H hides from the class";
  EXPECT_EQ(page.reason, "") << "said twice";
  EXPECT_NE(page.next, "");
  EXPECT_NE(page.next_caption, "");
}

TEST(Presenter, AtTheEndNothingIsNext) {
  const PresenterPage page = presenter_page(presented("preset chapter; sort digits; last"));
  EXPECT_EQ(page.next, "");
}

/// The class sees a blinded run; its lecturer the answer, and the hands as they are counted.
TEST(Presenter, DuringAVoteItHasTheHandsAndTheRightAnswer) {
  Document document = presented("preset chapter; sort digits; radix 2; predict freeze");
  ASSERT_NE(question_asked(document), nullptr);
  ASSERT_EQ(run_script(document, "vote A 12; vote C 3"), "");
  const PresenterPage page = presenter_page(document);
  ASSERT_EQ(page.votes.size(), letters);
  EXPECT_EQ(page.votes[0].hands, "12");
  EXPECT_EQ(page.votes[2].hands, "3");
  EXPECT_EQ(std::ranges::count(page.votes, true, &VoteLine::right), 1);
  EXPECT_NE(page.answer, "");
}

TEST(Presenter, TheClock) {
  EXPECT_EQ(hour_words(9, 5), "09:05");
  EXPECT_EQ(elapsed_words(0), "0:00");
  EXPECT_EQ(elapsed_words(754), "12:34");
  EXPECT_EQ(elapsed_words(3600 + 61), "1:01:01");
}

}  // namespace
}  // namespace scope
