/// The arithmetic of the fast sorts' sizes: on which cards they run, and that a multiprocessor
/// holds as many blocks as their kernels are compiled for. (The launchers hold the same arithmetic
/// against the structs, at compile time.)
#include <gtest/gtest.h>

#include "kernels/sweep/sweep_sizes.hpp"

using namespace radix::sweep;

namespace {

struct Card {
  int compute;               ///< 75 means compute capability 7.5
  uint32_t shared_of_sm;     ///< bytes a multiprocessor has for blocks
  uint32_t shared_of_block;  ///< bytes a block may ask for
  uint32_t threads_of_sm;
};

/// CUDA C++ Programming Guide, table of technical specifications per compute capability.
constexpr Card cards[] = {{75, 64 << 10, 64 << 10, 1024},    {80, 164 << 10, 163 << 10, 2048},
                          {86, 100 << 10, 99 << 10, 1536},   {87, 164 << 10, 163 << 10, 1536},
                          {89, 100 << 10, 99 << 10, 1536},   {90, 228 << 10, 227 << 10, 2048},
                          {100, 228 << 10, 227 << 10, 2048}, {120, 100 << 10, 99 << 10, 1536}};

/// Blocks of `threads` and `bytes` that a multiprocessor of the card holds.
uint32_t at_once(const Card& card, uint32_t bytes, uint32_t threads = tile_threads) {
  const uint32_t reserved = card.compute >= 80 ? 1024 : 0;  // the runtime's own
  if (bytes > card.shared_of_block) return 0;
  return std::min(card.shared_of_sm / (bytes + reserved), card.threads_of_sm / threads);
}

TEST(SweepSizes, RunOnCardsWithSharedMemoryForAllTheirBlocks) {
  for (const Card& card : cards) {
    const bool large = card.shared_of_block >= (160u << 10);
    EXPECT_EQ(runs_with(card.shared_of_block), large) << card.compute;
  }
  EXPECT_FALSE(runs_with(needed_shared() - 1));
  EXPECT_TRUE(runs_with(needed_shared()));
}

TEST(SweepSizes, LeaveRoomForTheBlocksAtOnceThatWereTuned) {
  for (const Card& card : cards) {
    if (!runs_with(card.shared_of_block)) continue;
    const uint32_t tuned = card.shared_of_sm >= (228u << 10) ? 2 : 1;
    EXPECT_GE(at_once(card, partition_bytes(4, partition_keys(4))), tuned) << card.compute;
    EXPECT_GE(at_once(card, partition_bytes(8, partition_keys(8))), tuned) << card.compute;
    for (uint32_t count : {4u, 8u}) {
      EXPECT_GE(at_once(card, sweep_bytes(4, sweep_keys(4, false), count)), tuned) << card.compute;
      EXPECT_GE(at_once(card, sweep_bytes(4, sweep_keys(4, true), count)), tuned) << card.compute;
      EXPECT_GE(at_once(card, sweep_bytes(8, sweep_keys(8, false), count)), tuned) << card.compute;
    }
    EXPECT_GE(at_once(card, bucket_bytes(4, bucket_threads), bucket_threads), 2 * tuned)
        << card.compute;
  }
}

TEST(SweepSizes, TilesNumberTheirSlotsIn16Bits) {
  for (uint32_t bytes : {4u, 8u})
    for (bool pairs : {false, true}) EXPECT_LT(tile_threads * sweep_keys(bytes, pairs), 65536u);
  EXPECT_LT(counting_capacity(most_to_count), 65536u);
  EXPECT_LT(most_to_sort, most_to_count);
}

}  // namespace
