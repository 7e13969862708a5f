#include "app/document/source_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/engine/model/sources.hpp"
#include "tests/support/app_states.hpp"

namespace scope {
namespace {

TEST(SourceTextTest, SpansCoverEveryLineOfEveryKernel) {
  std::size_t notes = 0;
  for (const radix::SourceFile& file : radix::embedded_sources()) {
    std::string text;
    for (const SourceRow& row : source_rows(file.text)) {
      uint32_t at = 0;
      for (const SourceSpan& span : row.spans) {
        EXPECT_EQ(span.begin, at) << file.name << ": " << row.text;
        EXPECT_GT(span.end, span.begin) << file.name << ": " << row.text;
        at = span.end;
      }
      EXPECT_EQ(at, row.text.size()) << file.name << ": " << row.text;
      text += std::string(row.text) + "\n";
      EXPECT_EQ(row.text.find("//:"), row.text.npos) << file.name << ": " << row.text;
      notes += row.note.empty() ? 0 : 1;
    }
    EXPECT_EQ(std::ranges::count(text, '\n'), std::ranges::count(file.text, '\n')) << file.name;
  }
  EXPECT_GT(notes, 100u) << "no kernel says what it shows";
}

SourceInk ink_at(const std::string& line, const std::string& word) {
  const auto rows = source_rows(line);
  const auto at = static_cast<uint32_t>(line.find(word));
  for (const SourceSpan& span : rows.at(0).spans)
    if (at >= span.begin && at < span.end) return span.ink;
  return SourceInk::plain;
}

TEST(SourceTextTest, WordsHaveTheirInks) {
  const std::string line = "const unsigned i = blockIdx.x * 32;  // i, not const";
  EXPECT_EQ(ink_at(line, "const"), SourceInk::keyword);
  EXPECT_EQ(ink_at(line, "blockIdx"), SourceInk::cuda);
  EXPECT_EQ(ink_at(line, "32;"), SourceInk::number);
  EXPECT_EQ(ink_at(line, "not const"), SourceInk::comment);
  EXPECT_EQ(ink_at(line, "i ="), SourceInk::plain);
  EXPECT_EQ(ink_at("#include \"a.cuh\"", "\"a.cuh\""), SourceInk::quoted);
}

TEST(SourceTextTest, EverySortHasItsFileFirstAndEachFileOnce) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    const auto files = files_of(sort);
    ASSERT_FALSE(files.empty()) << sort.name;
    EXPECT_EQ(files[0], sort.file);
    for (std::size_t i = 0; i < files.size(); ++i) {
      EXPECT_FALSE(embedded_text(files[i]).empty()) << files[i];
      for (std::size_t j = 0; j < i; ++j) EXPECT_NE(files[i], files[j]);
    }
  }
  EXPECT_EQ(embedded_text("no such file"), "");
}

TEST(SourceTextTest, ARunOffersTheScanThatItMakesAndNoOther) {
  radix::Recipe recipe{.sort = "digits", .engine = radix::EngineChoice::cpu};
  recipe.problem = *radix::Problem::make({3, 1, 2, 0}, {.scan = radix::BlockScan::blelloch});
  const auto files = files_of(run(recipe));
  const auto place = [&](std::string_view name) {
    return std::ranges::find(files, name) - files.begin();
  };
  EXPECT_EQ(place("03_digits.cu"), 0);
  EXPECT_LT(place("blelloch.cuh"), place("chain.cuh")) << "steps stand in it";
  EXPECT_LT(place("chain.cuh"), std::ssize(files));
  EXPECT_EQ(place("kogge_stone.cuh"), std::ssize(files));
}

TEST(SourceTextTest, PiecesFitAndLoseNothing) {
  for (const radix::SourceFile& file : radix::embedded_sources()) {
    for (const SourceRow& row : source_rows(file.text)) {
      for (uint32_t columns : {16u, 29u, 40u, 100u}) {
        const uint32_t indent = std::min(hanging_indent(row.text), columns / 2);
        const auto cuts = cuts_of(row.text, columns, indent);
        ASSERT_EQ(cuts.at(0), 0u);
        for (std::size_t i = 1; i < cuts.size(); ++i) EXPECT_GT(cuts[i], cuts[i - 1]) << row.text;
        for (std::size_t i = 0; i < cuts.size(); ++i) {
          const std::size_t end = i + 1 < cuts.size() ? cuts[i + 1] : row.text.size();
          std::size_t characters = 0, begin = cuts[i];
          if (i > 0) begin = std::min(row.text.find_first_not_of(' ', begin), end);  // left out
          for (char c : row.text.substr(begin, end - begin)) characters += (c & 0xC0) != 0x80;
          EXPECT_LE(characters + (i > 0 ? indent : 0), std::max(columns, indent + 8)) << row.text;
        }
      }
    }
  }
}

TEST(SourceTextTest, LinesAreCutAfterBlanksAndCommas) {
  EXPECT_EQ(cuts_of("int a, int b", 8, 2), (std::vector<uint32_t>{0, 7}));
  EXPECT_EQ(cuts_of("short", 8, 2), (std::vector<uint32_t>{0}));
  EXPECT_EQ(cuts_of("", 8, 2), (std::vector<uint32_t>{0}));
}

// ---------------------------------------------------------------------------------------- notes

TEST(SourceTextTest, ALineIsShownWithoutItsNote) {
  const auto rows = source_rows(
      "  const unsigned bit = keys[i];  //: bits[i]\n"
      "  }  //: output\n"
      "  //: end 2; output\n"
      "  // a comment\n");
  EXPECT_EQ(rows[0].text, "  const unsigned bit = keys[i];");
  EXPECT_EQ(rows[0].note, "bits[i]");
  EXPECT_EQ(rows[1].text, "  }");
  EXPECT_TRUE(rows[2].only_note());
  EXPECT_EQ(rows[3].text, "  // a comment");
  EXPECT_FALSE(rows[3].only_note());
}

TEST(SourceTextTest, AStatementIsLitFromItsFirstRowToItsLast) {
  const auto rows = source_rows(
      "__global__ void f() {\n"
      "  const Sum ones = add_up(bits,\n"
      "                          n);\n"
      "  const int zeros = n - ones.total;  //: block_ones[block] = ones.total\n"
      "  const int slot =\n"
      "      bit == 0 ? t : zeros;  //: slots[i]\n"
      "  out[slot] = key;  //: out\n"
      "}\n");
  EXPECT_EQ(statement_begin(rows, 2), 1u);
  EXPECT_EQ(statement_end(rows, 1), 3u);
  EXPECT_EQ(statement_begin(rows, 5), 4u);
  EXPECT_EQ(statement_end(rows, 4), 6u);
  EXPECT_EQ(statement_begin(rows, 6), 6u);
  EXPECT_EQ(shown_expression(rows, 3, "block_ones"), "ones.total");
  EXPECT_EQ(shown_expression(rows, 5, "slots"), "slot");
  EXPECT_EQ(shown_expression(rows, 6, "out"), "out[slot]");
  EXPECT_EQ(shown_expression(rows, 6, "another"), "");
}

TEST(SourceTextTest, ANoteSaysWhatAStepShows) {
  const auto rows = source_rows(
      "  for (;;) {\n"
      "    sums[k] += 1;  //: level up distance: sums[k]\n"
      "    value += 1;  //: level lanes distance: value\n"
      "    ranks[c] = f(c);\n"
      "  }  //: rank[tile] = ranks\n"
      "  const unsigned d = g(i);  //: if (i < n) some source[i] = d later 1; starts = rows, "
      "f(2)\n");
  EXPECT_EQ(shown_expression(rows, 1, "partial_ones"), "sums[t]");
  EXPECT_EQ(shown_expression(rows, 2, "partial_ones"), "value");
  EXPECT_EQ(shown_expression(rows, 3, "rank"), "ranks")
      << "of the row below, which computes nothing";
  EXPECT_EQ(shown_expression(rows, 5, "source"), "d");
  EXPECT_EQ(shown_expression(rows, 5, "starts"), "") << "more than a name";
}

/// The line of a step is one that computes: no brace, no barrier, no parameter list.
TEST(SourceTextTest, EveryStepOfEverySortStandsOnAStatement) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    const Document document = document_with("3 1 2 0 7 5", 3, 4, sort.name);
    for (const radix::Step& step : document.lane().trace->steps) {
      const auto rows = source_rows(embedded_text(step.source.file));
      ASSERT_GE(step.source.line, 1u) << sort.name;
      ASSERT_LE(step.source.line, rows.size());
      const std::string where = say(step.source.file, ":", step.source.line);
      const std::string_view code = trimmed(rows[step.source.line - 1].text);
      EXPECT_NE(code.find_first_of("abcdefghijklmnopqrstuvwxyz"), code.npos) << where;
      EXPECT_NE(code, "__syncthreads();") << where;
      EXPECT_FALSE(code.ends_with(") {") && !code.starts_with("for") && !code.starts_with("if") &&
                   !code.starts_with("while"))
          << where;
    }
  }
}

}  // namespace
}  // namespace scope
