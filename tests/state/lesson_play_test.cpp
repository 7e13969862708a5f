// A lesson on the screen: the way through its slides, its end, and what is left of it.
#include "app/state/lesson.hpp"
#include "app/state/presets.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/app_states.hpp"
#include "tests/support/lessons.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

/// To the next slide: of one that asks by way of its answer.
std::string leave_slide(Document& document) {
  const Slide* slide = slide_shown(document);
  const bool asked = slide && !slide->answer.empty();
  if (asked) EXPECT_EQ(run_command(document, "next"), "");
  if (asked) EXPECT_TRUE(document.answered);
  return run_command(document, "next");
}

TEST(LessonShow, GoesThroughAllSlidesForwardAndBack) {
  const Lesson& lesson = the("coalescing");
  Document document = make_document();
  ASSERT_EQ(run_command(document, "lesson", "coalescing"), "");
  std::vector<std::string> pictures;
  for (std::size_t k = 0; k < lesson.slides.size(); ++k) {
    EXPECT_EQ(document.slide, k);
    pictures.push_back(picture(document));
    ASSERT_EQ(leave_slide(document), "");
    tick(document, 0);
  }
  EXPECT_TRUE(at_end_of_lesson(document));
  for (std::size_t k = lesson.slides.size(); k-- > 0;) {
    ASSERT_EQ(run_command(document, "back"), "");
    tick(document, 0);
    EXPECT_EQ(document.slide, k);
    EXPECT_EQ(picture(document), pictures[k]) << k;
  }
  ASSERT_EQ(run_command(document, "back"), "") << "before the first there is none";
  EXPECT_EQ(document.slide, 0u);
}

TEST(LessonShow, MovesFreelyInsideTheRunAndThenGoesOn) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "lesson parallel 2; next_pass; last; seek 3"), "");
  EXPECT_EQ(document.slide, 1u);
  ASSERT_EQ(run_command(document, "next"), "");
  EXPECT_EQ(document.slide, 2u);
  Document straight = make_document();
  ASSERT_EQ(run_script(straight, "lesson parallel 3"), "");
  EXPECT_EQ(picture(document), picture(straight));
}

TEST(LessonShow, KeysTravelToTheNextStep) {
  Document document = make_document();
  ASSERT_EQ(run_command(document, "lesson", "parallel 7"), "");
  EXPECT_EQ(moment(document).moved, 1);
  ASSERT_EQ(run_command(document, "next"), "");
  EXPECT_LT(moment(document).moved, 1) << "the output is one step behind the destinations";
  settle(document);
  ASSERT_EQ(run_command(document, "back"), "");
  EXPECT_EQ(moment(document).moved, 1);
  ASSERT_EQ(run_command(document, "slide", "1"), "");
  EXPECT_EQ(moment(document).moved, 1);
}

TEST(LessonShow, LeavingBringsBackWhatWasThere) {
  Document document = make_document();
  ASSERT_EQ(run_script(
                document,
                "keys 5 4 3 2 1; sort digits; radix 3; seek 4; pin 2; figure fig13-8; theme light"),
            "");
  const std::string before = state_string(document);
  ASSERT_EQ(run_script(document, "lesson coarsening; next; next; lesson coalescing 8; theme print"),
            "");
  EXPECT_NE(state_string(document), before);
  ASSERT_EQ(run_command(document, "lesson", "none"), "");
  EXPECT_EQ(state_string(document), before);
  EXPECT_FALSE(document.lesson);
  EXPECT_EQ(document.theme, ThemeId::print) << "preferences stay";
}

TEST(LessonShow, EscapeLetsGoOfThePinFirst) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "lesson parallel 3; help; close; close"), "");
  EXPECT_EQ(document.pinned, none);
  EXPECT_TRUE(document.lesson);
  ASSERT_EQ(run_command(document, "close"), "");
  EXPECT_FALSE(document.lesson);
}

TEST(LessonShow, TheEndOffersTheNextOne) {
  Document document = make_document();
  const std::size_t count = the("radix_sort").slides.size();
  ASSERT_EQ(run_command(document, "lesson", "radix_sort " + std::to_string(count)), "");
  ASSERT_EQ(run_command(document, "next"), "");
  const Lesson& next = *lesson_after(the("radix_sort"));
  EXPECT_NE(slide_words(*document.lesson, document.slide).caption.find(next.title),
            std::string::npos);
  ASSERT_EQ(run_command(document, "next"), "");
  EXPECT_EQ(document.lesson->name, next.name);
  EXPECT_EQ(document.slide, 0u);
  EXPECT_EQ(lesson_after(lessons().back()), nullptr);
  const Lesson& last = lessons().back();
  ASSERT_EQ(run_command(document, "lesson", last.name + " " + std::to_string(last.slides.size())),
            "");
  ASSERT_EQ(leave_slide(document), "");
  EXPECT_NE(run_command(document, "next"), "");
  EXPECT_TRUE(at_end_of_lesson(document));
}

TEST(LessonShow, AnAnswerIsOneKeyMore) {
  scratch::Folder folder;
  Json lesson = good();
  lesson["slides"][0]["answer"] = "It is this.";
  lesson["slides"].push_back(lesson["slides"][0]);
  lesson["slides"][1]["title"] = "Second";
  const std::string file = folder.file("asks.json", lesson.dump());
  Document document = make_document();
  ASSERT_EQ(run_command(document, "lesson", file), "");
  EXPECT_TRUE(asks(document));
  EXPECT_EQ(slide_words(document).caption, "See here.");
  ASSERT_EQ(run_command(document, "next"), "");
  EXPECT_EQ(document.slide, 0u);
  EXPECT_FALSE(asks(document));
  EXPECT_EQ(slide_words(document).caption, "It is this.");
  ASSERT_EQ(run_command(document, "answer"), "");
  EXPECT_EQ(slide_words(document).caption, "See here.");
  ASSERT_EQ(run_command(document, "next"), "");
  ASSERT_EQ(run_command(document, "next"), "");
  EXPECT_EQ(document.slide, 1u);
  EXPECT_TRUE(asks(document)) << "every slide asks anew";
  ASSERT_EQ(run_command(document, "lesson", "none"), "");
  ASSERT_EQ(run_command(document, "answer"), "");
  EXPECT_NE(document.note.find("no answer"), std::string::npos);
}

TEST(LessonShow, AQuestionSlideAsksAndItsAnswerSlideDoesNot) {
  for (const Lesson& lesson : lessons()) {
    Document document = make_document();
    const std::size_t count = lesson.slides.size();
    for (std::size_t slide = count - 1; slide <= count; ++slide) {
      ASSERT_EQ(run_command(document, "lesson", lesson.name + " " + std::to_string(slide)), "");
      const bool question = !lesson.slides[slide - 1].answer.empty();
      EXPECT_EQ(asks(document), question) << lesson.name << " " << slide;
    }
  }
}

// ------------------------------------------------------------------------- a lesson of one's own

TEST(OwnLesson, WhatIsAddedPlaysAsItWas) {
  const std::vector<std::string> views = {
      "preset chapter; sort block_sort; seek pass 1 table_scan; entry 6",
      "mode compare; figure memory",
      "keys 5 4 3 2 1; sort digits; radix 3; seek 4; pin 2",
      "lesson coalescing 4",
      "figure trade-off",
      "mode timing"};
  scratch::Folder folder;
  const std::string file = folder / "my lecture.json";
  std::vector<std::string> pictures;
  for (const std::string& view : views) {
    Document document = make_document();
    ASSERT_EQ(run_script(document, view), "");
    const std::string title = "View " + std::to_string(pictures.size() + 1);
    const std::string words =
        file + " | " + title + " | A caption, with “marks” and 'quotes'. | An answer. | My notes.";
    ASSERT_EQ(run_command(document, "add_slide", words), "") << view;
    document.lesson = nullptr;
    document.slide = 0;
    pictures.push_back(picture(document));
    const auto lesson = load_lesson(file);
    ASSERT_TRUE(lesson) << lesson.error.sentence;
    ASSERT_EQ(lesson->slides.size(), pictures.size());
    EXPECT_EQ(lesson->slides.back().title, title);
    EXPECT_EQ(lesson->slides.back().answer, "An answer.");
    EXPECT_EQ(lesson->slides.back().notes, "My notes.");
  }
  const auto lesson = load_lesson(file);
  Document plays = make_document();
  ASSERT_EQ(run_command(plays, "open", file), "");
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    Document other = make_document();
    ASSERT_EQ(apply_state(other, lesson->slides[i].state), "") << views[i];
    EXPECT_EQ(picture(other), pictures[i]) << views[i];
    EXPECT_EQ(plays.slide, i);
    ASSERT_EQ(run_command(plays, "slide", "next"), "") << "the answer";
    ASSERT_EQ(run_command(plays, "slide", "next"), "");
  }
}

TEST(OwnLesson, AFileThatIsThereIsNeverLost) {
  scratch::Folder folder;
  Json full = good();
  while (full["slides"].size() < max_slides) full["slides"].push_back(full["slides"][0]);
  const std::pair<std::string, const char*> kept[] = {
      {"dear diary", "JSON"},
      {R"({"format": "radixscope session 1", "lanes": [{"keys": "1"}]})", "format"},
      {full.dump(), "100"}};
  Document document = make_document();
  for (const auto& [text, word] : kept) {
    const std::string file = folder.file("mine.json", text);
    const std::string refusal = run_command(document, "add_slide", file + " | Title | Caption.");
    EXPECT_NE(refusal.find(word), std::string::npos) << refusal;
    EXPECT_EQ(scratch::bytes_of(file), text);
  }
  Json lesson = good();
  lesson["slides"][0]["notes"] = "Said before.";
  const std::string file = folder.file("mine.json", lesson.dump());
  for (const char* words : {"", " | ", " | Title", " | Title | ", " | | Caption.",
                            " | Title | Caption. | Answer. | Notes. | More."})
    EXPECT_NE(run_command(document, "add_slide", file + words), "") << words;
  EXPECT_NE(run_command(document, "add_slide", file + " | Title | " + std::string(400, 'x')), "");
  EXPECT_EQ(scratch::bytes_of(file), lesson.dump());
  ASSERT_EQ(run_command(document, "add_slide", file + " | Title | Caption."), "");
  Json now = Json::parse(scratch::bytes_of(file));
  ASSERT_EQ(now["slides"].size(), 2u);
  now["slides"].erase(1);
  EXPECT_EQ(now, lesson) << "what was there stays";
}

TEST(OwnLesson, StandsInTheListAtOnce) {
  const char* home = std::getenv("XDG_CONFIG_HOME");
  const std::string before = home ? home : "";
  {
    scratch::Folder folder;
    setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
    read_lessons_again();
    const std::size_t count = lessons().size();
    Document document = make_document();
    ASSERT_EQ(run_command(document, "add_slide", "Week 3 | Title | Caption."), "");
    EXPECT_EQ(lessons().size(), count + 1);
    ASSERT_EQ(run_command(document, "lesson", "Week 3"), "");
    EXPECT_EQ(document.lesson->title, "Week 3");
  }
  home ? setenv("XDG_CONFIG_HOME", before.c_str(), 1) : unsetenv("XDG_CONFIG_HOME");
  read_lessons_again();
}

TEST(LessonShow, AStateRemembersItsSlide) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "lesson coalescing 4"), "");
  Document other = make_document();
  ASSERT_EQ(apply_state(other, session_text(document)), "");
  ASSERT_TRUE(other.lesson);
  EXPECT_EQ(other.lesson->name, "coalescing");
  EXPECT_EQ(other.slide, 3u);
  ASSERT_EQ(run_command(other, "next"), "");
  EXPECT_EQ(other.slide, 4u);
  ASSERT_EQ(run_command(other, "start_over"), "");
  EXPECT_FALSE(other.lesson);
}

TEST(LessonShow, RefusalsChangeNothing) {
  Document document = make_document();
  const std::string before = fingerprint(document);
  for (const char* argument :
       {"frog", "", "coalescing 0", "coalescing 99", "coalescing 101", "/no/such/file.json"})
    EXPECT_NE(run_command(document, "lesson", argument), "") << argument;
  for (const char* argument : {"", "1", "next", "frog"})
    EXPECT_NE(run_command(document, "slide", argument), "") << argument;
  EXPECT_EQ(fingerprint(document), before);
  ASSERT_EQ(run_command(document, "lesson", "coalescing"), "");
  for (const char* argument : {"", "0", "12", "frog", "1 2"})
    EXPECT_NE(run_command(document, "slide", argument), "") << argument;
  EXPECT_EQ(document.slide, 0u);
}

TEST(LessonShow, AFileIsOpenedAndItsBadSlideIsRefused) {
  scratch::Folder folder;
  Json lesson = good();
  lesson["slides"].push_back(lesson["slides"][0]);
  lesson["slides"][1]["state"]["pin"] = "99";
  const std::string file = folder.file("my own 7.json", lesson.dump());
  Document document = make_document();
  ASSERT_EQ(run_command(document, "open", file), "");
  ASSERT_TRUE(document.lesson);
  const std::string before = picture(document);
  EXPECT_NE(run_command(document, "next").find("Slide 2"), std::string::npos);
  EXPECT_EQ(document.slide, 0u);
  EXPECT_EQ(picture(document), before);
  ASSERT_EQ(run_command(document, "lesson", file), "");
  ASSERT_EQ(run_command(document, "lesson", file + " 1"), "");
  EXPECT_NE(
      run_command(document, "open", folder.file("bad.json", R"({"format": "radixscope lesson 1"})"))
          .find("bad.json"),
      std::string::npos);
}

TEST(LessonPlay, ABadSlideOfAFileIsSaidWhenItIsOpened) {
  scratch::Folder folder;
  const std::string file = folder.file(
      "own.json", R"({"format": "radixscope lesson 1", "title": "t", "about": "a", "slides": [
    {"title": "one", "caption": "c", "state": {"preset": "chapter"}},
    {"title": "two", "caption": "c", "state": {"preset": "chapter", "step": "9999"}}]})");
  Document document = make_document();
  EXPECT_EQ(run_command(document, "open", file), "");
  ASSERT_TRUE(document.lesson);
  EXPECT_TRUE(document.note_is_error);
  EXPECT_EQ(document.note.find("Slide 2 of this lesson: "), 0u) << document.note;
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
