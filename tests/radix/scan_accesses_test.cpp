// What a block scan asks of shared memory, as its kernel did it, and the model of the banks.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "app/sorts/radix/scan/scan_accesses.hpp"
#include "tests/support/looks.hpp"

namespace scope {
namespace {

using radix::BlockScan;
using radix::ScanPhase;

Numbers conflicts_of(BlockScan scan, uint32_t threads, uint32_t lanes = 32, uint32_t banks = 32) {
  return bank_conflicts(*scan_accesses(scan, threads), lanes, banks);
}

TEST(BankModel, CountsDifferentWordsOfOneBank) {
  Numbers neighbours, stride2, stride32, same(32, 5);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    neighbours.push_back(lane + 7);
    stride2.push_back(lane * 2);
    stride32.push_back(lane * 32);
  }
  EXPECT_EQ(bank_conflicts(neighbours), 0u);
  EXPECT_EQ(bank_conflicts(same), 0u);
  EXPECT_EQ(bank_conflicts(stride2), 1u);
  EXPECT_EQ(bank_conflicts(stride32), 31u);
  EXPECT_EQ(bank_conflicts(Numbers{}), 0u);
}

TEST(ScanAccesses, ShufflesAskSharedMemoryOnlyForTheSumsOfWarps) {
  for (uint32_t threads : {2u, 16u, 32u, 33u, 100u, 1024u}) {
    const auto levels = radix::levels_of(BlockScan::shuffles, threads);
    const auto all = scan_accesses(BlockScan::shuffles, threads);
    ASSERT_EQ(all->size(), levels.size()) << threads;
    const uint32_t warps = (threads + 31) / 32;
    for (std::size_t l = 0; l < levels.size(); ++l) {
      const auto& accesses = (*all)[l];
      ASSERT_EQ(accesses.size(), levels[l].phase == ScanPhase::carry ? 1 + warps : 0) << threads;
      if (accesses.empty()) continue;
      EXPECT_EQ(accesses[0].touch, radix::Touch::write);
      for (uint32_t t = 0; t < threads; ++t) {
        EXPECT_EQ(accesses[0].words[t].has_value(), t % 32 == 31 || t + 1 == threads)
            << "the last lane writes";
        EXPECT_EQ(accesses[0].words[t].value_or(t / 32), t / 32);
        for (uint32_t w = 0; w < warps; ++w)
          EXPECT_EQ(accesses[1 + w].words[t], w) << "all read all, one after the other";
      }
      EXPECT_EQ(conflicts_of(BlockScan::shuffles, threads), Numbers(levels.size(), 0));
    }
  }
}

// What the program's own kernels do, by hand. Kogge–Stone keeps its sum in a register: it reads one
// word a level, not two.
TEST(ScanAccesses, OfEveryLevelByHand) {
  for (uint32_t threads : {2u, 5u, 16u, 33u, 1024u}) {
    uint32_t d = 1;
    for (const auto& level : *scan_accesses(BlockScan::kogge_stone, threads)) {
      ASSERT_EQ(level.size(), 2u) << threads;
      EXPECT_EQ(level[0].touch, radix::Touch::read);
      EXPECT_EQ(level[1].touch, radix::Touch::write);
      for (uint32_t t = 0; t < threads; ++t) {
        EXPECT_EQ(level[0].words[t], t >= d ? std::optional(t - d) : std::nullopt);
        EXPECT_EQ(level[1].words[t], t);
      }
      d *= 2;
    }
    EXPECT_GE(d, threads);
  }
  // Brent–Kung, 8 threads, distance 2 on the way up: word 4(t + 1) − 1, and the one 2 to its left
  const auto& up = (*scan_accesses(BlockScan::brent_kung, 8))[1];
  ASSERT_EQ(up.size(), 3u);
  using Words = std::vector<std::optional<uint32_t>>;
  const auto none = std::nullopt;
  std::vector<Words> words;
  for (const ScanAccess& access : up) words.push_back(access.words);
  std::ranges::sort(words);
  const Words left{1, 5, none, none, none, none, none, none},
      own{3, 7, none, none, none, none, none, none};
  EXPECT_EQ(words, (std::vector<Words>{left, own, own}));
  // Blelloch saves the total behind the last word, then clears that
  const auto& clear = (*scan_accesses(BlockScan::blelloch, 8))[3];
  ASSERT_EQ(clear.size(), 3u);
  EXPECT_EQ(clear[0].words[0], 7u);
  EXPECT_EQ(clear[1].words[0], 8u);
  EXPECT_EQ(clear[2].words[0], 7u);
}

TEST(BankModel, KoggeStoneHasNone) {
  for (uint32_t threads = 1; threads <= 1024; threads = threads * 3 / 2 + 1)
    for (const uint32_t turns : conflicts_of(BlockScan::kogge_stone, threads))
      EXPECT_EQ(turns, 0u) << threads;
}

// In a tree lane t works on word 2d(t + 1) − 1: neighbours are 2d words apart. Of 32 banks that
// leaves 32 / 2d in use, so up to min(2d, active lanes) lanes meet in one bank. A stride of 16
// words (d = 8) leaves banks 15 and 31: of 32 active lanes 16 meet in each, that is 15 extra turns.
TEST(BankModel, TreesOfAThousandThreadsByHand) {
  const Numbers up{1, 3, 7, 15, 31, 15, 7, 3, 1, 0};
  //   d =         1  2  4   8  16  32 64 … ; 32, 32, 32, 32, 32, 16, 8, 4, 2, 1 active lanes of
  //   warp 0
  const Numbers blelloch = conflicts_of(BlockScan::blelloch, 1024);
  ASSERT_EQ(blelloch.size(), 21u);
  EXPECT_EQ(Numbers(blelloch.begin(), blelloch.begin() + 10), up);
  EXPECT_EQ(blelloch[10], 0u);  // the clear: one thread
  EXPECT_EQ(Numbers(blelloch.rbegin(), blelloch.rbegin() + 10), up);

  // Filling down from d = 256: word 2d(t + 1) − 1 + d, one lane less than on the way up.
  const Numbers brent_kung = conflicts_of(BlockScan::brent_kung, 1024);
  ASSERT_EQ(brent_kung.size(), 19u);
  EXPECT_EQ(Numbers(brent_kung.begin(), brent_kung.begin() + 10), up);
  // Active lanes of warp 0 are 1, 3, 7, 15, 31, then 32; from d = 16 up all meet in one bank.
  EXPECT_EQ(Numbers(brent_kung.begin() + 10, brent_kung.end()),
            (Numbers{0, 2, 6, 14, 30, 15, 7, 3, 1}));
}

TEST(BankModel, SmallBlocksHaveFew) {
  EXPECT_EQ(conflicts_of(BlockScan::blelloch, 16), Numbers(9, 0));  // 16 words: 16 banks
  // 64 words: at d = 1 lane 0 reads word 0 and lane 16 word 32, both bank 0. At d = 2 lanes 0
  // and 8.
  const Numbers up{1, 1, 1, 1, 1, 0};
  const Numbers of64 = conflicts_of(BlockScan::blelloch, 64);
  EXPECT_EQ(Numbers(of64.begin(), of64.begin() + 6), up);
}

TEST(BankModel, FollowsTheToyWarpAndBanks) {
  // 4 banks, warps of 4: at d = 1 lanes 0…3 read words 0 2 4 6: banks 0 2 0 2.
  const Numbers toy = conflicts_of(BlockScan::brent_kung, 8, 4, 4);
  EXPECT_EQ(toy[0], 1u);
  // At d = 2 lanes 0 and 1 read words 1 and 5: both bank 1.
  EXPECT_EQ(toy[1], 1u);
  EXPECT_EQ(toy[2], 0u);  // one lane
}

}  // namespace
}  // namespace scope
