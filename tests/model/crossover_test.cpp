// The closed forms of digits, merging and networks: golden numbers, and against what the sorts
// really launch.
#include <gtest/gtest.h>

#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/core/model/crossover.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/names.hpp"
#include "kernels/merge/merge_family.hpp"
#include "kernels/radix/radix_family.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/scene_checks.hpp"

namespace scope {
namespace {

TEST(Crossover, HasTheGoldenNumbers) {
  struct Golden {
    uint32_t log_n, key_bytes, levels, launches;
    double bytes;
  };
  constexpr Golden merges[] = {{16, 4, 4, 9, 40.01},    {16, 8, 5, 11, 96.02},
                               {20, 4, 8, 17, 72.02},   {24, 8, 13, 27, 224.05},
                               {28, 4, 16, 33, 136.03}, {28, 16, 18, 37, 608.14}};
  for (const Golden& g : merges) {
    const SortWork work = merge_work(g.log_n, g.key_bytes);
    EXPECT_EQ(work.parts, g.levels);
    EXPECT_EQ(work.launches, g.launches);
    EXPECT_NEAR(work.bytes, g.bytes, 0.006);
  }
  for (uint32_t n : {16u, 28u}) {
    EXPECT_EQ(three_launch_work(n, 4).bytes, 68);
    EXPECT_EQ(three_launch_work(n, 8).bytes, 264);
    EXPECT_EQ(three_launch_work(n, 16).launches, 48u);
    EXPECT_EQ(one_sweep_work(n, 4).bytes, 36);
    EXPECT_EQ(one_sweep_work(n, 16).bytes, 528);
    EXPECT_EQ(one_sweep_work(n, 8).launches, 10u);
  }
  constexpr uint32_t bitonic[][4] = {
      {16, 136, 15, 120}, {20, 210, 45, 360}, {24, 300, 91, 728}, {28, 406, 153, 1224}};
  for (const auto& [n, layers, launches, bytes] : bitonic) {
    EXPECT_EQ(bitonic_work(n, 4).parts, layers);
    EXPECT_EQ(bitonic_work(n, 4).launches, launches);
    EXPECT_EQ(bitonic_work(n, 4).bytes, bytes);
  }
  EXPECT_EQ(odd_even_merge_work(28, 4).launches, 329u);
  EXPECT_EQ(odd_even_merge_work(28, 4).bytes, 2632);
}

TEST(Crossover, OfBytesComesLaterForMoreKeys) {
  constexpr uint32_t golden[][3] = {
      {16, 2, 6}, {20, 5, 11}, {24, 7, 15}, {28, 10, 20}, {30, 11, 22}};
  for (const auto& [n, three_launches, sweep] : golden) {
    EXPECT_EQ(crossing(n, three_launch_work), three_launches);
    EXPECT_EQ(crossing(n, one_sweep_work), sweep);
    EXPECT_GE(merge_work(n, sweep - 1).bytes, one_sweep_work(n, sweep - 1).bytes);
  }
  EXPECT_EQ(crossing(28, merge_work), std::nullopt) << "it is never better than itself";
  EXPECT_EQ(crossing(16, bitonic_work), 1u);
}

TEST(Crossover, ComparisonsAreThoseOfTheNetworks) {
  for (uint32_t e : {4u, 10u}) {
    const double n = 1u << e;
    for (const MostCompared& each :
         family_of(record(chapter_keys, {}, "network_global")).max_compared(1u << e)) {
      if (each.name.starts_with("bitonic"))
        EXPECT_EQ(bitonic_work(e, 4).comparisons * n, double(each.comparisons));
      if (each.name.starts_with("odd–even merge"))
        EXPECT_EQ(odd_even_merge_work(e, 4).comparisons * n, double(each.comparisons));
    }
    EXPECT_EQ(merge_work(e, 4).comparisons * n, n * e - n + 1);
  }
}

TEST(CrossoverFigure, SaysWhereMergingBeginsToMoveLess) {
  const Trace trace = record(chapter_keys, {}, "merge_path");
  for (bool large : {false, true}) {
    Moment moment = look_at(trace, 0);
    moment.large = large;
    const Scene scene = draw("crossover", moment);
    EXPECT_EQ(checks::whole_scene(scene, moment, *figure_named("crossover")), "");
    EXPECT_TRUE(says(scene, "less than one-sweep from 20 bytes per key up"));
    EXPECT_TRUE(says(scene, "from 10 up."));
    const Scene measured = draw("crossover-measured", moment);
    EXPECT_EQ(checks::whole_scene(measured, moment, *figure_named("crossover-measured")), "");
    EXPECT_TRUE(says(measured, "Time per key of 4 bytes on NVIDIA H200"));
  }
}

/// The fastest bar of a kind with 2^28 keys, in ms; 0: none.
double least_ms(const TimingRun& run, const radix::Family& family) {
  double least = 0;
  for (const TimingRow& row : run.rows) {
    const radix::SortInfo* sort = radix::sort_named(row.configuration.method);
    const auto bar = statistics(row);
    if (!sort || sort->family != &family || !bar || row.input.n != uint64_t{1} << 28) continue;
    if (least == 0 || bar->median_ms < least) least = bar->median_ms;
  }
  return least;
}

TEST(CrossoverFigure, SaysWhatTheCardTook) {
  const Trace trace = record(chapter_keys, {}, "merge_path");
  std::string page;  // sentences are wrapped
  for (const Text& text : draw("crossover-measured", look_at(trace, 0)).texts)
    page += text.text + " ";
  for (const uint32_t bytes : {4u, 8u}) {
    const auto run = timing_run_from(
        *read_text(say(RADIX_SOURCE_DIR "/assets/timing/h200_crossover_", bytes, ".jsonl")));
    ASSERT_TRUE(run) << bytes;
    const double merged = least_ms(*run, radix::merges::family),
                 sorted = least_ms(*run, radix::radix_family);
    ASSERT_GT(merged * sorted, 0) << bytes;
    EXPECT_NE(page.find(say("with 2^28 keys of ", bytes, " bytes, merging takes ",
                            factor_words(merged / sorted), " ×")),
              std::string::npos)
        << bytes;
  }
}

}  // namespace
}  // namespace scope
