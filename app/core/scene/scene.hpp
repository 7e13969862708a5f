/// A figure as data: cells, arrows, frames, braces and text in figure units (1 unit = 1 px at
/// scale 1), x to the right, y down. No pixels, no colours: inks are roles that a Theme turns into
/// colours. The same Scene goes to the window (paint.cpp), to SVG (svg.cpp) and to the tests.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/engine/model/arrays.hpp"

namespace scope {

struct Vec {
  float x = 0, y = 0;
  friend bool operator==(const Vec&, const Vec&) = default;
};

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  float right() const { return x + w; }
  float bottom() const { return y + h; }
  Vec centre() const { return {x + w / 2, y + h / 2}; }
  Vec bottom_middle() const { return {x + w / 2, y + h}; }
  bool holds(Vec p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  friend bool operator==(const Rect&, const Rect&) = default;
};

/// Colour roles. digit0…digit3 are the book's order: blue, green, orange, gold; a ramp follows
/// whose neighbours differ for every eye. *_fill is the quiet tint behind a key of that digit.
enum class Ink : uint8_t {
  none,
  page,
  panel,
  raised,
  line,
  faint,
  dim,
  text,
  accent,
  select,
  good,
  warn,
  digit0,
  digit1,
  digit2,
  digit3,
  digit4,
  digit5,
  digit6,
  digit7,
  digit8,
  digit9,
  digit10,
  digit11,
  digit12,
  digit13,
  digit14,
  digit15,
  digit0_fill,
  digit1_fill,
  digit2_fill,
  digit3_fill,
  digit4_fill,
  digit5_fill,
  digit6_fill,
  digit7_fill,
  digit8_fill,
  digit9_fill,
  digit10_fill,
  digit11_fill,
  digit12_fill,
  digit13_fill,
  digit14_fill,
  digit15_fill,
  empty_fill,
  scale0,  ///< … scale0 + 15: the larger, the lighter
  scale0_fill = scale0 + 16,
  scale_end = scale0_fill + 16,
};
inline constexpr uint32_t ink_count = static_cast<uint32_t>(Ink::scale_end);
inline constexpr uint32_t digit_inks = 16;     ///< of digits that each have a colour
inline constexpr uint32_t own_digit_bits = 4;  ///< wider digits have a scale of as many steps

/// Of the inks from `own` on that of a digit of this many bits: its own, or its step of the scale.
/// What is numbered but no digit has no bits.
constexpr Ink digit_ink_from(Ink own, Ink scale, uint32_t digit, uint32_t bits) {
  return bits > own_digit_bits ? static_cast<Ink>(static_cast<uint32_t>(scale) +
                                                  (digit >> (bits - own_digit_bits)) % digit_inks)
                               : static_cast<Ink>(static_cast<uint32_t>(own) + digit % digit_inks);
}
constexpr Ink digit_ink(uint32_t digit, uint32_t bits = 0) {
  return digit_ink_from(Ink::digit0, Ink::scale0, digit, bits);
}
constexpr Ink digit_fill(uint32_t digit, uint32_t bits = 0) {
  return digit_ink_from(Ink::digit0_fill, Ink::scale0_fill, digit, bits);
}
constexpr bool is_scale(Ink ink) { return ink >= Ink::scale0 && ink < Ink::scale_end; }

enum class Face : uint8_t { ui, bold, mono };
enum class Anchor : uint8_t { left, middle, right };

using radix::none;
/// Width of the line around what is selected, in figure units.
inline constexpr float selected_width = 2.75f;

/// What a cell stands for, so that hovering it can find its kin.
struct Tag {
  radix::ArrayId array = radix::array::keys;
  uint32_t row = 0;            ///< tells rows of one array in one figure apart (13.1: the pass)
  uint32_t index = none;       ///< index in the array; none = not an array value
  uint32_t key = none;         ///< identity of the key it shows or belongs to
  uint32_t comparator = none;  ///< a click takes this one out of the 0–1 proof or puts it back
  friend bool operator==(const Tag&, const Tag&) = default;
};

/// Text; `at.x` is the anchor, `at.y` the middle of the x-height line (vertical centre).
struct Text {
  Vec at{};
  std::string text{};
  float size = 14;  ///< px at scale 1; at least 14 for words, 11 for binary and indices
  Ink ink = Ink::text;
  Face face = Face::ui;
  Anchor anchor = Anchor::middle;
  Tag tag{};
  float opacity = 1;  ///< 0…1, of pictures between two steps; what leaves the program is whole
  friend bool operator==(const Text&, const Text&) = default;
};

/// A box with a value: a key, a bit, a count. Rounded, thin edge.
struct Cell {
  std::string tip{};  ///< said in the status line while the mouse is over it; "" = nothing
  Rect at{};
  std::optional<Rect> from{};  ///< where it comes from while a move is animated (motion.hpp)
  uint32_t turn = none;        ///< what comes from elsewhere sets off in this order: its thread;
                               ///< none: in the order of Tag::index
  Ink fill = Ink::empty_fill;
  Ink edge = Ink::line;
  float edge_width = 1;
  bool dashed = false;   ///< nothing written yet
  bool hatched = false;  ///< odd buckets, so that colour is never the only sign
  std::string text{};    ///< decimal value; empty = nothing written yet
  Ink ink = Ink::text;
  float size = 18;
  Face face = Face::mono;
  std::string mark{};      ///< a, b, c … tells equal keys apart; small, right of the value
  std::string binary{};    ///< small second line; empty = none
  float binary_size = 11;  ///< of its quiet characters; the lit ones are larger
  bool halved = false;     ///< it stands in two lines, since one would be small; no note then
  uint32_t lit_begin = 0, lit_end = 0;  ///< characters of `binary` drawn in `lit`, the digit's ink
  Ink lit = Ink::text;
  Ink behind = Ink::dim;  ///< of the characters after the lit ones; text where they are sorted
  std::string note{};     ///< smallest last line: a value that travels with the key; or none
  Tag tag{};
  float opacity = 1;  ///< see Text
  friend bool operator==(const Cell&, const Cell&) = default;
};

enum class Path : uint8_t {
  straight,
  curve,  ///< leaves and arrives vertically
  wave,   ///< the book's wavy thread
  arc,    ///< leaves and arrives vertically on the same side (bows below)
};

struct Arrow {
  Vec from{}, to{};
  Path path = Path::curve;
  Ink ink = Ink::dim;
  float width = 1.25f;
  bool head = true;
  bool dashed = false;
  Tag tag{};          ///< drawn bold in Ink::select when its key is hovered or pinned
  float opacity = 1;  ///< see Text
  friend bool operator==(const Arrow&, const Arrow&) = default;
};

/// A rounded frame around things (block, shared memory); label above its top-left corner, or none.
struct Frame {
  Rect at{};
  Ink edge = Ink::line;
  Ink fill = Ink::none;
  float width = 1;
  float radius = 8;
  bool dashed = false;
  float opacity = 1;  ///< see Text
  friend bool operator==(const Frame&, const Frame&) = default;
};

/// A curly brace under (depth > 0) or over (depth < 0) the span x0…x1, with its label at the tip.
struct Brace {
  float x0 = 0, x1 = 0, y = 0, depth = 10;
  Ink ink = Ink::dim;
  std::string label{};
  float size = 16;
  float opacity = 1;  ///< see Text
  friend bool operator==(const Brace&, const Brace&) = default;
};

struct Line {
  Vec from{}, to{};
  Ink ink = Ink::line;
  float width = 1;
  bool dashed = false;
  float opacity = 1;  ///< see Text
  friend bool operator==(const Line&, const Line&) = default;
};

/// A field of counts, each cell a colour of the theme's map (colour_map.hpp): how many keys stand
/// at some positions and lie in some range. Row 0 is at the bottom. heatmap.hpp says what a count
/// looks like.
struct Heatmap {
  Rect at{};
  uint32_t columns = 0, rows = 0;
  std::vector<uint32_t> counts{};  ///< columns * rows, [row * columns + column]
  double even = 1;                 ///< count of every cell if all were spread evenly; above 0
  double full = 256;               ///< the scale ends at this many times `even`
  std::string name{};  ///< starts what is said about a cell under the mouse; "" = nothing is said
  uint64_t positions = 0;  ///< they lie under the columns, as evenly as they can
  uint32_t key_bits = 0;   ///< the rows are the most significant of these bits
  friend bool operator==(const Heatmap&, const Heatmap&) = default;
};

/// Drawn in this order: frames, heat maps, lines, arrows, cells, braces, texts.
struct Scene {
  float width = 0, height = 0;  ///< page; everything lies inside 0…width × 0…height
  std::string title{};          ///< "Figure 13.3"
  std::string subtitle{};       ///< what it shows · pass and stage
  std::string answer{};  ///< of a low page with a question of its own: what it answers, which
                         ///< stands large under it, in the place of the step's sentence
  float to_right = 0;  ///< the row of keys stands this much further right than in other figures, in
                       ///< the middle of a wider part; on_page moves those of its run likewise
  uint32_t pages = 1;  ///< of the picture; the subtitle says which one this is
  std::vector<Frame> frames{};
  std::vector<Heatmap> heatmaps{};
  std::vector<Line> lines{};
  std::vector<Arrow> arrows{};
  std::vector<Cell> cells{};
  std::vector<Brace> braces{};
  std::vector<Text> texts{};
  friend bool operator==(const Scene&, const Scene&) = default;
};

/// Adds words; none where the text is empty.
void add_words(Scene& scene, Vec at, std::string text, float size, Ink ink = Ink::text,
               Anchor anchor = Anchor::middle, Face face = Face::ui);

/// Every text of a scene with its box; values, marks, binaries and braces' labels included.
struct TextBox {
  Rect at;
  std::string text;
};
std::vector<TextBox> text_boxes(const Scene& scene);

/// How far the base line of a text lies below its vertical centre, in units of its size: half the
/// height of a capital or a digit, in Inter and in JetBrains Mono alike.
inline constexpr float baseline_drop = 0.364f;

/// The texts inside a cell, placed: value, mark, and the binary in its quiet and lit parts. Every
/// painter draws a cell's texts from here, so that screen, SVG and tests agree.
std::vector<Text> texts_of(const Cell& cell);

/// Width of the binary line of a cell when this many of its characters are lit, which are larger,
/// and the others have this size.
float binary_width(const std::string& binary, uint32_t lit, float size = Cell{}.binary_size);

/// The label at the tip of a brace, placed.
Text label_of(const Brace& brace);

/// How strongly the diagonals of a hatched cell are drawn, in the ink of its edge.
inline constexpr float hatch_opacity = 0.13f;

/// The same picture with its title and subtitle above it, for pictures that leave the program.
Scene with_heading(const Scene& scene);

/// The top cell under a point, or null.
const Cell* cell_at(const Scene& scene, Vec point);

/// Moves everything on the page, but not the page's edges.
void shift(Scene& scene, Vec way);

/// Gives every key of the scene an identity that no key of another input has.
void disown_keys(Scene& scene);

/// One lane of a comparison as it stands on a page.
struct LaneColumn {
  Scene scene;        ///< without heading
  std::string name;   ///< "1  several bits per pass · 2 bits per pass · 4 threads"
  std::string place;  ///< "Figure 13.9 · pass 1 of 2 · bits 0–1 · table scan"
  std::vector<std::pair<std::string, std::string>> costs;  ///< name and value, a line each
};

/// All of them from left to right, each in a frame under its heading, what it cost under the
/// picture. Title and subtitle stay empty.
Scene side_by_side(const std::vector<LaneColumn>& columns);

/// True of what is drawn bold while a key is selected (not none).
inline bool is_picked(const Tag& tag, uint32_t selected) {
  return selected != none && tag.key == selected;
}

/// Everything of a picture in the order in which it is painted: `pen.add` gets each. The arrows of
/// the selected key lie above all others.
template <class Pen>
void add_all(Pen& pen, const Scene& scene, uint32_t selected) {
  for (const Frame& frame : scene.frames) pen.add(frame);
  for (const Heatmap& heatmap : scene.heatmaps) pen.add(heatmap);
  for (const Line& line : scene.lines) pen.add(line);
  for (bool bold : {false, true})
    for (const Arrow& arrow : scene.arrows)
      if (is_picked(arrow.tag, selected) == bold) pen.add(arrow);
  for (const Cell& cell : scene.cells) pen.add(cell);
  for (const Brace& brace : scene.braces) pen.add(brace);
  for (const Text& text : scene.texts) pen.add(text);
}

}  // namespace scope
