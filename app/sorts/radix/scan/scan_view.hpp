/// What the scan figures show: which scan, and which of its values are in the window.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "app/core/figures/kit/rows.hpp"
#include "app/core/model/block_scan.hpp"
#include "app/sorts/radix/facts.hpp"

namespace scope {

/// Elements drawn at once; half as many where they are wide. Longer scans show the whole blocks, or
/// a part of the one block, around the selected value.
inline constexpr uint32_t shown_values = 32;

/// A window on one scan. Every block scans `width` elements: one for each thread, and with
/// Blelloch's tree up to the next power of two. Shown are the elements begin … end - 1 of some
/// blocks.
struct ScanView {
  ScanArrays arrays;
  radix::BlockScan scan = radix::BlockScan::kogge_stone;
  bool table = false;      ///< of the bucket table; else of the bits
  bool over_grid = true;   ///< false: the sums stay in their blocks (sorts that sort in the block)
  uint32_t keys_each = 1;  ///< keys of a thread; more than 1: the sums of threads are scanned
  uint32_t values = 0;     ///< in the whole scan
  uint32_t threads = 1;    ///< per block, one value each
  uint32_t width = 1;      ///< elements of a block's tree
  uint32_t blocks = 0;     ///< of the whole scan
  uint32_t idle = 0;       ///< threads of the last block that have no value, or no key
  uint32_t watched = 0;    ///< index of the value to keep in sight
  uint32_t first_block = 0, last_block = 0;  ///< shown
  uint32_t begin = 0, end = 0;               ///< elements of each of them shown
  uint32_t last_end = 0;                     ///< the same for the scan's last block
  bool with_keys = false;  ///< the keys stand above, each block's values under its keys: a low page
                           ///< of a scan of few
  Columns columns;         ///< of the elements shown, and Blelloch's saved total after each block

  bool thread_sums() const { return keys_each > 1; }
  /// True where every level needs two barriers: all have read, all have written.
  bool two_barriers() const { return scan == radix::BlockScan::kogge_stone; }
  bool shuffles() const { return scan == radix::BlockScan::shuffles; }
  /// The warp of the elements shown, where that is only one: a part of a block.
  uint32_t warp() const { return begin / warp_lanes; }
  bool whole() const { return first_block == 0 && last_block + 1 == blocks && !part_of_block(); }
  bool part_of_block() const { return end - begin < width; }
  /// True when the word after the block's elements is drawn: Blelloch's scan saves the total
  /// there.
  bool saves_total() const { return scan == radix::BlockScan::blelloch && end == width; }
  /// Under the keys that word has no column: it stands in the gap after the block.
  uint32_t per_block() const { return end - begin + (saves_total() && !with_keys); }
  /// One past the last element of a block that is drawn.
  uint32_t end_of(uint32_t block) const { return block + 1 == blocks ? last_end : end; }
  /// Index of an element's value in the arrays of the scan; nothing for a thread past the end and
  /// for an element without a thread.
  std::optional<uint32_t> index(uint32_t block, uint32_t element) const {
    const uint32_t i = block * threads + element;
    return element < threads && i < values ? std::optional(i) : std::nullopt;
  }

  uint32_t column(uint32_t block, uint32_t element) const {
    return (block - first_block) * per_block() + element - begin;
  }
  float centre(uint32_t block, uint32_t element) const {
    return columns.centre(column(block, element));
  }
  Rect place(uint32_t block, uint32_t element, float y) const {
    return slot(columns, column(block, element), y, value_height);
  }
  float left(uint32_t block) const { return columns.x(column(block, begin)); }
  float right(uint32_t block) const { return place(block, end_of(block) - 1, 0).right(); }
  /// Where the saved total of a block stands.
  Rect total_place(uint32_t block, float y) const {
    if (!with_keys) return place(block, end, y);
    const float wide = std::max(columns.block_gap - 2, 22.f);
    return {right(block) + (columns.block_gap - wide) / 2, y, wide, value_height};
  }
  /// The right edge of a block with its saved total, and of everything.
  float outer_right(uint32_t block) const {
    return saves_total() && !with_keys ? total_place(block, 0).right() : right(block);
  }
  float edge() const { return outer_right(last_block); }
};

/// The scan this moment is about: that of the table from the table scan on, before it that of the
/// bits. At least one key, and a pass that sorts.
ScanView scan_view(const Moment& moment);

/// The scan of the table, or of the bits, whatever this moment is about.
ScanView scan_view(const Moment& moment, bool table);

/// True in a pass that scans nothing: the one that only reverses. (And without keys.)
bool scans_nothing(const Moment& moment);

/// The newest version of an array of this scan, or null: of the split at work, where it is one of
/// the bits' scan.
const radix::Array* known(const Moment& moment, const ScanView& view, radix::ArrayId id);

/// One value of it; nothing when the array or the index does not exist yet.
std::optional<uint32_t> known_value(const Moment& moment, const ScanView& view, radix::ArrayId id,
                                    uint32_t index);

/// Identity of the key a value belongs to; nobody for a table entry and for the sum of a thread.
uint32_t owner_of(const Moment& moment, const ScanView& view, uint32_t i);

/// All elements of a block before the first level; those without a value hold 0. Empty when the
/// values are not known yet.
std::vector<uint32_t> block_values(const Moment& moment, const ScanView& view, uint32_t block);

/// Threads past the last value (without a key) that change something at a level all the same.
uint32_t idle_active(const ScanView& view, const LevelCost& cost);

/// "block 2" or "scan block 2": what a block of this scan is called.
std::string block_name(const ScanView& view, uint32_t block);
/// What is scanned: "the scan of the bits".
text::Label scan_subject(const ScanView& view);

}  // namespace scope
