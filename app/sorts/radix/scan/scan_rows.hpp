/// The parts of the scan tree, from top to bottom, and what they share. Internal to scan_*.cpp.
#pragma once

#include "kernels/radix/radix_arrays.hpp"
#include "scan_view.hpp"

namespace scope {

inline constexpr float side_gap = 22;     ///< from the columns to the notes at the right
inline constexpr float side_width = 172;  ///< of those notes, at least

/// One finished or coming row of sums.
struct SumRow {
  float y = 0;
  radix::ArrayId array = radix::array::bits;
  uint32_t number = 0;                 ///< of the level; 0: the values themselves
  radix::ScanLevel level{};            ///< what it does
  const radix::Array* sums = nullptr;  ///< null: not computed yet
  bool current = false;                ///< made by the step just taken
  bool shown = true;                   ///< a low page shows those around the step only
  /// All elements of every shown block, replayed from the values: for those the trace has no place
  /// for. Empty when the row is not computed yet.
  std::vector<std::vector<uint32_t>> elements{};
};

/// Where several keys per thread are added up first: every thread's bits. Returns the y below.
float add_thread_bits(Scene& scene, const Moment& moment, const ScanView& view, float y);

/// And how its keys' numbers follow from the thread's. Returns the y below.
float add_thread_keys(Scene& scene, const Moment& moment, const ScanView& view, float above_y,
                      float y);

/// The same for one thread, in words: "Thread 1 of block 0 has 1 one before it. Its places have the
/// bits 0 and 1, so 1 and 1 ones stand before them." Empty before it is known.
std::string thread_example(const Moment& moment, const ScanView& view);

/// What is drawn of a scan: everything, or on a low page what this moment is about.
struct ScanPart {
  bool bits = true, shift = true,
       keys = true;                 ///< the threads' bits, the exclusive row, their keys' numbers
  uint32_t first = 0, last = none;  ///< rows of sums by SumRow::number
  bool grid = true;                 ///< what goes from block to block
};
ScanPart scan_part(const Moment& moment, const ScanView& view);

/// The scan inside the blocks: values, one row per level, the exclusive row. Returns the y below.
float add_block_scan(Scene& scene, const Moment& moment, const ScanView& view, const ScanPart& part,
                     float y);

/// Between two rows: what every element adds, which thread does it, the barriers.
void add_level_arrows(Scene& scene, const Moment& moment, const ScanView& view, const SumRow& above,
                      const SumRow& row);
void add_level_barriers(Scene& scene, const ScanView& view, const SumRow& above, const SumRow& row);

/// A dashed line through the blocks: no thread goes on before all are here.
void add_barrier(Scene& scene, const ScanView& view, float y, const std::string& meaning);

/// How far below a row of this scan the row of this level stands.
float level_room(const ScanView& view, const radix::ScanLevel& level);

/// Warp shuffles: the frame of the registers around the rows that a warp makes without a barrier.
void add_warp_frames(Scene& scene, const ScanView& view, const SumRow& first, const SumRow& last);

/// Warp shuffles: between the last row of the registers and that of the carry, the barrier, the
/// sums of all warps, and what every lane adds of them.
void add_carry(Scene& scene, const ScanView& view, const SumRow& above, const SumRow& row);
float carry_room();

/// From block to block: block sums, the running sum, and the finished scan. Returns the y below.
float add_grid_scan(Scene& scene, const Moment& moment, const ScanView& view, float y);

/// One number of a scan row, or an empty slot.
Cell scan_cell(const Moment& moment, const ScanView& view, Rect at, radix::ArrayId array,
               uint32_t index, std::optional<uint32_t> value, uint32_t owner);

/// A note at the right of the columns: a line, and a quiet one below it.
void add_side_note(Scene& scene, const ScanView& view, float y, const std::string& first,
                   const std::string& second = "");

}  // namespace scope
