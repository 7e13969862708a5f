// The model of a block scan: its levels add up to the exclusive scan, its counts follow the closed
// forms.
#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "app/core/model/block_scan.hpp"
#include "tests/support/looks.hpp"

namespace scope {
namespace {

using radix::BlockScan;
using radix::ScanPhase;

constexpr auto& scans = radix::block_scans;

Numbers actives_of(const ScanCost& cost) {
  Numbers all;
  for (const LevelCost& level : cost.levels) all.push_back(level.active);
  return all;
}

// ------------------------------------------------------------------------------ what is added

/// The exclusive sums a block has in the end, level by level; one number more, the total, is the
/// sum before the clear, or the last inclusive one.
Numbers scanned(BlockScan scan, const Numbers& values) {
  const auto threads = static_cast<uint32_t>(values.size());
  Numbers sums = values;
  sums.resize(radix::scan_width(scan, threads));
  uint32_t total = sums.back();
  for (const radix::ScanLevel& level : radix::levels_of(scan, threads)) {
    if (level.phase == ScanPhase::clear) total = sums.back();
    sums = after_level(level, sums);
  }
  sums.resize(threads);
  if (scan == BlockScan::blelloch) {
    sums.push_back(total);
  } else {
    sums.insert(sums.begin(), 0);
  }
  return sums;
}

TEST(ScanModel, EveryScanIsTheExclusiveScan) {
  for (BlockScan scan : scans)
    for (uint32_t threads : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 16u, 33u, 100u, 128u}) {
      const Numbers values = random_keys(threads, 5);
      Numbers expected(threads + 1, 0);
      std::partial_sum(values.begin(), values.end(), expected.begin() + 1);
      EXPECT_EQ(scanned(scan, values), expected) << static_cast<int>(scan) << " " << threads;
    }
}

TEST(ScanModel, AHundredThreadsInFourWarpsByHand) {
  Numbers sums(
      100,
      1);  // all ones: the lanes count to 32, and each warp has the 32 of those before it to add
  const auto levels = radix::levels_of(BlockScan::shuffles, 100);
  ASSERT_EQ(levels.size(), 6u);
  for (std::size_t l = 0; l < 5; ++l) sums = after_level(levels[l], sums);
  for (uint32_t i = 0; i < 100; ++i) EXPECT_EQ(sums[i], i % 32 + 1) << i;
  sums = after_level(levels[5], sums);
  for (uint32_t i = 0; i < 100; ++i) EXPECT_EQ(sums[i], i + 1) << i;
  EXPECT_EQ(operands_of(levels[5], 99, 100).warps, 3u);
  EXPECT_EQ(operands_of(levels[5], 31, 100).warps, 0u);
  EXPECT_EQ(worker_of(levels[5], 40, 100), 40u);
  EXPECT_FALSE(worker_of(levels[0], 32, 100)) << "the first lane of its warp";
}

TEST(ScanModel, BlellochsTraceOfTheChaptersBits) {
  Numbers sums{0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0};
  std::vector<Numbers> rows;
  for (const auto& level : radix::levels_of(BlockScan::blelloch, 16))
    rows.push_back(sums = after_level(level, sums));
  ASSERT_EQ(rows.size(), 9u);
  EXPECT_EQ(rows[0], (Numbers{0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, 1, 1}));
  EXPECT_EQ(rows[1], (Numbers{0, 1, 0, 2, 1, 1, 1, 2, 1, 1, 1, 3, 0, 0, 1, 1}));
  EXPECT_EQ(rows[3].back(), 8u);
  EXPECT_EQ(rows[4].back(), 0u);
  EXPECT_EQ(rows[5][7], 0u);   // left takes right's 0
  EXPECT_EQ(rows[5][15], 4u);  // right adds left's 4
  EXPECT_EQ(rows[8], (Numbers{0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 7, 8}));
}

TEST(ScanModel, OperandsAndWorkersByHand) {
  const radix::ScanLevel up2{ScanPhase::up, 2}, fill1{ScanPhase::fill, 1},
      down2{ScanPhase::down, 2};
  EXPECT_EQ(operands_of(up2, 3, 8).other, 1u);
  EXPECT_EQ(worker_of(up2, 3, 8), 0u);
  EXPECT_EQ(worker_of(up2, 7, 8), 1u);
  EXPECT_FALSE(worker_of(up2, 5, 8));
  EXPECT_EQ(operands_of(fill1, 2, 8).other, 1u);
  EXPECT_EQ(worker_of(fill1, 2, 8), 0u);
  EXPECT_EQ(worker_of(fill1, 6, 8), 2u);
  EXPECT_FALSE(worker_of(fill1, 0, 8));
  EXPECT_EQ(operands_of(down2, 5, 8).other, 7u);
  EXPECT_FALSE(operands_of(down2, 5, 8).own);
  EXPECT_EQ(operands_of(down2, 7, 8).other, 5u);
  EXPECT_TRUE(operands_of(down2, 7, 8).own);
  EXPECT_EQ(worker_of(down2, 5, 8), 1u);
  EXPECT_EQ(worker_of(down2, 7, 8), 1u);
}

// The kernels' own words: thread t works on k = 2d(t + 1) − 1 (+ d when filling).
TEST(ScanModel, WorkersAreTheKernels) {
  for (uint32_t threads : {1u, 3u, 5u, 16u, 33u})
    for (BlockScan scan : {BlockScan::brent_kung, BlockScan::blelloch}) {
      const uint32_t width = radix::scan_width(scan, threads);
      for (const auto& level : radix::levels_of(scan, threads)) {
        if (level.phase == ScanPhase::clear) continue;
        for (uint32_t t = 0; t < threads; ++t) {
          const uint32_t k = 2 * level.distance * (t + 1) - 1 +
                             (level.phase == ScanPhase::fill ? level.distance : 0);
          if (k >= width) continue;
          EXPECT_EQ(worker_of(level, k, width), t);
          EXPECT_EQ(operands_of(level, k, width).other, k - level.distance);
          if (level.phase != ScanPhase::down) continue;
          EXPECT_EQ(worker_of(level, k - level.distance, width), t);
        }
      }
    }
}

// ------------------------------------------------------------------------------ what it costs

TEST(ScanModel, ClosedFormsForPowersOfTwo) {
  for (uint32_t n = 1; n <= 1024; n *= 2) {
    const auto log = static_cast<uint32_t>(std::bit_width(n) - 1);
    EXPECT_EQ(scan_cost(BlockScan::kogge_stone, n).additions, n * log - (n - 1)) << n;
    EXPECT_EQ(scan_cost(BlockScan::brent_kung, n).additions, 2 * n - 2 - log) << n;
    EXPECT_EQ(scan_cost(BlockScan::blelloch, n).additions, 2 * (n - 1)) << n;
    const uint32_t warps = n / 32;  // of 32 lanes: 32 · 5 − 31 additions each
    EXPECT_EQ(scan_cost(BlockScan::shuffles, n).additions,
              n <= 32 ? n * log - (n - 1) : 129 * warps + 32 * warps * (warps - 1) / 2)
        << n;
  }
  EXPECT_EQ(scan_cost(BlockScan::kogge_stone, 16).additions, 49u);
  EXPECT_EQ(scan_cost(BlockScan::brent_kung, 16).additions, 26u);
  EXPECT_EQ(scan_cost(BlockScan::blelloch, 16).additions, 30u);
  EXPECT_EQ(scan_cost(BlockScan::shuffles, 16).additions, 49u);
}

TEST(ScanModel, ActiveThreadsOfSixteen) {
  EXPECT_EQ(actives_of(scan_cost(BlockScan::kogge_stone, 16)), (Numbers{15, 14, 12, 8}));
  EXPECT_EQ(actives_of(scan_cost(BlockScan::brent_kung, 16)), (Numbers{8, 4, 2, 1, 1, 3, 7}));
  EXPECT_EQ(actives_of(scan_cost(BlockScan::blelloch, 16)), (Numbers{8, 4, 2, 1, 1, 1, 2, 4, 8}));
}

TEST(ScanModel, OddBlocksByHand) {
  // 3 threads: Kogge–Stone 2 + 1; Brent–Kung 1 → (0,1), nothing has 3 to its left, then 2 adds 1.
  EXPECT_EQ(actives_of(scan_cost(BlockScan::kogge_stone, 3)), (Numbers{2, 1}));
  EXPECT_EQ(actives_of(scan_cost(BlockScan::brent_kung, 3)), (Numbers{1, 0, 1}));
  // Blelloch goes over 4 places, so thread 1 adds the empty place 3 too.
  EXPECT_EQ(actives_of(scan_cost(BlockScan::blelloch, 3)), (Numbers{2, 1, 1, 1, 2}));
  EXPECT_EQ(scan_cost(BlockScan::blelloch, 3).additions, 6u);
  // 5 threads: 8 places.
  EXPECT_EQ(actives_of(scan_cost(BlockScan::blelloch, 5)), (Numbers{4, 2, 1, 1, 1, 2, 4}));
}
}  // namespace
}  // namespace scope
