/// What a text from outside may be, and what becomes of one that is not.
#include "kernels/engine/model/outside_text.hpp"

#include <gtest/gtest.h>

#include "kernels/run/engine.hpp"

namespace radix {
namespace {

TEST(OutsideText, OneLineOfWhatCanBeShown) {
  for (const char* fine : {"", "NVIDIA H200", "a × b · ö 基数", "tab-less, quote's \"fine\""})
    EXPECT_EQ(line_error(fine, 40), "") << fine;
  for (const char* bad :
       {"\x1b[31m", "a\nb", "a\tb", "a\rb", "\x7f",
        "\xc2\x9b"
        "31m",
        "\xe2\x80\xae"
        "x",
        "\xe2\x80\xa8", "\xe2\x81\xa6", "\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80"})
    EXPECT_NE(line_error(bad, 40).find("cannot be shown"), std::string::npos) << bad;
  EXPECT_EQ(line_error(std::string(40, 'x'), 40), "");
  EXPECT_EQ(line_error(std::string(41, 'x'), 40), "has 41 characters, but at most 40 fit");
  EXPECT_EQ(line_error("ööö", 3), "") << "characters, not bytes";
}

TEST(OutsideText, WhatIsPrintedMovesNoCursor) {
  EXPECT_EQ(printable("a\x1b[31mb\nc"), "a?[31mb?c");
  EXPECT_EQ(printable("a\nb\tc\x1b", true), "a\nb\tc?");
  EXPECT_EQ(printable("ö\xffö\xc2\x9b"), "ö?ö??");
  EXPECT_EQ(first_unshown("ab\n", true), std::string::npos);
  EXPECT_EQ(first_unshown("ab\n"), 2u);
}

TEST(OutsideText, QuotesAndSentencesStayShort) {
  EXPECT_EQ(in_quotes("abc", 3), "'abc'");
  EXPECT_EQ(in_quotes("abcd", 3), "'abc…'");
  EXPECT_EQ(in_quotes("öbcd", 2), "'öb…'");
  EXPECT_EQ(readable("short."), "short.");
  const std::string cut = readable("Begin " + std::string(100'000, 'x') + " end.", 60);
  EXPECT_TRUE(cut.starts_with("Begin ") && cut.ends_with(" end.")) << cut;
  EXPECT_LT(cut.size(), 80u);
}

/// Every text of a trace file that is drawn or printed, as an attacker would write it.
TEST(OutsideText, NoTextOfATraceIsTakenThatCannotBeDrawn) {
  const Problem problem = *parse_problem("3 1 2", Settings{});
  const std::string file = to_json(run({.problem = problem, .engine = EngineChoice::cpu}));
  ASSERT_TRUE(trace_from_json(file));
  const std::string texts[] = {"\"sort\":\"one_bit", "\"name\":\"cpu", "\"device\":\"CPU",
                               "\"error\":\"",       "\"kernel\":\"",  "\"file\":\""};
  for (const std::string& text : texts) {
    ASSERT_NE(file.find(text), std::string::npos) << text;
    for (const std::string& more : {std::string(20'000, 'x'), std::string("\\u001b]0;x\\u0007"),
                                    std::string("\\n"), std::string("\\u202e")}) {
      std::string bad = file;
      bad.insert(bad.find(text) + text.size(), more);
      const auto read = trace_from_json(bad);
      ASSERT_FALSE(read) << text << more.substr(0, 20);
      EXPECT_LT(read.error.sentence.size(), 400u) << text;
      EXPECT_EQ(line_error(read.error.sentence, longest_sentence), "") << text;
      EXPECT_NE(read.error.sentence.find(text.substr(1, text.find(':') - 2)), std::string::npos)
          << "it names the field: " << read.error.sentence;
    }
  }
}

}  // namespace
}  // namespace radix
