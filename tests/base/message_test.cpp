/// The catalogue: patterns are filled as ICU fills them, every language has every slot, and what is
/// not translated is said in English. tests/words/catalogue_check.py looks at the files themselves.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/core/base/languages.hpp"
#include "app/core/base/text.hpp"
#include "kernels/text/message.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

/// A language of its own, and English again behind it.
struct InLanguage {
  explicit InLanguage(const std::string& code, const std::string& po = "") {
    if (!po.empty()) text::add_language(code, po);
    if (!text::choose_language(code)) use_language(code);
  }
  ~InLanguage() { text::choose_language("en"); }
};

std::string entry(const std::string& name, const std::string& english,
                  const std::string& translation) {
  return say("msgctxt \"", name, "\"\nmsgid \"", english, "\"\nmsgstr \"", translation, "\"\n\n");
}
const std::string between = "{first} before {second}";  // all.equal_keys_turned

TEST(Messages, FillSlotsAndChooseForms) {
  const auto threads = [](uint32_t n) { return text::all::thread_count({.threads = n}); };
  EXPECT_EQ(threads(0), "0 threads");
  EXPECT_EQ(threads(1), "1 thread");
  EXPECT_EQ(threads(5), "5 threads");
  const auto said = [](const char* pattern, uint32_t n) {
    return text::filled(pattern, "en", {{"n", Number(n)}});
  };
  EXPECT_EQ(said("{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", 22), "22nd");
  EXPECT_EQ(said("{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", 112), "112th");
  EXPECT_EQ(said("it's '{n}' {n}", 3), "it's {n} 3");
  EXPECT_EQ(said("# ones: {n, plural, one {# one} other {# ones}}", 2), "# ones: 2 ones");
  EXPECT_EQ(said("{n, plural, =2 {both} one {it} other {all #}}", 2), "both");
  EXPECT_EQ(text::filled("{y, select, yes {a} other {b}}", "en", {{"y", true}}), "a");
  const auto titled = [](const char* name) {
    return text::filled("{x, capital}: {x}", "en", {{"x", Words(name)}});
  };
  EXPECT_EQ(titled("radix bits"), "Radix bits: radix bits");
  EXPECT_EQ(titled("8 bits"), "8 bits: 8 bits");
  EXPECT_EQ(titled("기수"), "기수: 기수");
  EXPECT_EQ(titled(""), ": ");
}

TEST(Messages, ListsAndParagraphs) {
  EXPECT_EQ(text::list(std::vector<uint32_t>{}), "");
  EXPECT_EQ(text::list(std::vector<uint32_t>{9}), "9");
  EXPECT_EQ(text::list(std::vector<uint32_t>{9, 6}), "9 and 6");
  EXPECT_EQ(text::list(std::vector<uint32_t>{9, 6, 11}), "9, 6 and 11");
  EXPECT_EQ(text::paragraph("One.", "", "Two."), "One. Two.");
  const InLanguage language("ja");
  EXPECT_EQ(text::paragraph("一。", "二。"), "一。二。");
  EXPECT_EQ(text::paragraph("One.", "Two."), "One. Two.") << "what is not translated yet";
}

TEST(Messages, KoreanParticlesFollowTheSound) {
  const auto said = [](const char* key, const char* forms) {
    return text::filled(say("{k}{k, josa, ", forms, "}"), "ko", {{"k", Words(key)}});
  };
  EXPECT_EQ(said("13", "을/를"), "13을");    // 십삼
  EXPECT_EQ(said("9a", "이/가"), "9a가");    // 구에이
  EXPECT_EQ(said("4", "은/는"), "4는");      // 사
  EXPECT_EQ(said("1", "으로/로"), "1로");    // 일: ㄹ
  EXPECT_EQ(said("6", "으로/로"), "6으로");  // 육
  EXPECT_EQ(said("블록", "을/를"), "블록을");
  EXPECT_EQ(said("위치", "을/를"), "위치를");
}

TEST(Messages, LanguagesHaveTheCategoriesOfCldr) {
  for (const char* language : {"zh-Hans", "zh-Hant", "ja", "ko"})
    EXPECT_EQ(text::plural_category(language, 1), "other");
  for (const char* language : {"en", "de", "es"}) {
    EXPECT_EQ(text::plural_category(language, 0), "other");
    EXPECT_EQ(text::plural_category(language, 1), "one");
  }
  EXPECT_EQ(text::plural_category("fr", 0), "one");
  EXPECT_EQ(text::plural_category("ru", 22), "few");
  EXPECT_EQ(text::plural_category("ru", 12), "many");
}

TEST(Messages, WhatIsNotTranslatedIsSaidInEnglish) {
  const std::string older = entry("all.equal_keys_turned", "an older English", "alt");
  const std::string fuzzy =
      "#, fuzzy\n" + entry("all.equal_keys_turned", between, "{second} {first}");
  const std::string lost = entry("all.equal_keys_turned", between, "vor {second}");
  const std::string more = entry("all.equal_keys_turned", between, "{first} {second} {third}");
  const std::string broken = entry("all.equal_keys_turned", between, "{first} {second");
  int number = 0;
  for (const std::string& po : {older, fuzzy, lost, more, broken}) {
    const InLanguage language(say("x", ++number),
                              po + entry("all.not_yet", "not yet", "noch nicht"));
    EXPECT_EQ(text::all::equal_keys_turned({.first = "9b", .second = "9a"}), "9b before 9a") << po;
    EXPECT_EQ(std::string(text::all::not_yet), "noch nicht") << "the rest of the file counts";
  }
  const text::Added added = text::add_language("xx", lost);
  EXPECT_EQ(added.broken, 1u);
  EXPECT_EQ(added.first_broken, "all.equal_keys_turned");
}

TEST(Messages, AFileMadeOfThisCatalogueNeedsNoEnglish) {  // a page's
  const auto bare = [](const std::string& name, const std::string& translation) {
    return say("msgctxt \"", name, "\"\nmsgstr \"", translation, "\"\n\n");
  };
  const InLanguage language("short", bare("all.equal_keys_turned", "{second} nach {first}") +
                                         bare("all.not_yet", "noch nicht") +
                                         bare("nouns", "of what is it?"));
  EXPECT_EQ(text::all::equal_keys_turned({.first = "9b", .second = "9a"}), "9a nach 9b");
  EXPECT_EQ(std::string(text::all::not_yet), "noch nicht");
  EXPECT_EQ(text::add_language("shorter", bare("all.equal_keys_turned", "{second}")).broken, 1u);
}

TEST(Messages, LanguageChangesWhileTheProgramRuns) {
  const std::string before = text::all::where_does_key_go({.key = "13"});
  for (const LanguageInfo& each : languages_there_are()) {
    const InLanguage language(each.code);
    EXPECT_EQ(text::language(), each.code);
    EXPECT_NE(text::all::where_does_key_go({.key = "13"}).find("13"), std::string::npos);
    EXPECT_EQ(text::all::where_does_key_go({.key = "13"}) == before, each.code == "en")
        << each.code;
    EXPECT_EQ(complaint_about_language(), "");
  }
  EXPECT_EQ(use_language("xx-none").substr(0, 41), "There is no language called 'xx-none'; ch");
  EXPECT_EQ(text::language(), "en");
  EXPECT_NE(use_language("../words/ko"), "");
}

TEST(Messages, TaiwanAndHongKongReadTheirOwnChinese) {
  const auto found = std::ranges::find(languages_there_are(), "zh-Hant", &LanguageInfo::code);
  ASSERT_NE(found, languages_there_are().end());
  EXPECT_EQ(found->name, "繁體中文");
  const InLanguage language(text::language_of_locale("zh_TW.UTF-8"));
  EXPECT_EQ(text::all::threads, "執行緒");
}

TEST(Messages, TestsHearTheNumbersInEveryLanguage) {
  for (const LanguageInfo& each : languages_there_are()) {
    const InLanguage language(each.code);
    std::vector<text::FilledMessage> said;
    text::listen(&said);
    text::all::slot_outside({.key = "11", .keys = 10, .last = 9, .slot = 13});
    text::listen(nullptr);
    ASSERT_EQ(said.size(), 1u);
    EXPECT_EQ(said[0].name, "all.slot_outside");
    EXPECT_EQ(said[0].at("slot"), "13");
  }
}

TEST(Messages, AHostileFileDoesNoHarm) {
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "{a, select, other {";
  EXPECT_LE(text::filled(deep, "en", {{"a", Words("x")}}).size(), deep.size());
  for (const char* broken :
       {"{", "}", "{a", "{a,", "{a, plural", "{a, plural, one", "{a, plural, one {", "'{",
        "{a, josa", "{a, capital", "{a, capital, b}", "{a, spell, x {y}}"})
    EXPECT_LE(text::filled(broken, "en", {{"a", Number(1)}}).size(), 40u) << broken;
  int number = 0;
  for (const std::string& po :
       {std::string("msgctxt \"\nmsgid\nmsgstr \"\\"), std::string(3, '\0'),
        std::string("\"\n\"\n"), entry("all.equal_keys_turned", between, deep), entry("", "", deep),
        say("msgctxt \"all.not_yet\"\nmsgid \"not yet\"\nmsgstr ", std::string(9999, '"'))}) {
    const InLanguage language(say("h", ++number), po);
    EXPECT_EQ(text::all::equal_keys_turned({.first = "9b", .second = "9a"}), "9b before 9a");
  }
}

TEST(Messages, LocalesNameLanguages) {
  EXPECT_EQ(text::language_of_locale("zh_CN.UTF-8"), "zh-Hans");
  EXPECT_EQ(text::language_of_locale("zh_SG"), "zh-Hans");
  for (const char* old_signs : {"zh_TW", "zh_TW.UTF-8", "zh_HK.UTF-8", "zh_MO", "zh-Hant"})
    EXPECT_EQ(text::language_of_locale(old_signs), "zh-Hant") << old_signs;
  EXPECT_EQ(text::language_of_locale("ko_KR.UTF-8"), "ko");
  EXPECT_EQ(text::language_of_locale("ja_JP.UTF-8"), "ja");
  EXPECT_EQ(text::language_of_locale("C.UTF-8"), "");
}

TEST(Messages, LinesEndBetweenChineseSignsAndAtBlanks) {
  const auto pieces = [](std::string_view text) {
    std::vector<std::string> all;
    for (std::size_t at = 0, end = 0; at < text.size(); at = end)
      all.emplace_back(text.substr(at, (end = next_break(text, at)) - at));
    return all;
  };
  using Pieces = std::vector<std::string>;
  EXPECT_EQ(pieces("two words"), (Pieces{"two ", "words"}));
  EXPECT_EQ(pieces("键 6。"), (Pieces{"键 ", "6。"}));
  EXPECT_EQ(pieces("（一）二"), (Pieces{"（一）", "二"}));
  EXPECT_EQ(pieces("키는 간다"), (Pieces{"키는 ", "간다"}));
  EXPECT_EQ(pieces("キー 6 は、"), (Pieces{"キー ", "6 ", "は、"}));
  EXPECT_EQ(pieces("チャンク"), (Pieces{"チャ", "ン", "ク"}));
  EXPECT_EQ(pieces("あった"), (Pieces{"あっ", "た"}));
  EXPECT_EQ(pieces("3\u00A0個は"), (Pieces{"3\u00A0個", "は"}));
  EXPECT_EQ(pieces("0〜3 の「桁」"), (Pieces{"0〜", "3 ", "の", "「桁」"}));
}

}  // namespace
}  // namespace scope
