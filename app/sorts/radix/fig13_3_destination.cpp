/// Figure 13.3: from a key to its slot in three steps: extract a bit, count the ones before it,
/// apply one of two formulas. Below, both formulas with the numbers of one thread each. Where a
/// block sorts by whole digits: look up where its bucket begins and add the place in the bucket.
#include <algorithm>

#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "destination_cards.hpp"
#include "destination_rows.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "kernels/run/engine.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

using radix::Array;
namespace array = radix::array;

constexpr float bar_height = 24;  // of the scan

/// One bar over all the keys that are scanned together: a step they take jointly.
void add_scan_bars(Scene& scene, const Columns& columns, float y, bool local, bool done) {
  const uint32_t together = local ? columns.per_block : columns.count;
  for (uint32_t begin = 0; begin < columns.count; begin += together) {
    const uint32_t end = std::min(columns.count, begin + together);
    const float x0 = columns.x(begin), x1 = columns.x(end - 1) + columns.cell;
    const float top = y + (step_height(columns) - bar_height) / 2;
    scene.frames.push_back({.at = {x0, top, x1 - x0, bar_height},
                            .edge = done ? Ink::accent : Ink::faint,
                            .fill = done ? Ink::raised : Ink::none,
                            .radius = bar_height / 2,
                            .dashed = !done});
    const text::Label longest = local ? text::radix::scan_in_block : text::radix::scan_over_blocks;
    for (const std::string& words : {std::string(longest), std::string(text::radix::exclusive_scan),
                                     std::string(text::radix::scan)}) {
      if (text_width(words, 14, Face::ui) + 16 > x1 - x0) continue;
      scene.texts.push_back({.at = {(x0 + x1) / 2, top + bar_height / 2},
                             .text = words,
                             .ink = done ? Ink::text : Ink::dim});
      break;
    }
  }
}

/// Sorts that sort by one bit: bit, ones before, and one of two formulas. Returns the y below.
float add_one_bit_rows(Scene& scene, const Moment& moment, const Columns& columns, float y) {
  const Terms terms = terms_of(moment);
  const Array keys = input_of(moment);
  const Lit bit = moment.digit();

  y = add_key_row(scene, moment, columns, y, keys, lit_digit(moment));
  const float bits_y = either(columns, y + step_height(columns), low_bits_y);
  add_step_name(scene, with_small_words(columns), y, bits_y - y, text::radix::step_extract_bit,
                made(moment, array::bits));
  if (terms.bits) add_thread_arrows(scene, columns, y, bits_y - y, keys, bit);
  y = add_number_row(scene, moment, columns, bits_y, terms.bits, keys, "bit");

  add_step_name(scene, columns, y, step_height(columns), text::radix::exclusive_scan,
                moment.step() && moment.step()->stage == radix::stage::scan);
  add_scan_bars(scene, columns, y, terms.local, terms.before);
  y = add_number_row(scene, moment, columns, y + step_height(columns), terms.before, keys,
                     "# ones before");

  add_step_name(scene, columns, y, step_height(columns), text::radix::step_formula,
                made(moment, array::destination) || made(moment, array::local_destination));
  if (terms.slots) add_thread_arrows(scene, columns, y, step_height(columns), keys, bit);
  y = add_number_row(scene, moment, columns, y + step_height(columns), terms.slots, keys,
                     terms.local ? "slot in block" : "destination");

  y = add_cards(scene, moment, terms, columns, keys, y + either(columns, 30, 10));
  if (!terms.local) return y;
  return add_sentence(scene, columns, y + 12, text::radix::formulas_in_block);
}

/// The extra pass that reads backwards. Returns the y below.
float add_reversing_rows(Scene& scene, const Moment& moment, const Columns& columns, float y) {
  const Array keys = input_of(moment);
  const Array* slots = moment.find(array::destination);
  y = add_key_row(scene, moment, columns, y, keys, {});
  add_step_name(scene, columns, y, step_height(columns), text::radix::step_formula,
                made(moment, array::destination));
  if (slots) add_thread_arrows(scene, columns, y, step_height(columns), keys, {});
  y = add_number_row(scene, moment, columns, y + step_height(columns), slots, keys, "destination");
  return add_reversing_card(scene, moment, columns, keys, y + either(columns, 30, 10));
}

}  // namespace

Scene draw_destination(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, book_figure(3), "where every key goes");
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  const auto add_rows = moment.digit().bits == 0      ? add_reversing_rows
                        : sort && sort->wide_digits() ? add_digit_rows
                                                      : add_one_bit_rows;
  float y = add_rows(scene, moment, columns, either(columns, 8, 0));
  const std::string bits = ordered_bits_words(moment.problem());
  if (!bits.empty()) y = add_sentence(scene, columns, y + 12, bits);
  end_page(scene, y + either(columns, 8, -4));
  return scene;
}

}  // namespace scope
