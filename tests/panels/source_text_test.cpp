#include "app/panels/source_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/model/sources.hpp"
#include "tests/support/app_states.hpp"

namespace scope {
namespace {

TEST(SourceTextTest, SpansCoverEveryLineOfEveryKernel) {
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
    }
    EXPECT_EQ(text, file.text) << file.name;
  }
}

SourceInk ink_at(const std::string& line, const std::string& word) {
  const auto rows = source_rows(line);
  const auto at = static_cast<uint32_t>(line.find(word));
  for (const SourceSpan& span : rows.at(0).spans)
    if (at >= span.begin && at < span.end) return span.ink;
  return SourceInk::plain;
}

TEST(SourceTextTest, WordsHaveTheirInks) {
  const std::string line = "const uint32_t i = blockIdx.x * 32;  // i, not const";
  EXPECT_EQ(ink_at(line, "const"), SourceInk::keyword);
  EXPECT_EQ(ink_at(line, "blockIdx"), SourceInk::cuda);
  EXPECT_EQ(ink_at(line, "32;"), SourceInk::number);
  EXPECT_EQ(ink_at(line, "not const"), SourceInk::comment);
  EXPECT_EQ(ink_at(line, "i ="), SourceInk::plain);
  EXPECT_EQ(ink_at("#include \"a.cuh\"", "\"a.cuh\""), SourceInk::quoted);
}

TEST(SourceTextTest, EveryRungHasItsFileFirstAndEachFileOnce) {
  for (const radix::RungInfo& rung : radix::rungs()) {
    const auto files = files_of(rung);
    ASSERT_FALSE(files.empty()) << rung.name;
    EXPECT_EQ(files[0], rung.file);
    for (std::size_t i = 0; i < files.size(); ++i) {
      EXPECT_FALSE(embedded_text(files[i]).empty()) << files[i];
      for (std::size_t j = 0; j < i; ++j) EXPECT_NE(files[i], files[j]);
    }
  }
  EXPECT_EQ(embedded_text("no such file"), "");
}

TEST(SourceTextTest, ARunOffersTheScanThatItMakesAndNoOther) {
  radix::Recipe recipe{.rung = "digits", .engine = radix::EngineChoice::cpu};
  recipe.problem = *radix::Problem::make({3, 1, 2, 0}, {.scan = radix::BlockScan::blelloch});
  const auto files = files_of(run(recipe));
  const auto place = [&](std::string_view name) {
    return std::ranges::find(files, name) - files.begin();
  };
  EXPECT_EQ(place("03_digits.cuh"), 0);
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
          std::size_t characters = 0;
          for (char c : row.text.substr(cuts[i], end - cuts[i])) characters += (c & 0xC0) != 0x80;
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

// ------------------------------------------------------------------------------- as in the book

std::vector<bool> instrument_of(const std::string& text) {
  std::vector<bool> lines;
  for (const SourceRow& row : source_rows(text)) lines.push_back(row.instrument);
  return lines;
}

TEST(SourceTextTest, LinesThatShowAStepAreOfTheInstrument) {
  EXPECT_EQ(instrument_of("const uint32_t bit = keys[i];\n"
                          "  show(\"bits\", i, bit);\n"
                          "  if (f(n) > 1) show.level(names, i);\n"
                          "  show.each(\"slots\", tile,\n"
                          "            slots);\n"
                          "  if (i < n) sorted[i] = key;  // show(\n"
                          "    run.launch<scatter>(2, 4)(bits, n);\n"
                          "  // show(it)\n"),
            (std::vector<bool>{false, true, true, true, true, false, false, false}));
}

TEST(SourceTextTest, AStepLightsTheStatementThatItShows) {
  const auto rows = source_rows(
      "void f() {\n  for (;;) {\n    sums[i] += 1;\n\n    show(\"a\", i);\n  }\n"
      "  // what all have\n  show(\"b\", i);\n");
  EXPECT_EQ(lit_row(rows, 4), 2u);
  EXPECT_EQ(lit_row(rows, 7), 2u) << "behind a brace and a comment";
  EXPECT_EQ(lit_row(rows, 2), 2u);
  EXPECT_EQ(lit_row(rows, 5), 2u) << "a brace computes nothing";
  EXPECT_EQ(lit_row(rows, 99), 99u);
  EXPECT_EQ(lit_row(source_rows("show(1);\n"), 0), 0u) << "nothing above";
}

TEST(SourceTextTest, AStatementIsLitFromItsFirstRowToItsLast) {
  const auto rows = source_rows(
      "__global__ void f() {\n"
      "  const Sum ones = add_up(bits,\n"
      "                          n);\n"
      "  const int zeros = n - ones.total;\n"
      "  show(\"block_ones\", block, ones.total);\n"
      "  const int slot =\n"
      "      bit == 0 ? t : zeros;\n"
      "  show(\"slots\", i, slot);\n"
      "  out[slot] = key;\n"
      "  show(\"output\");\n"
      "}\n");
  EXPECT_EQ(lit_row(rows, 4), 1u) << "the statement that made what is shown, not the nearest";
  EXPECT_EQ(statement_end(rows, 1), 3u);
  EXPECT_EQ(lit_row(rows, 7), 5u);
  EXPECT_EQ(statement_end(rows, 5), 7u);
  EXPECT_EQ(lit_row(rows, 9), 8u);
  EXPECT_EQ(statement_end(rows, 8), 9u);
  EXPECT_EQ(shown_expression(rows[4].text), "ones.total");
  EXPECT_EQ(shown_expression(rows[9].text), "");
  EXPECT_EQ(shown_expression("  show(\"starts\", rows, f(2));"), "");
  EXPECT_EQ(shown_expression("  show.level(Sweep::lanes, distance, sum);"), "sum");
  EXPECT_EQ(shown_expression("  show.level(Sweep::up, distance, sums, k);"), "") << "an index";
  EXPECT_EQ(levelled_array("  show.level(Sweep::up, distance, sums, k);"), "sums");
  EXPECT_EQ(levelled_array("  show.level(Sweep::lanes, distance, sum);"), "");
}

TEST(SourceTextTest, EveryStepOfEveryRungHasAStatementToLight) {
  std::ptrdiff_t folded = 0;
  for (const radix::SourceFile& file : radix::embedded_sources())
    folded += std::ranges::count(source_rows(file.text), true, &SourceRow::instrument);
  EXPECT_GT(folded, 50) << "no kernel shows anything";
  for (const radix::RungInfo& rung : radix::rungs()) {
    const Document document = document_with("3 1 2 0 7 5", 3, 4, rung.name);
    for (const radix::Step& step : document.lane().trace->steps) {
      const auto rows = source_rows(embedded_text(step.source.file));
      ASSERT_LE(step.source.line, rows.size());
      const std::size_t line = shown_row(rows, step.source.line), lit = lit_row(rows, line);
      EXPECT_FALSE(rows[lit].instrument) << step.source.file << ":" << step.source.line;
      EXPECT_LE(line - lit, 12u) << step.source.file << ":" << step.source.line;
    }
  }
}

}  // namespace
}  // namespace scope
