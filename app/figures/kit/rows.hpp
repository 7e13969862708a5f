/// Building blocks the figures share: where position i stands, how a key looks, block frames with
/// their threads. Figures differ in what they place, not in how a key is drawn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/moment/moment.hpp"
#include "app/scene/scene.hpp"

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
  bool large = false;            ///< Look::large: lower pages, larger digits, fewer words

  uint32_t threads() const { return per_block / keys_per_thread; }  ///< per block
  /// The thread that works on position i, and the how manieth of its keys that is, from 0.
  uint32_t thread_of(uint32_t i) const {
    const uint32_t place = i % per_block;
    return ownership == radix::Ownership::interleaved ? place % threads() : place / keys_per_thread;
  }
  uint32_t round_of(uint32_t i) const {
    const uint32_t place = i % per_block;
    return ownership == radix::Ownership::interleaved ? place / threads() : place % keys_per_thread;
  }
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

/// Above this many keys a cell is a coloured bar, as high as its key or number is large; so it is
/// with fewer keys whose page would be too wide to read. Only the selected key is readable then:
/// its cells are enlarged over their neighbours.
inline constexpr uint32_t readable_keys = 64;
inline constexpr float least_readable = 28;  ///< narrower cells are bars
constexpr bool as_bars(const Columns& columns) { return columns.cell < least_readable; }

/// Columns for the keys of the problem, cut into blocks as the launches of this pass cut them. Few
/// keys: as wide as the widest needs with its mark, its binary and its value. More: only the
/// digit's bits under the key. Many: bars, so narrow that the page stays about as wide as a canvas.
Columns columns_of(const Look& look);

/// Width of a page with these columns, margins included.
float page_width(const Columns& columns);

/// One of two lengths: of the usual page, or of the low one that a projector shows larger.
constexpr float either(const Columns& columns, float usual, float large) {
  return columns.large ? large : usual;
}

/// Size of the smallest texts: indices, thread names, heads.
constexpr float small_size(const Columns& columns) { return either(columns, 12, 14); }

/// How far the frame of a block stands out around its cells.
constexpr float frame_pad(const Columns& columns) { return columns.block_gap * 0.3f; }

/// An empty page with this title, and what it shows and where the sort is as subtitle.
Scene new_page(const Look& look, const Columns& columns, const char* number, const char* title);

/// Ends the page below y.
void end_page(Scene& scene, float y);

/// The bits of a key that are lit and give it its colour; nothing: plain keys.
using Lit = std::optional<radix::Digit>;

/// The mark of a key in its problem, and the value it carries as it is written ("→30"); "" for
/// none.
std::string mark_of(const radix::Problem& problem, uint32_t id);
std::string note_of(const radix::Problem& problem, uint32_t id);

/// "6a", or with a value "80b →29": a key in a sentence.
std::string key_words(const radix::Problem& problem, uint32_t id);

/// Size of the keys' digits, and width of a key's texts with its mark at that size.
float key_size(const radix::Problem& problem, bool large);
float value_width(const std::string& text, float size, const std::string& mark);

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

/// A key with its mark, its value, its binary and the lit bits, tinted by the digit they make. Bits
/// behind the lit ones are sorted already and brighter.
Cell key_cell(const Look& look, Rect at, uint32_t key, uint32_t id, Lit lit);

/// An empty slot: nothing written there yet.
Cell empty_cell(Rect at);

/// A plain number (bit, count, index) that belongs to a key. A bar is full at the number of keys.
Cell value_cell(const Look& look, Rect at, uint32_t value, uint32_t id);

/// The digit of this pass of a key, in binary as large as it fits; a full bar when narrow.
Cell digit_cell(const Look& look, Rect at, uint32_t id);

/// The place of position i in a row, enlarged when it is the selected key among bars.
Rect key_place(const Look& look, const Columns& columns, uint32_t i, float y, float height,
               uint32_t id);

/// Adds a row of cells; an enlarged one last, so that it lies over its neighbours.
void add_cell_row(Scene& scene, const Look& look, const Columns& columns, std::vector<Cell> cells);

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
/// break in the text makes another line; all but the first are quiet.
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
float add_buckets(Scene& scene, const Columns& columns, float y,
                  const std::vector<uint32_t>& sizes);

/// Where brackets leave nothing to see: "10: 0" under the place of every empty bucket of a wide
/// digit, as far as there is room; of a digit of many bits, how many are empty. `y` is where the
/// brackets end. Returns the y below.
float add_empty_buckets(Scene& scene, const Columns& columns, float y,
                        const std::vector<uint32_t>& sizes);

/// How many of these keys lie in every bucket of a digit.
std::vector<uint32_t> bucket_sizes(const radix::Array& keys, radix::Digit digit);

/// What a bucket is called: "zeros" and "ones" for one bit, else the digit in binary: "01".
std::string bucket_name(uint32_t bucket, radix::Digit digit);

/// Why the small bits are not the key's own: "", or one sentence for signed and float keys and for
/// a descending order.
std::string ordered_bits_words(const radix::Problem& problem);

/// A quiet sentence at the left edge of the columns, wrapped to the page. Returns the y below.
float add_sentence(Scene& scene, const Columns& columns, float y, const std::string& sentence);

/// Block frames with "block b", one wavy thread per key, t0, t1, … above it. A thread with several
/// keys stands over its first one and is named again over the others. Threads of the last block
/// that find no key are ghosts, or a number when there are many. Returns the y below.
float add_threads(Scene& scene, const Look& look, const Columns& columns, float y);

/// The same over a row of other keys than the pass's input: `ids` are the identities in that row.
/// The names of the thread that has the selected key stand out.
float add_threads(Scene& scene, const Columns& columns, float y, const std::vector<uint32_t>& ids,
                  uint32_t selected = nobody);

}  // namespace scope
