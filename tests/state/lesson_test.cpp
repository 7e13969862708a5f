// Lessons: those that came with the program, files that are no good, handouts.
#include "app/state/lesson.hpp"
#include "kernels/radix/radix_arrays.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "app/export/pages.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/lesson_check.hpp"
#include "app/state/presets.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/lessons.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

std::string error_about(const std::string& text) {
  const auto lesson = read_lesson(text, "05-my_lesson.json");
  if (!lesson) return lesson.error.sentence;
  for (const SlideCheck& slide : check(*lesson))
    if (!slide.error.empty()) return slide.error;
  return "";
}

// --------------------------------------------------------------------------- those that came along

TEST(Lessons, AllThatCameWithTheProgramAreGood) {
  EXPECT_EQ(lesson_folder().error, "");
  std::set<std::string> names, sections;
  for (const Lesson& lesson : lessons()) {
    EXPECT_TRUE(names.insert(lesson.name).second) << lesson.name;
    sections.insert(lesson.section);
    EXPECT_GE(lesson.slides.size(), 6u);
    std::size_t number = 0;
    for (const SlideCheck& slide : check(lesson))
      EXPECT_EQ(slide.error, "") << lesson.name << ", slide " << ++number;
  }
  for (const char* section : {"13.2", "13.3", "13.4", "13.5", "13.6"})
    EXPECT_EQ(sections.count(section), 1u) << section;
}

TEST(Lessons, EverySlideShowsSomethingElse) {
  for (const Lesson& lesson : lessons()) {
    std::string before;
    Document document = make_document();
    for (const Slide& slide : lesson.slides) {
      ASSERT_EQ(apply_state(document, slide.state), "") << lesson.name << ": " << slide.title;
      const std::string now = picture(document);
      EXPECT_NE(now, before) << lesson.name << ": " << slide.title;
      before = now;
    }
  }
}

TEST(Lessons, EndWithAQuestionAndItsAnswer) {
  for (const Lesson& lesson : lessons()) {
    if (lesson.section < "13.2") continue;
    const auto& slides = lesson.slides;
    EXPECT_TRUE(slides[slides.size() - 2].title.starts_with("Question: ")) << lesson.name;
    EXPECT_TRUE(slides.back().title.starts_with("Answer: ")) << lesson.name;
  }
}

/// A lecturer may ask on the slide itself, and has something to say beside every slide.
TEST(Lessons, EveryQuestionHasItsAnswerAndEverySlideItsNotes) {
  for (const Lesson& lesson : lessons()) {
    for (const Slide& slide : lesson.slides) {
      const bool question =
          slide.title.starts_with("Question: ") || slide.title.starts_with("Bug in print: ");
      EXPECT_EQ(!slide.answer.empty(), question) << lesson.name << ": " << slide.title;
      EXPECT_FALSE(slide.notes.empty()) << lesson.name << ": " << slide.title;
    }
  }
}

/// What the captions say, counted by the program itself.
struct Fact {
  const char* lesson;
  std::size_t slide;  ///< from 1
  radix::ArrayId array;
  std::vector<uint32_t> values;  ///< that the whole array has, or its beginning
};

TEST(Lessons, SayWhatTheKernelsWrote) {
  namespace array = radix::array;
  const Fact facts[] = {
      {"radix_sort", 2, array::output, {12, 6, 8, 10, 6, 4, 10, 0, 3, 9, 15, 5, 9, 11, 13, 7}},
      {"radix_sort", 4, array::output, {12, 8, 4, 0, 9, 5, 9, 13, 6, 10, 6, 10, 3, 15, 11, 7}},
      {"radix_sort", 7, array::output, {0, 3, 4, 5, 6, 6, 7, 8}},
      {"radix_sort", 7, array::ones_total, {9}},
      {"parallel", 3, array::ones_before, {0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 7, 8}},
      {"parallel", 5, array::block_ones, {2, 2, 3, 1}},
      {"parallel", 5, array::ones_before_block, {0, 2, 4, 7}},
      {"parallel", 7, array::destination, {0, 8, 1, 9, 10, 2, 11, 3, 12, 4, 13, 14, 5, 6, 15, 7}},
      {"parallel", 9, array::output, {12, 6, 8, 10, 6, 4, 10, 0, 3, 9, 15, 5, 9, 11, 13, 7}},
      {"parallel", 11, array::destination, {7, 0, 8, 9, 10, 11, 1, 12}},
      {"coalescing", 1, array::destination, {0, 8, 1, 9}},
      {"coalescing", 4, array::bucket_counts, {2, 2, 1, 3, 2, 2, 3, 1}},
      {"coalescing", 5, array::bucket_starts, {0, 2, 4, 5, 8, 10, 12, 15}},
      {"coalescing", 10, array::bucket_counts, {1, 1, 2, 3, 3, 3, 2, 1}},
      {"coalescing", 11, array::bucket_starts, {0, 1, 2, 4, 7, 10, 13, 15}},
      {"radix_width", 5, array::local_keys, {12, 9, 6, 3, 8, 5, 10, 15, 9, 13, 6, 11, 4, 0, 10, 7}},
      {"radix_width", 6, array::bucket_counts, {1, 1, 0, 2, 1, 1, 2, 0, 1, 1, 1, 1, 1, 1, 1, 1}},
      {"radix_width",
       7,
       array::bucket_starts,
       {0, 1, 2, 2, 4, 5, 6, 8, 8, 9, 10, 11, 12, 13, 14, 15}},
      {"coarsening", 4, array::local_keys, {12, 8, 9, 5, 6, 10, 3, 15, 4, 0, 9, 13, 6, 10, 11, 7}},
      {"coarsening", 5, array::bucket_counts, {2, 2, 2, 2, 2, 2, 2, 2}},
      {"coarsening", 10, array::bucket_counts, {4, 4, 4, 4}},
      {"stability", 3, array::output, {150, 80, 80, 45}},
  };
  for (const Fact& fact : facts) {
    Document document = make_document();
    ASSERT_EQ(apply_state(document, the(fact.lesson).slides[fact.slide - 1].state), "");
    const radix::Array* found = moment(document).find(fact.array);
    ASSERT_TRUE(found) << fact.lesson << ", slide " << fact.slide;
    std::vector<uint32_t> values = found->values;
    values.resize(std::min(values.size(), fact.values.size()));
    EXPECT_EQ(values, fact.values) << fact.lesson << ", slide " << fact.slide;
  }
}

/// The blocks that a text names: "block 2", "Blocks …" none.
std::set<uint32_t> blocks_named_in(const std::string& text) {
  static const std::regex named("[Bb]lock (\\d+)");
  std::set<uint32_t> blocks;
  for (std::sregex_iterator m(text.begin(), text.end(), named), end; m != end; ++m)
    blocks.insert(static_cast<uint32_t>(std::stoul((*m)[1])));
  return blocks;
}

/// Of a slide that speaks of a block, what is lit and calculated is one of its keys.
TEST(Lessons, SpeakOfTheBlockThatIsLit) {
  std::size_t looked_at = 0;
  for (const Lesson& lesson : lessons())
    for (std::size_t k = 0; k < lesson.slides.size(); ++k) {
      const Slide& slide = lesson.slides[k];
      const auto named = blocks_named_in(slide.caption);
      Document document = make_document();
      if (named.empty() || !apply_state(document, slide.state).empty()) continue;
      const Moment now = moment(document);
      const auto worker = worker_of(now);
      // The blocks of a launch that scans the table are others
      if (!worker || now.step()->stage == radix::stage::table_scan) continue;
      ++looked_at;
      EXPECT_TRUE(named.contains(worker->block))
          << lesson.title << ", slide " << k + 1 << " lights block " << worker->block << ": "
          << slide.caption;
    }
  EXPECT_GT(looked_at, 7u);
}

TEST(Lessons, SayWhatTheMemoryModelCounts) {
  struct Cost {
    const char* lesson;
    std::size_t slide;
    std::vector<uint64_t> runs, segments;
  };
  const Cost costs[] = {{"coalescing", 8, {59, 37}, {61, 41}},
                        {"coalescing", 9, {58, 32}, {38, 38}},
                        {"coarsening", 7, {28, 20}, {28, 22}},
                        {"coarsening", 8, {20, 32}, {22, 32}}};
  for (const Cost& cost : costs) {
    Document document = make_document();
    ASSERT_EQ(apply_state(document, the(cost.lesson).slides[cost.slide - 1].state), "");
    ASSERT_EQ(document.lanes.size(), cost.runs.size());
    for (std::size_t lane = 0; lane < document.lanes.size(); ++lane) {
      const radix::Trace& trace = *document.lanes[lane].trace;
      const LaneTotals totals = totals_of(trace, document.lanes[lane].cursor, document.memory);
      EXPECT_EQ(document.lanes[lane].cursor, trace.steps.size()) << "the whole sort";
      EXPECT_EQ(totals.runs, cost.runs[lane]) << cost.lesson << ", slide " << cost.slide;
      EXPECT_EQ(totals.segments, cost.segments[lane]) << cost.lesson << ", slide " << cost.slide;
    }
  }
}

// -------------------------------------------------------------------------------- the check itself

TEST(LessonCheck, FindsANumberThatNobodySees) {
  Json lesson = good();
  EXPECT_EQ(error_about(lesson.dump()), "");
  lesson["slides"][0]["caption"] = "Block 2 writes to slots 12 and 4.";
  EXPECT_EQ(error_about(lesson.dump()), "");
  lesson["slides"][0]["caption"] = "There are 7777 keys.";
  EXPECT_NE(error_about(lesson.dump()).find("7777"), std::string::npos);
}

TEST(LessonCheck, NumbersAreWhatTheyLookLike) {
  EXPECT_EQ(numbers_in("See 13.4: 16 keys, 0101 and 12.5 %, 3."),
            (std::vector<std::string>{"16", "0101", "12.5", "3"}));
}

TEST(LessonCheck, FindsStatesThatCannotBeShown) {
  const std::pair<const char*, const char*> bad[] = {{"step", "pass 9 output"},
                                                     {"step", "pass 1 bucket_counts"},
                                                     {"step", "99999"},
                                                     {"pin", "16"},
                                                     {"entry", "0"},
                                                     {"preset", "frog"},
                                                     {"sort", "frog"},
                                                     {"figure", "frog"},
                                                     {"frog", "1"},
                                                     {"mode", "frog"},
                                                     {"block", "0"}};
  for (const auto& [field, value] : bad) {
    Json lesson = good();
    lesson["slides"][0]["state"][field] = value;
    EXPECT_NE(error_about(lesson.dump()), "") << field << " " << value;
  }
}

TEST(LessonCheck, FindsASlideThatIsTheOneBefore) {
  Json lesson = good();
  lesson["slides"].push_back(lesson["slides"][0]);
  EXPECT_NE(error_about(lesson.dump()), "");
}

// -------------------------------------------------------------------------------------- bad files

TEST(LessonFile, WhateverIsWrongIsOneSentence) {
  const auto spoilt = [](const std::function<void(Json&)>& spoil) {
    Json lesson = good();
    spoil(lesson);
    return lesson.dump();
  };
  const std::pair<std::string, const char*> bad[] = {
      {"", "JSON"},
      {"{", "JSON"},
      {"[]", "format"},
      {"null", "format"},
      {R"({"format": "radixscope lesson 99"})", "format"},
      {spoilt([](Json& l) { l["title"] = 3; }), "title"},
      {spoilt([](Json& l) { l["title"] = "  "; }), "title"},
      {spoilt([](Json& l) { l["title"] = std::string(61, 'x'); }), "title"},
      {spoilt([](Json& l) { l.erase("about"); }), "about"},
      {spoilt([](Json& l) { l["section"] = Json::array(); }), "section"},
      {spoilt([](Json& l) { l["autor"] = "me"; }), "autor"},
      {spoilt([](Json& l) { l.erase("slides"); }), "slides"},
      {spoilt([](Json& l) { l["slides"] = Json::array(); }), "slides"},
      {spoilt([](Json& l) { l["slides"] = Json::array_t(101, l["slides"][0]); }), "101"},
      {spoilt([](Json& l) { l["slides"].push_back(7); }), "slide 2"},
      {spoilt([](Json& l) { l["slides"][0].erase("caption"); }), "slide 1: 'caption'"},
      {spoilt([](Json& l) { l["slides"][0]["caption"] = "two\nlines"; }), "caption"},
      {spoilt([](Json& l) { l["slides"][0]["caption"] = std::string(400, 'x'); }), "400"},
      {spoilt([](Json& l) { l["slides"][0]["state"] = 5; }), "state"},
      {spoilt([](Json& l) { l["slides"][0]["answer"] = ""; }), "answer"},
      {spoilt([](Json& l) { l["slides"][0]["answer"] = std::string(400, 'x'); }), "400"},
      {spoilt([](Json& l) { l["slides"][0]["notes"] = 3; }), "notes"},
      {spoilt([](Json& l) { l["slides"][0]["notes"] = std::string(1201, 'x'); }), "1201"},
      {spoilt([](Json& l) { l["slides"][0]["state"] = "frog"; }), "state"},
      {spoilt([](Json& l) { l["slides"][0]["state"]["lesson"] = "parallel"; }), "lesson"},
      {spoilt([](Json& l) { l["slides"][0]["step"] = "3"; }), "step"},
      {std::string(500000, '['), "deep"},
      {R"({"slides":)" + std::string(200000, '[') + std::string(200000, ']') + "}", "deep"},
  };
  for (const auto& [text, word] : bad) {
    const auto lesson = read_lesson(text, "05-my_lesson.json");
    ASSERT_FALSE(lesson) << text.substr(0, 80);
    const std::string& sentence = lesson.error.sentence;
    EXPECT_NE(sentence.find("05-my_lesson.json"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find(word), std::string::npos) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos);
    EXPECT_LT(sentence.size(), 300u) << sentence;
  }
}

TEST(LessonFile, IsNamedAfterItsFile) {
  const auto named = [](const std::string& file) { return read_lesson(good().dump(), file)->name; };
  EXPECT_EQ(named("/a/b/13-4-coalescing.json"), "coalescing");
  EXPECT_EQ(named("week 3.json"), "week 3");
  EXPECT_EQ(named("13-4.json"), "13-4");
}

TEST(LessonFile, MayHoldAStateString) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "sort 2; seek pass 1 table_scan; entry 6"), "");
  Json lesson = good();
  lesson["slides"][0]["state"] = state_string(document);
  EXPECT_EQ(error_about(lesson.dump()), "");
}

TEST(LessonFile, ABadOneIsLeftOutAndNamed) {
  scratch::Folder folder;
  folder.file("1-good.json", good().dump());
  folder.file("2-bad.json", "{");
  folder.file("notes.txt", "no lesson");
  const Lessons loaded = load_lessons(folder.path());
  ASSERT_EQ(loaded.list.size(), 1u);
  EXPECT_EQ(loaded.list[0].name, "good");
  EXPECT_NE(loaded.error.find("2-bad.json"), std::string::npos) << loaded.error;
  scratch::Folder own;
  own.file("9-good.json", good().dump());
  own.file("9-more.json", good().dump());
  const Lessons both = load_lessons(folder.path(), own.path());
  ASSERT_EQ(both.list.size(), 2u);
  EXPECT_NE(both.list[0].file.find("9-good"), std::string::npos) << "theirs stands in its place";
  EXPECT_EQ(load_lessons(folder / "missing").list.size(), 0u);
  EXPECT_FALSE(load_lesson(folder / "missing.json"));
}

// -------------------------------------------------------------------------------------- on paper

TEST(LessonHandout, HasAnswersAndNotesInTheLecturersCopyOnly) {
  Json lesson = good();
  lesson["slides"][0]["answer"] = "It is this.";
  lesson["slides"][0]["notes"] = "Ask the last row.";
  const auto read = read_lesson(lesson.dump(), "mine.json");
  EXPECT_EQ(handout_of(*read)->pages[0].words, "See here.");
  EXPECT_EQ(handout_of(*read, true)->pages[0].words, "See here. It is this. Ask the last row.");
}

TEST(LessonHandout, HasAPageForEverySlide) {
  for (const Lesson& lesson : lessons()) {
    const auto handout = handout_of(lesson);
    ASSERT_TRUE(handout) << handout.error.sentence;
    ASSERT_EQ(handout->pages.size(), lesson.slides.size());
    std::set<std::string> names;
    for (std::size_t k = 0; k < lesson.slides.size(); ++k) {
      EXPECT_EQ(handout->pages[k].words, lesson.slides[k].caption);
      EXPECT_TRUE(names.insert(handout->pages[k].name).second);
      EXPECT_FALSE(text_boxes(handout->pages[k].scene).empty());
    }
    Document document = make_document();
    EXPECT_EQ(apply_state(document, handout->state), "");
  }
}

}  // namespace
}  // namespace scope
