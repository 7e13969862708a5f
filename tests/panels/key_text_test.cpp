#include "app/panels/key_box.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace scope {
namespace {

std::string wrapped(std::string text, std::size_t columns) {
  wrap_keys(text.data(), text.size(), columns);
  return text;
}

std::string with_blanks(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

TEST(KeyTextTest, BreaksBetweenTokens) {
  EXPECT_EQ(wrapped("12 3 6 9", 6), "12 3 6\n9");
  EXPECT_EQ(wrapped("12 3 6 9", 8), "12 3 6 9");
  EXPECT_EQ(wrapped("", 8), "");
}

TEST(KeyTextTest, OldLineEndsBecomeBlanks) { EXPECT_EQ(wrapped("12\n3\n6 9", 20), "12 3 6 9"); }

TEST(KeyTextTest, LongTokensStayWhole) {
  EXPECT_EQ(wrapped("1 0b11111111 2", 6), "1\n0b11111111\n2");
  EXPECT_EQ(wrapped("0b1111111111", 4), "0b1111111111");
}

TEST(KeyTextTest, OnlyBlanksChangeAndOnlyToLineEnds) {
  const std::string text = "141 18 181  215 74, 31;130 145\n228 111 229 4 32 ";
  for (std::size_t columns = 1; columns < 60; ++columns) {
    const std::string now = wrapped(text, columns);
    EXPECT_EQ(with_blanks(now), with_blanks(text)) << columns;
    EXPECT_EQ(wrapped(now, columns), now) << "wrapping twice changes nothing, " << columns;
    if (columns >= 7) {
      EXPECT_LE(widest_line(now), static_cast<int>(columns) + 1) << columns;
    }
  }
}

TEST(KeyTextTest, PlacesCountLinesAndCharacters) {
  const std::string text = "12 3\nö 6";
  EXPECT_EQ(text_place(text, 3).column, 3);
  EXPECT_EQ(text_place(text, 5).line, 1);
  EXPECT_EQ(text_place(text, 5).column, 0);
  EXPECT_EQ(text_place(text, 7).column, 1) << "ö is one character of two bytes";
  EXPECT_EQ(text_place(text, 99).line, 1);
}

}  // namespace
}  // namespace scope
