// Options become rows: every combination once, every refusal with its numbers.
#include <gtest/gtest.h>

#include <set>

#include "app/timing/plan.hpp"
#include "app/timing/tokens.hpp"
#include "tests/support/timing_fake.hpp"

namespace scope {
namespace {

const radix::SettingInfo* axis(const char* name) { return radix::setting_named(name); }

std::string error(const TimingSetup& setup) {
  fake::Machine machine;
  const auto plan = read_timing_plan(setup, fake::engine(machine));
  return plan ? "" : plan.error.sentence;
}

std::vector<std::string> methods(const TimingPlan& plan) {
  std::vector<std::string> names;
  for (const TimingRow& row : plan.run.rows) names.push_back(row.configuration.method);
  return names;
}

TEST(TimingPlanTest, ASortTakesOnlyTheSettingsItUses) {
  fake::Machine machine;
  TimingSetup setup{.beside = "none", .n = "1024"};
  setup.settings[axis("radix")] = "1,2,4,8";
  setup.settings[axis("keys_per_thread")] = "1,4,16";
  const TimingPlan plan = fake::plan(setup, fake::engine(machine));
  std::map<std::string, int> rows;
  for (const TimingRow& row : plan.run.rows) {
    const radix::SortInfo& sort = *radix::sort_named(row.configuration.method);
    EXPECT_EQ(row.configuration.settings, radix::settings_for(sort, row.configuration.settings));
    EXPECT_EQ(row.section, radix::number_of(sort.section));
    EXPECT_TRUE(row.sort);
    ++rows[sort.name];
  }
  ASSERT_EQ(rows.size(), radix::timed_sorts().size());
  for (const radix::SortInfo& sort : radix::timed_sorts())
    EXPECT_EQ(rows[sort.name],
              (sort.wide_digits() ? 4 : 1) * (sort.uses(*axis("keys_per_thread")) ? 3 : 1))
        << sort.name;
}

TEST(TimingPlanTest, RowsAreTheCrossProductGroupedByInputWithoutDuplicates) {
  fake::Machine machine;
  TimingSetup setup{.sorts = "1,2,1," + fake::sort(2),
                    .n = "2^10..2^12,1024,5000",
                    .type = "u32|pairs",
                    .distribution = "uniform, sorted"};
  const TimingPlan plan = fake::plan(setup, fake::engine(machine));
  EXPECT_EQ(plan.run.rows.size(), 3u * 4 * 2 * 2);  // two sorts and one library
  std::set<std::string> seen;
  for (std::size_t i = 0; i < plan.run.rows.size(); ++i) {
    const TimingRow& row = plan.run.rows[i];
    EXPECT_EQ(row.id, i);
    EXPECT_TRUE(seen.insert(row_words(row)).second) << row_words(row);
    EXPECT_EQ(row.input, plan.run.rows[i / 3 * 3].input) << "an input's rows stand together";
    EXPECT_EQ(row.input.bits, 32u);
  }
  EXPECT_EQ(plan.run.rows[9].input.n, 5000u);
  EXPECT_EQ(plan.run.rows[2].label, "library::sort, input kept");
  EXPECT_FALSE(plan.run.rows[2].sort);
}

TEST(TimingPlanTest, ChecksOfTheTimingComeOnlyWhenNamed) {
  fake::Machine machine;
  EXPECT_EQ(methods(fake::plan({.sorts = "none", .n = "64"}, fake::engine(machine))),
            std::vector<std::string>{"library"});
  EXPECT_EQ(methods(fake::plan({.sorts = "none", .beside = "all,planted", .n = "64"},
                               fake::engine(machine))),
            (std::vector<std::string>{"library", "planted"}));
}

TEST(TimingPlanTest, ChoicesAndBlocksAreAxesToo) {
  fake::Machine machine;
  TimingSetup setup{.sorts = "4", .beside = "none", .n = "64", .type = "u64", .bits = "1,64"};
  setup.settings[axis("block")] = "128,256";
  setup.settings[axis("scan")] = "all";
  setup.settings[axis("ownership")] = "blocked";
  const TimingPlan plan = fake::plan(setup, fake::engine(machine));
  EXPECT_EQ(plan.run.rows.size(), 2u * 2 * axis("scan")->choices.size());
  for (const TimingRow& row : plan.run.rows)
    EXPECT_EQ(row.configuration.settings.ownership, radix::Ownership::blocked);
  EXPECT_EQ(plan.run.rows.back().input.bits, 64u);
}

TEST(TimingPlanTest, SizesAreReadAndWritten) {
  EXPECT_EQ(size_values("2^0..2^3"), (std::vector<uint64_t>{1, 2, 4, 8}));
  EXPECT_EQ(size_values("2^28-2^20,2^20+1"), (std::vector<uint64_t>{267386880, 1048577}));
  EXPECT_EQ(size_values("4293918720").front(), radix::max_indexed_keys);
  EXPECT_EQ(size_values("2^36").front(), radix::max_timed_keys);
  for (uint64_t n : {uint64_t{1}, uint64_t{1000}, uint64_t{1} << 24,
                     (uint64_t{1} << 28) - (1 << 20), uint64_t{3} << 20})
    EXPECT_EQ(size_values(size_text(n)).front(), n) << size_text(n);
  EXPECT_EQ(size_text(uint64_t{3} << 20), "3145728");
}

TEST(TimingPlanTest, ABadTokenIsOneSentenceThatNamesIt) {
  const auto expect = [](const TimingSetup& setup, const std::string& token) {
    const std::string sentence = error(setup);
    EXPECT_NE(sentence.find(token), std::string::npos) << token << ": " << sentence;
    EXPECT_TRUE(sentence.ends_with(".")) << sentence;
    EXPECT_EQ(sentence.find(". "), std::string::npos) << "one sentence: " << sentence;
  };
  expect({.sorts = "1,frog"}, "'frog'");
  expect({.sorts = "99"}, "'99'");
  expect({.sorts = "1,,2"}, "'1,,2'");
  expect({.sorts = "none", .beside = "none"}, "--sorts");
  expect({.beside = "frog"}, "'frog'");
  for (const char* n : {"frog", "0", "2^", "2^64", "-1", "1.5", "2^4..2^2", "3..8", "2^4..",
                        "2^20-2^20", "2^-2", "18446744073709551616"})
    expect({.n = n}, "'");
  expect({.n = "2^3-2^4"}, "'2^3-2^4' is not a number");
  expect({.n = "2^37"}, "68719476736");
  expect({.n = "68719476737"}, "68719476736");
  expect({.type = "u16"}, "u64");
  expect({.type = "u32,u64", .bits = "33"}, "1 to 32");
  expect({.bits = "0"}, "'0'");
  expect({.distribution = "normal"}, "entropy_544");
  expect({.seed = "-1"}, "seed");
  expect({.samples = "2"}, "3 to 1000");
  expect({.seconds = "nan"}, "'nan'");
  expect({.settings = {{axis("radix"), "9"}}}, "'9'");
  expect({.settings = {{axis("scan"), "frog"}}}, "brent_kung");
  expect({.settings = {{axis("block"), "1,"}}}, "'1,'");
  std::string many = "1";
  for (int n = 2; n < 700; ++n) many += "," + std::to_string(n);
  expect({.n = many}, "2000");
}

TEST(TimingPlanTest, MemoryIsRefusedWithTheNumbersAndTheLargestThatFits) {
  fake::Machine machine;
  machine.free_bytes = 10'000'000'000;
  machine.methods[fake::sort(2)].scratch = 700'000'000;
  const TimingPlan plan = fake::plan({.sorts = "1,2", .n = "2^28,2^30"}, fake::engine(machine));
  const uint64_t usable = usable_bytes(machine.free_bytes);
  EXPECT_EQ(usable, 9'700'000'000u);
  ASSERT_EQ(plan.run.rows.size(), 6u);
  for (std::size_t i : {0, 1, 2}) EXPECT_EQ(plan.run.rows[i].refusal, "") << i;
  const uint64_t fits = (usable - 700'000'000) / 12;
  EXPECT_EQ(plan.run.rows[4].refusal,
            "It needs 13.58 GB of memory and has 9.70 GB (10.00 GB are free, 300.0 MB of them kept "
            "in reserve); the largest n that fits is " +
                std::to_string(fits) + ".");
  EXPECT_NE(plan.run.rows[3].refusal.find(" " + std::to_string((usable - 1000) / 12) + "."),
            std::string::npos)
      << plan.run.rows[3].refusal;
}

TEST(TimingPlanTest, TheLastByteCountsAndSmallMachinesKeepTheirReserve) {
  fake::Machine machine;
  const TimingEngine engine = fake::engine(machine);
  EXPECT_EQ(usable_bytes(1'000'000'000), 936'000'000u);
  EXPECT_EQ(usable_bytes(64'000'000), 0u);
  radix::TimedInput input{.n = 1000};
  for (uint64_t usable : {uint64_t{0}, uint64_t{1011}, uint64_t{1012}, uint64_t{1024},
                          uint64_t{12'999}, uint64_t{13'000}})
    EXPECT_EQ(largest_fitting(engine, input, {fake::sort(1), {}}, usable),
              usable < 1012 ? 0 : (usable - 1000) / 12);
  machine.free_bytes = 64'000'001;
  const TimingPlan plan = fake::plan({.sorts = "1", .beside = "none", .n = "1"}, engine);
  EXPECT_NE(plan.run.rows[0].refusal.find("no n fits"), std::string::npos)
      << plan.run.rows[0].refusal;
}

TEST(TimingPlanTest, WhatNoMemoryHelpsIsRefusedByItsReason) {
  fake::Machine machine;
  machine.methods[fake::sort(1)].refusal = "It cannot.";
  TimingSetup setup{.sorts = "1,4", .beside = "none", .n = "64"};
  setup.settings[axis("block")] = "1024";
  setup.settings[axis("keys_per_thread")] = "4,16";
  const TimingPlan plan = fake::plan(setup, fake::engine(machine));
  ASSERT_EQ(plan.run.rows.size(), 3u);
  EXPECT_EQ(plan.run.rows[0].refusal, "It cannot.");
  EXPECT_EQ(plan.run.rows[1].refusal, "");
  EXPECT_NE(plan.run.rows[2].refusal.find("shared memory"), std::string::npos)
      << "as everywhere else in the program";
}

/// The axis of a family that need not be here.
bool has_finish() {
  return std::ranges::any_of(
      radix::sorts(), [](const radix::SortInfo& sort) { return sort.has(radix::Use::finish); });
}

TEST(TimingPlanTest, OptionsMakeTheSamePlanAgain) {
  fake::Machine machine;
  TimingSetup setup{
      .sorts = "1| 4", .n = "2^10 .. 2^12", .type = "pairs", .bits = "16", .stages = false};
  setup.settings[axis("radix")] = "1 ,8";
  EXPECT_EQ(fake::plan(setup, fake::engine(machine)).run.options,
            std::string("radixscope time --engine cpu --sorts 1,4 --beside all --n 2^10..2^12 "
                        "--type pairs --bits 16 "
                        "--distribution uniform --block 256 --radix 1,8 --keys-per-thread 4 "
                        "--ownership interleaved "
                        "--scan kogge_stone --network bitonic --start block --block-sort merge "
                        "--co-rank two_sided "
                        "--tile 0 --oversampling 16 ") +
                (has_finish() ? "--finish 256 " : "") +
                "--seed 1 --samples 10 --seconds 0.5 --no-stages");
}

TEST(TimingPlanTest, AxesAreTheSettingsOfTheWork) {
  std::vector<std::string> names;
  for (const radix::SettingInfo* each : timing_axes()) {
    names.push_back(each->name);
    EXPECT_TRUE(radix::value_from(*each, timing_default(*each))) << each->name;
  }
  std::vector<std::string> all{"block",   "radix",   "keys_per_thread", "ownership",
                               "scan",    "network", "start",           "block_sort",
                               "co_rank", "tile",    "oversampling"};
  if (has_finish()) all.emplace_back("finish");
  EXPECT_EQ(names, all);
}

}  // namespace
}  // namespace scope
