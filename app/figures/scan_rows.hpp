/// The two halves of the scan tree. Internal to scan_tree.cpp.
#pragma once

#include "scan_view.hpp"

namespace scope {

inline constexpr float side_gap = 22;     ///< from the columns to the notes at the right
inline constexpr float side_width = 172;  ///< of those notes

/// The scan inside the blocks: values, one row per level, the exclusive row. Returns the y below.
float add_block_scan(Scene& scene, const Look& look, const ScanView& view, float y);

/// From block to block: block sums, the running sum, and the finished scan. Returns the y below.
float add_grid_scan(Scene& scene, const Look& look, const ScanView& view, float y);

/// One number of a scan row, or an empty slot. `row` tells rows of one array apart.
Cell scan_cell(const Look& look, const ScanView& view, Rect at, radix::ArrayId array,
               uint32_t index, std::optional<uint32_t> value, uint32_t owner);

/// A note at the right of the columns: a line, and a quiet one below it.
void add_side_note(Scene& scene, const ScanView& view, float y, const std::string& first,
                   const std::string& second = "");

}  // namespace scope
