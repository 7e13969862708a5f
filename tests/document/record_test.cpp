// From a wish to a trace: recording, complaints, keeping the place, the second engine.
#include "kernels/radix/radix_arrays.hpp"
#include "app/document/record.hpp"
#include "app/state/presets.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/app_states.hpp"

namespace scope {
namespace {

using radix::Stage;
namespace stage = radix::stage;

TEST(Tick, RecordsOnceAndThenRests) {
  App app = make_app();
  const auto first = app.lane().trace;
  EXPECT_FALSE(tick(app, 0.01f));
  EXPECT_EQ(app.lane().trace, first);
  app.lane().wish.keys_text = "3 1 2";
  EXPECT_TRUE(tick(app, 0.01f));
  EXPECT_NE(app.lane().trace, first);
  EXPECT_EQ(trace_of(app).sorted.values, (std::vector<uint32_t>{1, 2, 3}));
  EXPECT_FALSE(tick(app, 0.01f));
}

TEST(Tick, KeepsTracePictureAndPlaceWhenTheKeysAreBad) {
  App app = make_app();
  seek(app, 7);
  const auto shown = app.lane().trace;
  app.lane().wish.keys_text = "12 3 6 9 19";
  EXPECT_TRUE(tick(app, 0));
  EXPECT_EQ(app.lane().trace, shown);
  EXPECT_EQ(app.lane().cursor, 7u);
  EXPECT_NE(app.lane().complaint.sentence.find("oken 5 '19' does not fit in 4 bits"),
            std::string::npos)
      << app.lane().complaint.sentence;
  EXPECT_EQ(app.lane().complaint.begin, 9u);
  EXPECT_EQ(app.lane().complaint.end, 11u);
  EXPECT_FALSE(record(app.lane())) << "a bad wish must not be tried again every frame";

  app.lane().wish.settings.key_bits = 5;  // the way out that the sentence names
  EXPECT_TRUE(tick(app, 0));
  EXPECT_EQ(app.lane().complaint.sentence, "");
  EXPECT_EQ(trace_of(app).sorted.values, (std::vector<uint32_t>{3, 6, 9, 12, 19}));
}

TEST(Tick, ErrorOfARunIsAComplaintToo) {
  App app = make_app();
  const auto shown = app.lane().trace;
  app.lane().wish.rung = "no_such_rung";
  EXPECT_TRUE(tick(app, 0));
  EXPECT_EQ(app.lane().trace, shown);
  EXPECT_NE(app.lane().complaint.sentence.find("no_such_rung"), std::string::npos);
  // Typing on must not make the failed wish look met
  app.lane().wish.base = radix::Base::hex;
  tick(app, 0);
  EXPECT_NE(app.lane().complaint.sentence, "");
  app.lane().wish.rung = "one_bit";
  tick(app, 0);
  EXPECT_EQ(app.lane().complaint.sentence, "");
}

TEST(Tick, TakingABadTokenBackTakesTheComplaintBack) {
  App app = make_app();
  const Wish good = app.lane().wish;
  app.lane().wish.keys_text += " frog";
  tick(app, 0);
  EXPECT_NE(app.lane().complaint.sentence, "");
  app.lane().wish = good;
  tick(app, 0);
  EXPECT_EQ(app.lane().complaint.sentence, "");
}

TEST(Tick, AnotherEngineIsAnotherRun) {
  App app = make_app();
  app.lane().wish.engine = radix::EngineChoice::cuda;
  tick(app, 0);
  const radix::EngineInfo& cuda = radix::engines()[1];
  EXPECT_EQ(app.lane().complaint.sentence, cuda.reason);
  EXPECT_EQ(trace_of(app).engine.id, cuda.available ? radix::EngineId::cuda : radix::EngineId::cpu);
}

TEST(Tick, WritingTheSameKeysOtherwiseRunsNothing) {
  App app = make_app();
  const auto shown = app.lane().trace;
  app.lane().wish.keys_text = "0xC, 0b11;6 9 15 8 5 10 9 6 11 13 4 10 7 0";
  EXPECT_TRUE(tick(app, 0));
  EXPECT_EQ(app.lane().trace, shown);
  EXPECT_EQ(app.lane().complaint.sentence, "");
}

TEST(Tick, AVeryFirstBadWishLeavesAnEmptyTraceNeverNull) {
  App app;
  app.lane().wish.keys_text = "frog";
  tick(app, 0);
  ASSERT_NE(app.lane().trace, nullptr);
  EXPECT_EQ(end_of(app), 0u);
  EXPECT_NE(app.lane().complaint.sentence, "");
  EXPECT_EQ(look(app).cursor, 0u);
}

TEST(Tick, LetsGoOfWhatTheNewTraceDoesNotHave) {
  App app = app_with("3 1 2 0 3 1 2 0", 2, 4, "block_sort");
  app.pinned = 4;  // the first that is gone
  app.hovered = 4;
  app.table_entry = 2;
  app.lane().wish.keys_text = "3 1 2 0";
  tick(app, 0);
  EXPECT_EQ(app.pinned, nobody);
  EXPECT_EQ(app.hovered, nobody);
  EXPECT_FALSE(app.table_entry.has_value());

  app.pinned = 3;
  app.lane().wish.keys_text = "3 1 2 1";
  tick(app, 0);
  EXPECT_EQ(app.pinned, 3u) << "a key that still exists stays followed";
}

// --------------------------------------------------------------------------------- nearest place

/// What a person recognises a step by.
std::string place(const radix::Trace& trace, std::size_t cursor) {
  if (cursor == 0) return "start";
  const radix::Step& step = trace.steps[cursor - 1];
  return std::to_string(step.pass) + " " + radix::info(step.stage).name + " " +
         radix::info(step.made).name + " " + std::to_string(step.level);
}

TEST(NearestCursor, IsTheSamePlaceWhereverThatExists) {
  for (const char* rung : {"one_bit", "block_sort"}) {
    const App a = app_with("5 2 7 1 0 3 6 4 4", 3, 4, rung);
    const App b = app_with("7 7 1 0", 3, 16, rung);
    std::set<std::string> places;
    for (std::size_t k = 0; k <= end_of(b); ++k) places.insert(place(trace_of(b), k));
    for (std::size_t k = 0; k <= end_of(a); ++k) {
      const std::string wanted = place(trace_of(a), k);
      const std::size_t found = nearest_cursor(trace_of(a), k, trace_of(b));
      if (places.count(wanted)) {
        EXPECT_EQ(place(trace_of(b), found), wanted);
      }
      ASSERT_LE(found, end_of(b));
      if (k == 0) continue;
      EXPECT_EQ(trace_of(b).steps[found - 1].pass, trace_of(a).steps[k - 1].pass);
    }
  }
}

TEST(NearestCursor, ClampsThePassAndSurvivesNoSteps) {
  const App many = app_with("5 2 7 1", 3, 4, "one_bit");
  const App few = app_with("1 0 1 0", 1, 4, "one_bit");
  const App none = app_with("", 3, 4, "one_bit");
  ASSERT_EQ(end_of(none), 0u);
  const std::size_t found = nearest_cursor(trace_of(many), end_of(many), trace_of(few));
  EXPECT_EQ(place(trace_of(few), found), "0 scatter output 0");
  EXPECT_EQ(nearest_cursor(trace_of(many), end_of(many), trace_of(none)), 0u);
  EXPECT_EQ(nearest_cursor(trace_of(none), 0, trace_of(many)), 1u);
  EXPECT_EQ(nearest_cursor(trace_of(many), 0, trace_of(few)), 0u);
}

TEST(NearestCursor, AcrossRungsStaysInPassAndAsNearAsCanBe) {
  const App block = app_with("5 2 7 1", 3, 4, "block_sort");
  const App one = app_with("5 2 7 1", 3, 4, "one_bit");
  for (std::size_t k = 1; k <= end_of(block); ++k) {
    const radix::Step& from = trace_of(block).steps[k - 1];
    const radix::Step& to =
        trace_of(one).steps[nearest_cursor(trace_of(block), k, trace_of(one)) - 1];
    EXPECT_EQ(to.pass, from.pass);
    const Stage nearest = from.stage == stage::local_bucket ? stage::scan
                          : from.stage == stage::table_scan ? stage::scatter
                                                            : from.stage;
    EXPECT_EQ(to.stage, nearest);
  }
}

// ----------------------------------------------------------------------------- the second engine

TEST(Compare, NamesAPlantedDifference) {
  const App app = make_app();
  const radix::Trace& good = trace_of(app);
  EXPECT_TRUE(compare(good, good).verified);
  EXPECT_EQ(compare(good, good).words, "verified");

  radix::Trace bad = good;
  auto array = std::make_shared<radix::Array>(*bad.steps[5].arrays[1]);
  array->values[3] += 1;
  bad.steps[5].arrays[1] = array;
  const Verdict verdict = compare(good, bad);
  EXPECT_FALSE(verdict.verified);
  EXPECT_NE(verdict.words.find("bits[3]"), std::string::npos) << verdict.words;

  radix::Trace failed = good;
  failed.error = "The kernel read outside 'bits'.";
  EXPECT_FALSE(compare(good, failed).verified);
  EXPECT_NE(compare(good, failed).words.find(failed.error), std::string::npos);
}

TEST(SecondEngine, IsTheOtherOneThatIsThere) {
  const App app = make_app();
  radix::Trace trace = trace_of(app);
  const radix::EngineInfo both[] = {{radix::EngineId::cpu, true, "a", ""},
                                    {radix::EngineId::cuda, true, "b", ""}};
  const radix::EngineInfo cpu_only[] = {{radix::EngineId::cpu, true, "a", ""},
                                        {radix::EngineId::cuda, false, "", "none"}};
  trace.engine.id = radix::EngineId::cpu;
  EXPECT_EQ(second_engine(both, trace), &both[1]);
  EXPECT_EQ(second_engine(cpu_only, trace), nullptr);
  trace.engine.id = radix::EngineId::cuda;
  EXPECT_EQ(second_engine(both, trace), &both[0]);
}

TEST(SecondEngine, VerdictAfterARecordSaysWhetherThereIsOne) {
  const App app = make_app();
  const bool two = second_engine(radix::engines(), trace_of(app)) != nullptr;
  EXPECT_EQ(app.lane().verdict, two ? "verified" : "");
  EXPECT_EQ(app.lane().verified, two);
}

}  // namespace
}  // namespace scope
