// Runs that a fault broke off: what is said and drawn of the arrays that they made, of keys that
// are sent where no slot is, and of places that no key reached.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "app/core/figures/fault_figure.hpp"
#include "app/core/moment/outside.hpp"
#include "app/export/svg.hpp"
#include "app/export/transcript.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "kernels/run/engine.hpp"
#include "tests/support/said.hpp"

namespace scope {
namespace {

/// Of the keys that show the fault, with it or without. On the CPU: a GPU may order atomics
/// differently in each run.
radix::Trace run_that_shows(const radix::PlantedFault& fault, bool planted) {
  const radix::Settings settings =
      radix::settings_for(*radix::sort_named(fault.sort), fault.shows.settings);
  return radix::run({.problem = *radix::parse_problem(fault.shows.keys, settings),
                     .sort = fault.sort,
                     .planted = planted ? fault.name : "",
                     .engine = radix::EngineChoice::cpu});
}

radix::Trace printed_minus() {
  radix::Settings settings{.key_bits = 1, .threads_per_block = 4};
  return radix::run({.problem = *radix::Problem::make({1, 1, 0, 1}, settings),
                     .sort = "note_one_bit",
                     .engine = radix::EngineChoice::cpu});
}

/// The last cursor whose step made the array.
std::size_t cursor_of(const radix::Trace& trace, std::string_view array) {
  for (std::size_t s = trace.steps.size(); s-- > 0;)
    if (radix::info(trace.steps[s].made).name == array) return s + 1;
  return 0;
}

std::string drawn(const radix::Trace& trace, std::size_t cursor, const char* figure) {
  const Moment moment{.trace = &trace, .cursor = cursor};
  return to_svg(draw(*figure_named(figure), moment), theme(ThemeId::dark), moment.selected());
}

TEST(BrokenOff, IsExplainedLikeTheRightRunUpToTheFirstDifference) {
  std::size_t explained = 0;
  for (const radix::PlantedFault& fault : radix::planted_faults()) {
    const radix::Trace trace = run_that_shows(fault, true), right = run_that_shows(fault, false);
    if (!stopped(trace)) continue;
    ASSERT_TRUE(trace.differs) << fault.name;
    for (std::size_t cursor = 1; cursor < trace.steps.size(); ++cursor) {
      const Moment moment{.trace = &trace, .cursor = cursor},
          beside{.trace = &right, .cursor = cursor};
      const std::string words = why(moment), where = fault.name + ": " + words;
      if (cursor > trace.differs->step) {
        const bool first = cursor == trace.differs->step + 1;
        const Sentences said = said_by([&] { why(moment); });
        const char* name = first ? "broken.first_value" : "families.planted_since";
        EXPECT_TRUE(said_of(said, name) || (first && said_of(said, "broken.first_made"))) << where;
        EXPECT_EQ(formula(moment).title, "") << where;
        continue;
      }
      ++explained;
      EXPECT_TRUE(words.starts_with(why(beside))) << where;
      EXPECT_EQ(formula(moment).result, formula(beside).result) << where;
      EXPECT_EQ(formula(moment).title, formula(beside).title) << where;
    }
  }
  EXPECT_GT(explained, 300u);
}

TEST(BrokenOff, NamesEveryKeyThatIsSentWhereNoSlotIs) {
  std::size_t outside = 0;
  for (const radix::PlantedFault& fault : radix::planted_faults()) {
    const radix::Trace trace = run_that_shows(fault, true);
    for (std::size_t s = 0; s < trace.steps.size(); ++s) {
      const radix::Array* made = trace.steps[s].find(trace.steps[s].made);
      const Moment moment{.trace = &trace, .cursor = s + 1};
      const std::string_view name = radix::info(trace.steps[s].made).name;
      const radix::Problem& problem = trace.problem;
      bool any = false;
      for (uint32_t i = 0; made && i < made->values.size(); ++i) {
        const uint32_t block = problem.block_of(i);
        // Outside the radix sorts the largest number is a slot that nobody has written
        if (made->values[i] == radix::none && std::string_view(trace.family->name) != "radix")
          continue;
        any |= name == "destination" && made->values[i] >= problem.size();
        any |= name == "local_destination" &&
               made->values[i] >= problem.block_end(block) - problem.block_begin(block);
      }
      EXPECT_EQ(any && why(moment).find("is sent to slot") == std::string::npos, false)
          << fault.name << ": " << why(moment);
      outside += any;
    }
  }
  EXPECT_GT(outside, 4u);
}

// A one that is sent to N - total - before, 4 - 3 - 2.
TEST(BrokenOff, ShowsASlotThatIsBelowTheFirst) {
  const radix::Trace trace = printed_minus();
  const std::size_t cursor = cursor_of(trace, "destination");
  ASSERT_GT(cursor, 0u);
  const Moment moment{.trace = &trace, .cursor = cursor};
  EXPECT_EQ(
      outside_words(moment),
      "Key 1c is sent to slot 4294967295, which as a signed number is −1, but the output ends "
      "at slot 3.");
  EXPECT_NE(why(moment).find(outside_words(moment)), std::string::npos);
  for (const char* figure : {"fig13-2", "fig13-3"})
    EXPECT_NE(drawn(trace, cursor, figure).find(">−1<"), std::string::npos) << figure;
  EXPECT_NE(transcript(trace).find("destination             1 0 0 4294967295"), std::string::npos);
}

TEST(BrokenOff, ShowsTheOutputWithTheGapsThatAreLeft) {
  const radix::Trace trace = printed_minus();
  ASSERT_EQ(trace.steps.back().made, radix::ArrayId(radix::array::output));
  const radix::Array& output = *trace.steps.back().find(radix::array::output);
  EXPECT_EQ(std::ranges::count(output.ids, radix::none), 2);
  for (std::size_t i = 0; i < output.ids.size(); ++i)
    EXPECT_EQ(output.ids[i] == radix::none, output.values[i] == radix::none) << i;
  EXPECT_NE(transcript(trace).find(" – –\n"), std::string::npos) << transcript(trace);
  EXPECT_NE(drawn(trace, trace.steps.size(), "fig13-2").find("dash"), std::string::npos);
}

// The threads' zero lists lie over each other: one list is shown, with what nobody has written.
// A barrier that a thread never comes to, and a flag that nobody raises: the launch stops midway.
TEST(BrokenOff, ShowsWhatWasWrittenBeforeTheStop) {
  constexpr uint32_t no = radix::none;
  const auto made_last = [](const char* fault, std::string_view array) {
    const radix::Trace trace = run_that_shows(*radix::planted_fault_named(fault), true);
    EXPECT_TRUE(stopped(trace)) << fault;
    if (trace.steps.empty()) return std::vector<uint32_t>();
    EXPECT_EQ(radix::info(trace.steps.back().made).name, array) << fault;
    return trace.steps.back().find(trace.steps.back().made)->values;
  };
  using Values = std::vector<uint32_t>;
  EXPECT_EQ(made_last("barrier_in_if", "local_keys"),
            (Values{12, 6, 3, 9, 8, 10, 15, 5, 6, 9, 11, 13, no, no}));
  EXPECT_EQ(made_last("early_return", "ones_before"),
            (Values{0, 0, 1, 1, 0, 1, 1, 2, 0, 1, 1, 2, no, no}));
  EXPECT_EQ(made_last("no_publish", "ones_before_block"), (Values{0, no, no, no}));
  EXPECT_EQ(made_last("sweep_peers_without_the_own_digit", "ticket"), (Values{0, no}));

  const radix::Trace chain = run_that_shows(*radix::planted_fault_named("no_publish"), true);
  const std::string svg = drawn(chain, chain.steps.size(), "scan-chain");
  EXPECT_EQ(svg.find("has fallen"), svg.npos) << "no block has handed its sum on";
  EXPECT_NE(svg.find("waits for"), svg.npos);
}

// Its only key is sent to slot 3 of shared memory, and none comes to slot 0.
TEST(BrokenOff, ShowsABlockOfWhichKeysAreMissing) {
  const radix::PlantedFault& fault = *radix::planted_fault_named("full_block");
  const radix::Settings settings =
      radix::settings_for(*radix::sort_named(fault.sort), fault.shows.settings);
  const radix::Trace trace = radix::run(
      {.problem = *radix::parse_problem("9", settings), .sort = fault.sort, .planted = fault.name});
  ASSERT_FALSE(trace.steps.empty());
  EXPECT_STREQ(radix::info(trace.steps.back().made).name, "local_keys");
  EXPECT_EQ(trace.steps.back().find(trace.steps.back().made)->ids,
            std::vector<uint32_t>{radix::none});
}

TEST(BrokenOff, ShowsListsThatLieOverEachOther) {
  const radix::Trace trace = run_that_shows(*radix::planted_fault_named("list_wrong_stride"), true);
  ASSERT_EQ(trace.steps.size(), 1u) << trace.error;
  const radix::Array& zeros = *trace.steps[0].find(trace.steps[0].made);
  EXPECT_STREQ(radix::info(zeros.id).name, "zero_list");
  const auto keys =
      zeros.ids.size() - static_cast<std::size_t>(std::ranges::count(zeros.ids, radix::none));
  EXPECT_GT(keys, 0u);
  EXPECT_LT(keys, 7u);  // that many keys of the 16 are even
}

// The bits of the other buffer: what a key's own bit would be is not seen.
TEST(BrokenOff, ColoursBitsAsTheyAreShown) {
  const radix::Trace trace = run_that_shows(*radix::planted_fault_named("wrong_buffer"), true);
  const Moment moment{.trace = &trace, .cursor = 1};
  std::map<std::string, std::set<Ink>> edges;
  for (const Cell& cell : draw(*figure_named("fig13-3"), moment).cells)
    if (std::string_view(radix::info(cell.tag.array).name) == "bits" && !cell.text.empty())
      edges[cell.text].insert(cell.edge);
  ASSERT_FALSE(edges.empty());
  for (const auto& [bit, inks] : edges) EXPECT_EQ(inks.size(), 1u) << bit;
}

TEST(BrokenOff, SaysNoOrderThatTheKeysDoNotHave) {
  const radix::Trace collides = run_that_shows(*radix::planted_fault_named("sign"), true),
                     backwards = run_that_shows(*radix::planted_fault_named("high_first"), true);
  const std::string gaps = drawn(collides, collides.steps.size(), "fig13-1"),
                    order = drawn(backwards, cursor_of(backwards, "output"), "fig13-1");
  EXPECT_NE(gaps.find("keys are missing"), std::string::npos);
  EXPECT_EQ(gaps.find("sorted by"), std::string::npos);
  EXPECT_NE(order.find("not sorted"), std::string::npos);
  EXPECT_EQ(order.find(">sorted by"), std::string::npos);
  EXPECT_EQ(order.find("all bits: sorted"), std::string::npos);
}

}  // namespace
}  // namespace scope
