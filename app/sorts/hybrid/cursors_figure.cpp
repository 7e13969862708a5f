/// The cursors of a partition: which places each tile took for its keys of each digit.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "hybrid_parts.hpp"
#include "text/all.hpp"
#include "text/hybrid.hpp"
#include "text/onesweep.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;

constexpr uint32_t max_columns = 10, cursor_rows = 8;
constexpr float card_width = 92, card_height = 46, card_gap = 14, least_board = 760;

/// First of `count` that are drawn where `most` are, `middle` among them.
uint32_t first_shown(uint32_t middle, uint32_t count, uint32_t most) {
  return count <= most ? 0 : std::min(middle - std::min(middle, most / 2), count - most);
}

}  // namespace

Scene draw_cursors(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::hybrid::cursors, text::hybrid::cursors_page);
  const auto key = bucket_key(moment);
  const radix::Digit digit = digit_of_part(moment);
  if (!key || digit.bits == 0) {
    return page_of_words(std::move(scene),
                         key ? text::hybrid::no_cursors : text::all::no_keys_page);
  }
  const radix::Array *counts = moment.find(sweep::array::tile_counts),
                     *reserved = moment.find(sweep::array::reserved);
  // Places that an earlier digit took are not this one's
  if (counts && reserved && counts->values.size() != reserved->values.size()) reserved = nullptr;
  const uint32_t blocks = counts || reserved
                              ? radix::row_length(*(counts ? counts : reserved), moment.problem())
                              : tile_of_place(moment, columns.count - 1).block + 1;
  if (counts && counts->values.size() < std::size_t{digit.buckets()} * blocks)
    return page_of_words(std::move(scene), text::hybrid::not_counted);
  const uint32_t at_work = tile_of_place(moment, key->place).block;
  const uint32_t first = first_shown(at_work, blocks, max_columns),
                 end = std::min(blocks, first + max_columns);
  const uint32_t first_row = first_shown(key->digit, digit.buckets(), cursor_rows),
                 end_row = std::min(digit.buckets(), first_row + cursor_rows);
  const float words = std::max(columns.words, either(columns, 1, 1.2f));
  const float left = margin + 110 * words, top = 44 * words;
  const auto place_of = [&](uint32_t row, uint32_t block) {
    return Rect{left + static_cast<float>(block - first) * (card_width + card_gap) * words,
                top + static_cast<float>(row - first_row) * (card_height + card_gap) * words,
                card_width * words, card_height * words};
  };
  const auto write = [&](Vec at, const std::string& text, Ink ink, Anchor anchor) {
    scene.texts.push_back(
        {.at = at, .text = text, .size = 15 * words, .ink = ink, .anchor = anchor});
  };
  for (uint32_t block = first; block < end; ++block) {
    const Rect at = place_of(first_row, block);
    write({at.centre().x, at.y - 18 * words}, text::onesweep::tile_name({.tile = block}),
          block == at_work ? Ink::accent : Ink::dim, Anchor::middle);
  }
  for (uint32_t row = first_row; row < end_row; ++row) {
    const Rect begin = place_of(row, first);
    write({begin.x - 14 * words, begin.centre().y},
          text::all::digit({.digit = binary(row, digit.bits)}),
          row == key->digit ? Ink::accent : Ink::text, Anchor::right);
    for (uint32_t block = first; block < end; ++block) {
      const Rect at = place_of(row, block);
      const uint32_t entry = row * blocks + block;
      const uint32_t count = counts ? counts->values[entry] : 0;
      if (!counts || count == 0) {
        scene.cells.push_back(empty_cell(at));
        continue;
      }
      const bool lit = row == key->digit && block == at_work;
      const std::string keys = text::all::keys({.count = count});
      Cell cell{.at = at,
                .fill = reserved ? digit_fill(row, digit.bits) : Ink::raised,
                .edge = lit        ? Ink::accent
                        : reserved ? digit_ink(row, digit.bits)
                                   : Ink::line,
                .edge_width = lit ? 3.f : 1.f,
                .text = keys,
                .size = 14 * words,
                .face = Face::ui};
      if (reserved) {
        const uint32_t from = reserved->values[entry];
        cell.text = count == 1 ? std::to_string(from) : joined({from, "–", from + count - 1});
        cell.binary = keys;
        cell.binary_size = 12 * words;
        cell.size = 17 * words;
      }
      cell.tag = {reserved ? sweep::array::reserved : sweep::array::tile_counts, 0, entry, none};
      scene.cells.push_back(cell);
    }
  }
  const Rect last = place_of(end_row - 1, end - 1);
  scene.width = std::max(least_board, last.right() + margin);
  float y = last.bottom() + 14;
  const Columns narrow{.left = left, .words = columns.words};
  if (end - first < blocks)
    y = add_sentence(scene, narrow, y,
                     text::onesweep::tiles_shown({.all = blocks, .first = first, .last = end - 1}));
  if (end_row - first_row < digit.buckets())
    y = add_sentence(scene, narrow, y,
                     text::onesweep::digits_shown(
                         {.all = digit.buckets(), .first = first_row, .last = end_row - 1}));
  end_page(scene, y);
  return scene;
}

}  // namespace scope
