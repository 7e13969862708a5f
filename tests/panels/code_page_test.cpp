// The page of the kernel panel: that of the file it was turned to, also when the name is written
// where the name before it stood.
#include "app/panels/code_page.hpp"

#include <gtest/gtest.h>

#include "app/core/base/text.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/panels/layout.hpp"
#include "kernels/engine/model/sources.hpp"

namespace scope {
namespace {

TEST(CodePage, HasTheTextOfTheFileItWasTurnedTo) {
  CodePage page;
  std::string name;
  for (int turn = 0; turn < 2; ++turn)
    for (const radix::SourceFile& file : radix::embedded_sources()) {
      name = file.name;  // as a panel's own name of what it shows: the same place each time
      turn_to(page, name, {12, 40});
      EXPECT_EQ(page.text, file.text) << name;
      ASSERT_FALSE(page.pieces.empty()) << name;
    }
}

TEST(CodePage, IsBrokenAnewForAnotherWidth) {
  CodePage page;
  turn_to(page, "01_one_bit.cu", {12, 40});
  const std::size_t narrow = page.pieces.size();
  turn_to(page, "01_one_bit.cu", {12, 100});
  EXPECT_LT(page.pieces.size(), narrow);
}

/// A line that is broken takes a word along with its brace.
TEST(CodePage, ABraceDoesNotStandAlone) {
  std::size_t broken = 0;
  CodePage page;
  for (const radix::SourceFile& file : radix::embedded_sources())
    for (uint32_t columns = 30; columns < 100; columns += 3) {
      turn_to(page, file.name, {12, columns});
      for (const CodePiece& piece : page.pieces) {
        if (piece.begin == 0) continue;
        ++broken;
        const std::string_view text = page.rows[piece.line].text;
        EXPECT_NE(trimmed(text.substr(piece.begin, piece.end - piece.begin)), "{")
            << columns << ": " << text;
      }
    }
  EXPECT_GT(broken, 1000u);
}

/// What a statement computes has room after its end, so that it is not taken for another line's.
TEST(CodePage, AStatementHasRoomForItsValueAtEveryWidth) {
  constexpr std::size_t value = 7;  // " = 14" in its box, in columns
  CodePage page;
  std::size_t statements = 0;
  for (const radix::SourceFile& file : radix::embedded_sources())
    for (uint32_t columns = 44; columns < 100; columns += 3) {
      turn_to(page, file.name, {12, columns});
      for (std::size_t k = 0; k < page.pieces.size(); ++k) {
        const CodePiece& piece = page.pieces[k];
        const std::string_view text = page.rows[piece.line].text;
        const bool last = k + 1 == page.pieces.size() || page.pieces[k + 1].line != piece.line;
        if (!last || !text.ends_with(';') || text.find(" = ") == text.npos) continue;
        ++statements;
        EXPECT_LE(piece.indent + piece.end - piece.begin + value, columns)
            << columns << ": " << text;
      }
    }
  EXPECT_GT(statements, 1000u);
}

/// A kernel's head that is too long has its parameters in lines of their own, none in two parts.
TEST(CodePage, HeadsOfKernelsAreCutBetweenParameters) {
  std::size_t cuts = 0;
  CodePage page;
  turn_to(page, "03_digits.cu", {12, 52});
  for (std::size_t k = 0; k + 1 < page.pieces.size(); ++k) {
    const CodePiece& piece = page.pieces[k];
    const std::string_view text = page.rows[piece.line].text;
    const bool head = text.starts_with("__global__") || text.starts_with("        ");
    const bool cut = page.pieces[k + 1].line == piece.line;
    if (!head || !cut || text.find(';') != text.npos) continue;
    ++cuts;
    const char last = text[piece.end - 1];
    EXPECT_TRUE(last == ',' || last == '(') << text.substr(piece.begin, piece.end - piece.begin);
  }
  EXPECT_GE(cuts, 2u);
}

/// A table in a head comment is never broken: its columns stand under each other.
TEST(CodePage, TablesInCommentsStayWhole) {
  CodePage page;
  turn_to(page, "03_digits.cu", {12, 52});
  std::size_t smaller = 0;
  for (const CodePiece& piece : page.pieces) {
    const std::string_view text = page.rows[piece.line].text;
    if (text.find("split by bit 0 12") == text.npos) continue;
    EXPECT_EQ(piece.end, text.size()) << "in one piece";
    smaller += piece.scale < 1 ? 1 : 0;
  }
  EXPECT_EQ(smaller, 1u);
}

/// A table that no type makes fit is cut where all its rows have a blank, its left part first.
TEST(CodePage, WideTablesInCommentsAreCutBetweenColumns) {
  CodePage page;
  turn_to(page, "02_block_sort.cu", {12, 46});
  std::vector<std::string> parts;
  for (const CodePiece& piece : page.pieces)
    if (page.rows[piece.line].text.find("in the block 12") != std::string_view::npos)
      parts.emplace_back(
          trimmed(page.rows[piece.line].text.substr(piece.begin, piece.end - piece.begin)));
  EXPECT_EQ(parts, (std::vector<std::string>{"in the block 12  6| 3  9   8 10|15  5",
                                             "6| 9 11 13   4 10  0| 7"}));
}

/// Sentences of a comment fill the panel's width: no line has a word that was left over.
TEST(CodePage, ParagraphsOfCommentsAreFilledAnew) {
  CodePage page;
  turn_to(page, "02_block_sort.cu", {12, 46});
  std::vector<std::string> lines;
  for (const CodePiece& piece : page.pieces)
    if (!piece.words.empty() && piece.last <= 4) lines.push_back(piece.words);
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "/// Here every block first sorts its own keys",
                       "in shared memory, so that its zeros are",
                       "adjacent, and so are its ones. Then",
                       "neighbouring threads write to neighbouring",
                       "places: 0, 1 and 8, 9.",
                   }));
  const std::string_view title = page.rows[0].text;
  ASSERT_GE(page.pieces.size(), 2u);
  EXPECT_EQ(title.substr(page.pieces[1].begin), "PMPP 4th ed. 13.4, 5th ed. 14.6")
      << "what stands at the right of a title is one part";
}

/// How the kernel panel of a window sets its lines, as it opens or `half` as wide as the window.
CodeType type_in(float width, float height, bool half) {
  constexpr float beside = 2 * 14 + 14;  // the panel's edges, its scroll bar
  const Layout layout = layout_of({.width = width, .height = height, .half = half});
  const float room = layout.right.w - beside - code_gutter - code_air;
  const float size = code_size(room);
  return {size, static_cast<uint32_t>(room / text_width("0", size, Face::mono))};
}

/// Without blanks, and without the strokes that start a comment's line.
std::string bare(std::string_view text) {
  std::string out(text);
  std::erase(out, ' ');
  if (out.starts_with("//")) out.erase(0, out.find_first_not_of('/'));
  return out;
}
std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// What is painted beyond the edge of a page, or lost, or hard to read; "".
std::string unfit(const CodePage& page) {
  std::vector<std::string> painted(page.rows.size());
  std::size_t begin = 0;  // of the line, in columns
  for (const CodePiece& piece : page.pieces) {
    const std::string_view text = page.rows[piece.line].text;
    const std::string part = piece.words.empty()
                                 ? std::string(text.substr(piece.begin, piece.end - piece.begin))
                                 : piece.words;
    if (static_cast<float>(piece.indent) +
            piece.scale * text_width(part, 1, Face::mono) / text_width("0", 1, Face::mono) >
        static_cast<float>(page.type.columns) + 0.01f)
      return say("line ", piece.line + 1, " does not fit: ", part);
    if (!piece.words.empty()) {  // of several lines, which come together in the first one
      painted[piece.line] += bare(part);
      continue;
    }
    if (painted[piece.line].empty())
      begin = piece.begin > text.find_first_not_of(' ') ? piece.indent  // a table has no strokes
                                                        : text.find_first_not_of(' ') - piece.begin;
    else if (piece.indent <= begin)
      return say("line ", piece.line + 1, " goes on where lines begin: ", part);
    painted[piece.line] += piece.begin == 0 ? bare(part) : without_blanks(part);
  }
  std::string all, wanted;
  for (std::size_t i = 0; i < painted.size(); ++i) {
    all += painted[i], wanted += bare(page.rows[i].text);
    const bool joined = std::ranges::any_of(page.pieces, [&](const CodePiece& piece) {
      return !piece.words.empty() && piece.line <= i && i <= piece.last;
    });
    if (!joined && painted[i] != bare(page.rows[i].text))
      return say("of line ", i + 1, " is painted: ", painted[i]);
  }
  return all == wanted ? "" : "words are lost or stand in another order";
}

TEST(CodePage, EveryLineOfEveryKernelFitsThePanel) {
  for (const auto& [width, height] : {std::pair(1600.f, 1000.f), {1440.f, 900.f}, {1280.f, 720.f}})
    for (const bool half : {false, true}) {
      const CodeType type = type_in(width, height, half);
      EXPECT_GE(type.size, 11) << width;
      EXPECT_GE(type.columns, width < 1400 && !half ? 44u : half ? 75u : 50u) << width;
      CodePage page;
      for (const radix::SourceFile& file : radix::embedded_sources()) {
        turn_to(page, file.name, type);
        EXPECT_EQ(unfit(page), "") << file.name << " in a window of " << width;
        if (half && width > 1500)
          EXPECT_EQ(page.pieces.size(),
                    page.rows.size() - static_cast<std::size_t>(
                                           std::ranges::count_if(page.rows, &SourceRow::only_note)))
              << file.name << ": a line is broken";
      }
    }
}

TEST(CodePage, ALineBeyondTheEdgeIsFound) {
  CodePage page;
  turn_to(page, "01_one_bit.cu", {12, 60});
  EXPECT_EQ(unfit(page), "");
  page.type.columns = 55;
  EXPECT_NE(unfit(page), "");
}

}  // namespace
}  // namespace scope
