// A lesson on the screen: the way through its slides, its end, and what is left of it.
#include "app/state/lesson.hpp"
#include "app/state/presets.hpp"

#include <gtest/gtest.h>

#include "tests/support/app_states.hpp"
#include "tests/support/lessons.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

TEST(LessonShow, GoesThroughAllSlidesForwardAndBack) {
  const Lesson& lesson = the("coalescing");
  App app = make_app();
  ASSERT_EQ(act(app, "lesson", "coalescing"), "");
  std::vector<std::string> pictures;
  for (std::size_t k = 0; k < lesson.slides.size(); ++k) {
    EXPECT_EQ(app.slide, k);
    pictures.push_back(picture(app));
    ASSERT_EQ(act(app, "next"), "");
    tick(app, 0);
  }
  EXPECT_TRUE(at_end_of_lesson(app));
  for (std::size_t k = lesson.slides.size(); k-- > 0;) {
    ASSERT_EQ(act(app, "back"), "");
    tick(app, 0);
    EXPECT_EQ(app.slide, k);
    EXPECT_EQ(picture(app), pictures[k]) << k;
  }
  ASSERT_EQ(act(app, "back"), "") << "before the first there is none";
  EXPECT_EQ(app.slide, 0u);
}

TEST(LessonShow, MovesFreelyInsideTheRunAndThenGoesOn) {
  App app = make_app();
  ASSERT_EQ(run_script(app, "lesson parallel 2; next_pass; last; seek 3"), "");
  EXPECT_EQ(app.slide, 1u);
  ASSERT_EQ(act(app, "next"), "");
  EXPECT_EQ(app.slide, 2u);
  App straight = make_app();
  ASSERT_EQ(run_script(straight, "lesson parallel 3"), "");
  EXPECT_EQ(picture(app), picture(straight));
}

TEST(LessonShow, KeysTravelToTheNextStep) {
  App app = make_app();
  ASSERT_EQ(act(app, "lesson", "parallel 7"), "");
  EXPECT_EQ(look(app).moved, 1);
  ASSERT_EQ(act(app, "next"), "");
  EXPECT_LT(look(app).moved, 1) << "the output is one step behind the destinations";
  settle(app);
  ASSERT_EQ(act(app, "back"), "");
  EXPECT_EQ(look(app).moved, 1);
  ASSERT_EQ(act(app, "slide", "1"), "");
  EXPECT_EQ(look(app).moved, 1);
}

TEST(LessonShow, LeavingBringsBackWhatWasThere) {
  App app = make_app();
  ASSERT_EQ(run_script(app, "keys 5 4 3 2 1; rung digits; radix 3; seek 4; pin 2; figure fig13-8; theme light"), "");
  const std::string before = state_string(app);
  ASSERT_EQ(run_script(app, "lesson coarsening; next; next; lesson coalescing 8; theme print"), "");
  EXPECT_NE(state_string(app), before);
  ASSERT_EQ(act(app, "lesson", "none"), "");
  EXPECT_EQ(state_string(app), before);
  EXPECT_FALSE(app.lesson);
  EXPECT_EQ(app.theme, ThemeId::print) << "preferences stay";
}

TEST(LessonShow, EscapeLetsGoOfThePinFirst) {
  App app = make_app();
  ASSERT_EQ(run_script(app, "lesson parallel 3; help; close; close"), "");
  EXPECT_EQ(app.pinned, nobody);
  EXPECT_TRUE(app.lesson);
  ASSERT_EQ(act(app, "close"), "");
  EXPECT_FALSE(app.lesson);
}

TEST(LessonShow, TheEndOffersTheNextOne) {
  App app = make_app();
  const std::size_t count = the("radix_sort").slides.size();
  ASSERT_EQ(act(app, "lesson", "radix_sort " + std::to_string(count)), "");
  ASSERT_EQ(act(app, "next"), "");
  const Lesson& next = *lesson_after(the("radix_sort"));
  EXPECT_NE(slide_words(*app.lesson, app.slide).caption.find(next.title), std::string::npos);
  ASSERT_EQ(act(app, "next"), "");
  EXPECT_EQ(app.lesson->name, next.name);
  EXPECT_EQ(app.slide, 0u);
  EXPECT_EQ(lesson_after(lessons().back()), nullptr);
  const Lesson& last = lessons().back();
  ASSERT_EQ(act(app, "lesson", last.name + " " + std::to_string(last.slides.size())), "");
  ASSERT_EQ(act(app, "next"), "");
  EXPECT_NE(act(app, "next"), "");
  EXPECT_TRUE(at_end_of_lesson(app));
}

TEST(LessonShow, AStateRemembersItsSlide) {
  App app = make_app();
  ASSERT_EQ(run_script(app, "lesson coalescing 4"), "");
  App other = make_app();
  ASSERT_EQ(apply_state(other, session_text(app)), "");
  ASSERT_TRUE(other.lesson);
  EXPECT_EQ(other.lesson->name, "coalescing");
  EXPECT_EQ(other.slide, 3u);
  ASSERT_EQ(act(other, "next"), "");
  EXPECT_EQ(other.slide, 4u);
  ASSERT_EQ(act(other, "start_over"), "");
  EXPECT_FALSE(other.lesson);
}

TEST(LessonShow, RefusalsChangeNothing) {
  App app = make_app();
  const std::string before = fingerprint(app);
  for (const char* argument : {"frog", "", "coalescing 0", "coalescing 99", "coalescing 101", "/no/such/file.json"})
    EXPECT_NE(act(app, "lesson", argument), "") << argument;
  for (const char* argument : {"", "1", "next", "frog"}) EXPECT_NE(act(app, "slide", argument), "") << argument;
  EXPECT_EQ(fingerprint(app), before);
  ASSERT_EQ(act(app, "lesson", "coalescing"), "");
  for (const char* argument : {"", "0", "12", "frog", "1 2"}) EXPECT_NE(act(app, "slide", argument), "") << argument;
  EXPECT_EQ(app.slide, 0u);
}

TEST(LessonShow, AFileIsOpenedAndItsBadSlideIsRefused) {
  scratch::Folder folder;
  Json lesson = good();
  lesson["slides"].push_back(lesson["slides"][0]);
  lesson["slides"][1]["state"]["pin"] = "99";
  const std::string file = folder.file("my own 7.json", lesson.dump());
  App app = make_app();
  ASSERT_EQ(act(app, "open", file), "");
  ASSERT_TRUE(app.lesson);
  const std::string before = picture(app);
  EXPECT_NE(act(app, "next").find("Slide 2"), std::string::npos);
  EXPECT_EQ(app.slide, 0u);
  EXPECT_EQ(picture(app), before);
  ASSERT_EQ(act(app, "lesson", file), "");
  ASSERT_EQ(act(app, "lesson", file + " 1"), "");
  EXPECT_NE(act(app, "open", folder.file("bad.json", R"({"format": "radixscope lesson 1"})")).find("bad.json"),
            std::string::npos);
}

TEST(LessonPlay, ABadSlideOfAFileIsSaidWhenItIsOpened) {
  scratch::Folder folder;
  const std::string file = folder.file("own.json", R"({"format": "radixscope lesson 1", "title": "t", "about": "a", "slides": [
    {"title": "one", "caption": "c", "state": {"preset": "chapter"}},
    {"title": "two", "caption": "c", "state": {"preset": "chapter", "step": "9999"}}]})");
  App app = make_app();
  EXPECT_EQ(act(app, "open", file), "");
  ASSERT_TRUE(app.lesson);
  EXPECT_TRUE(app.note_is_error);
  EXPECT_EQ(app.note.find("Slide 2 of this lesson: "), 0u) << app.note;
}

TEST(LessonPlay, WordsSayWhichNumbersTheySpeakOf) {
  const std::string caption = "Fewer entries, more runs.";
  EXPECT_TRUE(speaks_of(caption, "table entries, all passes"));
  EXPECT_TRUE(speaks_of(caption, "consecutive runs"));
  EXPECT_FALSE(speaks_of(caption, "bytes read"));
  EXPECT_FALSE(speaks_of(caption, "few")) << "too short to mean anything";
  EXPECT_FALSE(speaks_of("", "table entries"));
}

}  // namespace
}  // namespace scope
