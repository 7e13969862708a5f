/// What a block scan does, as pure functions: which thread adds what to what at every level, and
/// how many additions that makes. The levels are those of the kernels (kernels/scan/), without
/// running them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/engine/model/settings.hpp"

namespace scope {

using radix::warp_lanes;

/// What an element becomes at a level: the sum of these.
struct Operands {
  bool own = true;                ///< its own sum before the level
  std::optional<uint32_t> other;  ///< and that of this element; both missing: it becomes 0
  uint32_t warps = 0;             ///< and the last elements of this many warps, from the first on
};

/// The operands of element i (0-based, in the block) of a tree of `width` elements. An element that
/// does not change keeps its own.
Operands operands_of(const radix::ScanLevel& level, uint32_t i, uint32_t width);

/// True for the levels of a scan at which every thread changes the sum of its own element; in a
/// tree a thread works elsewhere at every level.
bool each_its_own(radix::ScanPhase phase);

/// The thread that changes element i; nothing when it does not change.
std::optional<uint32_t> worker_of(const radix::ScanLevel& level, uint32_t i, uint32_t width);

/// All elements of a block's tree after a level. (Blelloch's clear destroys the total: save it
/// first.)
std::vector<uint32_t> after_level(const radix::ScanLevel& level, const std::vector<uint32_t>& sums);

/// What one level costs one block.
struct LevelCost {
  radix::ScanPhase phase = radix::ScanPhase::across;
  uint32_t distance = 0;
  uint32_t active = 0;  ///< threads that change something
  uint32_t additions = 0;
};

/// What a whole scan costs one block.
struct ScanCost {
  std::vector<LevelCost> levels;
  uint32_t additions = 0;  ///< of all levels
};

/// Counted, not looked up. The closed forms for N = 2^k threads are Kogge–Stone N log2 N − (N − 1),
/// Brent–Kung 2N − 2 − log2 N, Blelloch 2(N − 1) additions (PMPP chapter 11). With warp shuffles W
/// = N / 32 warps make 129 W additions in registers, and then add 32 · W (W − 1) / 2 sums of warps;
/// the total of the block, which every thread adds up beside them, is not counted.
ScanCost scan_cost(radix::BlockScan scan, uint32_t threads);

}  // namespace scope
