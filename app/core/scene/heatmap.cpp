#include "heatmap.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

#include "app/core/base/png.hpp"
#include "app/core/base/text.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

std::string hex_key(uint64_t key, uint32_t bits) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%0*llx", static_cast<int>((bits + 3) / 4),
                static_cast<unsigned long long>(key));
  return text;
}

std::string tip_of(const Heatmap& map, uint32_t column, uint32_t row) {
  const uint32_t count = map.counts[row * map.columns + column];
  const Span where = positions_of(map, column), which = keys_of(map, row);
  return text::all::heatmap_cell({.count = count,
                                  .first = grouped(where.first),
                                  .keys = grouped(count),
                                  .last = grouped(where.last),
                                  .low = hex_key(which.first, map.key_bits),
                                  .name = map.name,
                                  .one_key = which.first == which.last,
                                  .one_place = where.first == where.last,
                                  .times = short_number(count / map.even),
                                  .top = hex_key(which.last, map.key_bits)});
}

}  // namespace

double amount_of(double load, double full) {
  return std::min(std::log2(1 + load) / std::log2(1 + full), 1.0);
}
double load_of(double amount, double full) { return std::exp2(amount * std::log2(1 + full)) - 1; }

std::vector<float> loads_of(const Heatmap& map) {
  std::vector<float> loads;
  loads.reserve(map.counts.size());
  for (uint32_t count : map.counts) loads.push_back(static_cast<float>(count / map.even));
  return loads;
}

Span positions_of(const Heatmap& map, uint32_t column) {
  const auto first = [&](uint64_t c) {
    return (c * map.positions + map.columns - 1) / map.columns;
  };
  const uint64_t begin = first(column);
  return {begin, std::max(first(column + 1), begin + 1) - 1};
}

Span keys_of(const Heatmap& map, uint32_t row) {
  const auto top = static_cast<uint32_t>(std::countr_zero(map.rows));  // rows are a power of two
  const uint32_t low = map.key_bits > top ? map.key_bits - top : 0;
  const uint64_t first = uint64_t{row} << low;
  return {first, first + ((uint64_t{1} << low) - 1)};
}

std::string heatmap_tip(const Scene& scene, Vec point) {
  for (const Heatmap& map : scene.heatmaps) {
    if (map.name.empty() || !map.at.holds(point)) continue;
    const auto part = [](float place, float length, uint32_t count) {
      return std::min(static_cast<uint32_t>(place / length * static_cast<float>(count)), count - 1);
    };
    return tip_of(map, part(point.x - map.at.x, map.at.w, map.columns),
                  map.rows - 1 - part(point.y - map.at.y, map.at.h, map.rows));
  }
  return "";
}

std::string heatmap_png(const Heatmap& map, const ColourMap& colours) {
  std::vector<uint8_t> pixels;
  pixels.reserve(3 * map.counts.size());
  for (uint32_t count : map.counts) {
    const Colour colour =
        colour_of(colours, static_cast<float>(amount_of(count / map.even, map.full)));
    pixels.insert(pixels.end(), {colour.r, colour.g, colour.b});
  }
  return png_of(map.columns, map.rows, pixels, PixelRows::from_bottom);
}

std::string grouped(uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

}  // namespace scope
