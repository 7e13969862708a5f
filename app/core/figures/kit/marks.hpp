/// What is drawn around rows of keys: labels, indices, arrows of moves, brackets of buckets,
/// sentences.
#pragma once

#include <string>
#include <vector>

#include "rows.hpp"

namespace scope {

/// Label of a row, right-aligned in the left margin at the middle of a row of this height. A line
/// break in the text makes another line; all but the first are quiet.
void add_label(Scene& scene, const Columns& columns, float y, float height, const std::string& text,
               Ink ink = Ink::text);

/// Small position numbers under a row that ends at y; as many as fit. Returns the y below.
float add_indices(Scene& scene, const Columns& columns, float y);

/// One key on its way from a position of one row to a position of another.
struct Move {
  uint32_t id = none;
  uint32_t from = 0, to = 0;
  Ink ink = Ink::dim;
  std::optional<uint32_t> outside = {};  ///< the slot that it is sent to, where there is none
};

/// Where every key of `from` goes in `to` (both with identities), tinted by the lit bits.
std::vector<Move> moves_between(const radix::Array& from, const radix::Array& to, Lit lit);

/// Where every key of `from` goes by an array of destinations in the same order: slots of the row
/// or, of blocks of this many keys, of the key's own block.
std::vector<Move> moves_by(const radix::Array& from, const radix::Array& destination, Lit lit,
                           uint32_t keys_per_block = none);

/// One arrow per move from the row that ends at y0 to the row that starts at y1; a short one, with
/// the slot under it, where that is none of the row.
void add_moves(Scene& scene, const Columns& columns, float y0, float y1,
               const std::vector<Move>& moves, bool dashed = false);

/// Where the keys of a row that ends above y0 go in the output, whose row starts at y1: arrows,
/// dashed while there is only an array of destinations; the keys, which remember their place in the
/// row at `keys_y` if this step writes them; or empty slots. Tags get the number `row`.
void add_output(Scene& scene, const Moment& moment, const Columns& columns, float y0, float y1,
                const radix::Array& keys, float keys_y, radix::ArrayId destination, Lit lit,
                uint32_t row);

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

/// A sentence in lines of at most this width, broken as its language breaks lines.
std::vector<std::string> lines_within(float room, const std::string& sentence, float size);
/// A quiet sentence at the left edge of the columns, wrapped to the page. Returns the y below.
float add_sentence(Scene& scene, const Columns& columns, float y, const std::string& sentence);

/// A page that has no figure: the sentence that says why, large and in the middle.
Scene page_of_words(Scene scene, const std::string& why);

/// Below a picture in which digits of this many bits have the scale's colours: the scale, from 0 to
/// the largest digit. Adds nothing where no cell, arrow or text has one of them.
void add_digit_scale(Scene& scene, uint32_t bits);

}  // namespace scope
