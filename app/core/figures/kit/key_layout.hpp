/// Where position i of a row of keys stands. A row is as wide as its keys need, and is cut into the
/// blocks of the launches.
#pragma once

#include <algorithm>

#include "app/core/moment/moment.hpp"
#include "app/core/scene/scene.hpp"

namespace scope {

/// Horizontal places of the N positions of a row, with a gap between thread blocks.
struct Columns {
  float left = 0;                ///< x of the first cell
  float cell = 42;               ///< width of a cell
  float gap = 6;                 ///< between cells
  float block_gap = 26;          ///< between cells of different blocks (0 extra in `plain` rows)
  uint32_t count = 0;            ///< positions
  uint32_t per_block = 1;        ///< positions per block
  float words = 1;               ///< how much larger labels are on a page that is shown smaller
  uint32_t keys_per_thread = 1;  ///< positions of a thread
  radix::Ownership ownership = radix::Ownership::interleaved;  ///< which ones
  bool large = false;  ///< Moment::large: lower pages, larger digits, fewer words

  uint32_t threads() const { return std::max(1u, per_block / keys_per_thread); }  ///< per block
  /// The thread that works on position i, and which of its keys that is, counted from 0.
  uint32_t thread_of(uint32_t i) const { return shares().thread_of(i); }
  uint32_t round_of(uint32_t i) const { return shares().round_of(i); }
  radix::Shares shares() const { return {threads(), keys_per_thread, ownership}; }
  float x(uint32_t i) const {
    return left + static_cast<float>(i) * (cell + gap) +
           static_cast<float>(i / per_block) * (block_gap - gap);
  }
  float centre(uint32_t i) const { return x(i) + cell / 2; }
  float right() const { return count == 0 ? left : x(count - 1) + cell; }
};

/// Room kept free at the left of every figure for row labels, and around the page.
inline constexpr float margin = 24;
inline constexpr float label_width = 120;
inline constexpr float key_height = 48;
inline constexpr float value_height = 34;

/// Above this many keys a cell is a coloured bar, as high as its key or number is large; the
/// same with fewer keys if their page would be too wide to read. Only the selected key is readable
/// then, in a copy over its row.
inline constexpr uint32_t readable_keys = 64;
inline constexpr float least_readable = 28;  ///< narrower cells are bars
constexpr bool as_bars(const Columns& columns) { return columns.cell < least_readable; }

/// Columns for the keys of the problem, cut into blocks as the launches of this pass cut them. Few
/// keys: as wide as the widest needs with its mark, its binary and its value. More: only the
/// digit's bits under the key. Many: bars, so narrow that the page stays about as wide as a canvas.
Columns columns_of(const Moment& moment);

/// Width of a page with these columns, margins included.
float page_width(const Columns& columns);

/// One of two lengths: of the usual page, or of the low one that a projector shows larger.
constexpr float either(const Columns& columns, float usual, float large) {
  return columns.large ? large : usual;
}

/// Where the keys that a step starts with stand on a low page, whatever figure shows the step:
/// under their blocks' names and threads.
inline constexpr float low_keys_y = 70;
/// And where their bits stand, one by one, under the indices of the keys.
inline constexpr float low_bits_y = low_keys_y + key_height + 38;

/// How much larger the smallest texts are: on the wide page of few long keys, where they have room.
constexpr float small_words(const Columns& columns) {
  return columns.count <= 16 ? std::min(columns.words * columns.words, 1.35f) : 1;
}
/// Size of words that grow like those.
constexpr float label_size(const Columns& columns) { return 14 * small_words(columns); }
/// Size of the smallest texts: indices, thread names, heads.
constexpr float small_size(const Columns& columns) {
  return either(columns, 12, 14) * small_words(columns);
}

/// Of the row of keys; where one block has them all and threads without one, of its frame.
inline float middle_of(const Columns& columns) {
  if (columns.count == 0) return columns.left;
  const bool one = columns.count <= columns.per_block;
  const uint32_t last = std::max(columns.count, one ? columns.threads() : 0) - 1;
  return (columns.left + columns.x(last) + columns.cell) / 2;
}

/// How far the row goes to the right to stand over the middle of something wide; a little is not
/// worth it.
inline float to_middle(const Columns& columns, float middle) {
  const float way = middle - middle_of(columns);
  return way < margin ? 0 : way;
}

/// How far the frame of a block stands out around its cells.
constexpr float frame_pad(const Columns& columns) { return columns.block_gap * 0.3f; }

/// Place of position i in a row at y.
inline Rect slot(const Columns& columns, uint32_t i, float y, float height) {
  return {columns.x(i), y, columns.cell, height};
}

}  // namespace scope
