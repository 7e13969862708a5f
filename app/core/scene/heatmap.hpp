/// What a count in a heat map looks like and means; the same for every painter.
///
/// The colours of a sort span a factor of 256: spread evenly, each of a column's 256 cells has
/// 1/256 of its keys; sorted, one cell has all. So the scale is logarithmic, with a place for
/// nothing:
///     amount = log2(1 + load) / log2(1 + full),  load = count / even
///     load      0      1      4      16     64     256
///     amount    0      0.12   0.29   0.51   0.75   1          (full = 256)
/// Stripes halve from pass to pass, their cells double, and the colours go on by equal steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "colour_map.hpp"
#include "scene.hpp"

namespace scope {

/// Place on the colour scale, 0…1, of this many times an even spread.
double amount_of(double load, double full);
/// And back.
double load_of(double amount, double full);

/// count / even of every cell, row by row from the bottom.
std::vector<float> loads_of(const Heatmap& map);

/// The positions of a column, and the keys of a row: first and last.
struct Span {
  uint64_t first = 0, last = 0;
};
Span positions_of(const Heatmap& map, uint32_t column);
Span keys_of(const Heatmap& map, uint32_t row);

/// What the cell under a point says: "after pass 3: positions 0 to 65,535, keys 0x3f000000 to
/// 0x3fffffff: 1,024 keys, 4 times an even spread". "" where there is no cell.
std::string heatmap_tip(const Scene& scene, Vec point);

/// One pixel per cell, as a PNG file.
std::string heatmap_png(const Heatmap& map, const ColourMap& colours);

/// "1,024"
std::string grouped(uint64_t value);

}  // namespace scope
