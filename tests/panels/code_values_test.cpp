#include "app/panels/code_values.hpp"

#include <gtest/gtest.h>

#include <map>

#include "app/core/base/text.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/families/question_plan.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/looks.hpp"

namespace scope {
namespace {

/// Row of the statement and what stands beside it, for the key at `position` of the pass.
std::map<std::string, std::string> beside(const radix::Trace& trace, std::size_t cursor,
                                          uint32_t id) {
  const Moment moment = look_at(trace, cursor, id);
  const std::string& file = moment.step()->source.file;
  const auto rows = source_rows(embedded_text(file));
  std::map<std::string, std::string> values;
  for (const CodeValue& value : code_values(moment, file, rows))
    values[std::string(trimmed(rows[value.row].text))] = value.text;
  return values;
}

TEST(CodeValues, StandBesideTheStatementsOfTheLitKeysThread) {
  const Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "one_bit");
  const radix::Trace& trace = *document.lane().trace;
  const auto at = [&](const char* made) {
    std::size_t cursor = 1;
    while (std::string_view(radix::info(trace.steps[cursor - 1].made).name) != made) ++cursor;
    return cursor;
  };
  auto values = beside(trace, at("bits"), 11);
  EXPECT_EQ(values["bits[i] = keys[i] >> bit & 1;"], "bits[i] = 1") << "key 13, bit 0";
  EXPECT_EQ(values["const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;"], "i = 11");
  values = beside(trace, at("partial_ones"), 11);
  EXPECT_EQ(values["sums[t] = value;"], "sums[3] = 2") << "of thread 3, not t = 2";
  EXPECT_EQ(values["const unsigned t = threadIdx.x;"], "t = 3");
  values = beside(trace, at("output"), 11);
  EXPECT_EQ(values["const unsigned destination = mine == 0 ? i - before : n - total + before;"],
            "destination = 14");
  EXPECT_EQ(values["output[destination] = key;"], "output[destination] = 13");
  EXPECT_EQ(values["const Key key = keys[i];"], "key = 13");
  EXPECT_FALSE(beside(trace, at("destination"), 11).contains("output[destination] = key;"))
      << "nothing looks ahead";
  EXPECT_TRUE(beside(trace, at("bits"), radix::none).empty()) << "no key is lit";
}

/// Where there is no room for the name, a value stands alone only beside the row that sets it.
TEST(CodeValues, StandWithoutTheirNameOnlyWhereTheRowSetsIt) {
  const Document document = document_with("12 3 6 9 15 8 5 10 9 6", 4, 5, "digits");
  const radix::Trace& trace = *document.lane().trace;
  std::map<std::string, std::string> bare;  // by the text with the name
  for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
    const Moment moment = look_at(trace, cursor, 4);
    const auto rows = source_rows(embedded_text(moment.step()->source.file));
    for (const CodeValue& value : code_values(moment, moment.step()->source.file, rows))
      bare[value.text] = value.bare;
  }
  EXPECT_EQ(bare["bit = 1"], "= 1");
  ASSERT_TRUE(bare.contains("ones.total = 3")) << "beside: zeros = keys_here - ones.total";
  EXPECT_EQ(bare["ones.total = 3"], "ones.total = 3");
}

/// Beside no line of no file, whichever key is lit, stands what a question asks.
TEST(CodeValues, DoNotTellWhatIsAsked) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    if (sort.wrong) continue;
    const radix::Trace run =
        record(chapter_keys, {.key_bits = 4, .threads_per_block = 4}, sort.name);
    for (const Question& each : question_plan(run, 1)) {
      const radix::Trace blind = blinded(run, each.ask),
                         other = blinded(otherwise(run, each.ask), each.ask);
      for (const radix::SourceFile& file : radix::embedded_sources()) {
        const auto rows = source_rows(file.text);
        for (uint32_t id = 0; id < 16; id += 5) {
          const auto shown = code_values(look_at(blind, each.ask, id), file.name, rows),
                     same = code_values(look_at(other, each.ask, id), file.name, rows);
          ASSERT_EQ(shown.size(), same.size()) << sort.name << ": " << each.text;
          for (std::size_t k = 0; k < shown.size(); ++k)
            ASSERT_EQ(shown[k].text, same[k].text) << sort.name << ": " << each.text;
        }
      }
    }
  }
}

TEST(CodeValues, AreThoseOfTheTrace) {
  const Document document =
      document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "block_sort");
  const radix::Trace& trace = *document.lane().trace;
  for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
    const radix::Step& step = trace.steps[cursor - 1];
    if (step.made != radix::array::local_destination) continue;
    const radix::Array& slots = *step.find(step.made);
    for (uint32_t i = 0; i < 16; ++i) {
      const uint32_t id = step.find(radix::array::keys)->ids[i];
      const auto values = beside(trace, cursor, id);
      const auto found =
          values.find("const unsigned slot = mine == 0 ? t - ones.before : zeros + ones.before;");
      ASSERT_NE(found, values.end());
      EXPECT_EQ(found->second, "slot = " + std::to_string(slots.values[i]));
    }
  }
}

// The line under the written key shows where it came from, which is another step's
TEST(CodeValues, AMergedKeyIsNotWhereItCameFrom) {
  for (const char* sort : {"merge_serial", "merge_co_rank", "merge_tiled"}) {
    const Document document = document_with("12 3 6 9 15 8 5 10", 4, 2, sort);
    const radix::Trace& trace = *document.lane().trace;
    for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
      if (std::string_view(radix::info(trace.steps[cursor - 1].made).name) != "output") continue;
      for (const auto& [line, text] : beside(trace, cursor, 4)) {
        EXPECT_NE(text, "place = 15") << sort << ": " << line;
        EXPECT_NE(text, "piece.source(place) = 15") << sort << ": " << line;
      }
      if (sort == std::string("merge_co_rank")) {
        EXPECT_EQ(beside(trace, cursor, 4)["output[first + c] = key;"], "output[first + c] = 15");
      }
    }
  }
}

// One launch has all bits: the lines of this bit that are still to come have no value yet, and a
// list that has not taken the key has none either
TEST(CodeValues, OfAListAreThoseOfTheBitAtWork) {
  const Document document =
      document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "lists_by_thread");
  const radix::Trace& trace = *document.lane().trace;
  for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
    const radix::Step& step = trace.steps[cursor - 1];
    if (std::string_view(radix::info(step.made).name) != "zero_list") continue;
    const auto rows = source_rows(embedded_text(step.source.file));
    EXPECT_NE(
        rows[statement_begin(rows, step.source.line - 1)].text.find("if ((key >> bit & 1) == 0)"),
        std::string_view::npos);
    for (const auto& [line, text] : beside(trace, cursor, 4)) {
      EXPECT_FALSE(text.starts_with("output")) << cursor << " " << line;
      EXPECT_FALSE(text.starts_with("one list")) << cursor << " " << line;
    }
  }
}

TEST(CodeValues, EveryStepOfEverySortHasItsExampleKeyAndNoBrace) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    const Document document = document_with("3 1 2 0 7 5", 3, 4, sort.name);
    const radix::Trace& trace = *document.lane().trace;
    for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
      Moment moment = look_at(trace, cursor);
      moment.example_key = example_key_of(moment);
      const std::string& file = moment.step()->source.file;
      const auto rows = source_rows(embedded_text(file));
      for (const CodeValue& value : code_values(moment, file, rows)) {
        ASSERT_LT(value.row, rows.size());
        EXPECT_NE(value.text.find(" = "), std::string::npos);
        EXPECT_FALSE(rows[value.row].only_note()) << file << ": " << value.text;
      }
    }
  }
}

}  // namespace
}  // namespace scope
