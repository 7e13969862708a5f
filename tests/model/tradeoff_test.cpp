// The trade-off: closed forms against the chapter's table, counted writes against both, the job,
// the commands.
#include "app/core/figures/chart/tradeoff_text.hpp"
#include "kernels/radix/radix_arrays.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <sstream>

#include "app/commands/commands.hpp"
#include "app/core/model/calculator.hpp"
#include "app/document/tradeoff_job.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/presets.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/texts.hpp"

namespace scope {
namespace {

using texts::lines_of;

// ------------------------------------------------------------------------------------ closed forms

/// The chapter's formulas: keys of 32 bits; naive, then blocks of 256, 1024 and 4096 keys.
struct Printed {
  uint32_t r, passes;
  double store[4][3];  // runs, sectors, lines
  double share[3];     // table entries / N, %
};
constexpr Printed chapter[] = {
    {1,
     32,
     {{2.00, 5.75, 2.94}, {1.12, 4.98, 2.09}, {1.03, 4.90, 2.00}, {1.01, 4.88, 1.98}},
     {0.8, 0.2, 0.05}},
    {2,
     16,
     {{4.00, 7.50, 4.87}, {1.36, 5.19, 2.32}, {1.09, 4.95, 2.06}, {1.02, 4.89, 1.99}},
     {1.6, 0.4, 0.1}},
    {4,
     8,
     {{13.97, 16.22, 14.53}, {2.82, 6.47, 3.74}, {1.45, 5.27, 2.41}, {1.11, 4.97, 2.08}},
     {6.3, 1.6, 0.4}},
    {8,
     4,
     {{30.14, 30.37, 30.19}, {20.57, 22.00, 20.93}, {8.59, 11.51, 9.32}, {2.93, 6.56, 3.84}},
     {100, 25, 6.3}},
};
constexpr uint32_t kinds[] = {0, 1, 4, 16};  // keys a thread with 256 threads a block; 0: naive

bool printed_as(double value, double printed, double unit) {
  return std::abs(value - printed) <= unit / 2 + 1e-9;
}

/// "" or the first number that differs from the chapter's printed one.
std::string fault_in(const TradeoffTable& table) {
  for (const Printed& line : chapter)
    for (int k = 0; k < 4; ++k) {
      const TradeoffRow& row = *series_of(table, kinds[k])[line.r - 1];
      const std::string who =
          "r = " + std::to_string(line.r) + ", kind " + std::to_string(kinds[k]);
      const double values[] = {row.store.runs, row.store.sectors, row.store.lines};
      for (int i = 0; i < 3; ++i)
        if (!printed_as(values[i], line.store[k][i], 0.01))
          return who + ": " + std::to_string(values[i]) + " is not " +
                 std::to_string(line.store[k][i]);
      if (row.passes != line.passes || row.launches != 3 * line.passes) return who + ": passes";
      if (k == 0) continue;
      const double share = line.share[k - 1];
      if (!printed_as(100 * row.table_per_key, share, share < 0.1 ? 0.01 : 0.1))
        return who + ": table / N";
      if (row.bucket != 256.0 * kinds[k] / (1 << line.r)) return who + ": keys per bucket";
    }
  return "";
}

TEST(ClosedForms, AreTheChaptersTable) {
  EXPECT_EQ(fault_in(closed_forms(1 << 20, 256, 32)), "");
  for (std::size_t i : {0, 7, 8, 11, 17, 31}) {  // the check can see
    TradeoffTable wrong = closed_forms(1 << 20, 256, 32);
    wrong.rows[i].store.sectors += 0.02;
    EXPECT_NE(fault_in(wrong), "") << i;
  }
}

TEST(ClosedForms, CountTableAndBytes) {
  const TradeoffTable table = closed_forms(1 << 20, 256, 32);
  const auto words = [](const TradeoffRow& row) { return row.bytes / 4 / (1 << 20); };
  EXPECT_EQ(words(*series_of(table, 0)[0]), 224);     // 7 N a pass
  EXPECT_EQ(words(*series_of(table, 4)[0]), 128.25);  // K = 1024
  EXPECT_EQ(words(*series_of(table, 4)[3]), 32.5);
  EXPECT_EQ(words(*series_of(table, 16)[7]), 17);  // K = 4096
  EXPECT_EQ(series_of(table, 1)[7]->table_entries, 1 << 20);
  EXPECT_EQ(series_of(table, 16)[7]->table_entries, 65536);
}

TEST(ClosedForms, MoveWhatTheCalculatorSays) {
  for (const uint32_t keys : {16u, 20u, 1u << 20})
    for (const uint32_t bits : {4u, 6u, 32u}) {
      const TradeoffTable table = closed_forms(keys, keys < 100 ? 4 : 256, bits);
      for (const TradeoffRow& row : table.rows) {
        if (row.naive) continue;
        const Calculated found = calculate({.key_bits = bits,
                                            .radix_bits = row.radix_bits,
                                            .keys = keys,
                                            .keys_per_thread = row.keys_per_thread,
                                            .threads = table.threads});
        EXPECT_EQ(row.bytes, found.read + found.written)
            << keys << " keys of " << bits << " bits, r = " << row.radix_bits;
        EXPECT_EQ(row.table_entries, found.table);
      }
    }
}

TEST(ClosedForms, GiveTheChaptersAnswer) {
  const TradeoffTable table = closed_forms(1 << 20, 256, 32);
  EXPECT_EQ(best_radix(table, 0), 2u);
  EXPECT_EQ(best_radix(table, 1), 4u);
  EXPECT_EQ(best_radix(table, 16), 8u);
  EXPECT_EQ(answer(table), "naive: 2 · 1 key per thread: 4 · 4 keys: 6 · 16 keys: 8");
}

TEST(ClosedForms, TheAnswerFollowsTheNumbers) {
  TradeoffTable table = closed_forms(1 << 20, 256, 32);
  for (TradeoffRow& row : table.rows)
    if (!row.naive && row.keys_per_thread == 1 && row.radix_bits == 6) row.store.sectors = 4;
  EXPECT_NE(answer(table).find("1 key per thread: 6"), std::string::npos) << answer(table);
  for (TradeoffRow& row : table.rows)
    if (row.naive && row.radix_bits > 1) row.store.sectors = 32 * row.radix_bits;
  EXPECT_NE(answer(table).find("naive: 1 "), std::string::npos) << answer(table);
}

// -----------------------------------------------------------------------------------------
// counting

/// The same count again, slowly: from a recorded run, lanes as Problem::thread_of and round_of say.
StoreCost slow_count(const TradeoffRow& row, const std::vector<uint32_t>& keys,
                     radix::Settings settings) {
  settings.radix_bits = row.radix_bits;
  settings.keys_per_thread = row.keys_per_thread;
  const radix::SortInfo& sort = sort_of(row);
  const auto problem = radix::Problem::make(keys, settings_for(sort, settings));
  const radix::Trace trace =
      radix::run({.problem = *problem, .sort = sort.name, .engine = radix::EngineChoice::cpu});
  EXPECT_EQ(trace.error, "");
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, std::set<uint32_t>> stores;
  for (const radix::Step& step : trace.steps) {
    const radix::Array* to = step.find(radix::array::destination);
    const bool wide =
        problem->digit(step.pass).bits == std::min(row.radix_bits, problem->key_bits());
    for (uint32_t i = 0; wide && to && step.made == radix::array::output && i < keys.size(); ++i)
      stores[{step.pass, problem->block_of(i), problem->round_of(i),
              problem->thread_of(i) / warp_lanes}]
          .insert(to->values[i]);
  }
  double count = 0, runs = 0, sectors = 0, lines = 0;
  for (const auto& [who, slots] : stores) {
    if (slots.size() != std::min(warp_lanes, settings.threads_per_block)) continue;
    std::set<uint32_t> sector, line;
    ++count;
    for (uint32_t slot : slots) {
      sector.insert(slot * 4 / 32), line.insert(slot * 4 / 128);
      runs += slots.count(slot - 1) == 0;
    }
    sectors += static_cast<double>(sector.size()), lines += static_cast<double>(line.size());
  }
  return {runs / count, sectors / count, lines / count};
}

std::vector<uint32_t> keys_of(uint32_t count, uint32_t bits) {
  std::vector<uint32_t> keys = uniform_keys(count);
  for (uint32_t& key : keys) key >>= 32 - bits;
  return keys;
}

TEST(Counting, AgreesWithASlowCountOfRecordedRuns) {
  const std::atomic<bool> go_on = false;
  for (uint32_t threads : {8u, 48u, 64u})
    for (radix::Ownership ownership : {radix::Ownership::interleaved, radix::Ownership::blocked})
      for (const TradeoffRow& row : closed_forms(1000, threads, 5).rows) {
        if (!can_measure(row, threads) || row.radix_bits % 2 == 0) continue;
        const radix::Settings settings{
            .key_bits = 5, .threads_per_block = threads, .ownership = ownership};
        const auto keys = keys_of(1000, 5);
        std::string error;
        const auto fast = measure(row, keys, settings, false, go_on, error);
        ASSERT_TRUE(fast) << error;
        const StoreCost slow = slow_count(row, keys, settings);
        EXPECT_DOUBLE_EQ(fast->store.runs, slow.runs)
            << row.radix_bits << " " << row.keys_per_thread;
        EXPECT_DOUBLE_EQ(fast->store.sectors, slow.sectors);
        EXPECT_DOUBLE_EQ(fast->store.lines, slow.lines);
      }
}

TEST(Counting, UsesTheSortThatWritesLikeTheRow) {
  for (const TradeoffRow& row : closed_forms(64, 8, 4).rows) {
    const radix::SortInfo& sort = sort_of(row);
    EXPECT_EQ(sort.sorts_in_block, !row.naive);
    EXPECT_EQ(sort.coarse(), row.keys_per_thread > 1);
  }
}

// ----------------------------------------------------------------------------- the chapter's model

/// Measured and expected, with the part that is known by construction: the first bucket of the
/// first block and the last of the last one lie at addresses that are multiples of a line, not at
/// random ones.
double aligned_share(const TradeoffRow& row, double blocks) {
  return 2 / (blocks * std::exp2(row.radix_bits));
}

/// "" or the first cell that is more than 2 % off the closed forms. `exact`: even where alignment
/// is known.
std::string off_the_model(const TradeoffTable& table, bool exact = false) {
  for (const TradeoffRow& row : table.rows) {
    if (!row.has_stores()) continue;
    const double blocks = table.keys / (256.0 * row.keys_per_thread);
    const double share = row.naive || exact ? 0 : aligned_share(row, blocks);
    const StoreCost& is = row.measured->store;
    const double runs = row.store.runs, rest = (1 - share);
    const double sectors = 4 * share + row.store.sectors * rest,
                 lines = share + row.store.lines * rest;
    for (const auto& [name, a, b] : {std::tuple{"runs", is.runs, runs},
                                     {"sectors", is.sectors, sectors},
                                     {"lines", is.lines, lines}})
      if (std::abs(a / b - 1) > 0.02)
        return std::string(name) + " " + std::to_string(a) + " instead of " + std::to_string(b) +
               ": r = " + std::to_string(row.radix_bits) + ", " +
               std::to_string(row.keys_per_thread) + " keys per thread";
  }
  return "";
}

TEST(Model, Measured65536UniformKeysAgreeWithin2Percent) {
  TradeoffPlan plan = plan_for_uniform(1 << 16, 256);
  plan.settings.key_bits = 8;  // fewer passes: a store does not know how many there are
  plan.keys = keys_of(1 << 16, 8);
  const auto job = measure_tradeoff(plan);
  job->wait();
  const TradeoffTable& table = *job->newest();
  ASSERT_EQ(table.error, "");
  ASSERT_EQ(table.done, 25u);
  EXPECT_EQ(off_the_model(table), "");
  TradeoffTable wrong = table;
  wrong.rows[20].measured->store.sectors *= 1.03;
  EXPECT_NE(off_the_model(wrong), "") << "the check sees nothing";
  // With 16 blocks and one bit, 2 of 32 buckets are aligned by construction, and lines come out 3 %
  // lower
  EXPECT_NE(off_the_model(table, true).find("lines"), std::string::npos);
}

// ----------------------------------------------------------------------------------------- the job

TradeoffPlan small_plan() { return plan_for_uniform(2048, 64); }

TEST(Job, ProgressGrowsToTheEnd) {
  const auto job = measure_tradeoff(small_plan());
  auto last = job->newest();
  EXPECT_TRUE(last->running);
  EXPECT_EQ(last->of, 25u);
  while (last->running) {
    const auto now = job->newest();
    EXPECT_GE(now->fraction, last->fraction);
    EXPECT_GE(now->done, last->done);
    last = now;
    std::this_thread::yield();
  }
  EXPECT_EQ(last->done, last->of);
  EXPECT_EQ(last->fraction, 1);
  EXPECT_FALSE(last->cancelled);
}

TEST(Job, TwiceIsTheSame) {
  const auto a = measure_tradeoff(small_plan()), b = measure_tradeoff(small_plan());
  a->wait(), b->wait();
  EXPECT_EQ(to_csv(*a->newest()), to_csv(*b->newest()));
}

TEST(Job, CancelEndsIt) {
  const auto job = measure_tradeoff(plan_for_uniform(1 << 18, 256));
  while (job->newest()->done == 0) std::this_thread::yield();
  job->cancel();
  job->wait();
  EXPECT_TRUE(job->newest()->cancelled);
  EXPECT_FALSE(job->newest()->running);
  EXPECT_LT(job->newest()->done, 25u);
  measure_tradeoff(plan_for_uniform(1 << 18, 256));  // going away ends it, too
}

TEST(Job, SaysWhatWentWrong) {
  TradeoffPlan plan = small_plan();
  plan.keys = {1, 2, 300};
  plan.settings.key_bits = 8;
  const auto job = measure_tradeoff(plan);
  job->wait();
  EXPECT_NE(job->newest()->error.find("Key 3"), std::string::npos) << job->newest()->error;
  EXPECT_NE(progress_words(*job->newest()).find("Key 3"), std::string::npos);
}

// --------------------------------------------------------------------------------------- the
// commands

TEST(Commands, AScriptWaitsAndPrints) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "tradeoff 2^11 64; tradeoff_table markdown"), "");
  ASSERT_TRUE(document.tradeoff);
  EXPECT_FALSE(document.tradeoff->running);
  EXPECT_EQ(document.tradeoff->keys, 2048u);
  EXPECT_EQ(document.tradeoff_job, nullptr);
  EXPECT_NE(document.printed.find("2048 uniform keys"), std::string::npos);
  ASSERT_EQ(run_script(document, "tradeoff keys"), "");
  EXPECT_EQ(document.tradeoff->keys, 16u);
  EXPECT_EQ(document.tradeoff->threads, 4u);
  EXPECT_EQ(moment(document).tradeoff, document.tradeoff.get());
  ASSERT_EQ(run_script(document, "tradeoff none"), "");
  EXPECT_EQ(moment(document).tradeoff, nullptr);
}

TEST(Commands, AWindowShowsThePageGoesOnAndPolls) {
  Document document = make_document();
  document.interactive = true;
  document.mode = Mode::compare;
  ASSERT_EQ(run_command(document, "tradeoff", "65536"), "");
  EXPECT_EQ(document.mode, Mode::step);
  EXPECT_EQ(document.figure, "trade-off");
  ASSERT_TRUE(document.tradeoff && document.tradeoff->running);
  ASSERT_EQ(run_command(document, "tradeoff", "cancel"), "");
  while (document.tradeoff_job) tick(document, 0), std::this_thread::yield();
  EXPECT_TRUE(document.tradeoff->cancelled);
  EXPECT_EQ(document.note.find("Cancelled after"), 0u) << document.note;
  EXPECT_NE(run_command(document, "tradeoff", "cancel"), "");
}

TEST(Commands, RefuseWhatCannotBe) {
  Document document = make_document();
  for (const char* wrong : {"0", "frog", "2^23", "4194305", "64 0", "64 32 1", "keys now", "2^"})
    EXPECT_NE(run_command(document, "tradeoff", wrong), "") << wrong;
  EXPECT_FALSE(document.tradeoff);
  for (const char* wrong : {"", "html", "html x.txt"})
    EXPECT_NE(run_command(document, "tradeoff_table", wrong), "") << wrong;
  ASSERT_EQ(run_script(document, "keys ''"), "");
  EXPECT_NE(run_command(document, "tradeoff", "keys"), "");
}

TEST(Commands, TheTableGoesToAFile) {
  const scratch::Folder folder;
  Document document = make_document();
  ASSERT_EQ(run_command(document, "tradeoff_table", "csv " + (folder / "my table.csv")), "");
  EXPECT_EQ(scratch::bytes_of(folder / "my table.csv"), to_csv(closed_forms(16, 4, 4)));
  EXPECT_EQ(document.printed, "");
}

// -------------------------------------------------------------------------------------- the tables

std::vector<std::string> fields(const std::string& line, char between) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, between);) parts.push_back(part);
  return parts;
}

TEST(Tables, CsvParsesBackToTheSameNumbers) {
  const auto job = measure_tradeoff(small_plan());
  job->wait();
  const TradeoffTable& table = *job->newest();
  const auto lines = lines_of(to_csv(table));
  ASSERT_EQ(lines.size(), table.rows.size() + 1);
  const auto names = fields(lines[0], ',');
  const auto value = [&](std::size_t row, const char* name) {
    const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    return std::stod(fields(lines[row + 1], ',').at(at));
  };
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const TradeoffRow& row = table.rows[i];
    EXPECT_EQ(value(i, "radix_bits"), row.radix_bits);
    EXPECT_EQ(value(i, "table_per_key"), row.table_per_key);
    EXPECT_EQ(value(i, "bytes"), row.bytes);
    EXPECT_EQ(value(i, "sectors"), row.store.sectors);
    EXPECT_EQ(value(i, "write_cost"), write_cost(table, row, false));
    if (!row.has_stores()) continue;
    EXPECT_EQ(value(i, "measured_sectors"), row.measured->store.sectors);
    EXPECT_EQ(value(i, "measured_write_cost"), write_cost(table, row, true));
  }
}

TEST(Tables, MarkdownHasTheSameNumbersRounded) {
  const auto job = measure_tradeoff(small_plan());
  job->wait();
  const auto csv = lines_of(to_csv(*job->newest())),
             markdown = lines_of(to_markdown(*job->newest()));
  ASSERT_EQ(markdown.size(), csv.size() + 3);  // a sentence, an empty line, the rule
  const auto names = fields(csv[0], ',');
  for (std::size_t i = 1; i < csv.size(); ++i) {
    auto a = fields(csv[i], ','), b = fields(markdown[i + 3], '|');
    ASSERT_EQ(b.size(), names.size() + 1) << markdown[i + 3];
    a.resize(names.size());
    for (std::size_t k = 1; k + 1 < names.size(); ++k) {
      const std::size_t end = b[k + 1].find_last_not_of(' '), point = b[k + 1].find('.');
      EXPECT_EQ(a[k].empty(), end == std::string::npos) << names[k];
      if (a[k].empty() || end == std::string::npos) continue;
      const double digits = point == std::string::npos ? 0 : static_cast<double>(end - point);
      EXPECT_NEAR(std::stod(a[k]), std::stod(b[k + 1]), 0.501 * std::pow(10, -digits)) << names[k];
    }
  }
}

}  // namespace
}  // namespace scope
