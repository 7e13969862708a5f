// The protocol against an engine with planted faults and a clock of its own.
#include <gtest/gtest.h>

#include <set>

#include "app/timing/forecast.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/run/protocol.hpp"
#include "tests/support/timing_fake.hpp"

namespace scope {
namespace {

using fake::one;
using fake::two;

struct Heard {
  TimingRun run;     // as the protocol returned it
  std::string text;  // all lines
  std::vector<TimingProgress> progress;
  std::vector<double> at;  // when progress was told
};

Heard run(fake::Machine& machine, TimingSetup setup,
          std::function<bool(const std::string&)> also = {},
          const std::atomic<bool>* cancel = nullptr) {
  const TimingEngine engine = fake::engine(machine);
  Heard heard;
  TimingListener listener{.cancel = cancel};
  listener.line = [&](const std::string& line) {
    heard.text += line;
    return !also || also(line);
  };
  listener.progress = [&](const TimingProgress& progress) {
    heard.progress.push_back(progress);
    heard.at.push_back(machine.now);
  };
  heard.run = run_timing(fake::plan(setup, engine), engine, listener);
  EXPECT_EQ(machine.open_sessions, 0);
  return heard;
}

/// Two sorts and the library on one input.
TimingSetup three_bars() { return {.sorts = "1,2", .n = "1024"}; }

const TimingRow& row(const Heard& heard, const std::string& method) {
  for (const TimingRow& each : heard.run.rows)
    if (each.configuration.method == method) return each;
  throw std::runtime_error("no such row");
}

TEST(TimingProtocolTest, EveryBarIsVerifiedThenSampledThenTimedByStage) {
  fake::Machine machine;
  const Heard heard = run(machine, three_bars());
  EXPECT_TRUE(heard.run.ended);
  for (const TimingRow& each : heard.run.rows) {
    EXPECT_EQ(each.refusal, "");
    EXPECT_TRUE(each.verified);
    EXPECT_GE(each.samples.size(), 10u);
    EXPECT_EQ(each.stages.size(), 4u);
    EXPECT_DOUBLE_EQ(each.staged_whole_ms, 1);
    EXPECT_NEAR(stage_gap(each), 0.1, 1e-9);
  }
  EXPECT_EQ(machine.scratches, std::vector<uint64_t>{1000}) << "one session for an input";
}

TEST(TimingProtocolTest, TheLinesAreTheRun) {
  fake::Machine machine;
  machine.methods[two].wrong_from = 1;
  TimingSetup setup = three_bars();
  setup.density = true;
  const Heard heard = run(machine, setup);
  const auto read = timing_run_from(heard.text);
  ASSERT_TRUE(read) << read.error.sentence;
  EXPECT_EQ(to_lines(*read), to_lines(heard.run));
  EXPECT_EQ(row(heard, one).densities.size(), 3u);
  EXPECT_EQ(row(heard, two).densities.size(), 0u);
}

TEST(TimingProtocolTest, DensityIsForTheLargestInput) {
  fake::Machine machine;
  const Heard heard =
      run(machine, {.sorts = "1", .beside = "none", .n = "2048,1024", .density = true});
  EXPECT_EQ(heard.run.rows[0].densities.size(), 3u);
  EXPECT_EQ(heard.run.rows[1].densities.size(), 0u);
}

TEST(TimingProtocolTest, AWrongResultIsNeverABar) {
  for (uint32_t from : {1u, 3u, 4u, 20u}) {  // in the warm-up, or only later
    fake::Machine machine;
    machine.methods[one].wrong_from = from;
    const Heard heard = run(machine, three_bars());
    EXPECT_NE(row(heard, one).refusal.find("key 7"), std::string::npos) << from;
    EXPECT_FALSE(statistics(row(heard, one)));
    EXPECT_EQ(row(heard, one).samples.empty(), from <= 3)
        << "wrong in the warm-up: it gets no samples";
    EXPECT_TRUE(statistics(row(heard, two))) << "the others go on";
    EXPECT_TRUE(heard.run.ended);
  }
  fake::Machine late;  // no run by stage comes after it
  late.methods[one].wrong_from = 20;
  TimingSetup setup = three_bars();
  setup.stages = false;
  EXPECT_NE(row(run(late, setup), one).refusal.find("its last run"), std::string::npos);
  fake::Machine machine;
  machine.methods[one].wrong_from = 100'000;
  EXPECT_TRUE(statistics(row(run(machine, three_bars()), one))) << "the check can pass";
}

TEST(TimingProtocolTest, ARunByStageThatSortsWronglyEndsTheBarToo) {
  fake::Machine sane;
  run(sane, three_bars());
  fake::Machine machine;
  machine.methods[one].wrong_from = sane.runs[one];  // the last run of all
  EXPECT_NE(row(run(machine, three_bars()), one).refusal.find("by stage"), std::string::npos);
}

TEST(TimingProtocolTest, WhatThrowsEndsItsBarAndTheOthersFinish) {
  for (bool out_of_memory : {false, true})
    for (uint32_t at : {1u, 3u, 8u}) {
      fake::Machine machine;
      machine.methods[one].throws_at = at;
      machine.methods[one].out_of_memory = out_of_memory;
      const Heard heard = run(machine, three_bars());
      EXPECT_NE(row(heard, one).refusal.find(out_of_memory ? "memory" : "boom"), std::string::npos);
      EXPECT_EQ(machine.runs[one], at) << "it is not tried again";
      for (const std::string& other : {two, std::string("library")})
        EXPECT_TRUE(statistics(row(heard, other)));
      EXPECT_EQ(machine.events, (std::vector<std::string>{"open", "close", "open", "close"}))
          << "a new session";
      EXPECT_TRUE(heard.run.ended);
    }
}

TEST(TimingProtocolTest, ADeadDeviceEndsEveryBarWithItsSentence) {
  fake::Machine machine;
  machine.methods[one].throws_at = 6;
  machine.dead_after_throw = true;
  const Heard heard = run(machine, {.sorts = "1,2", .n = "1024,2048"});
  EXPECT_TRUE(heard.run.ended);
  for (const TimingRow& each : heard.run.rows) EXPECT_NE(each.refusal, "");
  EXPECT_EQ(row(heard, two).refusal, "the device is gone.");
}

TEST(TimingProtocolTest, MemoryThatWentAwayEndsTheGreediestBarOnly) {
  fake::Machine machine;
  machine.methods[two].scratch = 5000;
  machine.session_limit = 4000;
  const Heard heard = run(machine, three_bars());
  EXPECT_EQ(machine.scratches, (std::vector<uint64_t>{5000, 1000}));
  EXPECT_NE(row(heard, two).refusal.find("could not be had"), std::string::npos);
  EXPECT_TRUE(statistics(row(heard, one)));
}

TEST(TimingProtocolTest, OnlyWhatFitsIsOpened) {
  fake::Machine machine;
  machine.free_bytes = 1'000'000'000;
  machine.methods[two].scratch = 2'000'000'000;
  const Heard heard = run(machine, three_bars());
  EXPECT_EQ(machine.scratches, std::vector<uint64_t>{1000});
  EXPECT_EQ(machine.runs[two], 0u);
  EXPECT_NE(heard.text.find(R"({"event":"refused","id":1)"), std::string::npos);
}

TEST(TimingProtocolTest, SamplesAtALowClockAreDroppedAndMadeUpFor) {
  fake::Machine machine;
  machine.methods[one].slow_clock_every = 2;
  TimingSetup setup = three_bars();
  setup.seconds = "0";
  const Heard heard = run(machine, setup);
  const auto all = statistics(row(heard, one));
  ASSERT_TRUE(all);
  EXPECT_DOUBLE_EQ(all->median_ms, 1) << "a slow sample takes 10 ms";
  EXPECT_GE(all->samples, 10u);
  EXPECT_GE(all->dropped, 9u);
  EXPECT_EQ(all->mhz_low, 1901);

  machine = {};
  machine.methods[one].slow_clock_every = 1;
  const Heard cold = run(machine, three_bars());
  EXPECT_NE(row(cold, one).refusal.find("75 %"), std::string::npos);
  EXPECT_TRUE(statistics(row(cold, two)));
}

TEST(TimingProtocolTest, RoundsInterleaveAndTheReferenceIsFirstAndLast) {
  fake::Machine machine;
  TimingSetup setup = three_bars();
  setup.seconds = "0";
  setup.stages = false;
  const Heard heard = run(machine, setup);
  const std::vector<std::string>& order = machine.order;
  ASSERT_EQ(order.size(), 3u * 3 + 3 * 10 + 3);
  EXPECT_EQ(order[9], "library");
  for (std::size_t k = order.size() - 3; k < order.size(); ++k) EXPECT_EQ(order[k], "library");
  std::set<std::string> orders;
  for (std::size_t round = 0; round < 10; ++round) {
    const auto begin = order.begin() + 9 + 3 * round;
    EXPECT_EQ(std::set<std::string>(begin, begin + 3).size(), 3u)
        << "every bar once in round " << round;
    orders.insert(begin[0] + begin[1] + begin[2]);
  }
  EXPECT_GT(orders.size(), 2u) << "the rounds are shuffled";
  for (const char* seed : {"2", "3", "4", "5"}) {
    fake::Machine other;
    setup.seed = seed;
    run(other, setup);
    EXPECT_EQ(other.order[9], "library") << seed;
  }
}

TEST(TimingProtocolTest, DriftIsTheReferencesChange) {
  fake::Machine machine;
  EXPECT_NEAR(*run(machine, three_bars()).run.drift, 0, 1e-12);
  machine = {};
  machine.methods["library"].grows_ms = 0.01;
  TimingSetup setup = three_bars();
  setup.seconds = "0";
  // Runs 4, 5, 6 and 14, 15, 16 of the library: 1.04 ms and 1.14 ms in the middle
  EXPECT_NEAR(*run(machine, setup).run.drift, 1.14 / 1.04 - 1, 1e-12);
  machine = {};
  machine.methods[one].throws_at = machine.methods["library"].throws_at =
      machine.methods[two].throws_at = 1;
  EXPECT_FALSE(run(machine, three_bars()).run.drift) << "nothing to compare";
}

TEST(TimingProtocolTest, TheTimeBoxGivesFastBarsMoreRuns) {
  fake::Machine machine;
  machine.methods[one].ms = 100;
  machine.methods[two].ms = 10;
  TimingSetup setup = three_bars();
  setup.beside = "none";
  setup.stages = false;
  const Heard heard = run(machine, setup);
  EXPECT_EQ(row(heard, one).samples.size(), 10u + drift_runs);
  EXPECT_NEAR(double(row(heard, two).samples.size()), 50, 1);
  // Slow bars are spread over the rounds, not all at the beginning
  const auto last = std::find(machine.order.rbegin() + drift_runs, machine.order.rend(), one) -
                    machine.order.rbegin();
  EXPECT_LT(last, 10);
}

TEST(TimingProtocolTest, VeryFastAndVerySlowBarsHaveLimits) {
  fake::Machine machine;
  machine.methods[one].ms = 0.001;
  machine.methods[two].ms = 6000;
  machine.methods["library"].ms = 2000;
  const Heard heard = run(machine, three_bars());
  EXPECT_EQ(row(heard, one).samples.size(), max_samples);
  EXPECT_EQ(row(heard, two).samples.size(), few_samples);
  EXPECT_EQ(machine.runs[two], 1u + few_samples + 1) << "one warm-up, one run by stage";
  EXPECT_EQ(row(heard, "library").samples.size(), 10u + 1) << "the least number, whatever the cap";
}

TEST(TimingProtocolTest, ABarThatWouldLastForEverIsNotBegun) {
  fake::Machine machine;
  machine.methods[one].ms = 2000;
  const Heard heard = run(machine, {.sorts = "1", .beside = "none", .n = "1024,2^20"});
  EXPECT_TRUE(statistics(heard.run.rows[0]));
  EXPECT_NE(heard.run.rows[1].refusal.find("2048 s"), std::string::npos)
      << heard.run.rows[1].refusal;
}

TEST(TimingProtocolTest, AnEmulationIsTriedOnFewKeysBeforeItIsBegunOnVeryMany) {
  const std::string sorter = radix::timed_sorts().front().name;
  fake::Machine machine;
  machine.methods[sorter] = {.ms = 300};  // on 2^14 keys, so 20 minutes on 2^26
  TimingPlan plan =
      fake::plan({.sorts = sorter, .beside = "library", .n = "2^26"}, fake::engine(machine));
  const TimingRun run = run_timing(std::move(plan), fake::engine(machine), {});
  ASSERT_EQ(run.rows.size(), 2u);
  EXPECT_NE(run.rows[0].refusal.find("about 1229 s"), std::string::npos) << run.rows[0].refusal;
  EXPECT_EQ(machine.runs[sorter], 1u) << "the try, and no run";
  EXPECT_EQ(run.rows[1].refusal, "");

  fake::Machine card;
  card.methods[sorter] = {.ms = 300};
  TimingEngine cuda = fake::engine(card);
  cuda.id = radix::EngineId::cuda;
  run_timing(fake::plan({.sorts = sorter, .beside = "library", .n = "2^26"}, cuda), cuda, {});
  EXPECT_GT(card.runs[sorter], 10u) << "a device is not tried: few keys say nothing of many";
}

TEST(TimingProtocolTest, ProgressGrowsAndComesTenTimesASecondAtMost) {
  fake::Machine machine;
  machine.run_overhead = 0.03;
  const Heard heard = run(machine, {.sorts = "1,2", .n = "1024", .distribution = "uniform,sorted"});
  ASSERT_GT(heard.progress.size(), 20u);
  for (std::size_t k = 0; k < heard.progress.size(); ++k) {
    const TimingProgress& now = heard.progress[k];
    EXPECT_LE(now.done, now.of);
    EXPECT_GE(now.seconds_left, 0);
    EXPECT_NE(now.doing, "");
    if (k == 0) continue;
    EXPECT_GE(now.done, heard.progress[k - 1].done);
    const bool last = k + 1 == heard.progress.size();  // that one comes in any case
    EXPECT_GE(heard.at[k] - heard.at[k - 1], last ? 0 : 0.1 - 1e-9);
  }
  EXPECT_EQ(heard.progress.back().done, heard.progress.back().of);
  EXPECT_EQ(heard.progress.back().seconds_left, 0);
  // The forecast is close when the second input has not begun, and when it runs
  for (std::size_t k : {heard.progress.size() / 2, heard.progress.size() * 3 / 4}) {
    const double truth = machine.now - heard.at[k];
    EXPECT_NEAR(heard.progress[k].seconds_left, truth, 0.3 * truth);
  }
}

TEST(TimingProtocolTest, CancelStopsAfterTheSampleThatRuns) {
  fake::Machine machine;
  std::atomic<bool> cancel = false;
  int samples = 0;
  const Heard heard = run(
      machine, three_bars(),
      [&](const std::string& line) {
        if (line.find("\"sample\"") != line.npos && ++samples == 7) cancel = true;
        return true;
      },
      &cancel);
  EXPECT_EQ(samples, 7);
  EXPECT_EQ(machine.order.size(), 9u + 7);
  EXPECT_FALSE(heard.run.ended);
  EXPECT_NE(heard.run.failure, "");
  const auto read = timing_run_from(heard.text);
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->ended);
  EXPECT_NE(read->failure, "");
}

TEST(TimingProtocolTest, AReaderWhoWentAwayStopsItEverywhere) {
  fake::Machine whole;
  TimingSetup setup = three_bars();
  setup.density = true;
  setup.seconds = "0";
  const Heard all = run(whole, setup);
  const auto lines = std::count(all.text.begin(), all.text.end(), '\n');
  for (int most = 0; most < lines; ++most) {
    fake::Machine machine;
    int told = 0;
    const Heard heard = run(machine, setup, [&](const std::string&) { return told++ < most; });
    EXPECT_EQ(told, most + 1) << "nothing is written after a failure";
    EXPECT_FALSE(heard.run.ended);
    EXPECT_NE(heard.run.failure, "");
  }
}

}  // namespace
}  // namespace scope
