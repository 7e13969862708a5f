/// Every sort on the timed CPU machine sorts as on the careful one, whatever travels and however it
/// is cut.
#define RADIX_TIMED
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/engine/simt/arena.hpp"
#include "kernels/timing/density.cuh"
#include "kernels/timing/sorts.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/thorough.hpp"

using namespace radix;
using namespace radix::cpu_timed;
using namespace radix::checks;

namespace {

struct Plain : LaunchWatch {
  bool begin(const LaunchFacts&) override { return true; }
};

/// Sorts in exactly the memory that was planned.
template <class Key>
std::vector<Key> timed(const char* sort, const TimedProblem& cut, std::vector<Key> keys) {
  std::vector<Key> other(keys.size());
  std::vector<unsigned char> memory(TimedSorts<Key>::cost(sort, cut).scratch_bytes);
  Arena arena(memory.data(), memory.size());
  const Arena::Use use(arena);
  Plain watch;
  const Key* sorted = TimedSorts<Key>::sort(sort, cut, keys.data(), other.data(), watch);
  if (TimedSorts<Key>::cost(sort, cut).launches > 0)
    EXPECT_EQ(arena.used(), memory.size());
  else  // it depends on the keys
    EXPECT_LE(arena.used(), memory.size());
  return {sorted, sorted + keys.size()};
}

constexpr uint32_t counts[] = {1, 2, 4, 8, 16, 32};

Settings random_cut(std::mt19937& random) {
  Settings s;
  s.keys_per_thread = counts[random() % std::size(counts)];
  s.threads_per_block = any_of({1u, 4u, 31u, 32u, 33u, 64u, 128u}, random);
  s.radix_bits = static_cast<uint32_t>(1 + random() % max_radix_bits);
  s.ownership = any_of({Ownership::interleaved, Ownership::blocked}, random);
  s.scan = static_cast<BlockScan>(random() % setting_named("scan")->choices.size());
  s.start = any_of({SortStart::single, SortStart::block}, random);
  s.network = any_of({Network::bitonic, Network::mirrored, Network::odd_even_merge}, random);
  return s;
}

std::string words(const SortInfo& sort, std::size_t n, uint32_t bits, const Settings& cut) {
  std::string text = std::string(sort.name) + ", " + std::to_string(n) + " keys of " +
                     std::to_string(bits) + " bits";
  for (const SettingInfo& setting : settings())
    text += std::string(", ") + setting.name + " " + text_of(setting, cut);
  return text;
}

/// One sort, one input, every type: the careful machine tells what is right.
void expect_the_same(const SortInfo& sort, std::size_t n, uint32_t bits, Settings settings) {
  settings = settings_for(sort, settings);
  settings.key_bits = bits;
  const auto keys =
      make_keys(all_kinds[n % std::size(all_kinds)], n, bits, static_cast<uint32_t>(n));
  const Trace careful = [&] {
    Recipe r = recipe(keys, settings, sort.name);
    r.recorded = false;
    return run(r);
  }();
  ASSERT_EQ(careful.error, "");
  const TimedProblem cut{static_cast<uint32_t>(n), bits, settings};

  EXPECT_EQ(timed(sort.name, cut, keys), careful.sorted.values);

  std::vector<Pair> pairs(n);
  for (uint32_t i = 0; i < n; ++i) pairs[i] = {keys[i], i};
  const std::vector<Pair> sorted = timed(sort.name, cut, pairs);
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(sorted[i].key, careful.sorted.values[i]) << "at " << i;
    ASSERT_EQ(sorted[i].value, careful.sorted.ids[i]) << "at " << i;
  }

  // 64 bits: the same bits further up, and noise below, sorted too
  TimedProblem wide = cut;
  wide.bits = std::min(64u, bits + 20);
  std::vector<uint64_t> long_keys(n);
  for (uint32_t i = 0; i < n; ++i) long_keys[i] = uint64_t{keys[i]} << 20 | (i * 2654435761u >> 12);
  auto expected = long_keys;
  std::ranges::sort(expected);
  EXPECT_EQ(timed(sort.name, wide, long_keys), expected);
}

TEST(TimedSortsTest, SortAsTheCarefulMachineDoes) {
  std::mt19937 random(11);
  uint32_t first = 0;
  for (uint32_t os_threads : {1u, 2u, 5u}) {
    set_workers(os_threads);
    ++first;
    for (const SortInfo& sort : timed_sorts()) {
      if ((number_of(sort) + first) % cases(3, 1) != 0) continue;  // each with one of them
      for (std::size_t n : {1u, 2u, 31u, 32u, 33u, 255u, 1000u, 4097u}) {
        if (n > 255 && sort.max_timed < 1u << 20) continue;  // a launch a round
        for (int round = 0; round < (n > 300 ? 1 : 3); ++round) {
          Settings cut = random_cut(random);
          const auto bits = static_cast<uint32_t>(1 + random() % (n > 300 ? 9 : 32));
          if (sort.one_launch() && n > 300) cut.threads_per_block = 33;
          expect_the_same(sort, n, bits, cut);
          if (testing::Test::HasFailure())
            FAIL() << words(sort, n, bits, cut) << ", OS threads " << os_threads;
        }
      }
    }
  }
  set_workers(0);
}

TEST(TimedSortsTest, SortManyKeys) {
  for (const SortInfo& sort : timed_sorts()) {
    // The careful machine holds no more
    std::size_t n = sort.one_launch() ? cases(3'003, 10'003) : cases(10'003, 100'003);
    if (sort.family == sorts_of("networks").front().family)  // … and a launch a layer takes long
      n = sort.stable ? 1003 : 10'003;
    const uint32_t bits = sort.wide_digits() ? 16 : 3;
    expect_the_same(sort, n, bits,
                    {.threads_per_block = 128, .radix_bits = 8, .keys_per_thread = 16});
    if (testing::Test::HasFailure()) FAIL() << sort.name;
  }
}

TEST(TimedSortsTest, EveryCutOfTheCoarseSortSorts) {
  for (const SortInfo& sort : timed_sorts()) {
    if (!sort.coarse()) continue;
    for (uint32_t count : counts) {
      for (Ownership ownership : {Ownership::interleaved, Ownership::blocked}) {
        for (uint32_t scan = 0; scan < setting_named("scan")->choices.size(); ++scan) {
          const Settings cut{.threads_per_block = 64,
                             .radix_bits = 8,
                             .keys_per_thread = count,
                             .ownership = ownership,
                             .scan = static_cast<BlockScan>(scan)};
          const uint32_t n = cases(1500, 5000);
          expect_the_same(sort, n, 16, cut);
          if (testing::Test::HasFailure()) FAIL() << words(sort, n, 16, cut);
        }
      }
    }
  }
}

}  // namespace
