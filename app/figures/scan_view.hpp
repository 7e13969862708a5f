/// What the scan tree shows: which scan, which of its values, and the model of its memory accesses.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "../facts.hpp"
#include "rows.hpp"

namespace scope {

/// Values drawn at once. Longer scans show the whole blocks, or the one warp, of the selected
/// value.
inline constexpr uint32_t shown_values = 32;

/// A window on one scan.
struct ScanView {
  ScanArrays arrays;
  bool table = false;           ///< of the bucket table; else of the bits
  bool over_grid = true;        ///< false: the sums stay in their blocks (the bits of rung 2)
  uint32_t values = 0;          ///< in the whole scan
  uint32_t threads = 1;         ///< per block, one value each
  uint32_t blocks = 0;          ///< of the whole scan
  uint32_t begin = 0, end = 0;  ///< the values shown
  uint32_t ghosts = 0;          ///< threads after the last value that are drawn: they add 0
  Columns columns;              ///< of the values shown

  bool whole() const { return end - begin == values; }
  uint32_t thread(uint32_t i) const { return i % threads; }
  uint32_t block(uint32_t i) const { return i / threads; }
  uint32_t first_block() const { return begin / threads; }
  uint32_t last_block() const { return (end - 1) / threads; }
  float centre(uint32_t i) const { return columns.centre(i - begin); }
  Rect place(uint32_t i, float y) const { return slot(columns, i - begin, y, value_height); }
  /// The shown part of a block, from the left edge of its first value to the right edge of its
  /// last.
  Interval part(uint32_t block) const;
  float left(uint32_t block) const { return columns.x(part(block).begin - begin); }
  float right(uint32_t block) const {
    const uint32_t more = block == last_block() ? ghosts : 0;
    return columns.x(part(block).end - 1 + more - begin) + columns.cell;
  }
  float edge() const { return right(last_block()); }           ///< of everything
  uint32_t idle() const { return blocks * threads - values; }  ///< threads without a value
};

/// The scan this moment is about: that of the table from the table scan on, before it that of the
/// bits. At least one value.
ScanView scan_view(const Look& look);

/// Identity of the key a value belongs to; nobody for a table entry.
uint32_t owner_of(const radix::Array& keys, const ScanView& view, uint32_t i);

/// Threads of a block that add something at a level: those with a neighbour this far to the left.
constexpr uint32_t adding_threads(uint32_t threads, uint32_t distance) {
  return distance < threads ? threads - distance : 0;
}

/// Threads past the last value that add at a level all the same: what they add is 0 or a sum that
/// ends before them.
inline uint32_t idle_adding(const ScanView& view, uint32_t distance) {
  const uint32_t first = view.threads - view.idle();
  return view.threads - std::min(view.threads, std::max(first, distance));
}

inline constexpr uint32_t warp_lanes = 32, shared_banks = 32;  // words of 4 bytes

/// A model: extra turns a warp needs to read these words of shared memory, because several
/// different words lie in one bank. One word read by several lanes is read once.
uint32_t bank_conflicts(std::span<const uint32_t> words);

/// The most extra turns any warp of a block needs at a scan level, for s[t - distance] and for
/// s[t].
uint32_t level_conflicts(uint32_t threads, uint32_t distance);

}  // namespace scope
