/// Building blocks the figures share: where position i stands, how a key looks, block frames with
/// their threads. Figures differ in what they place, not in how a key is drawn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../look.hpp"
#include "../scene.hpp"

namespace scope {

/// Horizontal places of the N positions of a row, with a gap between thread blocks.
struct Columns {
  float left = 0;          ///< x of the first cell
  float cell = 42;         ///< width of a cell
  float gap = 6;           ///< between cells
  float block_gap = 26;    ///< between cells of different blocks (0 extra in `plain` rows)
  uint32_t count = 0;      ///< positions
  uint32_t per_block = 1;  ///< positions per block

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

/// Above this many keys a cell is a coloured bar, as high as its key or number is large. Only the
/// selected key is readable then: its cells are enlarged over their neighbours.
inline constexpr uint32_t readable_keys = 64;
constexpr bool as_bars(const Columns& columns) { return columns.count > readable_keys; }

/// Columns wide enough for the largest key of the problem with its mark and its binary.
Columns columns_of(const Look& look);

/// Width of a page with these columns, margins included.
float page_width(const Columns& columns);

/// How far the frame of a block stands out around its cells.
constexpr float frame_pad(const Columns& columns) { return columns.block_gap * 0.3f; }

/// An empty page with this title, and what it shows and where the sort is as subtitle.
Scene new_page(const Look& look, const Columns& columns, const char* number, const char* title);

/// Ends the page below y.
void end_page(Scene& scene, float y);

/// The bits of a key that are lit and give it its colour; nothing: plain keys.
using Lit = std::optional<radix::Digit>;

/// The digit of the pass once a step has looked at it.
Lit lit_digit(const Look& look);

/// One bit of it: the one a split sorts by.
Lit lit_split(const Look& look, uint32_t split);

/// Place of position i in a row at y.
inline Rect slot(const Columns& columns, uint32_t i, float y, float height) {
  return {columns.x(i), y, columns.cell, height};
}

/// Where each key stands: position by identity.
std::vector<uint32_t> places_of(const radix::Array& keys);

/// A key with its mark, its binary and the lit bits, tinted by their value.
Cell key_cell(const Look& look, Rect at, uint32_t key, uint32_t id, Lit lit);

/// An empty slot: nothing written there yet.
Cell empty_cell(Rect at);

/// A plain number (bit, count, index) that belongs to a key. A bar is full at the number of keys.
Cell value_cell(const Look& look, Rect at, uint32_t value, uint32_t id);

/// Whole row of an array of keys at height y; tags get the array's id and `row`.
void add_keys(Scene& scene, const Look& look, const Columns& columns, float y,
              const radix::Array& keys, Lit lit, uint32_t row = 0);

/// The same for keys that this step moved: each cell remembers its place in the row `before` at
/// `before_y`, so that the painter can show it on its way.
void add_moved_keys(Scene& scene, const Look& look, const Columns& columns, float y,
                    const radix::Array& keys, Lit lit, uint32_t row, const radix::Array& before,
                    float before_y);

/// Row of empty slots for an array that does not exist yet (bars: one slot per block); indices
/// below when `indices`.
void add_slots(Scene& scene, const Columns& columns, float y, float height, bool indices);

/// Row of numbers of an array with one value per key; `ids` says which key each belongs to.
void add_values(Scene& scene, const Look& look, const Columns& columns, float y,
                const radix::Array& array, const std::vector<uint32_t>& ids);

/// Label of a row, right-aligned in the left margin at the middle of a row of this height. A line
/// break in the text makes two lines; the second one is quiet.
void add_label(Scene& scene, const Columns& columns, float y, float height, const std::string& text,
               Ink ink = Ink::text);

/// Small position numbers under a row that ends at y; as many as fit. Returns the y below.
float add_indices(Scene& scene, const Columns& columns, float y);

/// One key on its way from a position of one row to a position of another.
struct Move {
  uint32_t id = nobody;
  uint32_t from = 0, to = 0;
  Ink ink = Ink::dim;
};

/// Where every key of `from` goes in `to` (both with identities), tinted by the lit bits.
std::vector<Move> moves_between(const radix::Array& from, const radix::Array& to, Lit lit);

/// Where every key of `from` goes by an array of destinations in the same order.
std::vector<Move> moves_by(const radix::Array& from, const radix::Array& destination, Lit lit);

/// One arrow per move from the row that ends at y0 to the row that begins at y1.
void add_moves(Scene& scene, const Columns& columns, float y0, float y1,
               const std::vector<Move>& moves, bool dashed = false);

/// Brackets under a row sorted by a digit: every bucket with its size; beside a bracket that is too
/// narrow for the words. Returns the y below.
float add_buckets(Scene& scene, const Columns& columns, float y, const std::vector<uint32_t>& sizes);

/// How many of these keys lie in every bucket of a digit.
std::vector<uint32_t> bucket_sizes(const radix::Array& keys, radix::Digit digit);

/// What a bucket is called: "zeros" and "ones" for one bit, else the digit in binary: "01".
std::string bucket_name(uint32_t bucket, radix::Digit digit);

/// A quiet sentence at the left edge of the columns, wrapped to the page. Returns the y below.
float add_sentence(Scene& scene, const Columns& columns, float y, const std::string& sentence);

/// Block frames with "block b", one wavy thread per key, t0, t1, … above it. Threads of the last
/// block that find no key are ghosts, or a number when there are many. Returns the y below.
float add_threads(Scene& scene, const Look& look, const Columns& columns, float y);

/// The same over a row of other keys than the pass's input: `ids` are the identities in that row.
float add_threads(Scene& scene, const Columns& columns, float y, const std::vector<uint32_t>& ids);

}  // namespace scope
