/// The texts of lessons, presets, questions, exercises and planted bugs, in the reader's language:
/// none is left out, no slot is left in them, they say the same numbers, and a person's own stay.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <set>

#include "app/commands/commands.hpp"
#include "app/commands/exam.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/languages.hpp"
#include "app/core/base/text.hpp"
#include "app/judge/exercises.hpp"
#include "app/state/lesson.hpp"
#include "app/state/lesson_check.hpp"
#include "app/state/presets.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "kernels/engine/model/edition.hpp"
#include "kernels/text/message.hpp"

namespace scope {
namespace {

namespace fs = std::filesystem;

/// Languages that have all of these texts: words.py has the list, and checks them, too.
const std::vector<std::string>& complete() {
  static const std::vector<std::string> list = [] {
    const std::string tool = read_file(RADIX_SOURCE_DIR "/assets/words/words.py").text;
    const std::string name = "\nWHOLE = \"";
    const std::size_t begin = tool.find(name) + name.size();
    std::istringstream names(tool.substr(begin, tool.find('"', begin) - begin));
    std::vector<std::string> all;
    for (std::string each; names >> each;) all.push_back(each);
    EXPECT_GE(all.size(), 3u);
    return all;
  }();
  return list;
}

class AssetTexts : public testing::Test {
 protected:
  void TearDown() override {
    text::choose_language("en");
    radix::use_edition(radix::Edition::fourth);
  }
};

/// All of them in the language and the edition of now, in the same order in each.
std::vector<std::string> all_asset_texts() {
  std::vector<std::string> all;
  for (const Lesson& lesson : lessons()) {
    all.insert(all.end(), {lesson.title, lesson.about});
    for (const Slide& slide : lesson.slides)
      all.insert(all.end(), {slide.title, slide.caption, slide.answer, slide.notes});
  }
  for (const Preset& preset : presets().list) all.insert(all.end(), {preset.title, preset.about});
  const auto questions = exam_questions();
  EXPECT_TRUE(questions) << questions.error.sentence;
  for (const ExamQuestion& each : *questions) all.push_back(each.question);
  for (const StudentExercise& each : student_exercises())
    all.insert(all.end(), {std::string(text::translated(each.title)), task_of(each)});
  for (const radix::PlantedFault& fault : radix::planted_faults())
    for (const std::string& words : {fault.title, fault.wrong})
      all.emplace_back(text::translated(words));
  std::erase(all, "");
  return all;
}

std::set<std::string> numbers_of(std::string text) {
  std::erase(text, ',');
  const std::vector<std::string> all = numbers_in(text);
  return {all.begin(), all.end()};
}

TEST_F(AssetTexts, AreAllInTheReadersLanguage) {
  for (const radix::Edition edition : {radix::Edition::fourth, radix::Edition::fifth}) {
    radix::use_edition(edition);
    text::choose_language("en");
    const std::vector<std::string> english = all_asset_texts();
    EXPECT_GT(english.size(), 900u);
    for (const LanguageInfo& each : languages_there_are()) {
      ASSERT_EQ(use_language(each.code), "");
      const std::vector<std::string> here = all_asset_texts();
      ASSERT_EQ(here.size(), english.size()) << each.code;
      const bool all = std::ranges::find(complete(), each.code) != complete().end();
      for (std::size_t k = 0; k < here.size(); ++k) {
        EXPECT_EQ(here[k].find('{'), std::string::npos) << each.code << ": " << here[k];
        if (all && !english[k].starts_with("Figure 1")) EXPECT_NE(here[k], english[k]) << each.code;
        if (here[k] != english[k])
          for (const std::string& number : numbers_of(english[k]))
            EXPECT_TRUE(numbers_of(here[k]).contains(number))
                << each.code << ": " << number << " is not in " << here[k];
      }
    }
  }
}

TEST_F(AssetTexts, EverySlideSaysWhatIsInItsPicture) {
  for (const std::string& language : complete()) {
    ASSERT_EQ(use_language(language), "");
    for (const Lesson& lesson : lessons()) {
      std::size_t number = 0;
      for (const SlideCheck& slide : check(lesson)) {
        ++number;
        EXPECT_EQ(slide.error, "") << language << ", " << lesson.name << ", slide " << number;
      }
    }
  }
}

TEST_F(AssetTexts, TheLessonOnTheScreenFollowsTheLanguage) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "lesson stability 2"), "");
  const std::string english = slide_words(document).caption, before = document.lesson->before;
  ASSERT_EQ(run_script(document, "language ko"), "");
  const std::string korean = slide_words(document).caption;
  EXPECT_NE(korean, english);
  EXPECT_EQ(document.slide, 1u);
  EXPECT_EQ(document.lesson->before, before);
  ASSERT_EQ(run_script(document, "edition 5; slide 4"), "");
  EXPECT_TRUE(asks(document)) << "a question is one in every language";
  ASSERT_EQ(run_script(document, "edition 4; slide 2; language en"), "");
  EXPECT_EQ(slide_words(document).caption, english);
}

/// A copy of a lesson that came with the program is the person's: it stays as it is written.
TEST_F(AssetTexts, AnOwnLessonIsShownAsItStands) {
  const std::string mine = testing::TempDir() + "own_lesson_in_korean.json";
  const std::string theirs = resource("assets/lessons") + "/13-1-stability.json";
  fs::copy_file(theirs, mine, fs::copy_options::overwrite_existing);
  const auto english = load_lesson(theirs);
  ASSERT_EQ(use_language("ko"), "");
  const auto own = load_lesson(mine), korean = load_lesson(theirs);
  fs::remove(mine);
  ASSERT_TRUE(english && own && korean);
  for (std::size_t k = 0; k < english->slides.size(); ++k) {
    EXPECT_EQ(own->slides[k].caption, english->slides[k].caption);
    EXPECT_NE(korean->slides[k].caption, english->slides[k].caption);
    EXPECT_EQ(own->slides[k].state, english->slides[k].state);
  }
}

/// Whatever the language, a state is the same: nothing in it is a text.
TEST_F(AssetTexts, StatesAreTheSameInEveryLanguage) {
  const auto states = [] {
    std::vector<std::string> all;
    for (const Lesson& lesson : lessons())
      for (const Slide& slide : lesson.slides) all.push_back(slide.state);
    for (const Preset& preset : presets().list)
      all.insert(all.end(), {preset.name, preset.keys, preset.values, preset.sort, preset.state});
    return all;
  };
  const std::vector<std::string> english = states();
  for (const LanguageInfo& each : languages_there_are()) {
    ASSERT_EQ(use_language(each.code), "");
    EXPECT_EQ(states(), english) << each.code;
  }
}

/// Passes, levels, rounds and parts.
TEST_F(AssetTexts, PartsOfEverySortAreCalledInTheReadersLanguage) {
  const auto latin = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) && c > 0; };
  std::vector<Document> documents;
  for (const radix::SortInfo& sort : radix::sorts())
    for (const char* keys : {"preset chapter", "preset fig13_11", "preset income_then_age"}) {
      documents.push_back(make_document());
      run_script(documents.back(), std::string(keys) + "; sort " + std::string(sort.name));
    }
  for (const std::string& language : complete()) {
    ASSERT_EQ(use_language(language), "");
    std::size_t names = 0;
    for (Document& document : documents)
      for (const radix::Part& part : radix::outline_of(*document.lane().trace).parts) {
        EXPECT_TRUE(std::ranges::none_of(part.shown(), latin)) << language << ": " << part.shown();
        ++names;
      }
    EXPECT_GT(names, 20u);
  }
}

/// The bank of questions: what answers one in English answers it in every language.
TEST_F(AssetTexts, ExamsHaveTheSameAnswersInEveryLanguage) {
  const auto questions = exam_questions();
  ASSERT_TRUE(questions);
  std::vector<std::string> english;
  for (const ExamQuestion& each : *questions) english.push_back(exam_answer(each)->answer);
  for (const std::string& language : complete()) {
    ASSERT_EQ(use_language(language), "");
    const auto asked = exam_questions();
    ASSERT_TRUE(asked && asked->size() == questions->size());
    std::size_t same = 0, whole = 0;
    for (std::size_t k = 0; k < english.size(); ++k) {
      const ExamQuestion& each = (*asked)[k];
      const auto answer = exam_answer(each);
      ASSERT_TRUE(answer) << language << ", " << each.name << ": " << answer.error.sentence;
      const std::string& wanted = english[k];
      if (!each.array.empty()) EXPECT_EQ(answer->answer, wanted) << each.name;
      same += answer->answer == wanted;
      whole += utf8_length(answer->answer) > 2 * utf8_length(wanted);
      for (const std::string& number : numbers_of(wanted))
        EXPECT_TRUE(numbers_of(answer->answer).contains(number))
            << language << ", " << each.name << ": " << number << " of '" << wanted
            << "' is not in '" << answer->answer << "'";
    }
    EXPECT_GT(same, 40u) << language;
    // A message that a language says in more sentences than English is quoted whole
    const auto stable = std::ranges::find(*asked, "stable_by_place", &ExamQuestion::name);
    ASSERT_NE(stable, asked->end());
    EXPECT_NE(exam_answer(*stable)->answer.find(text::label_named("glossary.stable_words")),
              std::string::npos)
        << language;
    EXPECT_LT(whole, 10u) << language << ": more than the answer";
  }
}

}  // namespace
}  // namespace scope
