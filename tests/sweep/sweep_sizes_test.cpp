/// The arithmetic of the fast sorts' sizes: on which cards they run, and that a multiprocessor
/// holds as many blocks as their kernels are compiled for. (The launchers hold the same arithmetic
/// against the structs, at compile time.)
#include <gtest/gtest.h>

#include <vector>

#include "kernels/sweep/sweep_sizes.hpp"

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
    for (uint32_t count : {4u, 8u}) {
      const auto room = [&](uint32_t bytes, bool pairs) {
        return at_once(facts, sweep_bytes(bytes, sweep_keys(bytes, pairs, card), count));
      };
      EXPECT_GE(std::min({room(4, false), room(4, true), room(8, false)}), tuned) << facts.compute;
    }
    for (uint32_t bytes : {4u, 8u})
      EXPECT_GE(at_once(facts, all_digits_bytes(bytes, card), count_threads), 1u) << facts.compute;
    if (card == Card::small) continue;  // no hybrid
    for (uint32_t bytes : {4u, 8u})
      EXPECT_GE(at_once(facts, partition_bytes(bytes, partition_keys(bytes, card))), tuned)
          << facts.compute;
    EXPECT_GE(at_once(facts, bucket_bytes(4, bucket_threads), bucket_threads), 2 * tuned)
        << facts.compute;
  }
}

TEST(SweepSizes, TilesNumberTheirSlotsIn16Bits) {
  for (Card card : all_cards)
    for (uint32_t bytes : {4u, 8u})
      for (bool pairs : {false, true})
        EXPECT_LT(tile_threads * sweep_keys(bytes, pairs, card), 65536u);
  EXPECT_LT(counting_capacity(most_to_count), 65536u);
  EXPECT_LT(most_to_sort(Card::large), most_to_count);
}

/// Of 2^32 items and more a count has 64 bits, and the blocks of a grid number less than 2^31.
TEST(SweepSizes, HoldCountsOfMoreItemsThanAnIndexOf32BitsReaches) {
  for (uint64_t n : {(uint64_t{1} << 32) - 1, uint64_t{1} << 32, (uint64_t{1} << 32) + 1,
                     uint64_t{5} << 30, uint64_t{1} << 36})
    for (Card card : all_cards)
      for (uint32_t bytes : {4u, 8u})
        for (bool pairs : {false, true}) {
          if (pairs && bytes == 8) continue;
          const uint64_t tile = tile_threads * sweep_keys(bytes, pairs, card);
          const uint64_t tiles = sweep_tiles(n, bytes, pairs, card);
          EXPECT_TRUE((tiles - 1) * tile < n && n <= tiles * tile) << n;
          EXPECT_LT(tiles, uint64_t{1} << 31) << n;
          EXPECT_EQ(count_bytes(n), 8u);
          const uint64_t copy = n * (bytes + (pairs ? 4 : 0)), words = tiles * 256 * bytes * 8;
          EXPECT_GE(scratch_for(n, bytes, pairs, card), copy + words);
          EXPECT_LE(scratch_for(n, bytes, pairs, card), copy + words + (64u << 20)) << n;
        }
  // Two bits of a word say what it is
  EXPECT_EQ(count_bytes(least_wide_counts - 1), 4u);
  EXPECT_LE(least_wide_counts, uint64_t{1} << (8 * 4 - 2));
  EXPECT_EQ(count_bytes(least_wide_counts), 8u);
}

}  // namespace
