// The calculator against the kernels: what it works out is what a run does.
#include "app/core/figures/chart/calculator_page.hpp"

#include <gtest/gtest.h>

#include "app/commands/commands.hpp"
#include "app/core/model/launch_costs.hpp"
#include "app/core/model/tradeoff.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/state.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/scene_checks.hpp"

namespace scope {
namespace {

/// One line of the calculator by its name.
CalculatedLine line_named(const Calculation& asked, const std::string& name) {
  for (const CalculatedLine& line : calculated_lines(asked))
    if (line.name == name) return line;
  ADD_FAILURE() << "no line '" << name << "'";
  return {};
}

void expect_what_runs(const char* sort, const Calculation& asked) {
  radix::Settings settings{.key_bits = static_cast<uint32_t>(asked.key_bits),
                           .threads_per_block = static_cast<uint32_t>(asked.threads),
                           .radix_bits = static_cast<uint32_t>(asked.radix_bits),
                           .keys_per_thread = static_cast<uint32_t>(asked.keys_per_thread)};
  const radix::SortInfo& info = *radix::sort_named(sort);
  std::vector<uint32_t> keys = uniform_keys(static_cast<uint32_t>(asked.keys));
  for (uint32_t& key : keys) key >>= 32 - asked.key_bits;
  const auto problem = *radix::Problem::make(keys, radix::settings_for(info, settings));
  const Calculated found = calculate(asked);
  EXPECT_EQ(found.passes, problem.passes());
  EXPECT_EQ(found.blocks, problem.blocks());
  uint64_t tables = 0, words = 0, chains = 0;
  for (uint32_t pass = 0; pass < problem.passes(); ++pass) {
    const uint64_t table = table_entries_of(info, problem, pass);
    if (pass == 0) EXPECT_EQ(found.table, table);
    tables += table;
    chains += words_of_pass(info, problem, pass) - 4 * problem.size() - 4 * table;
  }
  EXPECT_EQ(found.tables, tables);
  const auto launches = launches_of(sort, problem);
  EXPECT_EQ(found.launches, launches->size());
  uint64_t read = 0, written = 0;
  for (const LaunchCost& launch : *launches)
    read += launch.words.read(), written += launch.words.written();
  words = (found.read + found.written) / word_bytes;
  EXPECT_EQ(words + chains, read + written) << sort;
  EXPECT_LE(found.read / word_bytes, read);
  EXPECT_LE(found.written / word_bytes, written);
  EXPECT_LE(read, found.read / word_bytes + chains);
}

TEST(Calculator, SaysWhatTheKernelsDo) {
  expect_what_runs(
      "digits", {.key_bits = 4, .radix_bits = 1, .keys = 16, .keys_per_thread = 1, .threads = 4});
  expect_what_runs(
      "digits", {.key_bits = 7, .radix_bits = 3, .keys = 50, .keys_per_thread = 1, .threads = 8});
  expect_what_runs(
      "coarse", {.key_bits = 8, .radix_bits = 4, .keys = 250, .keys_per_thread = 3, .threads = 16});
  expect_what_runs(
      "coarse",
      {.key_bits = 32, .radix_bits = 8, .keys = 4096, .keys_per_thread = 4, .threads = 64});
}

TEST(Calculator, AgreesWithTheTradeOff) {
  const TradeoffTable table = closed_forms(1 << 20, 256, 32);
  for (const TradeoffRow& row : table.rows) {
    if (row.naive) continue;
    const Calculated found = calculate({.key_bits = 32,
                                        .radix_bits = row.radix_bits,
                                        .keys = 1 << 20,
                                        .keys_per_thread = row.keys_per_thread,
                                        .threads = 256});
    EXPECT_EQ(found.passes, row.passes);
    EXPECT_EQ(found.launches, row.launches);
    EXPECT_DOUBLE_EQ(static_cast<double>(found.table), row.table_entries);
    EXPECT_DOUBLE_EQ(found.bucket, row.bucket);
    EXPECT_DOUBLE_EQ(found.sectors, row.store.sectors);
    if (32 % row.radix_bits == 0)  // else its last digit is narrower
      EXPECT_DOUBLE_EQ(static_cast<double>(found.read + found.written), row.bytes);
  }
}

// The exam of the trial, section 3
TEST(Calculator, AnswersTheExam) {
  Calculation asked;  // b = 32, r = 8, N = 2^20, C = 4, T = 256: K = 1024
  EXPECT_EQ(line_named(asked, "passes").value, "4");
  EXPECT_EQ(line_named(asked, "table entries").value, "262144");
  EXPECT_EQ(line_named(asked, "launches").value, "12");
  EXPECT_EQ(line_named(asked, "sectors per store").value, "11.5");
  EXPECT_EQ(line_named(asked, "largest r, table ≤ 10 %").value, "6");
  EXPECT_EQ(line_named(asked, "C for 32 keys per bucket").value, "32");
}

TEST(Calculator, SaysWhatItsNumbersAreMadeOf) {
  const auto sectors = [](const Calculation& asked) {
    return line_named(asked, "sectors per store").how;
  };
  EXPECT_NE(sectors({}).find("R + (32 − R) / 8, R = 1 + 31 (D(2^r, K)"), std::string::npos);
  EXPECT_NE(sectors({.threads = 8}).find("R + (8 − R) / 8, R = 1 + 7 "), std::string::npos);
  EXPECT_NE(sectors({.keys = 100}).find("D(2^r, N)"), std::string::npos) << "no block is full";
  EXPECT_EQ(sectors({.keys_per_thread = 1, .threads = 1}), "every thread writes separately");
  EXPECT_NE(calculation_note({.key_bits = 4}).find("no more bits than a key"), std::string::npos);
}

TEST(Calculator, TheTurnedQuestionsAreTheLeastAndTheLargest) {
  for (uint64_t r : {1u, 3u, 8u, 11u})
    for (uint64_t threads : {1u, 96u, 256u, 1024u})
      for (uint64_t each : {1u, 4u, 16u})
        for (uint64_t share : {1u, 10u, 100u}) {
          Calculation asked{
              .radix_bits = r, .keys_per_thread = each, .threads = threads, .share = share};
          const Calculated found = calculate(asked);
          const auto bucket = [&](uint64_t c) {
            Calculation other = asked;
            other.keys_per_thread = c;
            return calculate(other).bucket;
          };
          EXPECT_GE(bucket(found.wanted_keys_per_thread), 32);
          if (found.wanted_keys_per_thread > 1)
            EXPECT_LT(bucket(found.wanted_keys_per_thread - 1), 32);
          const double most = static_cast<double>(share) / 100 * static_cast<double>(asked.keys);
          if (found.widest_radix > 0)
            EXPECT_LE(static_cast<double>(table_with(asked, found.widest_radix)), most);
          if (found.widest_radix < widest_asked)
            EXPECT_GT(static_cast<double>(table_with(asked, found.widest_radix + 1)), most);
        }
}

TEST(Calculator, ItsPageHoldsEverythingAndSaysEveryLine) {
  Document document = block_sort_document();
  for (const char* words :
       {"", "b 1 r 16 N 1 C 1 T 1", "b 31 r 16 N 2^32 C 1024 T 1024 bucket 2^20 share 1",
        "b 32 r 5 N 4294967295 C 1 T 1 share 1", "b 32 r 16 N 4294967295 C 3 T 7"}) {
    ASSERT_EQ(run_command(document, "calculator", words), "");
    const Figure& figure = current_figure(document);
    ASSERT_STREQ(figure.id, "calculation");
    for (bool large : {false, true}) {
      Moment now = moment(document);
      now.large = large;
      const Scene scene = figure.draw(now);
      EXPECT_EQ(checks::inside_page(scene) + checks::texts_apart(scene) + checks::readable(scene),
                "")
          << words;
      for (const CalculatedLine& line : calculated_lines(document.calculation))
        for (const std::string& part : {line.name, line.value, line.how})
          EXPECT_TRUE(std::ranges::any_of(scene.texts, [&](const Text& t) {
            return t.text == part;
          })) << part;
    }
  }
}

TEST(Calculator, IsAStateOfItsOwnAndNeedsNoKeys) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "keys ''; compare_mode; calculator r 6 N 2^24"), "");
  EXPECT_EQ(document.mode, Mode::step);
  EXPECT_EQ(document.calculation.radix_bits, 6u);
  EXPECT_EQ(document.calculation.keys, 1u << 24);
  EXPECT_EQ(document.calculation.key_bits, 32u) << "what is not named stays";
  ASSERT_STREQ(current_figure(document).id, "calculation");
  Document other = make_document();
  ASSERT_EQ(apply_state(other, state_string(document)), "");
  EXPECT_EQ(other.calculation, document.calculation);
  EXPECT_STREQ(command_for_key("C")->name, "calculator");
}

}  // namespace
}  // namespace scope
