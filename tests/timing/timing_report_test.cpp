// Table and CSV of a run that has every kind of row.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/core/base/table.hpp"
#include "app/core/base/text.hpp"
#include "app/timing/findings.hpp"
#include "app/timing/report.hpp"
#include "app/timing/run/protocol.hpp"
#include "tests/support/said.hpp"
#include "tests/support/texts.hpp"
#include "tests/support/timing_fake.hpp"

namespace scope {
namespace {

using texts::lines_of;

using fake::coarse;
using fake::one;
using fake::two;

/// One good sort, one that sorts wrongly, one with two settings, the library; two inputs.
TimingRun mixed_run() {
  fake::Machine machine;
  machine.methods[two].wrong_from = 1;
  machine.methods[one].slow_clock_every = 5;
  machine.free_bytes = 1'000'000'000;
  TimingSetup setup{.sorts = "1,2,4", .n = "1024,2^30"};
  setup.settings[radix::setting_named("radix")] = "1,8";
  const TimingEngine engine = fake::engine(machine);
  return run_timing(fake::plan(setup, engine), engine, {});
}

/// The cells of RFC 4180 lines.
std::vector<std::vector<std::string>> cells_of(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      if (inside && i + 1 < text.size() && text[i + 1] == '"')
        rows.back().back() += text[++i];
      else
        inside = !inside;
    } else if (!inside && c == ',') {
      rows.back().emplace_back();
    } else if (!inside && c == '\n') {
      rows.push_back({""});
    } else {
      rows.back().back() += c;
    }
  }
  rows.pop_back();
  return rows;
}

TEST(TimingReportTest, TheTableSaysEverything) {
  const std::string text = to_table(mixed_run());
  for (const char* part :
       {"a \"fake\" machine", "driver 1.2", "L 4", "seed 1", "radixscope time --engine cpu",
        "n = 2^10 = 1024 · 32-bit keys · uniform", "n = 2^30 = 1073741824",
        "library::sort, input kept", "The result of the warm-up was wrong: key 7",
        "the largest n that fits is", "dropped for a low clock",
        "stages differ from the whole by 10.0 %", "stages, ms", "bit extract", "sum  whole",
        "These are emulation times.", "Drift", "shuffled rounds",
        "Clock just before the counted samples: 1900 to 1901 MHz"})
    EXPECT_NE(text.find(part), text.npos) << part << "\n" << text;
}

/// Each sort stands once, with the settings that are fastest with the most keys that it was timed
/// with, and beside the library.
TEST(TimingReportTest, TheLadderHasEverySortAtItsBest) {
  const TimingRun run = mixed_run();
  const Table table = best_table(run);
  std::set<std::string> timed;
  uint64_t library_row = 0;
  for (const TimingRow& row : run.rows)
    if (statistics(row)) timed.insert(row.configuration.method);
  ASSERT_EQ(table.rows.size(), timed.size() + 1);
  ASSERT_EQ(table.rows[0].front(), "sort");
  EXPECT_TRUE(table.rows[0].back().starts_with("× "));
  const auto rate = [&](const TimingRow& row) {
    return giga_keys(row, statistics(row)->median_ms);
  };
  for (std::size_t line = 1; line < table.rows.size(); ++line) {
    const std::vector<std::string>& cells = table.rows[line];
    EXPECT_TRUE(timed.contains(cells[0]));
    uint64_t most = 0;
    double best = 0;
    for (const TimingRow& row : run.rows)
      if (row.configuration.method == cells[0] && statistics(row))
        most = std::max(most, row.input.n);
    for (const TimingRow& row : run.rows)
      if (row.configuration.method == cells[0] && row.input.n == most && statistics(row))
        best = std::max(best, rate(row));
    const auto column = std::ranges::find(table.rows[0], size_text(most)) - table.rows[0].begin();
    EXPECT_EQ(cells[static_cast<std::size_t>(column)], short_number(best)) << cells[0];
    if (table.rows[0].back() == "× " + cells[0]) {
      EXPECT_EQ(cells.back(), "1.00");
      library_row = line;
    }
  }
  EXPECT_GT(library_row, 0u);
}

TEST(TimingReportTest, ColumnsAreAligned) {
  const std::vector<std::string> lines = lines_of(to_table(mixed_run()));
  const auto title = std::ranges::find_if(
      lines, [](const std::string& line) { return line.starts_with("method"); });
  ASSERT_NE(title, lines.end());
  const auto end_of = [](const std::string& line, const std::string& word) {
    const std::size_t at = line.find(word);
    return at == line.npos ? 0 : utf8_length(line.substr(0, at + word.size()));
  };
  // 1.000 is the median: it ends below its title, in every row that has one
  int rows = 0;
  for (auto line = title + 1; !line->empty() && !line->starts_with("stages"); ++line) {
    if (line->find("1.000…1.000") == line->npos) continue;
    EXPECT_EQ(end_of(*line, "1.000"), end_of(*title, "median ms")) << *line;
    EXPECT_EQ(end_of(*line, "1.000…1.000"), end_of(*title, "quartiles")) << *line;
    ++rows;
  }
  EXPECT_EQ(rows, 4);
  for (const std::string& line : lines) EXPECT_FALSE(line.ends_with(" ")) << line;
}

TEST(TimingReportTest, AColumnForAChoiceOnlyWhereItVaries) {
  TimingRun run = mixed_run();
  EXPECT_EQ(to_table(run).find("ownership  "), std::string::npos);
  for (TimingRow& row : run.rows) row.configuration.settings.scan = radix::BlockScan::blelloch;
  EXPECT_NE(to_table(run).find("blelloch"), std::string::npos);
}

TEST(TimingReportTest, NumbersAreTheStatistics) {
  TimingRow row = mixed_run().rows[0];
  row.samples.assign(12, {.ms = 2, .wall_ms = 2.5});
  TimingRun run{.facts = {.copy_gb_s = 100}, .rows = {row}, .ended = true};
  run.rows[0].input.n = 1'000'000;
  run.rows[0].cost.moved_bytes = 100'000'000;  // 1 ms at 100 GB/s
  const auto table = lines_of(to_table(run));
  const auto line = std::ranges::find_if(
      table, [](const std::string& each) { return each.starts_with(one + " "); });
  ASSERT_NE(line, table.end());
  std::istringstream in(*line);
  const std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
  const std::vector<std::string> expected = {one,           "256",   "–",   "–",  "2.000",
                                             "2.000…2.000", "2.500", "0.5", "50", "50"};
  ASSERT_GE(words.size(), expected.size());
  EXPECT_EQ(std::vector(words.begin(), words.begin() + 10), expected);
}

TEST(TimingReportTest, CsvHasEveryRowAndHollowOnesAreEmpty) {
  const TimingRun run = mixed_run();
  const auto rows = cells_of(to_csv(timing_table(run, TableFor::csv)));
  ASSERT_EQ(rows.size(), run.rows.size() + 1);
  const auto cell = [&](std::size_t row, const std::string& title) {
    const auto at = std::ranges::find(rows[0], title);
    EXPECT_NE(at, rows[0].end()) << title;
    return rows[row + 1][static_cast<std::size_t>(at - rows[0].begin())];
  };
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  EXPECT_EQ(cell(0, "median_ms"), "1");
  EXPECT_EQ(cell(0, "stage_scan_ms"), "0.6");
  EXPECT_EQ(cell(0, "radix"), "") << "not used";
  EXPECT_EQ(cell(0, "dropped"), std::to_string(statistics(run.rows[0])->dropped));
  EXPECT_EQ(cell(1, "median_ms"), "");
  EXPECT_NE(cell(1, "refusal").find("key 7"), std::string::npos);
  EXPECT_EQ(cell(3, "radix"), "8");
  EXPECT_EQ(cell(4, "method"), "library");
  EXPECT_EQ(cell(4, "gb_per_s"), "") << "unknown, not 0";
  EXPECT_NE(cell(5, "refusal").find("largest n"), std::string::npos);
  EXPECT_EQ(cell(0, "device"), "a \"fake\" machine");
}

/// A refusal is English in a CSV file, and the reader's in a table that is read.
TEST(TimingReportTest, ATableForAReaderSaysRefusalsInTheReadersLanguage) {
  const TimingRun run = mixed_run();
  const auto refusal = [&](TableFor whom) {
    const auto rows = timing_table(run, whom).rows;
    const auto at = std::ranges::find(rows[0], "refusal") - rows[0].begin();
    return rows[6][static_cast<std::size_t>(at)];
  };
  const std::string english = refusal(TableFor::csv);
  in_every_language([&](const std::string& language) {
    EXPECT_EQ(refusal(TableFor::csv), english) << language;
    std::string read;
    const Sentences said = said_by([&] { read = refusal(TableFor::reader); });
    EXPECT_EQ(read == english, language == "en") << language << ": " << read;
    if (language == "en") return;
    const text::FilledMessage* why = said_of(said, "refused.timed_memory");
    ASSERT_TRUE(why) << language << ": " << read;
    EXPECT_NE(english.find(why->at("needs")), std::string::npos) << language;
  });
}

TEST(TimingReportTest, SamplesCsvHasEverySample) {
  const TimingRun run = mixed_run();
  const auto rows = cells_of(samples_csv(run));
  std::size_t samples = 0, slow = 0;
  for (const TimingRow& row : run.rows) samples += row.samples.size();
  for (const auto& row : rows) slow += row.back() == "true";
  EXPECT_EQ(rows.size(), samples + 1);
  EXPECT_GT(slow, 0u);
  EXPECT_EQ(rows[0],
            (std::vector<std::string>{"id", "number", "ms", "wall_ms", "mhz", "slow_clock"}));
}

TEST(TimingReportTest, ARunThatWasCutOffSaysSo) {
  TimingRun run = mixed_run();
  run.ended = false;
  run.failure = "It was cut.";
  run.rows[0].samples.clear();
  const std::string text = to_table(run);
  EXPECT_NE(text.find("It was cut."), text.npos);
  EXPECT_NE(text.find("Not reached"), text.npos);
}

TEST(TimingReportTest, DriftBeyondOnePerCentIsAWarning) {
  TimingRun run = mixed_run();
  run.drift = 0.009;
  EXPECT_EQ(to_table(run).find("changed during"), std::string::npos);
  run.drift = -0.011;
  EXPECT_NE(to_table(run).find("Drift −1.1 %: the machine changed during"), std::string::npos);
}

TEST(TimingReportTest, RemarksNameWhatToBewareOf) {
  TimingRow row = mixed_run().rows[0];
  row.stages.clear();
  row.samples.assign(10, {.ms = 1});
  EXPECT_EQ(remark(row), "");
  row.samples.assign(3, {.ms = 6000});
  EXPECT_EQ(remark(row), "few samples: one run takes 6 s");
  row.samples.assign(10, {.ms = 6000});
  EXPECT_EQ(remark(row), "");
  row.samples = {{.ms = 1}, {.ms = 1.5}, {.ms = 2}};
  EXPECT_EQ(remark(row).find("noisy"), 0u);
}

TEST(ColumnsTest, CountCharactersAndLetTheLastCellRunOver) {
  EXPECT_EQ(utf8_length("µ–…"), 3u);
  EXPECT_EQ(aligned({{"a", "bb", "c"}, {"µµµ", "1", "2"}, {"x", "a sentence that is long"}},
                    {true, false, false}),
            "a    bb  c\nµµµ   1  2\nx    a sentence that is long\n");
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree\n");
}

}  // namespace
}  // namespace scope
