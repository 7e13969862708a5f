/// The fast sorts against the sorts of the standard library, key by key. Skipped where there is
/// no CUDA device, or one with too little shared memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "kernels/engine/simt/common.hpp"
#include "kernels/fast/sweep_sizes.hpp"
#include "kernels/fast/sweep_sorts.hpp"
#include "kernels/run/engine.hpp"
#include "kernels/timing/timing.hpp"
#include "tests/support/sweep_inputs.hpp"

using namespace radix::sweep;

namespace {

class SweepSorts : public testing::Test {
 protected:
  void SetUp() override {
    if (!radix::engines()[1].available) GTEST_SKIP() << "no CUDA device";
    const radix::Cost cost =
        radix::cost_of(radix::EngineId::cuda, {.n = 1000}, {.method = "hybrid", .settings = {}});
    if (!cost.refusal.empty()) GTEST_SKIP() << cost.refusal;
  }
};

template <class Key>
std::vector<Key> make(Input input, std::size_t n, uint64_t seed = 1) {
  std::vector<Key> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = key_of<Key>(input, i, n, seed + n);
  return keys;
}

constexpr Method methods[] = {Method::one_sweep, Method::one_sweep_atomics,
                              Method::one_sweep_reranked, Method::hybrid};

/// What is wrong: the method's number, from 1; 0: all sort.
template <class Key>
int wrong_method(const std::vector<Key>& keys, Trial trial = {}) {
  std::vector<Key> expected = keys;
  std::ranges::sort(expected);
  std::vector<uint32_t> none;
  for (Method method : methods) {
    std::vector<Key> found = keys;
    sort_on_device(method, found, none, trial);
    if (found != expected) return int(method) + 1;
  }
  return 0;
}

bool hybrid_sorts(const std::vector<uint32_t>& keys, bool* by_buckets) {
  std::vector<uint32_t> expected = keys, found = keys, none;
  std::ranges::sort(expected);
  *by_buckets = sort_on_device(Method::hybrid, found, none);
  return found == expected;
}

/// Values say where a key stood, so that equal keys tell their order.
bool sorts_pairs(Method method, const std::vector<uint32_t>& keys, bool* by_buckets = nullptr,
                 Trial trial = {}) {
  std::vector<uint32_t> places(keys.size());
  std::iota(places.begin(), places.end(), 0u);
  std::vector<uint32_t> expected = places, found = keys, values = places;
  std::ranges::stable_sort(expected, {}, [&](uint32_t place) { return keys[place]; });
  const bool hybrid = sort_on_device(method, found, values, trial);
  if (by_buckets != nullptr) *by_buckets = hybrid;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (found[i] != keys[expected[i]]) return false;
  return values == expected;
}

/// From one to 3 tiles, in steps, and around the edge of every tile and of the small sort's sizes.
std::vector<std::size_t> small_sizes() {
  std::vector<std::size_t> sizes;
  for (std::size_t n = 1; n <= 70; ++n) sizes.push_back(n);
  for (std::size_t n = 71; n < 3 * 15'872 + 100; n += 1999) sizes.push_back(n);
  const auto around = [&](std::size_t n) {
    for (int d = -1; d <= 1; ++d) sizes.push_back(n + static_cast<std::size_t>(d));
  };
  for (uint32_t each : small_items) around(1024 * each);
  for (Items items : all_items)
    for (uint32_t keys : sweep_keys(items, Card::large))
      for (std::size_t tiles = 1; keys > 0 && tiles <= 3; ++tiles)
        around(tiles * tile_threads * keys);
  return sizes;
}

/// Few runs of every kernel: what a slow tool that watches them can wait for.
TEST_F(SweepSorts, EverySortOnce) {
  for (std::size_t n : {1000u, 47'617u})
    for (Input input : {Input::uniform, Input::few}) {
      ASSERT_EQ(wrong_method(make<uint32_t>(input, n)), 0) << n;
      ASSERT_EQ(wrong_method(make<uint64_t>(input, n)), 0) << n;
      for (Method method : {Method::one_sweep, Method::hybrid})
        ASSERT_TRUE(sorts_pairs(method, make<uint32_t>(input, n))) << n;
    }
}

TEST_F(SweepSorts, SmallInputsOfEverySize) {
  for (std::size_t n : small_sizes()) {
    const Input input = n % 3 == 0 ? Input::and_of_2 : Input::uniform;
    ASSERT_EQ(wrong_method(make<uint32_t>(input, n)), 0) << n;
    ASSERT_EQ(wrong_method(make<uint64_t>(input, n)), 0) << n;
    for (Method method : {Method::one_sweep, Method::hybrid})
      ASSERT_TRUE(sorts_pairs(method, make<uint32_t>(input, n))) << n;
  }
}

TEST_F(SweepSorts, EveryInputOfEveryType) {
  for (std::size_t n : {1000u, 100'003u, 1'048'576u, 5'000'001u})
    for (int i = 0; i < int(Input::count); ++i) {
      const auto input = static_cast<Input>(i);
      ASSERT_EQ(wrong_method(make<uint32_t>(input, n)), 0) << n << ", input " << i;
      ASSERT_EQ(wrong_method(make<uint64_t>(input, n)), 0) << n << ", input " << i;
      for (Method method : {Method::one_sweep, Method::hybrid})
        ASSERT_TRUE(sorts_pairs(method, make<uint32_t>(input, n))) << n << ", input " << i;
    }
}

/// What this build has for smaller cards, tried on this one.
TEST_F(SweepSorts, TheSizesOfOtherCardsSortToo) {
  for (Card card : cards_of_build())
    for (std::size_t n : {1u, 7'679u, 7'681u, 100'003u, 5'000'001u})
      for (Input input : {Input::uniform, Input::and_of_3, Input::local, Input::few}) {
        ASSERT_EQ(wrong_method(make<uint32_t>(input, n), {card}), 0) << n << ", card " << int(card);
        ASSERT_EQ(wrong_method(make<uint64_t>(input, n), {card}), 0) << n << ", card " << int(card);
        for (Method method : {Method::one_sweep, Method::hybrid})
          ASSERT_TRUE(sorts_pairs(method, make<uint32_t>(input, n), nullptr, {card})) << n;
      }
}

/// Keys with `full` of them in one bucket of so many bits, the others spread evenly.
std::vector<uint32_t> with_a_bucket_of(std::size_t full, std::size_t n, uint32_t bits) {
  std::vector<uint32_t> keys = make<uint32_t>(Input::uniform, n, full);
  const uint32_t below = 32 - bits, crowded = 7;
  std::size_t in = 0;
  for (uint32_t& key : keys) {
    const bool here = in < full;
    if (here) ++in;
    const uint32_t low = key & ((1u << below) - 1);
    uint32_t number = key >> below;
    if (number == crowded) number = low % (1u << bits);
    if (number == crowded) ++number;
    key = (here ? crowded : number) << below | low;
  }
  std::ranges::shuffle(keys, std::mt19937(5));
  return keys;
}

/// 2^20 keys stand in 2^8 buckets with 4,096 on average.
TEST_F(SweepSorts, ARunThatWouldOverflowItsBucketStopsTheHybrid) {
  constexpr std::size_t n = 1u << 20;
  const std::size_t capacity =
      fixed_capacity_of(n, Items::keys32, {Card::large, 132, 60 << 20})->capacity2;
  for (std::size_t full = capacity - 1; full <= capacity + 1; ++full) {
    bool by_buckets = false;
    EXPECT_TRUE(hybrid_sorts(with_a_bucket_of(full, n, 8), &by_buckets)) << full;
    EXPECT_EQ(by_buckets, full <= capacity) << full;
  }
}

TEST_F(SweepSorts, TheHybridSortsUniformKeysItselfAndSkewedOnesByOneSweep) {
  for (std::size_t n : {10'000u, 1'000'000u, 6'000'000u}) {
    bool by_buckets = false;
    EXPECT_TRUE(hybrid_sorts(make<uint32_t>(Input::uniform, n), &by_buckets));
    EXPECT_TRUE(by_buckets) << n;
    EXPECT_TRUE(hybrid_sorts(make<uint32_t>(Input::narrow, n), &by_buckets));
    EXPECT_TRUE(by_buckets) << n;
    EXPECT_TRUE(hybrid_sorts(make<uint32_t>(Input::outlier, n), &by_buckets));
    EXPECT_FALSE(by_buckets) << n;
    EXPECT_TRUE(hybrid_sorts(make<uint32_t>(Input::equal, n), &by_buckets));
    EXPECT_FALSE(by_buckets) << n;
  }
  for (bool enough : {false, true}) {
    bool by_buckets = !enough;
    const std::size_t n = least_pairs - (enough ? 0 : 1);
    EXPECT_TRUE(sorts_pairs(Method::hybrid, make<uint32_t>(Input::uniform, n), &by_buckets));
    EXPECT_EQ(by_buckets, enough);
  }
}

/// A bit that every tile has for itself, no warp sees differ: buckets of halves have to know of it.
TEST_F(SweepSorts, BucketsOfHalvesKnowEveryBitThatVaries) {
  const std::size_t n = (std::size_t{1} << 27) + 5'000'000;
  bool by_buckets = false;
  EXPECT_TRUE(hybrid_sorts(make<uint32_t>(Input::tile_bits, n), &by_buckets));
  EXPECT_TRUE(by_buckets);
}

/// With the least scratch memory 2^27 keys and more are counted, others swept.
TEST_F(SweepSorts, LessScratchMemoryTakesAnotherWay) {
  for (std::size_t n : {std::size_t{3} << 20, std::size_t{1} << 27})
    for (Input input : {Input::uniform, Input::few})
      EXPECT_EQ(wrong_method(make<uint32_t>(input, n), {.least_scratch = true}), 0) << n;
}

TEST_F(SweepSorts, NothingToSortIsNoError) {
  HostWords words;
  EXPECT_NO_THROW(
      sort(Method::hybrid, Items::keys32, {nullptr, nullptr}, 0, 32, {nullptr, 0}, words, [] {}));
}

TEST_F(SweepSorts, ArraysThatOverlapAreRefusedBeforeAnythingIsQueued) {
  HostWords words;
  int somewhere = 0;
  EXPECT_THROW(sort(Method::one_sweep, Items::keys32, {&somewhere, &somewhere}, 4, 32, {nullptr, 0},
                    words, [] {}),
               radix::KernelError);
}

}  // namespace
