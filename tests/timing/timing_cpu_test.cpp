/// Timing on the CPU engine: what a sort is said to cost, what is refused, what is made and what is
/// found wrong. No check looks at how long anything took, but for the one that sleeps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/engine/simt/arena.hpp"
#include "kernels/engine/simt/common.hpp"
#include "kernels/timing/timing.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/family_sorts.hpp"
#include "tests/support/said.hpp"
#include "tests/support/texts.hpp"
#include "tests/support/thorough.hpp"
#include "tests/support/timed_sorts.hpp"

using namespace radix;
using namespace radix::checks;

namespace {

using texts::says;

constexpr EngineId cpu_engine = EngineId::cpu;
constexpr Settings cut{.threads_per_block = 64, .radix_bits = 8, .keys_per_thread = 8};

TEST(TimingCpuTest, EverySortOfEveryTypeAndSpreadIsVerified) {
  for (const TimedTypeInfo& type : timed_types()) {
    for (const DistributionInfo& spread : distributions()) {
      const auto turn = static_cast<uint64_t>(&spread - distributions().data());
      for (uint64_t n : {1u, 2u, cases(300, 1000), cases(1001, 3001)}) {
        if (n <= 2 && turn > 0) continue;          // one pair is like another
        if (n > 2 && turn % 2 == n % 2) continue;  // many keys and more of them in turn
        const TimedInput input = input_of(type.id, n, spread.id);
        uint64_t room = 0;
        for (const std::string& method : methods_of(cpu_engine)) {
          const Cost cost = cost_of(cpu_engine, input, {method, cut});
          ASSERT_EQ(cost.refusal, "") << method;
          room = std::max(room, cost.scratch_bytes);
        }
        const auto session = open_session(cpu_engine, input, room);
        uint64_t place = 0;
        for (const std::string& method : methods_of(cpu_engine)) {
          if (n > 2 && (turn / 2 + place++) % 2 == 1) continue;  // every sort, half of the spreads
          session->sort({method, cut}, false);
          ASSERT_EQ(session->verify(), "")
              << method << ", " << type.name << ", " << spread.name << ", " << n;
        }
      }
    }
  }
}

TEST(TimingCpuTest, AsManyBlocksAsMayWaitForEachOtherAreSorted) {
  for (const SortInfo& sort : timed_sorts()) {
    TimedInput input = input_of(TimedType::u32, 65'536);
    input.bits = 3;
    if (!sort.one_launch()) continue;
    EXPECT_EQ(verdict(cpu_engine, input, {sort.name, {.threads_per_block = 128}}), "");
  }
}

TEST(TimingCpuTest, KeysOfFewerBitsAreSortedInFewerPasses) {
  for (const TimedTypeInfo& type : timed_types()) {
    for (uint32_t bits : {1u, 7u, 8u, 9u, 31u}) {
      TimedInput input = input_of(type.id, cases(500, 2000));
      input.bits = bits;
      for (const std::string& method : methods_of(cpu_engine))
        ASSERT_EQ(verdict(cpu_engine, input, {method, cut}), "") << method << ", " << bits;
      for (const SortInfo& sort : sorts_of("radix")) {
        const uint32_t each = sort.wide_digits() ? 8 : 1;
        EXPECT_EQ(cost_of(cpu_engine, input, {sort.name, cut}).passes, (bits + each - 1) / each)
            << sort.name;
      }
    }
  }
}

TEST(TimingCpuTest, PlantedWrongSortsAreFound) {
  for (const TimedTypeInfo& type : timed_types()) {
    for (uint64_t n : {2u, 1000u, 200'001u}) {  // the last: several chunks
      const TimedInput input = input_of(type.id, n);
      using namespace scope;
      const auto said_of_sort = [&](const char* sort) {
        return said_by([&] { verdict(cpu_engine, input, {sort, {}}); });
      };
      const Sentences wrong = said_of_sort("check_wrong"), lost = said_of_sort("check_lost");
      const text::FilledMessage* place = said_of(wrong, "refused.result_place");
      ASSERT_TRUE(place) << type.name << ", " << n;
      EXPECT_EQ(number_at(*place, "next"), number_at(*place, "place") + 1);
      const text::FilledMessage* keys = said_of(lost, "refused.result_keys");
      ASSERT_TRUE(keys) << type.name << ", " << n;
      EXPECT_EQ(keys->at("pairs") == "yes", type.id == TimedType::pairs);
    }
  }
}

TEST(TimingCpuTest, ASortThatIsNotStableIsFoundUnlessItSaysSo) {
  // std::sort leaves short arrays in their order, so many equal keys
  const TimedInput input = input_of(TimedType::pairs, 100'000, Distribution::few);
  EXPECT_EQ(verdict(cpu_engine, input, {"std_sort", {}}), "") << "its contract does not promise it";
  EXPECT_EQ(verdict(cpu_engine, input, {"std_stable_sort", {}}), "");
  const auto said = scope::said_by([&] { verdict(cpu_engine, input, {"check_unstable", {}}); });
  const scope::text::FilledMessage* unstable = scope::said_of(said, "refused.result_unstable");
  ASSERT_TRUE(unstable);
  EXPECT_EQ(unstable->at("place"), "0");
  EXPECT_EQ(unstable->at("next"), "1");
  EXPECT_EQ(verdict(cpu_engine, input_of(TimedType::u32, 1000, Distribution::few),
                    {"check_unstable", {}}),
            "")
      << "nobody can tell";
  TimedInput equal = input_of(TimedType::pairs, 1000, Distribution::equal);
  EXPECT_EQ(verdict(cpu_engine, equal, {"check_wrong", {}}), "") << "nothing to swap";
}

TEST(TimingCpuTest, ANetworkChangesEqualKeysAndPromisesNothingElse) {
  // 10b before 10a, so to say: the order of the values shows it, and only a network may
  const TimedInput input = input_of(TimedType::pairs, 1000, Distribution::few);
  for (const SortInfo& sort : sorts_of("networks")) {
    const auto session = open_session(cpu_engine, input, 1 << 20);
    session->sort({sort.name, cut}, false);
    EXPECT_EQ(session->verify(), "") << sort.name;
    EXPECT_EQ(sort.stable, std::string_view(sort.name) == "transposition");
  }
}

TEST(TimingCpuTest, NetworksTakeAsManyLaunchesAndBytesAsTheyHaveLayersAndTiles) {
  const auto cost = [](const char* sort, Network network, uint32_t n, uint32_t threads) {
    return cost_of(cpu_engine, input_of(TimedType::u32, n),
                   {sort, {.threads_per_block = threads, .network = network}});
  };
  for (Network network : {Network::bitonic, Network::mirrored, Network::odd_even_merge}) {
    EXPECT_EQ(cost("network_global", network, 16, 4).launches, 10u);
    EXPECT_EQ(cost("network_shared", network, 16, 8).launches, 1u);
    EXPECT_EQ(cost("network_shared", network, 16, 8).passes, 1u) << "ways through the keys";
  }
  EXPECT_EQ(cost("network_shared", Network::bitonic, 16, 2).launches, 6u);
  EXPECT_EQ(cost("network_shared", Network::odd_even_merge, 16, 2).launches, 8u);
  EXPECT_EQ(cost("network_shared", Network::odd_even_merge, 16, 4).launches, 5u);
  // Tiles of 2048 keys: 4 bytes read and 4 written by each launch
  const Cost large = cost("network_shared", Network::bitonic, 1u << 28, 1024);
  EXPECT_EQ(large.launches, 171u);
  EXPECT_EQ(large.moved_bytes, large.launches * (uint64_t{8} << 28));
  EXPECT_EQ(large.scratch_bytes, 0u) << "in place";
  EXPECT_EQ(cost("transposition", Network::bitonic, 1000, 256).launches, 1000u);
}

TEST(TimingCpuTest, ASampleMeasuresWhatItSorts) {
  const TimedInput input = input_of(TimedType::u32, 1000);
  const auto session = open_session(cpu_engine, input, 0);
  EXPECT_NE(session->verify(), "") << "nothing was sorted";
  const Sample sample = session->sort({"check_sleep", {}}, false);
  EXPECT_GE(sample.ms, 10);
  EXPECT_EQ(sample.wall_ms, sample.ms);
  EXPECT_EQ(session->verify(), "");
}

/// A launch a round takes long.
uint64_t few_rounds(const std::string& method, uint64_t n, uint64_t most) {
  return may_be_timed(method, 1u << 20) ? n : std::min(n, most);
}

TEST(TimingCpuTest, StagesAreTheLaunchesOfTheSort) {
  for (const SortInfo& sort : timed_sorts()) {
    const TimedInput input = input_of(TimedType::u32, few_rounds(sort.name, 5000, 1024));
    const Configuration configuration{sort.name, cut};
    const Cost cost = cost_of(cpu_engine, input, configuration);
    const auto session = open_session(cpu_engine, input, cost.scratch_bytes);
    EXPECT_TRUE(session->sort(configuration, false).stages.empty());
    const Sample sample = session->sort(configuration, true);
    EXPECT_EQ(session->verify(), "");
    if (sort.family->by_digits)
      EXPECT_EQ(cost.launches, sample.stages.size() * cost.passes) << sort.name;
    double sum = 0;
    for (const StageTime& stage : sample.stages) {
      const bool known = sort.family->stage_named(stage.stage) != nullptr;
      EXPECT_EQ(known, !sort.one_launch()) << stage.stage;
      EXPECT_GT(stage.ms, 0);
      sum += stage.ms;
    }
    EXPECT_LE(sum, sample.ms);
  }
}

TEST(TimingCpuTest, TheCostIsEnoughAndNotMore) {
  for (const TimedTypeInfo& type : timed_types()) {
    const TimedInput input = input_of(type.id, 10'000);
    for (const std::string& method : methods_of(cpu_engine)) {
      const Cost cost = cost_of(cpu_engine, input, {method, cut});
      ASSERT_EQ(cost.refusal, "");
      EXPECT_GT(cost.session_bytes,
                cost.scratch_bytes + 3 * input.n * (type.key_bytes + type.value_bytes));
      const bool at_most = sort_named(method) != nullptr && cost.launches == 0;
      if (cost.scratch_bytes == 0 || at_most) continue;
      const auto session =
          open_session(cpu_engine, input, cost.scratch_bytes - 256);  // less than it takes
      EXPECT_THROW(session->sort({method, cut}, false), KernelError) << method << ", " << type.name;
    }
  }
}

TEST(TimingCpuTest, AnArenaWithoutMemoryHasNoRoom) {
  Arena counts, empty(nullptr, 0);
  EXPECT_EQ(counts.take(4, "a flag"), nullptr);
  EXPECT_EQ(counts.used(), 256u);
  EXPECT_THROW(empty.take(4, "a flag"), KernelError);
}

TEST(TimingCpuTest, MovedBytesAreTheArraysOfTheLaunches) {
  // one_bit: n + n words, then n and n + 1 and the chain, then n, n + 1 and n; each in every pass
  const TimedInput input = input_of(TimedType::u32, 4096);
  const Cost cost = cost_of(cpu_engine, input, {timed_sorts()[0].name, {.threads_per_block = 256}});
  EXPECT_EQ(cost.passes, 32u);
  EXPECT_EQ(cost.launches, 96u);
  EXPECT_EQ(cost.moved_bytes,
            32u * (2 * 4096 * 4 + (2 * 4096 + 1) * 4 + 16 * 8 + (3 * 4096 + 1) * 4));
  EXPECT_EQ(cost_of(cpu_engine, input, {"serial_radix8", {}}).moved_bytes, 4u * 3 * 4096 * 4);
  EXPECT_EQ(cost_of(cpu_engine, input, {"std_sort", {}}).moved_bytes, 0u) << "unknown";
}

TEST(TimingCpuTest, WhatCannotBeTimedIsRefusedInASentence) {
  const auto refusal = [](const TimedInput& input, const Configuration& configuration) {
    return cost_of(cpu_engine, input, configuration).refusal;
  };
  const TimedInput input = input_of(TimedType::u32, 1000);
  std::string coarse, digits, one_launch;
  for (const SortInfo& sort : sorts_of("radix")) {
    (sort.coarse()        ? coarse
     : sort.wide_digits() ? digits
                          : one_launch) = sort.name;  // the last of its kind
  }
  EXPECT_TRUE(says(refusal(input_of(TimedType::u32, 0), {coarse, cut}),
                   {"0 keys", "use 1 to 68719476736"}));
  EXPECT_TRUE(says(refusal(input_of(TimedType::u32, max_timed_keys + 1), {"std_sort", {}}),
                   {"68719476737 keys"}));
  EXPECT_TRUE(says(refusal(input_of(TimedType::pairs, max_indexed_keys + 1), {"std_sort", {}}),
                   {"4293918721 pairs", "at most 4293918720"}));
  EXPECT_TRUE(says(refusal(input_of(TimedType::u32, max_indexed_keys + 1), {"std_sort", {}}),
                   {"CPU engine", "at most 4293918720", "--engine cuda"}));
  TimedInput wide = input;
  wide.bits = 33;
  EXPECT_TRUE(says(refusal(wide, {coarse, cut}), {"33 bits", "u32", "use 1 to 32"}));
  EXPECT_TRUE(
      says(refusal(input, {"quicksort", {}}), {"quicksort", coarse.c_str(), "std_stable_sort"}));
  EXPECT_EQ(refusal(input, {"quicksort", {}}).find("check_"), std::string::npos);
  EXPECT_TRUE(says(refusal(input, {coarse, {.threads_per_block = 4, .keys_per_thread = 3}}),
                   {"3 keys per thread", "1, 2, 4"}));
  EXPECT_EQ(refusal(input, {digits, {.threads_per_block = 4, .keys_per_thread = 3}}), "")
      << "it does not use them";
  EXPECT_TRUE(says(refusal(input, {coarse, {.threads_per_block = 256, .keys_per_thread = 32}}),
                   {"shared memory holds only 4096"}));
  EXPECT_TRUE(
      says(refusal(input, {coarse, {.threads_per_block = 2000}}), {"Threads per block 2000"}));
  EXPECT_TRUE(says(refusal(input, {coarse, {.order = SortOrder::descending}}),
                   {"order descending", "leave it out"}));
  EXPECT_TRUE(says(refusal(input, {coarse, {.key_type = KeyType::sign}}), {"type signed"}));
  const TimedInput huge = input_of(TimedType::u32, uint64_t{1} << 31);
  EXPECT_TRUE(says(refusal(huge, {digits, {.threads_per_block = 32, .radix_bits = 8}}),
                   {"256 x 67108864", "32 bits"}));
  EXPECT_TRUE(says(refusal(huge, {digits, {.threads_per_block = 1, .radix_bits = 1}}),
                   {"2147483648 blocks", "use more threads"}));
  EXPECT_TRUE(
      says(refusal(input_of(TimedType::u32, 1 << 20), {one_launch, {.threads_per_block = 256}}),
           {"4096 blocks", "only 256", "use three launches"}));
  EXPECT_THROW(open_session(cpu_engine, wide, 0), KernelError);
  EXPECT_TRUE(says(refusal(input_of(TimedType::u32, (1 << 22) + 1), {"merge_serial", cut}),
                   {"merge_serial", "at most 4194304 keys"}));
  EXPECT_TRUE(says(refusal(input_of(TimedType::u32, (uint64_t{1} << 31) + 1), {"merge_path", cut}),
                   {"merge_path", "at most 2147483648 keys"}));
  EXPECT_TRUE(says(refusal(input_of(TimedType::u32, (1 << 14) + 1), {"transposition", cut}),
                   {"transposition", "at most 16384 keys"}));
  EXPECT_TRUE(says(refusal(input_of(TimedType::u32, (1u << 30) + 1), {"network_shared", cut}),
                   {"network_shared", "at most 1073741824 keys"}));
  EXPECT_TRUE(says(refusal(input, {"transposition", {.stop_early = true}}),
                   {"queues all its launches at once", "leave out stop_early"}));
}

TEST(TimingCpuTest, MergesMoveEveryKeyOnceALevel) {
  // 4,096 keys in segments of 512: those, then 3 levels; borders of 8 pieces where they are found
  const TimedInput input = input_of(TimedType::u32, 4096);
  Settings settings = cut;
  settings.start = SortStart::block;
  const auto cost = [&](const char* sort) { return cost_of(cpu_engine, input, {sort, settings}); };
  EXPECT_EQ(cost("merge_tiled").passes, 4u);
  EXPECT_EQ(cost("merge_tiled").launches, 4u);
  EXPECT_EQ(cost("merge_tiled").moved_bytes, 4u * 2 * 4096 * 4);
  EXPECT_EQ(cost("merge_path").launches, 7u);
  // The borders' memory is as large as any level needs: 2 * (8 pieces + 1), written and read
  EXPECT_EQ(cost("merge_path").moved_bytes, 4u * 2 * 4096 * 4 + 3 * (4096 + 2 * 18) * 4);
}

/// Density of an input, before anything is sorted.
Density density_of(const TimedInput& input) {
  Density seen;
  const auto session = open_session(cpu_engine, input, 0);
  session->density({"std_stable_sort", {}}, [&](const Density& d) {
    seen = d;
    return false;
  });
  return seen;
}

TEST(TimingCpuTest, DensitiesShowEveryKeyAndTheSortedDiagonalAtTheEnd) {
  for (const std::string& method : methods_of(cpu_engine)) {
    const TimedInput input = input_of(TimedType::pairs, few_rounds(method, 16'384, 8192));
    const Configuration configuration{
        method, {.threads_per_block = 256, .radix_bits = 8, .keys_per_thread = 4}};
    const Cost cost = cost_of(cpu_engine, input, configuration);
    const auto session = open_session(cpu_engine, input, cost.scratch_bytes);
    std::vector<Density> all;
    session->density(configuration, [&](const Density& d) {
      all.push_back(d);
      return true;
    });
    const bool sort = sort_named(method) != nullptr;
    const bool each = sort && cost.passes > 0 && cost.passes <= Density::max_passes;
    ASSERT_EQ(all.size(), each ? cost.passes + 1 : 2u) << method;
    for (uint32_t k = 0; k < all.size(); ++k) {
      EXPECT_EQ(all[k].pass, k);
      EXPECT_EQ(all[k].passes, all.size() - 1);
      uint64_t sum = 0, far = 0;
      for (uint32_t i = 0; i < all[k].counts.size(); ++i) {
        sum += all[k].counts[i];
        if (i / 256 > i % 256 + 3 || i % 256 > i / 256 + 3) far += all[k].counts[i];
      }
      EXPECT_EQ(sum, input.n);
      if (k + 1 == all.size()) {
        EXPECT_EQ(far, 0u) << method << ": sorted keys stand on the diagonal";
      }
      if (k == 0) {
        EXPECT_GT(far, input.n / 2) << "uniform keys stand everywhere";
      }
    }
    EXPECT_EQ(session->verify(), "") << method;
  }
}

TEST(TimingCpuTest, ADensityCanBeEndedEarly) {
  const TimedInput input = input_of(TimedType::u32, 3000);
  const Configuration configuration{timed_sorts()[0].name, {.threads_per_block = 256}};
  const auto session =
      open_session(cpu_engine, input, cost_of(cpu_engine, input, configuration).scratch_bytes);
  uint32_t seen = 0;
  session->density(configuration, [&](const Density& d) { return (seen = d.pass) < 3; });
  EXPECT_EQ(seen, 3u);
  EXPECT_NE(session->verify(), "") << "not sorted to the end";
  session->sort(configuration, false);
  EXPECT_EQ(session->verify(), "");
}

TEST(TimingCpuTest, SpreadsAreWhatTheySay) {
  const auto counts_where = [](const Density& d, auto holds) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < d.counts.size(); ++i) sum += holds(i / 256, i % 256) ? d.counts[i] : 0;
    return sum;
  };
  const uint64_t n = 65'536;
  const auto of = [&](Distribution spread) {
    return density_of(input_of(TimedType::u32, n, spread));
  };
  EXPECT_EQ(counts_where(of(Distribution::sorted),
                         [](uint32_t row, uint32_t column) { return row == column; }),
            n);
  EXPECT_EQ(counts_where(of(Distribution::reversed),
                         [](uint32_t row, uint32_t column) { return row == 255 - column; }),
            n);
  uint32_t rows = 0, rows_of_few = 0;
  const Density equal = of(Distribution::equal), few = of(Distribution::few);
  for (uint32_t r = 0; r < 256; ++r) {
    rows += counts_where(equal, [&](uint32_t row, uint32_t) { return row == r; }) > 0;
    rows_of_few += counts_where(few, [&](uint32_t row, uint32_t) { return row == r; }) > 0;
  }
  EXPECT_EQ(rows, 1u);
  EXPECT_GT(rows_of_few, 8u);
  EXPECT_LE(rows_of_few, 16u);
}

}  // namespace
