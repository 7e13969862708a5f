/// Trace files that lie: whatever is opened is either refused with a sentence or drawn as the
/// kernels made it; the picture on the screen is never lost.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "app/commands/commands.hpp"
#include "app/core/base/text.hpp"
#include "app/core/words/explain.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/document/lane_costs.hpp"
#include "app/export/svg.hpp"
#include "app/export/transcript.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/presets.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/thorough.hpp"

using namespace scope;
using TraceJson = nlohmann::ordered_json;

namespace {

std::string trace_text(const char* sort) {
  Document document = make_document();
  EXPECT_EQ(run_script(document, std::string("keys 3 1 2 0 3 1 2; block 3; bits 2; sort ") + sort),
            "");
  return radix::to_json(*document.lane().trace);
}

/// One change that a careless or hostile hand might make: a number, a missing array, steps moved.
void mutate(TraceJson& file, std::mt19937& random) {
  TraceJson& steps = file["steps"];
  TraceJson& step = steps[random() % steps.size()];
  const auto value = static_cast<uint32_t>(random() % 2 == 0 ? random() : random() % 9);
  const char* const fields[] = {"level", "distance", "blocks", "threads", "launch", "pass"};
  switch (random() % 7) {
    case 0: step[fields[random() % 6]] = value; break;
    case 1: steps.erase(random() % steps.size()); break;
    case 2: std::swap(step, steps[random() % steps.size()]); break;
    case 3: file["sort"] = file["sort"] == "one_bit" ? "block_sort" : "one_bit"; break;
    case 4: step["made"] = "ones_before"; break;
    case 5: step["source"]["line"] = value; break;
    default: {
      TraceJson& arrays = step["arrays"];
      auto array = arrays.begin();
      std::advance(array, random() % arrays.size());
      const std::size_t at = random() % array->size();
      if (random() % 3 == 0) {
        arrays.erase(array.key());
      } else {
        (*array)[at] = value;
      }
    }
  }
}

void draw_everything(Document& document) {
  for (std::size_t cursor = 0; cursor <= document.lane().trace->steps.size(); ++cursor) {
    seek(document, cursor);
    EXPECT_FALSE(why(moment(document)).empty());
    formula(moment(document));
    for (const Figure& figure : figures()) figure.draw(moment(document));
    to_svg(figure_for(moment(document)).draw(moment(document)), theme(document.theme));
  }
}

TEST(TraceFileTest, AFileThatLiesIsRefusedAndTheOldPictureStays) {
  const scratch::Folder folder;
  std::mt19937 random(11);
  uint32_t refused = 0, opened = 0;
  for (const char* sort : {"one_bit", "block_sort"}) {
    const TraceJson good = TraceJson::parse(trace_text(sort));
    for (uint32_t i = 0; i < cases(40, 250); ++i) {
      TraceJson bad = good;
      mutate(bad, random);
      Document document = make_document();
      const auto before = document.lane().trace;
      const std::string refusal =
          run_command(document, "open", folder.file("lie.json", bad.dump()));
      if (!refusal.empty()) {
        EXPECT_EQ(document.lane().trace, before);
        ++refused;
      } else {
        draw_everything(document);
        ++opened;
      }
    }
  }
  EXPECT_GT(refused, cases(40, 250));
  EXPECT_GT(opened, cases(1, 5)) << "only changes that no picture shows";
}

TEST(TraceFileTest, NumbersOfAnotherKindAreRefused) {
  const scratch::Folder folder;
  for (const char* number : {"4294967308", "12.9", "true", "-1", "1e300", "null", "\"12\""}) {
    TraceJson bad = TraceJson::parse(trace_text("one_bit"));
    bad["problem"]["keys"][0] = TraceJson::parse(number);
    Document document = make_document();
    EXPECT_NE(run_command(document, "open", folder.file("kind.json", bad.dump())), "") << number;
  }
}

TEST(TraceFileTest, TheUntouchedFileIsShownAndVerified) {
  const scratch::Folder folder;
  Document document = make_document();
  EXPECT_EQ(run_command(document, "open", folder.file("good.json", trace_text("block_sort"))), "");
  EXPECT_EQ(document.lane().trace->sort, "block_sort");
  draw_everything(document);
}

/// What a fault may leave in an array, as far as it is shown at all: keys twice, any number.
radix::SharedArray spoilt(const radix::Array& array, uint32_t keys, std::mt19937& random) {
  auto bad = std::make_shared<radix::Array>(array);
  const radix::Holds holds = radix::info(array.id).holds;
  for (std::size_t i = 0; i < bad->values.size(); ++i) {
    const uint32_t any[] = {0xcdcdcdcdu, 0xffffffffu, 0, keys, static_cast<uint32_t>(random())};
    if (!bad->ids.empty()) {
      const std::size_t from = random() % array.ids.size();
      bad->ids[i] = array.ids[from], bad->values[i] = array.values[from];
    } else if (radix::are_positions(holds) || holds == radix::Holds::bits) {
      bad->values[i] = static_cast<uint32_t>(random()) % (holds == radix::Holds::bits ? 2 : keys);
    } else {
      bad->values[i] = any[random() % 5];
    }
  }
  return bad;
}

radix::Fault some_fault(bool of_an_older_file) {
  radix::Fault fault{.kind = radix::Fault::Kind::race,
                     .sentence = "kernel scatter, block 1: a data race",
                     .kernel = "scatter",
                     .launch = 3,
                     .array = "the output",
                     .index = 5,
                     .first = {1, 2, {"01_one_bit.cu", 60}},
                     .second = {.source = {"01_one_bit.cu", 61}}};
  if (of_an_older_file) return fault;
  fault.sentence.clear();
  fault.first.act = radix::Act::writes, fault.second.act = radix::Act::reads;
  return fault;
}

/// The run as a kernel would have broken it off behind so many steps; the last one is what the
/// fault made of it.
radix::Trace broken_off(const radix::Trace& whole, std::size_t steps, bool spoil,
                        std::mt19937& random) {
  radix::Trace trace = whole;
  trace.steps.resize(steps);
  trace.sorted = {};
  trace.fault = some_fault(spoil);
  trace.error = error_of(*trace.fault);
  for (auto& array : trace.steps.back().arrays)
    if (spoil && array->id == trace.steps.back().made)
      array = spoilt(*array, trace.problem.size(), random);
  return trace;
}

TEST(TraceFileTest, ARunThatBrokeOffIsDrawnAndWrittenAsFarAsItCame) {
  std::mt19937 random(5);
  for (const radix::SortInfo& sort : radix::sorts()) {
    Document document = make_document();
    run_script(document, std::string("keys 3 1 2 0 3 1 2; block 3; bits 2; sort ") + sort.name);
    const radix::Trace whole = *document.lane().trace;
    ASSERT_EQ(whole.error, "") << sort.name;
    const std::size_t stride = whole.steps.size() / cases(8, 24) + 1;
    for (std::size_t steps = 1; steps < whole.steps.size(); steps += 1 + random() % stride) {
      for (const bool spoil : {false, true}) {
        Lane& lane = document.lane();
        lane.trace = std::make_shared<const radix::Trace>(broken_off(whole, steps, spoil, random));
        say_how_it_ended(lane);
        ASSERT_TRUE(broke_off(lane));
        for (std::size_t cursor : {steps - 1, steps}) {
          seek(document, cursor);
          why(moment(document)), formula(moment(document)), invariants_of(moment(document));
          for (const Figure& figure : figures()) figure.draw(moment(document));
          to_svg(figure_for(moment(document)).draw(moment(document)), theme(document.theme));
        }
        lane_table(document, true);
        EXPECT_NE(transcript(*lane.trace).find("\n\n" + error_words(*lane.trace) + "\n"),
                  std::string::npos);
        const auto read = radix::trace_from_json(radix::to_json(*lane.trace));
        ASSERT_TRUE(read) << sort.name << " " << read.error.sentence;
        EXPECT_EQ(read->fault, lane.trace->fault);
        EXPECT_EQ(radix::first_difference(*read, *lane.trace), std::nullopt);
      }
    }
  }
}

TEST(TraceFileTest, AFileOfARunThatBrokeOffIsShownAsFarAsItsStepsAreOurs) {
  const scratch::Folder folder;
  std::mt19937 random(5);
  const auto whole = radix::trace_from_json(trace_text("block_sort"));
  ASSERT_TRUE(whole);
  for (const bool spoil : {false, true}) {
    const radix::Trace broken = broken_off(*whole, 9, spoil, random);
    Document document = make_document();
    EXPECT_EQ(run_command(document, "open", folder.file("broken.json", radix::to_json(broken))),
              "");
    EXPECT_EQ(document.lane().trace->steps.size(), spoil ? 8u : 9u);
    EXPECT_TRUE(broke_off(document.lane()));
    EXPECT_EQ(document.lane().error.sentence, error_words(broken));
    EXPECT_FALSE(tick(document, 0)) << "it is not recorded again";
    EXPECT_EQ(run_script(document, "seek 5; pin 2"), error_words(broken))
        << "steps are shown, and it failed";
    EXPECT_EQ(document.lane().cursor, 5u);
    EXPECT_EQ(document.pinned, 2u);
  }
  radix::Trace none = broken_off(*whole, 1, false, random);
  none.steps.clear();
  Document document = make_document();
  EXPECT_EQ(run_command(document, "open", folder.file("none.json", radix::to_json(none))),
            "'" + folder / "none.json" + "': The run in it failed: " + error_words(none));
}

}  // namespace
