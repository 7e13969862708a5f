/// How keys and numbers look in a row, the same in every figure: figures differ in what they place,
/// not in how a key is drawn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "key_layout.hpp"

namespace scope {

/// "Figure 13.9", in the reader's edition, of "fig13-9". What is no figure of the book is called as
/// it is.
std::string figure_name(std::string_view id);
/// "Figure 14.12", in the reader's edition, of the fourth edition's figure 13.`number`, 1…11.
std::string book_figure(uint32_t number);

/// An empty page with this title, and what it shows and where the sort is as subtitle.
Scene new_page(const Moment& moment, const Columns& columns, std::string_view number,
               std::string_view title);

/// Ends the page below y.
void end_page(Scene& scene, float y);

/// The bits of a key that are lit and give it its colour; nothing: plain keys.
using Lit = std::optional<radix::Digit>;

/// The mark of a key in its problem, and the value it carries as it is written ("→30"); "" for
/// none.
std::string mark_of(const radix::Problem& problem, uint32_t id);
std::string note_of(const radix::Problem& problem, uint32_t id);

/// "6a", or with a value "80b→29": a key in a sentence.
std::string key_words(const radix::Problem& problem, uint32_t id);

/// Size of the keys' digits, on a low page of few keys larger, and width of a key's texts with its
/// mark at that size.
float key_size(const radix::Problem& problem, bool large);
float value_width(const std::string& text, float size, const std::string& mark);

/// The digit of the pass once a step has looked at it.
Lit lit_digit(const Moment& moment);

/// One bit of it: the one a split sorts by.
Lit lit_split(const Moment& moment, uint32_t split);

/// Where each key stands: position by identity.
std::vector<uint32_t> places_of(const radix::Array& keys);

/// A key with its mark, its value, its binary and the lit bits, tinted by the digit they make. Bits
/// after the lit ones are sorted already and brighter.
Cell key_cell(const Moment& moment, Rect at, uint32_t key, uint32_t id, Lit lit);

/// An empty slot: nothing written there yet.
Cell empty_cell(Rect at);

/// A plain number (bit, count, index) that belongs to a key. A bar is full at the number of keys.
Cell value_cell(const Moment& moment, Rect at, uint32_t value, uint32_t id);

/// The digit of this pass of a key, in binary as large as it fits; a full bar when narrow.
Cell digit_cell(const Moment& moment, Rect at, uint32_t id);

/// Adds a row of cells. Of bars the selected key has a readable copy over the row, its bits lit by
/// `lit`, or its number at the row's end.
void add_cell_row(Scene& scene, const Moment& moment, const Columns& columns,
                  std::vector<Cell> cells, Lit lit = {});

/// Whole row of an array of keys at height y; tags get the array's id and `row`.
void add_keys(Scene& scene, const Moment& moment, const Columns& columns, float y,
              const radix::Array& keys, Lit lit, uint32_t row = 0);

/// The same for keys that this step moved: each cell remembers its place in the row `before` at
/// `before_y`, so that the painter can show it on its way.
void add_moved_keys(Scene& scene, const Moment& moment, const Columns& columns, float y,
                    const radix::Array& keys, Lit lit, uint32_t row, const radix::Array& before,
                    float before_y);

/// Row of empty slots for an array that does not exist yet (bars: one slot per block); indices
/// below when `indices`.
void add_slots(Scene& scene, const Columns& columns, float y, float height, bool indices);

/// Row of numbers of an array with one value per key; `ids` says which key each belongs to.
void add_values(Scene& scene, const Moment& moment, const Columns& columns, float y,
                const radix::Array& array, const std::vector<uint32_t>& ids);

}  // namespace scope
