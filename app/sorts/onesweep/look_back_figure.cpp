/// The tile states of a pass, a word for every digit and tile: nothing published, the tile's
/// aggregate, or its inclusive prefix; and the look-back of the tile that the sentence is about.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "swept.hpp"
#include "text/all.hpp"
#include "text/onesweep.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;

constexpr uint32_t max_tiles = 12, max_digits = 8;
constexpr float word_width = 76, word_height = 46, column_gap = 40, word_gap = 16;

/// First and one past the last of `count` that are drawn, `middle` among them.
struct Window {
  uint32_t first, end;
};
Window window_around(uint32_t middle, uint32_t count, uint32_t most) {
  if (count <= most) return {0, count};
  const uint32_t first = std::min(middle - std::min(middle, most - 2), count - most);
  return {first, first + most};
}

/// Where the words stand.
struct TileStateGrid {
  Window tiles, digits;
  float left, top, words;
  Rect at(uint32_t digit, uint32_t tile) const {
    return {left + static_cast<float>(tile - tiles.first) * (word_width + column_gap) * words,
            top + static_cast<float>(digit - digits.first) * (word_height + word_gap) * words,
            word_width * words, word_height * words};
  }
};

uint32_t own_of(const Moment& moment, uint32_t digit, uint32_t tile) {
  return moment.find(sweep::array::own_counts)->values[tile_state_entry(moment, digit, tile)];
}
uint32_t all_up_to(const Moment& moment, uint32_t digit, uint32_t tile) {
  uint32_t sum = 0;
  for (uint32_t t = 0; t <= tile; ++t) sum += own_of(moment, digit, t);
  return sum;
}

void add_word(Scene& scene, const Moment& moment, const TileStateGrid& plan, uint32_t digit,
              uint32_t tile, bool ends_walk) {
  const Rect at = plan.at(digit, tile);
  const TileState state = ends_walk ? TileState::inclusive_prefix : tile_state(moment, tile);
  if (state == TileState::empty) {
    scene.cells.push_back(empty_cell(at));
    return;
  }
  const bool all = state == TileState::inclusive_prefix;
  const radix::ArrayId of = all && moment.find(sweep::array::before_tile)
                                ? sweep::array::before_tile
                                : sweep::array::own_counts;
  Cell cell{
      .at = at,
      .fill = all ? digit_fill(digit, moment.digit().bits) : Ink::raised,
      .edge = all ? digit_ink(digit, moment.digit().bits) : Ink::line,
      .edge_width = all ? 2.f : 1.f,
      .text = std::to_string(all ? all_up_to(moment, digit, tile) : own_of(moment, digit, tile)),
      .size = 18 * plan.words,
      .binary = all ? text::onesweep::word_all : text::onesweep::word_own,
      .binary_size = 12 * plan.words};
  cell.tag = {of, 0, tile_state_entry(moment, digit, tile), none};
  scene.cells.push_back(cell);
}

void add_walk(Scene& scene, const TileStateGrid& plan, uint32_t digit, uint32_t tile,
              uint32_t looks) {
  for (uint32_t look = 0; look < looks; ++look) {
    const uint32_t from = tile - look;
    if (from <= plan.tiles.first || from >= plan.tiles.end) continue;
    const Rect a = plan.at(digit, from), b = plan.at(digit, from - 1);
    const bool last = look + 1 == looks;
    scene.arrows.push_back({.from = {a.x, a.centre().y},
                            .to = {b.right(), b.centre().y},
                            .path = Path::straight,
                            .ink = Ink::accent,
                            .width = last ? 3.f : 2.f,
                            .dashed = !last});
  }
}

}  // namespace

Scene draw_look_back(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene =
      new_page(moment, columns, text::onesweep::look_back, text::onesweep::look_back_page);
  const auto key = swept_key(moment);
  if (!key || sweep_reads_backwards(moment)) {
    return page_of_words(std::move(scene),
                         key ? text::onesweep::no_questions : text::all::no_keys_page);
  }
  const float words = std::max(columns.words, either(columns, 1, 1.25f));
  const TileStateGrid plan{window_around(key->at.tile, moment.problem().blocks(), max_tiles),
                           window_around(key->digit, sweep_digit(moment).buckets(), max_digits),
                           margin + 110 * words, 20 + 40 * words, words};
  const auto write = [&](Vec at, const std::string& text, Ink ink, Anchor anchor, float size) {
    scene.texts.push_back(
        {.at = at, .text = text, .size = size * words, .ink = ink, .anchor = anchor});
  };
  for (uint32_t tile = plan.tiles.first; tile < plan.tiles.end; ++tile) {
    const Rect at = plan.at(plan.digits.first, tile);
    write({at.centre().x, at.y - 20 * words}, text::onesweep::tile_name({.tile = tile}),
          tile == key->at.tile ? Ink::accent : Ink::dim, Anchor::middle, 14);
  }
  const radix::Array* walks = moment.find(sweep::array::looked_at);
  const uint32_t looks =
      walks ? walks->values[tile_state_entry(moment, key->digit, key->at.tile)] : 0;
  for (uint32_t digit = plan.digits.first; digit < plan.digits.end; ++digit) {
    const Rect at = plan.at(digit, plan.tiles.first);
    write({at.x - 16 * words, at.centre().y},
          text::all::digit({.digit = digit_text(moment, digit)}),
          digit == key->digit ? Ink::accent : Ink::text, Anchor::right, 15);
    for (uint32_t tile = plan.tiles.first; tile < plan.tiles.end; ++tile)
      add_word(scene, moment, plan, digit, tile,
               looks > 0 && digit == key->digit && tile + looks == key->at.tile);
  }
  add_walk(scene, plan, key->digit, key->at.tile, looks);
  const Rect last = plan.at(plan.digits.end - 1, plan.tiles.end - 1);
  scene.width = std::max(least_page, last.right() + margin);
  float y = last.bottom() + 14;
  const uint32_t tiles = moment.problem().blocks(), digits = sweep_digit(moment).buckets();
  if (const auto [first, end] = plan.tiles; end - first < tiles)
    y = add_sentence(scene, columns, y,
                     text::onesweep::tiles_shown({.all = tiles, .first = first, .last = end - 1}));
  if (const auto [first, end] = plan.digits; end - first < digits)
    y = add_sentence(
        scene, columns, y,
        text::onesweep::digits_shown({.all = digits, .first = first, .last = end - 1}));
  end_page(scene, y);
  return scene;
}

}  // namespace scope
