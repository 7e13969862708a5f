#include "block_scan.hpp"

#include <algorithm>

namespace scope {

using radix::ScanPhase;

namespace {

/// The element thread t works on at a level; nothing when it has no work. (On the way down it also
/// changes the one `distance` to its left.)
std::optional<uint32_t> element_of(const radix::ScanLevel& level, uint32_t t, uint32_t width) {
  const uint32_t d = level.distance;
  uint32_t k = t;
  switch (level.phase) {
    case ScanPhase::across: return t >= d && t < width ? std::optional(t) : std::nullopt;
    case ScanPhase::clear: return t == 0 ? std::optional(width - 1) : std::nullopt;
    case ScanPhase::up:
    case ScanPhase::down: k = 2 * d * (t + 1) - 1; break;
    case ScanPhase::fill: k = 2 * d * (t + 1) - 1 + d; break;
    case ScanPhase::lanes:
    case ScanPhase::carry: return level.changes(t, width) ? std::optional(t) : std::nullopt;
  }
  return k < width ? std::optional(k) : std::nullopt;
}

LevelCost level_cost(const radix::ScanLevel& level, uint32_t threads, uint32_t width) {
  LevelCost cost{.phase = level.phase, .distance = level.distance};
  for (uint32_t t = 0; t < threads; ++t) cost.active += element_of(level, t, width).has_value();
  for (uint32_t i = 0; i < width; ++i) {
    const Operands operands = operands_of(level, i, width);
    cost.additions += (operands.own && operands.other) + operands.warps;
  }
  return cost;
}

}  // namespace

Operands operands_of(const radix::ScanLevel& level, uint32_t i, uint32_t width) {
  if (!level.changes(i, width)) return {};
  const uint32_t d = level.distance;
  if (level.phase == ScanPhase::clear) return {.own = false};
  if (level.phase == ScanPhase::carry) return {.warps = i / warp_lanes};
  if (level.phase == ScanPhase::down && (i + 1) % (2 * d) != 0)
    return {.own = false, .other = i + d};
  return {.own = true, .other = i - d};
}

bool each_its_own(radix::ScanPhase phase) {
  return phase == ScanPhase::across || phase == ScanPhase::lanes || phase == ScanPhase::carry;
}

std::optional<uint32_t> worker_of(const radix::ScanLevel& level, uint32_t i, uint32_t width) {
  if (!level.changes(i, width)) return std::nullopt;
  const uint32_t d = level.distance;
  switch (level.phase) {
    case ScanPhase::across:
    case ScanPhase::lanes:
    case ScanPhase::carry: return i;
    case ScanPhase::clear: return 0;
    case ScanPhase::up:
    case ScanPhase::down: return i / (2 * d);
    case ScanPhase::fill: return (i - d) / (2 * d);
  }
  return std::nullopt;
}

std::vector<uint32_t> after_level(const radix::ScanLevel& level,
                                  const std::vector<uint32_t>& sums) {
  const auto width = static_cast<uint32_t>(sums.size());
  std::vector<uint32_t> after(width);
  for (uint32_t i = 0; i < width; ++i) {
    const Operands operands = operands_of(level, i, width);
    after[i] = (operands.own ? sums[i] : 0) + (operands.other ? sums[*operands.other] : 0);
    for (uint32_t w = 0; w < operands.warps; ++w) after[i] += sums[(w + 1) * warp_lanes - 1];
  }
  return after;
}

ScanCost scan_cost(radix::BlockScan scan, uint32_t threads) {
  ScanCost cost;
  const uint32_t width = radix::scan_width(scan, threads);
  for (const radix::ScanLevel& level : radix::levels_of(scan, threads)) {
    cost.levels.push_back(level_cost(level, threads, width));
    cost.additions += cost.levels.back().additions;
  }
  return cost;
}

}  // namespace scope
