// The runs that come with the program: they open, they are whole, and they say where they are from.
#include <gtest/gtest.h>

#include <set>

#include "app/timing/names.hpp"
#include "app/timing/timing_session.hpp"
#include "kernels/text/message.hpp"

namespace scope {
namespace {

TEST(RecordedRuns, OpenAndAreOfACard) {
  for (const char* name : recorded_runs()) {
    const auto run = recorded_run(name);
    ASSERT_TRUE(run) << name << ": " << run.error.sentence;
    EXPECT_TRUE(run->ended) << name;
    EXPECT_NE(run->facts.device.find("H200"), std::string::npos) << run->facts.device;
    EXPECT_NE(run->facts.note.find("not the times of this machine"), std::string::npos);
    std::set<std::string> sorts, beside;
    for (const TimingRow& row : run->rows) {
      if (statistics(row)) (row.sort ? sorts : beside).insert(row.configuration.method);
      EXPECT_TRUE(statistics(row) || !row.refusal.empty()) << name << ": " << row.label;
    }
    EXPECT_EQ(sorts.size(), 5u) << name;
    EXPECT_GE(beside.size(), 2u) << name;
  }
}

TEST(RecordedRuns, WhatCouldNotWaitIsSaidFromTheCatalogue) {
  std::size_t found = 0;
  for (const char* name : recorded_runs()) {
    const auto run = recorded_run(name);
    for (const TimingRow& row : run->rows) {
      if (row.refusal.find("all wait for the last one") == std::string::npos) continue;
      std::vector<text::FilledMessage> heard;
      text::listen(&heard);
      EXPECT_EQ(why_refused_words(row), row.refusal);
      text::listen(nullptr);
      ASSERT_EQ(heard.size(), 1u) << row.refusal;
      EXPECT_EQ(heard[0].name, "refused.cannot_wait");
      ++found;
    }
  }
  EXPECT_GT(found, 2u);
}

TEST(RecordedRuns, AnotherNameIsRefused) {
  const auto none = recorded_run("u128");
  EXPECT_FALSE(none);
  EXPECT_NE(none.error.sentence.find("pairs"), std::string::npos) << none.error.sentence;
}

}  // namespace
}  // namespace scope
