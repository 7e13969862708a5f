// From a setup to a trace: recording, errors, keeping the place, the second engine.
#include "app/document/record.hpp"
#include "app/state/presets.hpp"
#include "kernels/radix/radix_arrays.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/app_states.hpp"

namespace scope {
namespace {

using radix::Stage;
namespace stage = radix::stage;

TEST(Tick, RecordsOnceAndThenRests) {
  Document document = make_document();
  const auto first = document.lane().trace;
  EXPECT_FALSE(tick(document, 0.01f));
  EXPECT_EQ(document.lane().trace, first);
  document.lane().setup.keys_text = "3 1 2";
  EXPECT_TRUE(tick(document, 0.01f));
  EXPECT_NE(document.lane().trace, first);
  EXPECT_EQ(trace_of(document).sorted.values, (std::vector<uint32_t>{1, 2, 3}));
  EXPECT_FALSE(tick(document, 0.01f));
}

TEST(Tick, KeepsTracePictureAndPlaceWhenTheKeysAreBad) {
  Document document = make_document();
  seek(document, 7);
  const auto shown = document.lane().trace;
  document.lane().setup.keys_text = "12 3 6 9 19";
  EXPECT_TRUE(tick(document, 0));
  EXPECT_EQ(document.lane().trace, shown);
  EXPECT_EQ(document.lane().cursor, 7u);
  EXPECT_NE(document.lane().error.sentence.find("ey 5 '19' does not fit in 4 bits"),
            std::string::npos)
      << document.lane().error.sentence;
  EXPECT_EQ(document.lane().error.begin, 9u);
  EXPECT_EQ(document.lane().error.end, 11u);
  EXPECT_FALSE(record(document.lane())) << "a bad wish must not be tried again every frame";

  document.lane().setup.settings.key_bits = 5;  // the way out that the sentence names
  EXPECT_TRUE(tick(document, 0));
  EXPECT_EQ(document.lane().error.sentence, "");
  EXPECT_EQ(trace_of(document).sorted.values, (std::vector<uint32_t>{3, 6, 9, 12, 19}));
}

TEST(Tick, ErrorOfARunIsAComplaintToo) {
  Document document = make_document();
  const auto shown = document.lane().trace;
  document.lane().setup.sort = "no_such_sort";
  EXPECT_TRUE(tick(document, 0));
  EXPECT_EQ(document.lane().trace, shown);
  EXPECT_NE(document.lane().error.sentence.find("no_such_sort"), std::string::npos);
  // Typing on must not make the failed setup look met
  document.lane().setup.base = radix::Base::hex;
  tick(document, 0);
  EXPECT_NE(document.lane().error.sentence, "");
  document.lane().setup.sort = "one_bit";
  tick(document, 0);
  EXPECT_EQ(document.lane().error.sentence, "");
}

TEST(Tick, TakingABadTokenBackTakesTheComplaintBack) {
  Document document = make_document();
  const scope::Setup good = document.lane().setup;
  document.lane().setup.keys_text += " frog";
  tick(document, 0);
  EXPECT_NE(document.lane().error.sentence, "");
  document.lane().setup = good;
  tick(document, 0);
  EXPECT_EQ(document.lane().error.sentence, "");
}

TEST(Tick, AnotherEngineIsAnotherRun) {
  Document document = make_document();
  document.lane().setup.engine = radix::EngineChoice::cuda;
  tick(document, 0);
  const radix::EngineInfo& cuda = radix::engines()[1];
  EXPECT_EQ(document.lane().error.sentence, cuda.reason);
  EXPECT_EQ(trace_of(document).engine.id,
            cuda.available ? radix::EngineId::cuda : radix::EngineId::cpu);
}

TEST(Tick, WritingTheSameKeysOtherwiseRunsNothing) {
  Document document = make_document();
  const auto shown = document.lane().trace;
  document.lane().setup.keys_text = "0xC, 0b11;6 9 15 8 5 10 9 6 11 13 4 10 7 0";
  EXPECT_TRUE(tick(document, 0));
  EXPECT_EQ(document.lane().trace, shown);
  EXPECT_EQ(document.lane().error.sentence, "");
}

TEST(Tick, AVeryFirstBadWishLeavesAnEmptyTraceNeverNull) {
  Document document;
  document.lane().setup.keys_text = "frog";
  tick(document, 0);
  ASSERT_NE(document.lane().trace, nullptr);
  EXPECT_EQ(end_of(document), 0u);
  EXPECT_NE(document.lane().error.sentence, "");
  EXPECT_EQ(moment(document).cursor, 0u);
}

TEST(Tick, LetsGoOfWhatTheNewTraceDoesNotHave) {
  Document document = document_with("3 1 2 0 3 1 2 0", 2, 4, "block_sort");
  document.pinned = 4;  // the first that is gone
  document.hovered = 4;
  document.table_entry = 2;
  document.lane().setup.keys_text = "3 1 2 0";
  tick(document, 0);
  EXPECT_EQ(document.pinned, none);
  EXPECT_EQ(document.hovered, none);
  EXPECT_FALSE(document.table_entry.has_value());

  document.pinned = 3;
  document.lane().setup.keys_text = "3 1 2 1";
  tick(document, 0);
  EXPECT_EQ(document.pinned, 3u) << "a key that still exists stays followed";
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
  for (const char* sort : {"one_bit", "block_sort"}) {
    const Document a = document_with("5 2 7 1 0 3 6 4 4", 3, 4, sort);
    const Document b = document_with("7 7 1 0", 3, 16, sort);
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
  const Document many = document_with("5 2 7 1", 3, 4, "one_bit");
  const Document few = document_with("1 0 1 0", 1, 4, "one_bit");
  const Document none = document_with("", 3, 4, "one_bit");
  ASSERT_EQ(end_of(none), 0u);
  const std::size_t found = nearest_cursor(trace_of(many), end_of(many), trace_of(few));
  EXPECT_EQ(place(trace_of(few), found), "0 scatter output 0");
  EXPECT_EQ(nearest_cursor(trace_of(many), end_of(many), trace_of(none)), 0u);
  EXPECT_EQ(nearest_cursor(trace_of(none), 0, trace_of(many)), 1u);
  EXPECT_EQ(nearest_cursor(trace_of(many), 0, trace_of(few)), 0u);
}

TEST(NearestCursor, AcrossSortsStaysInPassAndAsNearAsCanBe) {
  const Document block = document_with("5 2 7 1", 3, 4, "block_sort");
  const Document one = document_with("5 2 7 1", 3, 4, "one_bit");
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
  const Document document = make_document();
  const radix::Trace& good = trace_of(document);
  EXPECT_TRUE(compare(good, good).verified);
  EXPECT_EQ(compare(good, good).words, "verified");

  radix::Trace bad = good;
  auto array = std::make_shared<radix::Array>(*bad.steps[5].arrays[1]);
  array->values[3] += 1;
  bad.steps[5].arrays[1] = array;
  const EngineCheck verdict = compare(good, bad);
  EXPECT_FALSE(verdict.verified);
  EXPECT_NE(verdict.words.find("bits[3]"), std::string::npos) << verdict.words;

  radix::Trace failed = good;
  failed.error = "The kernel read outside 'bits'.";
  EXPECT_FALSE(compare(good, failed).verified);
  EXPECT_NE(compare(good, failed).words.find(failed.error), std::string::npos);
}

TEST(SecondEngine, IsTheOtherOneThatIsThere) {
  const Document document = make_document();
  radix::Trace trace = trace_of(document);
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
  const Document document = make_document();
  const bool two = second_engine(radix::engines(), trace_of(document)) != nullptr;
  EXPECT_EQ(document.lane().verdict, two ? "verified" : "");
  EXPECT_EQ(document.lane().verified, two);
}

}  // namespace
}  // namespace scope
