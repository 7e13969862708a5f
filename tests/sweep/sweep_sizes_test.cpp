/// The arithmetic of the fast sorts' sizes: on which cards they run, and that a multiprocessor
/// holds as many blocks as their kernels are compiled for. (The launchers hold the same arithmetic
/// against the structs, at compile time.)
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/fast/sweep_sorts.hpp"

using namespace radix::sweep;

namespace {

/// Blocks of `threads` and `bytes` that a multiprocessor of the card holds.
uint32_t at_once(const CardFacts& card, uint32_t bytes, uint32_t threads = tile_threads) {
  const uint32_t reserved = card.compute >= 80 ? 1024 : 0;  // the runtime's own
  if (bytes > card.shared_of_block) return 0;
  return std::min(card.shared_of_sm / (bytes + reserved), card.threads_of_sm / threads);
}

Card kind(const CardFacts& facts) {
  return static_cast<Card>(sizes_with(facts.shared_of_block) - card_sizes.data());
}

TEST(SweepSizes, EveryKindOfCardHasTheSharedMemoryOfItsBlocks) {
  for (Card card : all_cards) EXPECT_LE(needed_shared(card), sizes_of(card).shared);
  for (const CardFacts& facts : card_facts) {
    ASSERT_NE(sizes_with(facts.shared_of_block), nullptr) << facts.compute;
    const Card expected = facts.shared_of_block >= (160u << 10)  ? Card::large
                          : facts.shared_of_block >= (99u << 10) ? Card::middle
                                                                 : Card::small;
    EXPECT_EQ(kind(facts), expected) << facts.compute;
  }
  EXPECT_EQ(sizes_with((64 << 10) - 1), nullptr);
}

TEST(SweepSizes, OnlyTheSizesOfTheArchitecturesAreCompiled) {
  const auto built = [](Card card, std::initializer_list<uint32_t> architectures) {
    return compiled_for(card, std::vector<uint32_t>(architectures));
  };
  EXPECT_TRUE(built(Card::large, {900}) && !built(Card::middle, {900}) &&
              !built(Card::small, {900}));
  EXPECT_TRUE(built(Card::small, {750, 890}) && built(Card::middle, {750, 890}));
  EXPECT_FALSE(built(Card::large, {750, 890}));
  for (Card card : all_cards) EXPECT_TRUE(built(card, {1990}));  // of a card to come
}

TEST(SweepSizes, LeaveRoomForTheBlocksAtOnceThatWereTuned) {
  for (const CardFacts& facts : card_facts) {
    const Card card = kind(facts);
    const uint32_t tuned = facts.shared_of_sm >= (228u << 10) ? 2 : 1;
    for (uint32_t count : {4u, 8u})
      for (Items items : all_items) {
        const uint32_t bytes = sweep_bytes(key_bytes_of(items), max_sweep_keys(items, card), count);
        EXPECT_GE(at_once(facts, bytes), tuned) << facts.compute;
      }
    for (uint32_t bytes : {4u, 8u}) {
      const uint32_t counters = all_digits_bytes(bytes, max_digit_copies(bytes, card));
      EXPECT_GE(at_once(facts, counters, count_threads), 1u) << facts.compute;
    }
    if (card == Card::small) continue;  // no hybrid
    for (uint32_t bytes : {4u, 8u})
      EXPECT_GE(at_once(facts, partition_bytes(bytes, partition_keys(bytes, card))), tuned)
          << facts.compute;
    EXPECT_GE(at_once(facts, bucket_bytes(4), bucket_threads), 2 * tuned) << facts.compute;
    EXPECT_GE(at_once(facts, halves_bytes, halves_threads), 4 * tuned) << facts.compute;
  }
}

TEST(SweepSizes, TilesNumberTheirSlotsIn16Bits) {
  for (Card card : all_cards)
    for (Items items : all_items) EXPECT_LT(tile_threads * max_sweep_keys(items, card), 65536u);
  EXPECT_LT(counting_capacity(max_to_count), 65536u);
}

std::vector<uint64_t> many_sizes() {
  std::vector<uint64_t> sizes;
  for (uint64_t n = 1; n < 20'000; ++n) sizes.push_back(n);
  for (uint64_t n = 20'000; n < uint64_t{1} << 33; n += n / 97)
    for (uint64_t d : {0, 1}) sizes.push_back(n + d);
  for (int power = 10; power <= 36; ++power)
    for (int d : {-1, 0, 1}) sizes.push_back((uint64_t{1} << power) + d);
  return sizes;
}
constexpr Device device_of(Card card, uint32_t processors = 132) {
  return {card, processors, 60 << 20};
}
constexpr Device large = device_of(Card::large);

/// Of any n and on any card a way has blocks, tiles that cover n, and the memory it says.
TEST(SweepSizes, EveryNumberOfItemsHasAWayOnEveryCard) {
  for (Card card : all_cards)
    for (uint32_t processors : {40u, 132u})
      for (Items items : all_items)
        for (bool hybrid : {false, true})
          for (uint64_t n : many_sizes()) {
            const LaunchPlan l = launches_for(n, items, hybrid, device_of(card, processors));
            if (l.algorithm == Algorithm::small) {
              ASSERT_TRUE(hybrid && n <= 1024 * l.items_per_thread) << n;
              ASSERT_LE(small_bytes(items, l.items_per_thread), sizes_of(card).shared) << n;
              ASSERT_EQ(l.scratch_bytes, 0u);
              continue;
            }
            const uint64_t tile = tile_threads * l.sweep.keys_per_thread;
            ASSERT_TRUE((l.sweep.tiles - 1) * tile < n && n <= l.sweep.tiles * tile) << n;
            ASSERT_LT(l.sweep.tiles, uint64_t{1} << 31) << n;
            ASSERT_TRUE(l.sweep.count_blocks >= 1 && l.sweep.count_blocks <= processors);
            ASSERT_GE(l.scratch_bytes, n * key_bytes_of(items)) << n;
            ASSERT_FALSE(!hybrid && l.algorithm != Algorithm::one_sweep);
            ASSERT_NE(text_of(l), "");
          }
}

/// The launch that places buckets counts for one-sweep only where the look has cleared its tables,
/// the host does not wait first, and one block places all buckets.
TEST(SweepSizes, WhoeverCountsAheadHasClearedTablesAndOneBlockOfRooms) {
  int ways = 0;
  for (Card card : all_cards)
    for (Items items : all_items)
      for (uint64_t n : many_sizes()) {
        const LaunchPlan l = launches_for(n, items, true, device_of(card));
        if (!l.counts) continue;
        ++ways;
        ASSERT_TRUE(l.algorithm == Algorithm::fixed_capacity && l.clears && items == Items::keys32)
            << n;
        ASSERT_LT(n, least_to_ask_first);
        ASSERT_LE(l.buckets.count(), count_threads) << n;
        ASSERT_EQ(l.sweep.digit_copies, few_digit_copies(4, card)) << n;
        ASSERT_LE(all_digits_bytes(4, l.sweep.digit_copies), 48u << 10);
      }
  EXPECT_GT(ways, 50);
}

/// Evenly spread keys fit their buckets but for a chance of one in 10^14, and all places number
/// less than 2^32.
TEST(SweepSizes, RoomsHoldEightDeviationsMoreThanTheirShare) {
  int ways = 0;
  for (Card card : {Card::middle, Card::large})
    for (Items items : {Items::keys32, Items::keys64})
      for (uint64_t n : many_sizes()) {
        const LaunchPlan l = launches_for(n, items, true, device_of(card));
        if (l.algorithm != Algorithm::fixed_capacity) continue;
        ++ways;
        const Buckets& b = l.buckets;
        const auto holds = [&](uint32_t capacity, uint32_t bits) {
          const double share = static_cast<double>(n) / (1u << bits);
          return capacity >= share + 8 * std::sqrt(share);
        };
        ASSERT_TRUE(holds(b.capacity2, b.bits())) << n;
        ASSERT_TRUE(holds(b.capacity1, b.bits1)) << n;
        ASSERT_LE(b.capacity2 + 15, bucket_threads * 16u) << n;  // and what lies before its place
        ASSERT_EQ(b.capacity2 % 32, 0u);
        ASSERT_TRUE(b.bits2 == 0 || b.capacity1 % b.tile == 0) << n;
        ASSERT_TRUE(b.bits1 <= 8 && b.bits2 <= 8);
        ASSERT_LT(uint64_t{b.count()} * b.capacity2 + n, uint64_t{1} << 32) << n;
        ASSERT_LT((uint64_t{b.capacity1} << b.bits1) + n, uint64_t{1} << 32) << n;
        ASSERT_GE(uint64_t{b.tiles1} * b.tile, n);
        ASSERT_LE(l.scratch_bytes, 3 * n * key_bytes_of(items) + (1 << 20)) << n;
      }
  EXPECT_GT(ways, 1000);
}

/// With less memory another way is taken, down to one-sweep, and it takes no more than there is.
TEST(SweepSizes, TheWayFitsTheMemoryThereIs) {
  for (Items items : all_items)
    for (uint64_t n : many_sizes()) {
      if (n < 20'000 || n > uint64_t{1} << 31) continue;
      const auto with = [&](uint64_t memory) {
        return launches_for(n, items, true, large, memory);
      };
      const uint64_t all = with(~uint64_t{0}).scratch_bytes, least = with(0).scratch_bytes;
      ASSERT_EQ(with(all).algorithm, with(~uint64_t{0}).algorithm);
      ASSERT_EQ(with(least).scratch_bytes, least);
      for (uint64_t memory = least; memory < all; memory += (all - least) / 5 + 1)
        ASSERT_LE(with(memory).scratch_bytes, memory) << n;
      ASSERT_EQ(with(0).algorithm, Algorithm::one_sweep);
    }
  const uint64_t n = uint64_t{1} << 28;
  const auto way = [&](double copies) {
    return launches_for(n, Items::keys32, true, large, static_cast<uint64_t>(copies * 4 * n))
        .algorithm;
  };
  EXPECT_EQ(way(1.7), Algorithm::fixed_capacity);
  EXPECT_EQ(way(1.2), Algorithm::counted);
}

/// The tiles that were tuned: the largest for many keys, smaller ones where waves would be ragged.
TEST(SweepSizes, ChooseTheTilesThatWereTuned) {
  const auto keys = [](uint64_t n, Items items) {
    return sweep_of(n, items, large).keys_per_thread;
  };
  EXPECT_EQ(keys(uint64_t{1} << 28, Items::keys32), 39u);
  EXPECT_EQ(keys(uint64_t{1} << 16, Items::keys32), 9u);
  EXPECT_EQ(keys(uint64_t{1} << 28, Items::pairs), 29u);
  EXPECT_EQ(keys(uint64_t{1} << 22, Items::pairs), 21u);
  EXPECT_EQ(keys(uint64_t{1} << 27, Items::keys64), 15u);
  const auto sweep = [](uint64_t l2_bytes, Items items) {
    return sweep_of(uint64_t{1} << 28, items, {Card::large, 132, l2_bytes});
  };
  EXPECT_TRUE(sweep(60 << 20, Items::keys32).atomics_ask);
  EXPECT_FALSE(sweep(50 << 20, Items::keys32).atomics_ask);
  EXPECT_TRUE(sweep(50 << 20, Items::keys32).ballots_ask);
  EXPECT_TRUE(sweep(60 << 20, Items::pairs).ballots_ask);
  EXPECT_FALSE(sweep(50 << 20, Items::pairs).ballots_ask);
}

/// Of 2^30 items and more a count has 64 bits: two bits of a word say what it is.
TEST(SweepSizes, HoldCountsOfMoreItemsThanAnIndexOf32BitsReaches) {
  EXPECT_EQ(count_bytes(least_wide_counts - 1), 4u);
  EXPECT_LE(least_wide_counts, uint64_t{1} << (8 * 4 - 2));
  EXPECT_EQ(count_bytes(least_wide_counts), 8u);
  for (uint64_t n : {uint64_t{1} << 32, uint64_t{5} << 30, uint64_t{1} << 36})
    for (Items items : all_items) {
      const LaunchPlan l = launches_for(n, items, true, large);
      EXPECT_EQ(l.algorithm, Algorithm::one_sweep);
      EXPECT_EQ(l.sweep.keys_per_thread, max_sweep_keys(items, Card::large));
      const uint64_t words = l.sweep.tiles * 256 * key_bytes_of(items) * 8;
      EXPECT_GE(l.scratch_bytes, n * key_bytes_of(items) + words);
    }
}

TEST(SweepSizes, SquareRootsAreThoseOfTheNextWholeNumber) {
  for (uint64_t x : {0u, 1u, 2u, 4u, 5u, 99u, 100u, 101u, 1u << 30}) {
    const uint64_t root = square_root(x);
    EXPECT_TRUE(root * root >= x && (root == 0 || (root - 1) * (root - 1) < x)) << x;
  }
}

/// Arrays as they should be, of pairs, and one change each.
TEST(SweepSizes, ArraysThatOverlapOrBeginAnywhereAreRefused) {
  const auto at = [](uint64_t address) { return reinterpret_cast<void*>(address); };
  const auto words = [&](uint64_t address) { return static_cast<uint32_t*>(at(address)); };
  constexpr uint64_t n = 1000, mb = 1 << 20;
  const Arrays good{at(mb), at(2 * mb), words(3 * mb + 4), words(4 * mb + 8)};
  const Scratch scratch{at(5 * mb), mb};
  const auto refusal = [&](auto change) {
    Arrays arrays = good;
    Scratch memory = scratch;
    change(arrays, memory);
    return refusal_of_arrays(Items::pairs, arrays, n, memory);
  };
  const auto has = [](const std::string& sentence, const char* part) {
    return sentence.find(part) != sentence.npos;
  };
  EXPECT_EQ(refusal([](Arrays&, Scratch&) {}), "");
  EXPECT_EQ(refusal_of_arrays(Items::keys32, {at(mb), at(2 * mb)}, n, {nullptr, 0}), "");
  EXPECT_EQ(refusal_of_arrays(Items::keys64, {nullptr, nullptr}, 0, {nullptr, 0}), "");
  EXPECT_TRUE(has(refusal([&](Arrays& a, Scratch&) { a.keys = at(mb + 4); }),
                  "the keys begin at no multiple of 16 bytes"));
  EXPECT_TRUE(has(refusal([&](Arrays& a, Scratch&) { a.values = words(3 * mb + 2); }),
                  "the values begin at no multiple of 4 bytes"));
  EXPECT_TRUE(has(refusal([&](Arrays&, Scratch& s) { s.data = at(5 * mb + 16); }),
                  "the scratch memory begin at no multiple of 256 bytes"));
  EXPECT_TRUE(has(refusal([&](Arrays& a, Scratch&) { a.sorted_keys = nullptr; }),
                  "where the sorted keys begin"));
  EXPECT_TRUE(has(refusal([&](Arrays& a, Scratch&) { a.sorted_keys = at(mb + 4 * n - 16); }),
                  "the keys and the sorted keys do"));
  EXPECT_TRUE(has(refusal([&](Arrays& a, Scratch&) { a.sorted_values = words(2 * mb); }),
                  "the sorted keys and the sorted values do"));
  EXPECT_TRUE(has(refusal([&](Arrays& a, Scratch&) { a.sorted_keys = at(5 * mb + 256); }),
                  "the sorted keys and the scratch memory do"));
  EXPECT_EQ(refusal([&](Arrays& a, Scratch&) { a.sorted_keys = at(mb + 4 * n); }), "");
}

}  // namespace
