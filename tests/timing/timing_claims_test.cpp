/// What the chapter claims, held against runs in which it is so, and in which it is not.
#include <gtest/gtest.h>

#include <map>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/sorts/families/families.hpp"
#include "app/timing/distance.hpp"
#include "app/timing/findings.hpp"
#include "app/timing/names.hpp"
#include "app/timing/timing_session.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/scene_checks.hpp"
#include "tests/support/texts.hpp"
#include "tests/support/timing_runs.hpp"

namespace scope {
namespace {

using texts::says;

/// Every bar of the run takes what `ms` says.
template <class F>
TimingRun run_with(F ms, const char* n = "2^20,2^24", const char* sorts = "1,2,3,4,5") {
  TimingSetup setup{.sorts = sorts, .beside = "cub", .n = n};
  for (const radix::SettingInfo* axis : timing_axes()) {
    if (axis->use == radix::Use::wide_digits) setup.settings[axis] = "1,4,8";
    if (axis->use == radix::Use::coarsening && axis->is_number()) setup.settings[axis] = "1,16";
  }
  TimingRun run = made_up_run(setup);
  for (TimingRow& row : run.rows) {
    const radix::SortInfo* sort = radix::sort_named(row.configuration.method);
    if (!sort) continue;
    if (row.input.n > sort->max_timed) row.refusal = "Too many keys for it.";
    const double time =
        ms(*sort, row.configuration.settings) * static_cast<double>(row.input.n) / (1 << 24);
    for (radix::Sample& sample : row.samples) sample.ms = time;
    for (radix::StageTime& stage : row.stages) stage.ms = time / 5;
  }
  return run;
}

/// As the chapter says: each idea helps, the widest digits only with several keys a thread.
double as_the_chapter_says(const radix::SortInfo& sort, const radix::Settings& s) {
  if (!sort.wide_digits()) return sort.sorts_in_block ? 40 : 60;
  if (sort.coarse() && s.keys_per_thread == 16)
    return s.radix_bits == 8 ? 5 : 20.0 / s.radix_bits + 3;
  return s.radix_bits == 1 ? 30 : s.radix_bits == 4 ? 10 : 20;
}

TEST(Claims, AreTheThreeSectionsOnTheLargestInput) {
  const TimingRun run = run_with(as_the_chapter_says);
  const auto claims = timing_claims(run);
  ASSERT_EQ(claims.size(), 3u);
  EXPECT_EQ(claims[0].section, "13.4");
  EXPECT_EQ(claims[0].verdict, "1.5 × faster");
  EXPECT_EQ(claims[1].section, "13.5");
  EXPECT_EQ(claims[1].verdict, "3.0 × faster at r = 4 than at r = 1");
  EXPECT_TRUE(says(claims[1].words, "8 passes instead of 32")) << claims[1].words;
  EXPECT_TRUE(says(
      claims[1].words,
      "r = 8 is worse again (2.0 × slower): a block has 256 keys for 256 buckets, 1 per bucket"))
      << claims[1].words;
  EXPECT_EQ(claims[2].section, "13.6");
  EXPECT_EQ(claims[2].verdict, "4.0 × faster with 16 keys per thread than with 1, at r = 8");
  EXPECT_TRUE(
      says(claims[2].words,
           "A block has 4096 keys for 256 buckets, 16 per bucket; with 1 key per thread it"))
      << claims[2].words;
  EXPECT_TRUE(says(claims[2].words, "The best radix changes from r = 4 to r = 8."))
      << claims[2].words;
  for (const Claim& claim : claims) {
    EXPECT_TRUE(claim.wins);
    for (const TimingRow* row : claim.rows) EXPECT_EQ(row->input.n, 1u << 24);
  }
}

TEST(Claims, SayWhenTheyDoNotHold) {
  const TimingRun run = run_with([](const radix::SortInfo& sort, const radix::Settings& s) {
    const double chapter = as_the_chapter_says(sort, s);
    return sort.wide_digits() && s.radix_bits == 1 && !sort.coarse() ? 1.0 : 1000 / chapter;
  });
  const auto claims = timing_claims(run);
  ASSERT_EQ(claims.size(), 3u);
  EXPECT_EQ(claims[0].verdict, "1.5 × slower");
  EXPECT_EQ(claims[1].verdict, "no faster");
  EXPECT_TRUE(says(claims[2].verdict, "4.0 × slower with 16 keys per thread")) << claims[2].verdict;
  for (const Claim& claim : claims) EXPECT_FALSE(claim.wins) << claim.section;
}

TEST(Claims, AreNotMadeOfWhatMayBeChance) {
  TimingRun run = run_with(as_the_chapter_says);  // 60 ms and 40 ms, but with quartiles that meet
  for (TimingRow& row : run.rows) {
    const radix::SortInfo* sort = radix::sort_named(row.configuration.method);
    if (!sort || sort->wide_digits()) continue;
    for (std::size_t k = 0; k < row.samples.size(); ++k)
      row.samples[k].ms *= k % 2 == 0 ? 0.6 : 1.4;
  }
  const auto claims = timing_claims(run);
  ASSERT_EQ(claims.size(), 3u);
  EXPECT_EQ(claims[0].verdict, "no difference beyond the spread");
  EXPECT_FALSE(claims[0].wins);
  EXPECT_TRUE(claims[1].wins);
}

// One screen: the page of claims and the sentence under every chart
TEST(Claims, TheSentenceUnderTheChartSaysNothingElse) {
  TimingRun run = run_with([](const radix::SortInfo& sort, const radix::Settings& s) {
    return as_the_chapter_says(sort, s) * (sort.sorts_in_block && !sort.wide_digits() ? 2 : 1);
  });  // block_sort is slower than one_bit …
  ASSERT_TRUE(says(timing_why(view_of(run)), "times as long as one_bit"))
      << timing_why(view_of(run));
  for (TimingRow& row : run.rows)  // … but now by chance
    if (const auto* sort = radix::sort_named(row.configuration.method);
        sort && !sort->wide_digits())
      for (std::size_t k = 0; k < row.samples.size(); ++k)
        row.samples[k].ms *= k % 2 == 0 ? 0.6 : 1.4;
  EXPECT_EQ(timing_claims(run).front().verdict, "no difference beyond the spread");
  EXPECT_FALSE(says(timing_why(view_of(run)), "times as long as one_bit"))
      << timing_why(view_of(run));
}

TEST(Claims, AgreeWithTheirBars) {
  std::vector<TimingRun> runs = {run_with(as_the_chapter_says)};
  for (const char* name : recorded_runs()) runs.push_back(*recorded_run(name));
  for (const TimingRun& run : runs)
    for (const Claim& claim : timing_claims(run)) {
      const double before = statistics(*claim.rows.front())->median_ms;
      double least = before;
      for (const TimingRow* row : claim.rows) least = std::min(least, statistics(*row)->median_ms);
      EXPECT_EQ(claim.wins,
                claim.verdict.find("faster") != std::string::npos && claim.verdict != "no faster")
          << claim.verdict;
      if (claim.wins) EXPECT_LT(least, before) << claim.section << " " << claim.verdict;
    }
}

TEST(Claims, ABlockHasNoMoreKeysThanThereAre) {
  const TimingRun run = run_with(as_the_chapter_says, "2^10");
  for (const Claim& claim : timing_claims(run))
    for (const char* many : {"4096 keys", "2048 keys"})
      EXPECT_FALSE(says(claim.words, many)) << claim.words;
}

TEST(Claims, WithoutTheirRowsAreLeftOut) {
  TimingRun run = run_with(as_the_chapter_says);
  for (TimingRow& row : run.rows) {
    const radix::SortInfo* sort = radix::sort_named(row.configuration.method);
    if (sort && sort->coarse() && row.configuration.settings.keys_per_thread == 1)
      row.refusal = "no";
    if (sort && !sort->sorts_in_block) row.verified = false;
  }
  const auto claims = timing_claims(run);
  ASSERT_EQ(claims.size(), 1u);
  EXPECT_EQ(claims[0].section, "13.5");
  EXPECT_TRUE(timing_claims({}).empty());
}

/// Every sort is `factor` times as fast as the one before it in its list; merging by a thread a
/// pair takes 100 ms, neighbours' exchanges 800, radix sorts 5.
double in_its_list(const radix::SortInfo& sort, double factor) {
  if (sort.family->by_digits) return 5;
  double ms = std::string_view(sort.family->name) == "merge" ? 100 : 800;
  for (const radix::SortInfo& each : radix::sorts()) {
    if (&each == &sort) break;
    if (each.family == sort.family) ms /= factor;
  }
  return ms;
}

std::vector<Claim> of_section(const std::vector<Claim>& claims, std::string_view section) {
  std::vector<Claim> found;
  for (const Claim& claim : claims)
    if (claim.section == section) found.push_back(claim);
  return found;
}

TEST(MergeClaims, AreItsSortsOneByOneAndThenTheDigits) {
  const TimingRun run = run_with(
      [](const radix::SortInfo& sort, const radix::Settings&) { return in_its_list(sort, 2); },
      "2^12,2^20", "all");
  const auto claims = of_section(timing_claims(run), "13.7");
  ASSERT_EQ(claims.size(), 4u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(claims[k].verdict, "2.0 × faster");
    EXPECT_TRUE(claims[k].wins);
    EXPECT_EQ(claims[k].rows.front()->input.n, 1u << 20);
  }
  EXPECT_TRUE(says(claims[0].words, "one thread does the whole last level, 2^20 keys"))
      << claims[0].words;
  EXPECT_EQ(claims[3].verdict, "2.5 × faster");
  EXPECT_TRUE(says(claims[3].title, "by digits"));
  EXPECT_TRUE(says(claims[3].words, "With 2^12 keys, sorting by digits is 2.5 × faster."))
      << claims[3].words;
}

TEST(NetworkClaims, AreItsSortsOneByOneAndFewKeysAgainstMerging) {
  const TimingRun run = run_with(
      [](const radix::SortInfo& sort, const radix::Settings&) {
        const bool network = std::string_view(sort.family->name) == "networks";
        return in_its_list(sort, network ? 100 : 2);  // the best: 0.08 and 12.5 ms
      },
      "2^12,2^20", "all");
  const auto claims = of_section(timing_claims(run), "13.8");
  ASSERT_EQ(claims.size(), 3u);
  EXPECT_EQ(claims[0].rows.front()->input.n, 1u << 12) << "transposition goes no further";
  EXPECT_EQ(claims[1].rows.front()->input.n, 1u << 20);
  EXPECT_TRUE(says(claims[1].words, "need no launch of their own")) << claims[1].words;
  EXPECT_EQ(claims[2].title, "networks are for few keys: 2^12");
  EXPECT_EQ(claims[2].rows.front()->input.n, 1u << 12);
  EXPECT_TRUE(claims[2].wins);
  EXPECT_TRUE(says(claims[2].words, "With 2^20 keys, the network is 156 × faster"))
      << claims[2].words;
}

TEST(MergeClaims, SayWhenTheyDoNotHoldAndAreLeftOutWithoutTheirRows) {
  TimingRun run = run_with(
      [](const radix::SortInfo& sort, const radix::Settings&) {
        return sort.family->by_digits ? 500 : in_its_list(sort, 0.5);
      },
      "2^20", "all");
  auto claims = of_section(timing_claims(run), "13.7");
  ASSERT_EQ(claims.size(), 4u);
  for (const Claim& claim : claims) EXPECT_FALSE(claim.wins) << claim.verdict;
  EXPECT_EQ(claims[0].verdict, "2.0 × slower");
  EXPECT_EQ(claims[3].verdict, "5.0 × slower");
  for (TimingRow& row : run.rows)
    if (const auto* sort = radix::sort_named(row.configuration.method);
        sort && !sort->family->by_digits && sort->has(radix::Use::tiles))
      row.verified = false;
  claims = of_section(timing_claims(run), "13.7");
  ASSERT_EQ(claims.size(), 2u) << "two sorts are left, and the digits";
}

/// What is counted follows from what a sort does: layers in shared memory have barriers, threads
/// that search in global memory touch more sectors than blocks that load tiles.
TEST(Distance, IsExplainedByWhatTheThreadsTouch) {
  const TimingRun run = run_with(
      [](const radix::SortInfo& sort, const radix::Settings&) { return in_its_list(sort, 2); },
      "2^14", "all");
  std::map<std::string, WarpCounts> counts;
  for (const TimingRow* row : rows_with_distance(run)) {
    const radix::SortInfo& sort = *radix::sort_named(row->configuration.method);
    EXPECT_FALSE(sort.family->by_digits);
    const WarpCounts c = counts[sort.name] = warp_counts(*row);
    EXPECT_GE(c.moved, c.needed) << sort.name;
    EXPECT_GE(c.all_lanes, c.lanes) << sort.name;
    EXPECT_GE(c.turns, c.asks) << sort.name;
    const std::string words = distance_words(run, *row);
    EXPECT_TRUE(says(words, percent(floor_ms(*row, run.facts) / statistics(*row)->median_ms, 0)) ||
                says(words, percent(floor_ms(*row, run.facts) / statistics(*row)->median_ms, 1)))
        << words;
    EXPECT_EQ(says(words, "barrier"), c.barriers > 0) << words;
    EXPECT_EQ(says(words, "shared memory is accessed"), c.shared > 0) << words;
  }
  std::size_t compare = 0;
  for (const radix::SortInfo& sort : radix::timed_sorts()) compare += !sort.family->by_digits;
  EXPECT_EQ(counts.size(), compare);
  const auto sectors = [&](const char* sort) {
    return double(counts.at(sort).moved) / double(counts.at(sort).needed);
  };
  EXPECT_GT(sectors("merge_co_rank"), 2 * sectors("merge_path"));
  EXPECT_EQ(counts.at("network_global").barriers, 0u);
  EXPECT_GT(counts.at("network_shared").barriers, 0u);
  EXPECT_EQ(counts.at("network_global").shared, 0u);
  EXPECT_EQ(counts.at("network_global").keys, 4u * 32 * 2);
  std::size_t lines = 0;
  for (const std::string& line : note_lines(run, {})) lines += line.starts_with("Distance from");
  EXPECT_EQ(lines, compare);

  const TimingView view = view_of(run);
  const radix::Trace trace = record(chapter_keys, 4, 4, radix::first_sort);
  Moment moment = look_at(trace, 0);
  TimingView last = view;
  last.page = 99;
  moment.timing_view = &last;
  const Scene scene = draw("timing-claims", moment);
  EXPECT_TRUE(scope::says(scene, "bytes per key take"));
  for (const std::string& fault : {checks::inside_page(scene), checks::texts_apart(scene)})
    EXPECT_EQ(fault, "");
}

TEST(Claims, OnSeveralInputsSayWhichEachIsOf) {
  const TimingRun run = run_with(
      [](const radix::SortInfo& sort, const radix::Settings&) { return in_its_list(sort, 2); },
      "2^12,2^20", "all");
  const TimingView view = view_of(run);
  const radix::Trace trace = record(chapter_keys, 4, 4, radix::first_sort);
  Moment moment = look_at(trace, 0);
  moment.timing_view = &view;
  const Scene scene = draw("timing-claims", moment);
  for (const std::string& fault :
       {checks::inside_page(scene), checks::texts_apart(scene), checks::texts_beside_cells(scene)})
    EXPECT_EQ(fault, "");
  EXPECT_FALSE(says(scene.subtitle, "keys"));
  for (const Claim& claim : timing_claims(run))
    EXPECT_TRUE(scope::says(scene, input_words(claim.rows.front()->input)));
}

TEST(Claims, APageShowsEveryBarAndItsTime) {
  const TimingRun run = run_with(as_the_chapter_says);
  const TimingView view = view_of(run);
  const radix::Trace trace = record(chapter_keys, 4, 4, radix::first_sort);
  Moment moment = look_at(trace, 0);
  moment.timing_view = &view;
  const auto page = std::ranges::find_if(figures(), [](const Figure& f) {
    return std::string(f.title).starts_with("what the chapter");
  });
  ASSERT_NE(page, figures().end());
  const Scene scene = page->draw(moment);
  for (const std::string& fault :
       {checks::inside_page(scene), checks::texts_apart(scene), checks::texts_beside_cells(scene)})
    EXPECT_EQ(fault, "");
  std::string all;
  for (const Text& text : scene.texts) all += text.text + "\n";
  for (const Claim& claim : timing_claims(run)) {
    EXPECT_TRUE(says(all, claim.verdict));
    for (const TimingRow* row : claim.rows)
      EXPECT_TRUE(says(all, time_words(statistics(*row)->median_ms)));
  }
}

}  // namespace
}  // namespace scope
