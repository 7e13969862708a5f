#include "destination_rows.hpp"

#include "local_threads.hpp"

#include <algorithm>

#include "app/core/figures/kit/marks.hpp"
#include "destination_cards.hpp"
#include "facts.hpp"
#include "text/radix.hpp"

namespace scope {

using radix::Array;
using radix::ArrayId;
namespace array = radix::array;

bool made(const Moment& moment, ArrayId id) { return moment.step() && moment.step()->made == id; }

Columns with_small_words(Columns columns) {
  if (columns.large) columns.words = std::min(columns.words, 1.1f);
  return columns;
}

float add_key_row(Scene& scene, const Moment& moment, const Columns& columns, float y,
                  const Array& keys, Lit lit) {
  const char* name = keys.id == array::local_keys ? "key\nsorted in block" : "key";
  const auto add_row = [&] {
    add_keys(scene, moment, columns, y, keys, lit);
    add_label(scene, columns, y, key_height, name);
    y += key_height;
  };
  const auto add_names = [&](float above) {
    const bool two_lines = keys.id == array::local_keys;
    const float aside = !columns.large ? -10 : two_lines ? 6.5f : -5;  // of larger neighbours
    add_label(scene, with_small_words(columns), above + aside * (columns.words - 1), 20,
              "key index", Ink::dim);
    y = add_indices(scene, columns, above);
  };
  y = add_key_threads(scene, moment, columns, y, keys.ids);
  if (columns.large)
    add_row(), add_names(y);
  else
    add_names(y - 6), y += 4, add_row();
  return y;
}

void add_step_name(Scene& scene, const Columns& columns, float y, float room,
                   const std::string& name, bool now) {
  scene.texts.push_back({.at = {columns.left - 18, y + room / 2},
                         .text = name,
                         .size = 14 * columns.words,
                         .ink = now ? Ink::accent : Ink::dim,
                         .face = now ? Face::bold : Face::ui,
                         .anchor = Anchor::right});
}

void add_thread_arrows(Scene& scene, const Columns& columns, float y, float room, const Array& keys,
                       Lit lit) {
  if (as_bars(columns)) return;
  for (uint32_t i = 0; i < keys.values.size(); ++i)
    scene.arrows.push_back({.from = {columns.centre(i), y + 4},
                            .to = {columns.centre(i), y + room - 4},
                            .path = Path::straight,
                            .ink = lit ? digit_ink(lit->of(keys.values[i]), lit->bits) : Ink::dim,
                            .tag = {.index = none, .key = keys.ids[i]}});
}

float add_number_row(Scene& scene, const Moment& moment, const Columns& columns, float y,
                     const Array* array, const Array& keys, const std::string& label) {
  add_label(scene, columns, y, value_height, label);
  if (array)
    add_values(scene, moment, columns, y, *array, keys.ids);
  else
    add_slots(scene, columns, y, value_height, false);
  return y + value_height;
}

namespace {

/// The keys as the threads have them when they look for their slots.
const Array* keys_in_buckets(const Moment& moment) {
  return moment.find(array::local_bucket_starts) ? moment.find(array::local_keys) : nullptr;
}

/// One cell per key, or empty slots where they are not known. Returns the y below.
template <class MakeCell>
float add_cells(Scene& scene, const Moment& moment, const Columns& columns, float y,
                const Array& keys, const std::string& label, bool known, MakeCell make) {
  add_label(scene, columns, y, value_height, label);
  if (!known) add_slots(scene, columns, y, value_height, false);
  std::vector<Cell> cells;
  for (uint32_t i = 0; known && i < keys.values.size(); ++i)
    cells.push_back(make(slot(columns, i, y, value_height), i));
  add_cell_row(scene, moment, columns, std::move(cells));
  return y + value_height;
}

/// A digit under each key, in binary.
float add_digit_row(Scene& scene, const Moment& moment, const Columns& columns, float y,
                    const Array& keys, bool known) {
  return add_cells(scene, moment, columns, y, keys, "digit", known,
                   [&](Rect at, uint32_t i) { return digit_cell(moment, at, keys.ids[i]); });
}

/// For every key the entry of a table that its bucket and its block choose.
float add_entry_row(Scene& scene, const Moment& moment, const Columns& columns, float y,
                    const Array* table, const Array& keys, const std::string& label) {
  return add_cells(scene, moment, columns, y, keys, label, table, [&](Rect at, uint32_t i) {
    const uint32_t entry = entry_of(moment, keys, i);
    Cell cell = value_cell(moment, at, table->values[entry], keys.ids[i]);
    cell.tag = {table->id, 0, entry, keys.ids[i]};
    return cell;
  });
}

/// How many keys of its bucket stand before each key in its block.
float add_place_row(Scene& scene, const Moment& moment, const Columns& columns, float y,
                    const Array* local_starts, const Array& keys) {
  return add_cells(scene, moment, columns, y, keys, "place in bucket", local_starts,
                   [&](Rect at, uint32_t i) {
                     const uint32_t first = local_starts->values[entry_of(moment, keys, i)];
                     return value_cell(moment, at, i % columns.per_block - first, keys.ids[i]);
                   });
}

}  // namespace

float add_digit_rows(Scene& scene, const Moment& moment, const Columns& columns, float y) {
  const Array* held = keys_in_buckets(moment);
  const Array keys = held ? *held : input_of(moment);
  const Lit lit = lit_digit(moment);

  y = add_key_row(scene, moment, columns, y, keys, lit);
  add_step_name(scene, with_small_words(columns), y, step_height(columns),
                text::radix::step_extract_digit, made(moment, array::bits));
  if (lit) add_thread_arrows(scene, columns, y, step_height(columns), keys, lit);
  y = add_digit_row(scene, moment, columns, y + step_height(columns), keys, lit.has_value());

  const Array* starts = moment.find(array::bucket_starts);
  add_step_name(scene, columns, y, step_height(columns), text::radix::step_bucket_table,
                made(moment, array::bucket_starts));
  if (starts) add_thread_arrows(scene, columns, y, step_height(columns), keys, lit);
  y = add_entry_row(scene, moment, columns, y + step_height(columns), starts, keys, "bucket start");
  y = add_place_row(scene, moment, columns, y + 8, moment.find(array::local_bucket_starts), keys);

  const Array* slots = moment.find(array::destination);
  add_step_name(scene, columns, y, step_height(columns), text::radix::step_add,
                made(moment, array::destination));
  if (slots) add_thread_arrows(scene, columns, y, step_height(columns), keys, lit);
  y = add_number_row(scene, moment, columns, y + step_height(columns), slots, keys, "destination");

  y = add_digit_card(scene, moment, columns, keys, y + either(columns, 26, 10));
  if (held || columns.large) return y;  // a low page has its sentence below it
  return add_sentence(scene, columns, y + 12, text::radix::not_sorted_in_blocks);
}

}  // namespace scope
