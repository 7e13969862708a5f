/// Compare mode: lanes share what is sorted and stand at the same number of sorted bits.
#include <gtest/gtest.h>

#include <set>

#include "app/commands/commands.hpp"
#include "app/core/base/text.hpp"
#include "app/document/compare.hpp"
#include "app/document/lane_costs.hpp"
#include "app/export/pages.hpp"
#include "app/state/presets.hpp"
#include "tests/support/app_states.hpp"

namespace scope {
namespace {

Document comparing(const std::string& script) {
  Document document = make_document();
  EXPECT_EQ(run_script(document, script), "");
  return document;
}

/// Low bits that are sorted in a lane's picture: those of its finished passes.
uint32_t sorted_bits(const Lane& lane) {
  const radix::Step* step = lane.cursor == 0 ? nullptr : &lane.trace->steps[lane.cursor - 1];
  if (!step) return 0;
  const bool done = step->made == radix::array::output;
  return lane.trace->problem.sorted_bits(step->pass + (done ? 1 : 0));
}

/// For every pair of radix widths and every place of the scrubber: the other lane shows as many
/// sorted bits as the one that is stepped, or its own last number before that.
TEST(Compare, LanesStandAtTheSameNumberOfSortedBits) {
  for (uint32_t a = 1; a <= 8; ++a) {
    for (uint32_t b = 1; b <= 8; ++b) {
      Document document = comparing(
          "random 9 8 3; mode compare; compare local_sort; lane 1; sort digits; radix " +
          std::to_string(a) + "; lane 2; sort digits; radix " + std::to_string(b) + "; lane 1");
      ASSERT_EQ(document.lanes.size(), 2u);
      for (std::size_t cursor = 0; cursor <= document.lane().trace->steps.size(); ++cursor) {
        seek(document, cursor);
        const double bits = 8 * radix::progress_at(*document.lane().trace, cursor);
        const auto last_boundary = [&](uint32_t radix) {
          return bits >= 8 ? 8u : static_cast<uint32_t>(bits) / radix * radix;
        };
        EXPECT_EQ(sorted_bits(document.lanes[0]), last_boundary(a)) << a << " " << b << " " << bits;
        EXPECT_EQ(sorted_bits(document.lanes[1]), last_boundary(b)) << a << " " << b << " " << bits;
      }
      EXPECT_EQ(document.lanes[1].cursor, document.lanes[1].trace->steps.size())
          << "both end together";
    }
  }
}

TEST(Compare, AStandstillIsOne) {
  for (const char* order : {"ascending", "reversed"}) {
    const Document document = comparing(std::string("sort coarse; radix 3; order ") + order);
    const radix::Trace& trace = *document.lane().trace;
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor)
      EXPECT_EQ(radix::cursor_at_progress(trace, radix::progress_at(trace, cursor)), cursor);
  }
  const Document none = comparing("keys ; sort 3");
  EXPECT_EQ(radix::cursor_at_progress(*none.lane().trace, 0.75), 0u);
}

TEST(Compare, LanesShareTheKeysAndKeepTheirSorts) {
  Document document = comparing("mode compare; lane 2; keys 5 1 3; order descending; type signed");
  ASSERT_EQ(document.lanes.size(), 3u);
  for (const Lane& lane : document.lanes) {
    EXPECT_EQ(lane.trace->problem.keys(), (std::vector<uint32_t>{5, 1, 3}));
    EXPECT_EQ(lane.trace->problem.settings().order, radix::SortOrder::descending);
  }
  EXPECT_EQ(document.lanes[0].trace->problem.settings().radix_bits, 1u);
  EXPECT_EQ(document.lanes[2].trace->problem.settings().radix_bits, 4u);
  ASSERT_EQ(run_script(document, "radix 3"), "");
  EXPECT_EQ(document.lanes[1].trace->problem.settings().radix_bits, 3u);
  EXPECT_EQ(document.lanes[2].trace->problem.settings().radix_bits, 4u) << "the other lanes stay";
}

std::vector<uint32_t> widths_in(const Document& document) {
  std::vector<uint32_t> widths;
  for (const Lane& lane : document.lanes)
    widths.push_back(lane.trace->problem.settings().radix_bits);
  return widths;
}

TEST(Compare, OpensWithThreeWidthsOfThePresentSort) {
  Document document = comparing("sort coarse; radix 3; block 2; seek pass 1 output; mode compare");
  EXPECT_EQ(widths_in(document), (std::vector<uint32_t>{1, 2, 4}));
  for (const Lane& lane : document.lanes) {
    EXPECT_EQ(lane.trace->sort, "coarse");
    EXPECT_EQ(lane.trace->problem.threads_per_block(), 2u);
  }
  // A sort of another kind stands first, as it was cut
  const Document merging = comparing("sort merge_path; block 2; mode compare");
  ASSERT_EQ(merging.lanes.size(), 3u);
  EXPECT_EQ(merging.lanes[0].trace->sort, "merge_path");
  EXPECT_EQ(merging.lanes[0].trace->problem.threads_per_block(), 2u);
  for (const radix::SortInfo& sort : radix::sorts()) {
    if (sort.wrong) continue;
    Document any = make_document();
    if (!run_script(any, say("sort ", sort.name, "; mode compare")).empty()) continue;
    for (std::size_t a = 0; a < any.lanes.size(); ++a)
      for (std::size_t b = a + 1; b < any.lanes.size(); ++b)
        EXPECT_FALSE(any.lanes[a].trace->sort == any.lanes[b].trace->sort &&
                     any.lanes[a].trace->problem == any.lanes[b].trace->problem)
            << sort.name << ": two equal lanes";
  }
}

TEST(Compare, LeavesStepAsItWas) {
  Document document = comparing("sort coarse; radix 3; block 2; seek pass 1 output");
  const std::string before = fingerprint(document);
  for (const char* there :
       {"mode compare", "compare radix", "mode compare; lane 2; radix 5; sort one_bit", "width 8",
        "mode compare; align launches; next"}) {
    ASSERT_EQ(run_script(document, say(there, "; mode step")), "") << there;
    EXPECT_EQ(document.lane().trace->sort, "coarse") << there;
    EXPECT_EQ(document.lane().trace->problem.settings().radix_bits, 3u) << there;
    EXPECT_EQ(moment(document).step()->made, radix::array::output) << "and its place";
    EXPECT_EQ(document.lanes.size(), 1u);
  }
  ASSERT_EQ(run_script(document, "align bits"), "");
  EXPECT_EQ(fingerprint(document), before);
  // The lanes come back; what is sorted is one thing in both modes
  ASSERT_EQ(run_script(document, "compare coarsening; mode step; keys 3 1 2; mode compare"), "");
  EXPECT_EQ(document.lanes.size(), 2u);
  EXPECT_EQ(document.lanes[1].trace->sort, "coarse");
  for (const Lane& lane : document.lanes) EXPECT_EQ(lane.trace->problem.size(), 3u);
  ASSERT_EQ(run_script(document, "keys 9 8 7 6; mode step"), "");
  EXPECT_EQ(document.lane().trace->problem.size(), 4u);
}

TEST(Compare, LeavesStepAsItWasFromTiming) {
  Document document = comparing("sort digits; radix 3; seek 4; mode compare; mode step");
  ASSERT_EQ(run_script(document, "mode timing; mode compare; lane 3; radix 8; mode step"), "");
  ASSERT_EQ(document.lanes.size(), 1u);
  EXPECT_EQ(document.lane().setup.settings.radix_bits, 3u);
  EXPECT_EQ(document.lane().cursor, 4u);
  ASSERT_EQ(run_script(document, "mode timing; compare radix; mode step; radix 5"), "");
  ASSERT_EQ(document.lanes.size(), 1u);
  ASSERT_EQ(run_script(document, "mode compare"), "");
  for (const Lane& lane : document.lanes) EXPECT_NE(lane.setup.settings.radix_bits, 5u);
}

TEST(Compare, AWidthComesAndGoes) {
  Document document = comparing("preset chapter; sort digits; mode compare; width 8");
  EXPECT_EQ(widths_in(document), (std::vector<uint32_t>{1, 2, 4, 8}));
  EXPECT_EQ(widths_shown(document), (std::vector<uint32_t>{1, 2, 4, 8}));
  EXPECT_NE(run_command(document, "width", "3"), "") << "no more than four";
  ASSERT_EQ(run_script(document, "width 4; width 1; width 3"), "");
  EXPECT_EQ(widths_in(document), (std::vector<uint32_t>{2, 3, 8}));
  for (const char* bad : {"0", "9", "x", ""})
    EXPECT_NE(run_command(document, "width", bad), "") << bad;
}

TEST(Compare, AStageOpensLargeAndLeadsBack) {
  Document document = comparing("preset chapter; compare radix; enlarge 2 12");
  EXPECT_EQ(document.mode, Mode::step);
  EXPECT_EQ(document.lane().trace->problem.settings().radix_bits, 2u);
  EXPECT_EQ(document.lane().cursor, 12u);
  ASSERT_EQ(run_script(document, "mode compare"), "");
  EXPECT_EQ(widths_in(document), (std::vector<uint32_t>{1, 2, 4}));
  for (const char* bad : {"", "0", "4", "1 2 3", "2 9999", "frog"})
    EXPECT_NE(run_command(document, "enlarge", bad), "") << bad;
}

/// As many launches are done in every lane, or all of them; the longest lane is the one stepped.
TEST(Compare, LanesStandAtTheSameNumberOfLaunches) {
  Document document = comparing("preset chapter; compare radix; lane 3; align launches");
  EXPECT_EQ(document.active, 0u) << "the lane with the most launches";
  for (std::size_t cursor = 0; cursor <= document.lane().trace->steps.size(); ++cursor) {
    seek(document, cursor);
    const uint32_t done = totals_of(*document.lane().trace, cursor, {}).launches;
    for (const Lane& lane : document.lanes)
      EXPECT_EQ(totals_of(*lane.trace, lane.cursor, {}).launches,
                std::min(done, lane.trace->launches));
  }
}

TEST(Compare, BeginsWhereThereIsSomethingToSee) {
  for (const char* script :
       {"preset chapter; mode compare", "preset chapter; compare radix",
        "preset chapter; compare list_merges", "random 16 8 2; compare list_merges"}) {
    const Document document = comparing(script);
    for (const Lane& lane : document.lanes) EXPECT_EQ(lane.cursor, lane.trace->steps.size());
  }
}

TEST(Compare, LanesAreAddedDuplicatedAndRemoved) {
  Document document = comparing("mode compare; compare coarsening");
  ASSERT_EQ(document.lanes.size(), 2u);
  EXPECT_EQ(run_script(document, "lane 2; lane duplicate; block 8"), "");
  ASSERT_EQ(document.lanes.size(), 3u);
  EXPECT_EQ(document.active, 2u);
  EXPECT_EQ(document.lanes[1].trace->problem.threads_per_block(), 4u);
  EXPECT_EQ(run_script(document, "lane add"), "");
  EXPECT_NE(run_script(document, "lane add"), "") << "no more than four";
  EXPECT_EQ(run_script(document, "lane remove; lane remove; lane remove"), "");
  EXPECT_NE(run_command(document, "lane", "remove"), "");
  for (const char* bad : {"0", "2", "frog", "", "1 2"})
    EXPECT_NE(run_command(document, "lane", bad), "") << bad;
  EXPECT_EQ(run_script(document, "mode step; next; mode compare"), "")
      << "one lane: the first comparison comes";
  EXPECT_EQ(document.lanes.size(), 3u);
}

TEST(Compare, EveryReadyComparisonWorks) {
  for (const Comparison& each : comparisons()) {
    Document document = comparing(std::string("compare ") + each.name);
    EXPECT_EQ(document.mode, Mode::compare);
    EXPECT_GE(document.lanes.size(), 2u) << each.name;
    for (const Lane& lane : document.lanes) {
      EXPECT_EQ(lane.error.sentence, "") << each.name;
      EXPECT_FALSE(lane_words(lane.setup).empty());
    }
    ASSERT_EQ(run_script(document, "last"), "");
    for (const Lane& lane : document.lanes) EXPECT_EQ(lane.cursor, lane.trace->steps.size());
  }
  Document document = make_document();
  EXPECT_NE(run_command(document, "compare", "frog").find("coarsening"), std::string::npos);
  EXPECT_EQ(run_command(document, "mode", "timing"), "");
  EXPECT_EQ(document.mode, Mode::timing);
  EXPECT_NE(run_command(document, "mode", "frog"), "");
}

/// The parts of a run that its steps go through.
std::size_t parts_in(const radix::Trace& trace) {
  std::set<uint32_t> parts;
  for (const radix::Step& step : trace.steps) parts.insert(step.pass);
  return parts.size();
}

/// Rows are called by what all lanes share; where one goes by layers and another by passes, each
/// cell says which, and what it counts are parts, not launches.
TEST(Compare, RowsSayWhatEveryLaneCounts) {
  for (const Comparison& each : comparisons()) {
    const Document document = comparing(std::string("preset chapter; compare ") + each.name);
    const Table table = lane_table(document, true);
    const std::string first = radix::outline_of(*document.lanes[0].trace).nouns;
    const bool shared = std::ranges::all_of(document.lanes, [&](const Lane& lane) {
      return radix::outline_of(*lane.trace).nouns == first;
    });
    EXPECT_EQ(table.rows[1].front(), shared ? first : "parts") << each.name;
    EXPECT_EQ(table.rows[2].front(), "launches");
    for (const auto& row : table.rows)
      EXPECT_LT(static_cast<std::size_t>(std::ranges::count(row, "–")), document.lanes.size())
          << row.front();
    for (std::size_t lane = 0; lane < document.lanes.size(); ++lane) {
      const radix::Trace& trace = *document.lanes[lane].trace;
      const std::string parts = std::to_string(parts_in(trace));
      EXPECT_EQ(table.rows[1][lane + 1],
                shared ? parts : radix::outline_of(trace).nouns + (": " + parts))
          << each.name;
      EXPECT_EQ(table.rows[2][lane + 1], std::to_string(trace.launches)) << each.name;
    }
  }
}

TEST(Compare, WhatTheLanesHaveInCommonIsTrueOfAllOfThem) {
  for (const Comparison& each : comparisons()) {
    Document document = comparing(std::string("preset chapter; compare ") + each.name);
    bool digits = true;
    for (const Lane& lane : document.lanes) digits &= lane.trace->family->by_digits;
    seek(document, document.lane().trace->steps.size() / 2);
    const Page page = page_of(document);
    EXPECT_EQ(page.scene.subtitle.find("bits sorted") != std::string::npos, digits) << each.name;
    EXPECT_TRUE(page.scene.subtitle.ends_with(aligned_words(document))) << page.scene.subtitle;
    for (const Text& text : page.scene.texts)
      EXPECT_FALSE(text.text.ends_with(" of 0")) << each.name << ": " << text.text;
    const double at = radix::progress_at(*document.lane().trace, document.lane().cursor);
    for (const Lane& lane : document.lanes)
      EXPECT_LE(radix::progress_at(*lane.trace, lane.cursor), at) << each.name;
  }
}

TEST(Compare, TilesAndListsAreNamedInTheHeads) {
  const auto heads = [](const char* name) {
    const Document document = comparing(std::string("preset chapter; compare ") + name);
    return lane_table(document, true).rows.front();
  };
  const std::vector<std::string> sizes = heads("tile_sizes"), lists = heads("lists");
  for (std::size_t lane : {1u, 2u})
    EXPECT_TRUE(sizes[lane].find("tiles of 4 keys") != sizes[lane].npos);
  for (std::size_t lane : {3u, 4u})
    EXPECT_TRUE(sizes[lane].find("tiles of 8 keys") != sizes[lane].npos);
  EXPECT_TRUE(lists[1].ends_with("2 lists, one thread each")) << lists[1];
  EXPECT_TRUE(lists[3].ends_with("8 lists, one thread each")) << lists[3];
}

TEST(Lanes, ThatDifferInKeysAThreadAreCalledDifferently) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    for (const radix::SettingInfo& setting : radix::settings()) {
      if (!sort.uses(setting) || setting.describes_keys) continue;
      scope::Setup a{.sort = sort.name}, b{.sort = sort.name};
      setting.set(b.settings, setting.get(a.settings) == 1 ? 2 : 1);
      const scope::Setup both[] = {a, b};
      if (setting.get(a.settings) == setting.get(b.settings)) continue;
      EXPECT_NE(lane_words(both, 0), lane_words(both, 1)) << sort.name << " " << setting.name;
    }
  }
}

TEST(Compare, HeadingsNameTheChoicesInWhichLanesDiffer) {
  Document document = comparing(
      "preset chapter; compare coarsening; lane 1; sort coarse; radix 2; keys_per_thread 2; lane "
      "2; ownership blocked");
  const auto heading = [&](std::size_t lane) {
    return lane_table(document, true).rows.front()[lane + 1];
  };
  EXPECT_TRUE(heading(0).ends_with("× 2 keys · ownership interleaved")) << heading(0);
  EXPECT_TRUE(heading(1).ends_with("× 2 keys · ownership blocked")) << heading(1);
  const Page page = page_of(document);
  for (std::size_t lane = 0; lane < 2; ++lane)
    EXPECT_EQ(std::ranges::count_if(page.scene.texts,
                                    [&](const Text& t) { return t.text.ends_with(heading(lane)); }),
              1);
  const std::vector<scope::Setup> setups = {document.lanes[0].setup, document.lanes[1].setup};
  EXPECT_EQ(own_settings(setups, 1, true), "ownership blocked");
  ASSERT_EQ(run_script(document, "scan brent_kung; keys_per_thread 4"), "");
  const std::vector<scope::Setup> more = {document.lanes[0].setup, document.lanes[1].setup};
  EXPECT_EQ(own_settings(more, 1, true),
            "keys per thread 4 · ownership blocked · block scan Brent–Kung");
  EXPECT_EQ(own_settings(more, 0, false), "ownership interleaved · block scan Kogge–Stone");
  ASSERT_EQ(run_script(document, "sort digits"), "");
  EXPECT_EQ(heading(1).find("ownership"), std::string::npos)
      << "what a sort does not use is not said: " << heading(1);
}

/// Who is named as having the fewest of something stands out there, 0 of it included.
TEST(Compare, WhoIsNamedAsTheBestStandsOut) {
  uint32_t named = 0, none = 0;
  for (const Comparison& each : comparisons()) {
    const Document document = comparing(say("preset chapter; compare ", each.name));
    const std::string words = verdict_words(document);
    std::vector<std::vector<Figured>> lanes;
    for (const Lane& lane : document.lanes)
      lanes.push_back(lane_figures(*lane.trace, lane.trace->steps.size(), document.memory));
    for (std::size_t line = 0; line < lanes.front().size(); ++line) {
      std::vector<Figured> numbers;
      for (const auto& lane : lanes) numbers.push_back(lane[line]);
      const std::string begin = say("Fewest ", numbers.front().name, ": lane");
      const std::size_t at = words.find(begin);
      const std::vector<bool> best = best_lanes(numbers);
      if (at == words.npos) continue;
      const std::string said = words.substr(at, words.find(").", at) - at);
      const std::string list = said.substr(begin.size(), said.find(" (") - begin.size());
      for (std::size_t k = 0; k < best.size(); ++k) {
        EXPECT_EQ(best[k], list.find(std::to_string(k + 1)) != list.npos)
            << each.name << ", lane " << k + 1 << ": " << said;
        none += best[k] && numbers[k].number == 0;
      }
      ++named;
    }
  }
  EXPECT_GT(named, 5u);
  EXPECT_GT(none, 0u) << "no lane does without barriers";
}

TEST(Compare, TheTableHasWhatEveryLaneCosts) {
  const Document document =
      comparing("preset chapter; compare local_sort; memory warp 4 segment 4");
  const Table table = lane_table(document, true);
  const auto row = [&](const std::string& name) -> std::vector<std::string> {
    for (const auto& each : table.rows)
      if (each.front() == name) return {each.begin() + 1, each.end()};
    return {};
  };
  using Row = std::vector<std::string>;
  EXPECT_EQ(row("passes"), (Row{"4", "4"}));
  EXPECT_EQ(row("launches"), (Row{"12", "12"}));
  EXPECT_EQ(row("consecutive runs"), (Row{"58", "32"}));
  EXPECT_EQ(row("segments touched"), (Row{"34", "34"}));
  EXPECT_EQ(verdict_words(document).find("Equally many passes (4). Fewest bytes: lane 2 ("), 0u)
      << verdict_words(document);
  const Document three =
      comparing("preset chapter; compare radix; lane 3; lane duplicate; sort coarse");
  EXPECT_NE(verdict_words(three).find("Fewest passes: lanes 3 and 4 (1)."), std::string::npos)
      << verdict_words(three);
  EXPECT_EQ(verdict_words(make_document()), "");
  const std::string lists = verdict_words(comparing("preset chapter; compare list_merges"));
  EXPECT_NE(lists.find("Fewest barriers per block: lane 1 ("), std::string::npos) << lists;
  Document printing =
      comparing("preset chapter; mode compare; memory warp 4 segment 4; table markdown; table csv");
  EXPECT_EQ(printing.printed.find("| warp 4, segment 4 keys | one bit at a time"), 0u);
  EXPECT_NE(printing.printed.find("consecutive runs,58,27,16"), std::string::npos)
      << printing.printed;
  EXPECT_NE(run_command(printing, "table", "html"), "");
  EXPECT_NE(run_command(printing, "table", ""), "");
}

}  // namespace
}  // namespace scope
