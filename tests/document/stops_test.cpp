/// Stops at lines and conditions, and the threads that run a line.
#include "app/document/stops.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/document/line_threads.hpp"
#include "app/sorts/families/families.hpp"
#include "tests/support/app_states.hpp"

namespace scope {
namespace {

Document stopping(const std::string& script) {
  Document document = make_document();
  EXPECT_EQ(run_script(document, "preset chapter; sort digits; radix 2; seek 0"), "");
  EXPECT_EQ(run_script(document, script), "");
  return document;
}

/// The first cursor whose step made an array of this name, with this value in it.
std::size_t first_with(const radix::Trace& trace, const std::string& name, uint32_t value) {
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const radix::Step& step = trace.steps[k];
    const radix::Array* made = step.find(step.made);
    if (radix::info(step.made).name == name && made &&
        std::ranges::find(made->values, value) != made->values.end())
      return k + 1;
  }
  return 0;
}

uint32_t line_with(const std::string& file, const std::string& text) {
  const auto rows = source_rows(embedded_text(file));
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (trimmed(rows[row].text) == text) return static_cast<uint32_t>(row) + 1;
  ADD_FAILURE() << text;
  return 0;
}

TEST(Stops, AConditionStopsALongStepAndPlaying) {
  Document document = stopping("stop destination == 12");
  const std::size_t wanted = first_with(trace_of(document), "destination", 12);
  ASSERT_GT(wanted, 1u);
  EXPECT_EQ(run_command(document, "next_pass"), "");
  EXPECT_EQ(document.lane().cursor, wanted);
  EXPECT_NE(document.note.find("destination == 12"), std::string::npos) << document.note;

  run_script(document, "seek 0; play on");
  for (int k = 0; k < 200 && document.playing; ++k) tick(document, 2);
  EXPECT_FALSE(document.playing);
  EXPECT_EQ(document.lane().cursor, wanted);

  EXPECT_EQ(run_script(document, "stop destination == 12; seek 0; next_pass"), "");
  EXPECT_TRUE(document.stops.empty()) << "a second time takes it away";
  EXPECT_EQ(trace_of(document).steps[document.lane().cursor - 1].pass + 1,
            trace_of(document).steps[document.lane().cursor].pass);
}

TEST(Stops, KnowWhatTheKernelCallsAValue) {
  Document document = stopping("stop slot >= 3");
  EXPECT_EQ(run_command(document, "next_stage"), "");
  EXPECT_EQ(document.lane().cursor, first_with(trace_of(document), "local_destination", 3));
}

TEST(Stops, ALineStopsALongStep) {
  const uint32_t line = line_with("03_digits.cu", "output[destination] = key;");
  Document document = stopping(say("stop 03_digits.cu:", line, "; grain pass"));
  const auto rows = source_rows(embedded_text("03_digits.cu"));
  const auto steps = steps_of_line(trace_of(document), "03_digits.cu", rows, line);
  ASSERT_EQ(steps.size(), 2u) << "one in each pass";
  EXPECT_EQ(run_command(document, "next"), "");
  EXPECT_EQ(document.lane().cursor, steps[0]);
  EXPECT_NE(document.note.find(say("line ", line)), std::string::npos) << document.note;
}

TEST(Stops, RefuseWhatIsNone) {
  Document document = stopping("");
  const std::string unknown = run_command(document, "stop", "frob == 1");
  EXPECT_NE(unknown.find("frob"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("slot"), std::string::npos) << "it names those that there are";
  EXPECT_NE(run_command(document, "stop", "hello"), "");
  EXPECT_NE(run_command(document, "stop", "slot == x"), "");
  EXPECT_NE(run_command(document, "stop", "03_digits.cu:99999"), "");
  EXPECT_NE(run_command(document, "stop", "no_such_file.cu:1"), "");
  EXPECT_TRUE(document.stops.empty());
}

TEST(LineThreads, AreThoseThatTheEngineSawAtTheLine) {
  Document document = make_document();
  ASSERT_EQ(run_script(document,
                       "keys 12 3 6 9 15 8 5 10 9 6 11 13 4 10; sort digits; radix 2; block 4; "
                       "bits 4; seek scatter"),
            "");
  const auto rows = source_rows(embedded_text("03_digits.cu"));
  const auto threads = [&](const std::string& text, std::size_t cursor) {
    return threads_of_line(trace_of(document), cursor, "03_digits.cu", rows,
                           line_with("03_digits.cu", text));
  };
  const std::size_t scatter = document.lane().cursor;
  EXPECT_EQ(threads("output[destination] = key;", scatter).size(), 14u) << "two have no key";
  EXPECT_TRUE(threads("output[destination] = key;", 1).empty()) << "another launch is at work";
  EXPECT_EQ(threads("const Key key = i < n ? local_keys[i] : Key{};", scatter).size() % 14, 0u);
}

TEST(Threads, AreChosenByBlockAndNumber) {
  Document document = stopping("seek scatter; thread 2 1");
  const auto worker = worker_of(moment(document));
  ASSERT_TRUE(worker);
  EXPECT_EQ(worker->block, 2u);
  EXPECT_EQ(worker->thread, 1u);
  EXPECT_NE(run_command(document, "thread", "9 1"), "");
  EXPECT_NE(run_command(document, "thread", "x"), "");
  EXPECT_EQ(run_command(document, "seek", "0"), "");
  EXPECT_NE(run_command(document, "thread", "0 0"), "") << "no launch is at work yet";
}

}  // namespace
}  // namespace scope
