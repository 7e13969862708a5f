/// A pass of one-sweep: the keys as the tiles read them, how each finds its slot, the keys sorted
/// in their tiles, and the output.
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

constexpr float tile_moves_height = 44, title_height = 22;

/// Frames of the tiles around rows from y to bottom, with their numbers above.
void add_tiles(Scene& scene, const Columns& columns, float y, float bottom, bool named) {
  const float pad = frame_pad(columns);
  for (uint32_t begin = 0; begin < columns.count; begin += columns.per_block) {
    const uint32_t last = std::min(columns.count, begin + columns.per_block) - 1;
    const float left = columns.x(begin) - pad, right = columns.x(last) + columns.cell + pad;
    if (right - left < 12) continue;
    scene.frames.push_back({.at = {left, y - pad, right - left, bottom - y + 2 * pad}});
    const std::string name = text::onesweep::tile_name({.tile = begin / columns.per_block});
    if (named && right - left > 50 * columns.words)
      scene.texts.push_back({.at = {left + 2, y - pad - 9 * columns.words},
                             .text = name,
                             .size = 14 * columns.words,
                             .ink = Ink::dim,
                             .anchor = Anchor::left});
  }
}

/// What a step has made is lit in the margin.
Ink ink_of(const Moment& moment, const radix::Array* array) {
  if (!array) return Ink::dim;
  return moment.step() && moment.step()->made == array->id ? Ink::accent : Ink::text;
}

/// The numbers of the keys that the pass reads, as far as they are known.
float add_numbers(Scene& scene, const Moment& moment, const Columns& columns, float y,
                  const std::vector<uint32_t>& ids) {
  const bool served = moment.problem().settings().ranks == radix::RankBy::atomics;
  for (const radix::ArrayId id :
       {sweep::array::served_as, sweep::array::rank, sweep::array::local_destination}) {
    if (id == sweep::array::served_as && !served) continue;
    const radix::Array* array = moment.find(id);
    add_label(scene, columns, y, value_height, radix::info(id).label, ink_of(moment, array));
    if (array)
      add_values(scene, moment, columns, y, *array, ids);
    else
      add_slots(scene, columns, y, value_height, false);
    y += value_height + 6;
  }
  return y - 6;
}

}  // namespace

Scene draw_sweep_tiles(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::onesweep::tiles, text::onesweep::tiles_page);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const radix::Array keys = input_of(moment);
  const bool backwards = sweep_reads_backwards(moment);
  const bool ranked =
      moment.step() && !backwards && moment.step()->stage != sweep::stage::count_digits;
  const Lit lit = ranked ? Lit(sweep_digit(moment)) : std::nullopt;
  const radix::Array* local = moment.find(sweep::array::local_keys);
  const radix::Array* output = moment.find(radix::array::output);

  float y = 12 + title_height * columns.words;
  const float keys_y = y;
  add_keys(scene, moment, columns, y, keys, lit, 0);
  add_label(scene, columns, y, key_height,
            moment.cursor == 0 ? text::all::input_row : text::all::keys_row);
  y += key_height;
  if (!backwards) {
    y = add_numbers(scene, moment, columns, y + 8, keys.ids);
    add_tiles(scene, columns, keys_y, y, true);
    const float from = y;
    y += tile_moves_height * columns.words;
    if (local) {
      add_moves(scene, columns, from + frame_pad(columns), y - frame_pad(columns),
                moves_between(keys, *local, lit));
      if (moment.step()->made == sweep::array::local_keys)
        add_moved_keys(scene, moment, columns, y, *local, lit, 1, keys, keys_y);
      else
        add_keys(scene, moment, columns, y, *local, lit, 1);
    } else {
      add_slots(scene, columns, y, key_height, false);
    }
    add_label(scene, columns, y, key_height, text::onesweep::row_local, ink_of(moment, local));
    add_tiles(scene, columns, y, y + key_height, false);
    y += key_height;
  }
  const radix::Array& from = local ? *local : keys;
  const float from_y = local ? y - key_height : keys_y;
  const float gap = (tile_moves_height + 12) * columns.words;
  add_output(scene, moment, columns, y + frame_pad(columns), y + gap, from, from_y,
             sweep::array::destination, lit, 2);
  y += gap;
  add_label(scene, columns, y, key_height, text::all::output_row, ink_of(moment, output));
  y = add_indices(scene, columns, y + key_height);
  end_page(scene, y);
  return scene;
}

}  // namespace scope
