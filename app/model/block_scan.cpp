#include "block_scan.hpp"

#include <algorithm>
#include <set>

namespace scope {

using radix::Sweep;

namespace {

/// The element thread t works on at a level; nothing when it has no work. (On the way down it also
/// changes the one `distance` to its left.)
std::optional<uint32_t> element_of(const radix::ScanLevel& level, uint32_t t, uint32_t width) {
  const uint32_t d = level.distance;
  uint32_t k = t;
  switch (level.sweep) {
    case Sweep::across: return t >= d && t < width ? std::optional(t) : std::nullopt;
    case Sweep::clear: return t == 0 ? std::optional(width - 1) : std::nullopt;
    case Sweep::up:
    case Sweep::down: k = 2 * d * (t + 1) - 1; break;
    case Sweep::fill: k = 2 * d * (t + 1) - 1 + d; break;
    case Sweep::lanes:
    case Sweep::carry: return level.changes(t, width) ? std::optional(t) : std::nullopt;
  }
  return k < width ? std::optional(k) : std::nullopt;
}

/// The last lane of a warp writes its sum; then every thread reads the sums of all warps.
std::vector<std::optional<uint32_t>> carry_accesses(uint32_t t, uint32_t threads) {
  const uint32_t warps = (threads + warp_lanes - 1) / warp_lanes;
  const bool last = t % warp_lanes == warp_lanes - 1 || t + 1 == threads;
  std::vector<std::optional<uint32_t>> words{last ? std::optional(t / warp_lanes) : std::nullopt};
  for (uint32_t w = 0; w < warps; ++w) words.emplace_back(w);
  return words;
}

}  // namespace

std::vector<std::optional<uint32_t>> accesses_of(const radix::ScanLevel& level, uint32_t t,
                                                 uint32_t width) {
  const auto k = element_of(level, t, width);
  const auto left = k ? std::optional(*k - level.distance) : std::nullopt;
  switch (level.sweep) {
    case Sweep::across: return {left, t, t};  // left = s[t - d]; s[t] = s[t] + left
    case Sweep::clear: return {k, k};         // total = s[last]; s[last] = 0
    case Sweep::up:
    case Sweep::fill: return {left, k, k};  // s[k] = s[k] + s[k - d]
    case Sweep::down:
      return {left, k, left, k, k};  // left = s[k - d]; s[k - d] = s[k]; s[k] += left
    case Sweep::lanes: return {};    // a shuffle: from register to register
    case Sweep::carry: return carry_accesses(t, width);
  }
  return {};
}

namespace {

/// The most extra turns any access of this warp needs.
uint32_t warp_conflicts(const radix::ScanLevel& level, uint32_t begin, uint32_t end, uint32_t width,
                        uint32_t banks) {
  std::vector<std::vector<uint32_t>> words;
  for (uint32_t t = begin; t < end; ++t) {
    const auto accesses = accesses_of(level, t, width);
    words.resize(accesses.size());
    for (std::size_t a = 0; a < accesses.size(); ++a)
      if (accesses[a]) words[a].push_back(*accesses[a]);
  }
  uint32_t most = 0;
  for (const auto& access : words) most = std::max(most, bank_conflicts(access, banks));
  return most;
}

LevelCost level_cost(const radix::ScanLevel& level, uint32_t threads, uint32_t width,
                     uint32_t lanes, uint32_t banks) {
  LevelCost cost{.sweep = level.sweep, .distance = level.distance};
  for (uint32_t t = 0; t < threads; ++t) cost.active += element_of(level, t, width).has_value();
  for (uint32_t i = 0; i < width; ++i) {
    const Operands operands = operands_of(level, i, width);
    cost.additions += (operands.own && operands.other) + operands.warps;
  }
  for (uint32_t t = 0; t < threads; t += lanes)
    cost.bank_conflicts = std::max(
        cost.bank_conflicts, warp_conflicts(level, t, std::min(threads, t + lanes), width, banks));
  return cost;
}

}  // namespace

Operands operands_of(const radix::ScanLevel& level, uint32_t i, uint32_t width) {
  if (!level.changes(i, width)) return {};
  const uint32_t d = level.distance;
  if (level.sweep == Sweep::clear) return {.own = false};
  if (level.sweep == Sweep::carry) return {.warps = i / warp_lanes};
  if (level.sweep == Sweep::down && (i + 1) % (2 * d) != 0) return {.own = false, .other = i + d};
  return {.own = true, .other = i - d};
}

std::optional<uint32_t> worker_of(const radix::ScanLevel& level, uint32_t i, uint32_t width) {
  if (!level.changes(i, width)) return std::nullopt;
  const uint32_t d = level.distance;
  switch (level.sweep) {
    case Sweep::across:
    case Sweep::lanes:
    case Sweep::carry: return i;
    case Sweep::clear: return 0;
    case Sweep::up:
    case Sweep::down: return i / (2 * d);
    case Sweep::fill: return (i - d) / (2 * d);
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

ScanCost scan_cost(radix::BlockScan scan, uint32_t threads, uint32_t lanes, uint32_t banks) {
  ScanCost cost;
  const uint32_t width = radix::scan_width(scan, threads);
  for (const radix::ScanLevel& level : radix::levels_of(scan, threads)) {
    cost.levels.push_back(level_cost(level, threads, width, lanes, banks));
    cost.additions += cost.levels.back().additions;
    cost.bank_conflicts += cost.levels.back().bank_conflicts;
  }
  return cost;
}

uint32_t bank_conflicts(std::span<const uint32_t> words, uint32_t banks) {
  std::vector<std::set<uint32_t>> reached(banks);
  for (uint32_t word : words) reached[word % banks].insert(word);
  std::size_t most = 1;
  for (const auto& bank : reached) most = std::max(most, bank.size());
  return static_cast<uint32_t>(most - 1);
}

}  // namespace scope
