// The disorder that every part of a run leaves, and the comparisons that it takes: golden numbers,
// counted anew over random runs of every family, and as the figures say them.
#include <gtest/gtest.h>

#include "app/core/base/text.hpp"
#include "app/core/moment/disorder.hpp"
#include "kernels/lists/lists_arrays.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/scene_checks.hpp"

namespace scope {
namespace {

using radix::Settings;
using radix::SortInfo;

std::vector<uint64_t> inversions_left(const Trace& trace) {
  std::vector<uint64_t> all;
  for (const PartDisorder& each : disorder_until(look_at(trace, trace.steps.size())))
    all.push_back(each.disorder.inversions);
  return all;
}
std::vector<uint64_t> in_place(const Trace& trace) {
  std::vector<uint64_t> all;
  for (const PartDisorder& each : disorder_until(look_at(trace, trace.steps.size())))
    all.push_back(each.disorder.in_place);
  return all;
}
using Counts = std::vector<uint64_t>;

TEST(Disorder, FallsAsTheGoldenNumbersSay) {
  const Trace lsd = record(chapter_keys, 4, 4, "one_bit");
  EXPECT_EQ(inversions_left(lsd), (Counts{64, 53, 49, 45, 0}));
  EXPECT_EQ(in_place(lsd), (Counts{1, 1, 2, 0, 16}));
  const Settings wide{.key_bits = 4, .threads_per_block = 4, .radix_bits = 2};
  EXPECT_EQ(inversions_left(record(chapter_keys, wide, "digits")), (Counts{64, 49, 0}));
  for (const SortInfo& sort : radix::sorts_of("merge")) {
    const Trace merge = record(chapter_keys, Settings{}, sort.name);
    EXPECT_EQ(inversions_left(merge), (Counts{64, 60, 52, 33, 0})) << sort.name;
    EXPECT_EQ(in_place(merge), (Counts{1, 1, 1, 0, 16})) << sort.name;
  }
  const Trace bitonic = record(chapter_keys, Settings{}, "network_global");
  EXPECT_EQ(inversions_left(bitonic), (Counts{64, 64, 63, 64, 61, 61, 61, 27, 10, 2, 0}));
  EXPECT_EQ(in_place(bitonic), (Counts{1, 1, 1, 1, 2, 0, 0, 2, 5, 10, 14}))
      << "10b stands before 10a";
  const Settings merging{.network = radix::Network::odd_even_merge};
  EXPECT_EQ(inversions_left(record(chapter_keys, merging, "network_shared")),
            (Counts{64, 60, 55, 52, 42, 36, 33, 28, 12, 4, 0}));
}

/// Every pair, asked by itself.
Disorder counted_by_hand(const radix::Problem& problem, const radix::Array& keys) {
  Disorder found;
  const auto order = radix::reference_order(problem);
  const auto belongs = [&](uint32_t a, uint32_t b) {
    return problem.reversed() ? problem.before(b, a) : problem.before(a, b);
  };
  for (std::size_t i = 0; i < keys.ids.size(); ++i) {
    found.in_place += order[i] == keys.ids[i] ? 1 : 0;
    for (std::size_t k = i + 1; k < keys.ids.size(); ++k)
      found.inversions += belongs(keys.values[k], keys.values[i]) ? 1 : 0;
  }
  return found;
}

/// A run of any sort, setting and kind of keys.
Trace drawn_run_of_any_family(uint32_t seed) {
  std::mt19937 random(seed);
  const SortInfo& sort = radix::sorts()[random() % radix::sorts().size()];
  Settings settings = radix::checks::random_settings(random);
  settings.start = random() % 2 == 0 ? radix::SortStart::single : radix::SortStart::block;
  settings.network = static_cast<radix::Network>(random() % 3);
  settings.stop_early = random() % 2 == 0;
  settings = radix::settings_for(sort, settings);
  const auto kind = radix::checks::all_kinds[random() % std::size(radix::checks::all_kinds)];
  const uint32_t bits = settings.key_bits + settings.second_bits;
  return record(radix::checks::make_keys(kind, random() % 40, bits, seed), settings, sort.name);
}

TEST(Disorder, IsWhatOneCountsByHandAndEndsInOrder) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    const Trace trace = drawn_run_of_any_family(seed);
    const SortedPlaces sorted = sorted_places_of(trace.problem);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      const radix::Array keys = keys_standing(look_at(trace, cursor));
      ASSERT_EQ(disorder_of(sorted, keys), counted_by_hand(trace.problem, keys))
          << seed << trace.sort << " after " << cursor;
    }
    const Disorder end = disorder_until(look_at(trace, trace.steps.size())).back().disorder;
    EXPECT_EQ(end.inversions, 0u) << seed << trace.sort;
    if (radix::sort_named(trace.sort)->stable)
      EXPECT_EQ(end.in_place, trace.problem.size()) << seed << trace.sort;
  }
}

TEST(Disorder, ARunOfManyPartsIsSampledToItsEnd) {
  const Trace trace = record(random_keys(500, 9), {.key_bits = 9}, "transposition");
  const auto all = disorder_until(look_at(trace, trace.steps.size()));
  EXPECT_LE(all.size(), 132u);
  EXPECT_EQ(all.back().parts, 500u);
  EXPECT_EQ(all.back().disorder.inversions, 0u);
}

uint64_t compared(const Trace& trace, std::size_t cursor) {
  return compared_in(look_at(trace, cursor)).value();
}

TEST(Comparisons, AreTheGoldenOnes) {
  for (const SortInfo& sort : radix::sorts_of("merge")) {
    const Trace trace = record(chapter_keys, Settings{}, sort.name);
    EXPECT_EQ(compared(trace, 0), 0u);
    EXPECT_EQ(compared(trace, trace.steps.size()), 47u) << sort.name;
  }
  const auto network = [](const char* sort, radix::Network which) {
    const Trace trace = record(chapter_keys, Settings{.network = which}, sort);
    return compared(trace, trace.steps.size());
  };
  EXPECT_EQ(network("network_global", radix::Network::bitonic), 80u);
  EXPECT_EQ(network("network_shared", radix::Network::odd_even_merge), 63u);
  EXPECT_EQ(network("transposition", radix::Network::bitonic), 120u);
  for (const char* sort : {"one_bit", "lists_serial"}) {
    const Trace trace = record(chapter_keys, 4, 4, sort);
    EXPECT_FALSE(compared_in(look_at(trace, trace.steps.size()))) << sort;
  }
  // A round that looks at h heads compares h - 1 times
  const Trace lists = record(chapter_keys, Settings{.lists = 4}, "lists_by_thread");
  uint64_t heads = 0;
  for (const radix::Step& step : lists.steps)
    if (step.made == radix::lists::array::heads)
      heads += static_cast<uint64_t>(std::ranges::count_if(
          step.find(radix::lists::array::heads)->ids, [](uint32_t id) { return id != none; }));
  EXPECT_EQ(compared(lists, lists.steps.size()), heads - chapter_keys.size());
}

/// What a family says that it makes at most, by its name.
uint64_t max_comparisons(uint32_t n, const std::string& name) {
  for (const FamilyRow* family : families())
    if (family->max_compared)
      for (const MostCompared& each : family->max_compared(n))
        if (each.name.starts_with(name)) return each.comparisons;
  ADD_FAILURE() << name;
  return 0;
}

TEST(Comparisons, OfOtherWaysFollowTheirFormulas) {
  for (uint32_t e = 0; e <= 12; ++e) {
    const uint64_t n = uint64_t{1} << e;
    EXPECT_EQ(max_comparisons(uint32_t(n), "merge sort"), n * e - n + 1);
    EXPECT_EQ(max_comparisons(uint32_t(n), "bitonic"), n * e * (e + 1) / 4);
    if (e > 0)
      EXPECT_EQ(max_comparisons(uint32_t(n), "odd–even merge"), (e * e - e + 4) * n / 4 - 1);
    EXPECT_EQ(max_comparisons(uint32_t(n), "odd–even transposition"), n * (n - 1) / 2);
  }
  EXPECT_EQ(max_comparisons(13, "bitonic"), 57u);
}

/// Merging by hand: neighbouring runs, from runs of this many keys on.
uint64_t merged_by_hand(const radix::Problem& problem) {
  Numbers keys = problem.keys();
  uint64_t count = 0;
  const auto less = [&](uint32_t a, uint32_t b) { return problem.before(a, b); };
  for (std::size_t run = 1; run < keys.size(); run *= 2)
    for (std::size_t a = 0; a < keys.size(); a += 2 * run) {
      const std::size_t middle = std::min(a + run, keys.size());
      const std::size_t end = std::min(middle + run, keys.size());
      Numbers out;
      for (std::size_t i = a, k = middle; i < middle || k < end;) {
        count += i < middle && k < end ? 1 : 0;
        const bool right = i == middle || (k < end && less(keys[k], keys[i]));
        out.push_back(keys[right ? k++ : i++]);
      }
      std::ranges::copy(out, keys.begin() + static_cast<std::ptrdiff_t>(a));
    }
  return count;
}

TEST(Comparisons, AreWhatMergingByHandMakesAndGrow) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    const Trace trace = drawn_run_of_any_family(seed);
    if (!compared_in(look_at(trace, 0))) continue;
    uint64_t before = 0;
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      const uint64_t now = compared(trace, cursor);
      ASSERT_GE(now, before) << seed << trace.sort;
      before = now;
    }
    const radix::Problem& problem = trace.problem;
    const bool merge = std::string_view(family_of(trace).sorts->name) == "merge";
    const bool from_ones = problem.settings().start == radix::SortStart::single ||
                           problem.keys_per_thread() == 1;  // whose segments double, too
    const bool doubles = problem.settings().start == radix::SortStart::single ||
                         std::has_single_bit(problem.keys_per_block());
    if (merge && from_ones && doubles)
      EXPECT_EQ(before, merged_by_hand(problem)) << seed << trace.sort;
    if (merge) EXPECT_EQ(before > 0, problem.size() > 1) << seed << trace.sort;
  }
}

/// Every word of a figure.
std::string words_of(const Scene& scene) {
  std::string all;
  for (const Text& text : scene.texts) all += text.text + " ";
  return all;
}

TEST(DisorderFigure, SaysWhatIsLeftWhateverTheInput) {
  for (uint32_t seed = 0; seed < 150; ++seed) {
    const Trace trace = drawn_run_of_any_family(seed);
    for (std::size_t cursor = 0; cursor <= trace.steps.size();
         cursor += 1 + trace.steps.size() / 9) {
      const Moment moment = third_large(look_at(trace, cursor));
      for (const char* id : {"disorder", "comparisons"}) {
        const Scene scene = draw(id, moment);
        ASSERT_EQ(checks::whole_scene(scene, moment, *figure_named(id)), "")
            << id << seed << trace.sort << " after " << cursor;
      }
      if (trace.problem.size() == 0) continue;
      const auto all = disorder_until(moment);
      const Disorder now = all.back().disorder;
      EXPECT_NE(words_of(draw("disorder", moment)).find(say(now.inversions, " inversion")),
                std::string::npos);
      EXPECT_NE(words_of(draw("disorder", moment)).find(say(now.in_place, " of ")),
                std::string::npos);
    }
  }
}

TEST(DisorderFigure, NamesThePartThatTookMost) {
  const Trace lsd = record(chapter_keys, 4, 4, "one_bit");
  const auto words = [&](std::size_t cursor) {
    return words_of(draw("disorder", look_at(lsd, cursor)));
  };
  EXPECT_NE(words(0).find("The input has 64 inversions. 1 of 16 keys is at home."),
            std::string::npos);
  EXPECT_NE(
      words(after(lsd, radix::array::output, 0))
          .find("53 inversions are left of the input's 64. So far no pass has removed more of "
                "them than pass 1: from 64 to 53."),
      std::string::npos);
  EXPECT_NE(words(lsd.steps.size())
                .find("So far no pass has removed more of them than pass 4: from 45 to 0."),
            std::string::npos);
}

TEST(ComparisonsFigure, HoldsTheRunAgainstTheBound) {
  const auto words = [](const char* sort) {
    const Trace trace = record(chapter_keys, Settings{}, sort);
    return words_of(draw("comparisons", look_at(trace, trace.steps.size())));
  };
  EXPECT_NE(words("merge_serial")
                .find("47 comparisons in all. No comparison sort can guarantee "
                      "fewer than 45 for 16 keys."),
            std::string::npos);
  EXPECT_NE(words("merge_serial").find("⌈lg n!⌉ = 45"), std::string::npos);
  EXPECT_NE(words("merge_serial").find("n lg n = 64"), std::string::npos);
  EXPECT_NE(words("one_bit").find("This sort compares no keys"), std::string::npos);
  EXPECT_NE(words("lists_serial").find("This sort compares no keys"), std::string::npos);
  EXPECT_NE(
      words("lists_by_thread")
          .find("comparisons in all. A sort that only compares cannot guarantee fewer than 45 "
                "for 16 keys; this one also sorts by bits."),
      std::string::npos);
  const Trace sorted = record({0, 1, 2, 3, 4, 5, 6, 7}, Settings{}, "merge_serial");
  EXPECT_NE(words_of(draw("comparisons", look_at(sorted, sorted.steps.size())))
                .find("12 comparisons in all. No comparison sort can guarantee fewer than 16 for 8 "
                      "keys. These keys were easier than others."),
            std::string::npos);
}

}  // namespace
}  // namespace scope
