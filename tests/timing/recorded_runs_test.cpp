// The runs that come with the program: they open, they are whole, and they say where they are from.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "app/timing/names.hpp"
#include "app/timing/timing_session.hpp"
#include "tests/support/said.hpp"

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
  std::map<std::string, TimingRow> rows;  // by what they say
  for (const char* name : recorded_runs()) {
    const auto run = recorded_run(name);
    ASSERT_TRUE(run) << name;
    for (const TimingRow& row : run->rows)
      if (row.refusal.find("all wait for the last one") != std::string::npos)
        rows.emplace(row.refusal, row);
  }
  EXPECT_GT(rows.size(), 2u);
  in_every_language([&](const std::string& language) {
    for (const auto& [english, row] : rows) {
      std::string words;
      const Sentences said = said_by([&, &each = row] { words = why_refused_words(each); });
      EXPECT_EQ(words == english, language == "en") << language << ": " << words;
      if (language == "en") continue;
      const text::FilledMessage* why = said_of(said, "refused.cannot_wait");
      ASSERT_TRUE(why) << language << ": " << english;
      EXPECT_NE(english.find("its " + why->at("blocks") + " blocks"), std::string::npos);
      EXPECT_NE(english.find("only " + why->at("holds") + " can run"), std::string::npos);
      EXPECT_EQ(why->at("limited"), "other") << "on this device";
    }
  });
}

TEST(RecordedRuns, AnotherNameIsRefused) {
  const auto none = recorded_run("u128");
  EXPECT_FALSE(none);
  EXPECT_NE(none.error.sentence.find("pairs"), std::string::npos) << none.error.sentence;
}

}  // namespace
}  // namespace scope
