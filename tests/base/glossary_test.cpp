/// The glossary: every term of the catalogue is explained in every language, and is found in
/// sentences as a word of its own.
#include <gtest/gtest.h>

#include <set>

#include "app/core/base/languages.hpp"
#include "app/core/words/glossary.hpp"
#include "kernels/text/message.hpp"

namespace scope {
namespace {

class Glossary : public testing::Test {
 protected:
  void TearDown() override { text::choose_language("en"); }
};

/// The terms of a sentence, "scan block, scan".
std::string terms_of(std::string_view sentence) {
  std::string all;
  for (const GlossaryMark& mark : glossary_marks(sentence))
    all.append(all.empty() ? "" : ", ").append(sentence.substr(mark.begin, mark.size));
  return all;
}

TEST_F(Glossary, EveryTermIsExplainedInEveryLanguage) {
  const std::size_t terms = glossary().size();
  EXPECT_GE(terms, 60u);
  std::set<std::string> english;
  for (const GlossaryTerm& term : glossary()) english.insert(term.explanation);
  EXPECT_EQ(english.size(), terms) << "two terms have the same explanation";
  for (const LanguageInfo& each : languages_there_are()) {
    use_language(each.code);
    ASSERT_EQ(glossary().size(), terms);
    std::set<std::string> forms;
    for (const GlossaryTerm& term : glossary()) {
      EXPECT_FALSE(term.forms.empty()) << each.code << " " << term.name;
      for (const std::string& form : term.forms)
        EXPECT_TRUE(forms.insert(form).second) << each.code << " has " << form << " twice";
      EXPECT_FALSE(term.explanation.starts_with("glossary.")) << each.code << " " << term.name;
      EXPECT_EQ(each.code == "en", english.contains(term.explanation))
          << each.code << " does not explain " << term.name;
      for (const std::string& form : term.forms)
        EXPECT_EQ(terms_of(form), form) << each.code << " " << term.name;
    }
  }
}

TEST_F(Glossary, TermsAreWordsOfTheirOwn) {
  EXPECT_EQ(terms_of("Each lane of a warp waits; the other lanes do, too."), "lane, warp");
  EXPECT_EQ(terms_of("Scan block 3 begins its scan."), "Scan block, scan");
  EXPECT_EQ(terms_of("blockade, unstable, bypass"), "");
  EXPECT_EQ(terms_of("The kernels run at once."), "kernels") << "to run is no run";
  EXPECT_EQ(terms_of(""), "");
}

TEST_F(Glossary, ChineseTermsNeedNoBlanksAndKoreanOnesHaveParticles) {
  use_language("zh-Hans");
  EXPECT_EQ(terms_of("每个线程块给自己的桶排序。"), "线程块, 桶");
  EXPECT_EQ(terms_of("第 2 阶段有三段。"), "段") << "a stage is no segment";
  use_language("zh-Hant");
  EXPECT_EQ(terms_of("執行緒區塊的執行緒"), "執行緒區塊, 執行緒");
  use_language("ko");
  EXPECT_EQ(terms_of("워프의 레인은 기다립니다."), "워프, 레인");
  EXPECT_EQ(terms_of("목표는 표에 있습니다."), "표") << "표 is not a part of 목표";
}

TEST_F(Glossary, AnyBytesAreASentence) {
  for (const std::string sentence : {"\xED", "\xEA\xB0", "warp\xFF", "\xED\x91\x9C\xED"})
    for (const GlossaryMark& mark : glossary_marks(sentence))
      EXPECT_LE(mark.begin + mark.size, sentence.size());
}

}  // namespace
}  // namespace scope
