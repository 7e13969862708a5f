/// A part of the hybrid: the keys in the buckets before it, as each tile sorted them, and in the
/// buckets that it makes.
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

constexpr float ways_height = 64, bucket_pad = 2;

/// Brackets under the buckets of a row, each over the places of its keys.
void add_bucket_marks(Scene& scene, const Columns& columns, float y,
                      const std::vector<uint32_t>& begins) {
  for (std::size_t b = 0; b + 1 < begins.size(); ++b) {
    if (begins[b] == begins[b + 1]) continue;
    const float left = columns.x(begins[b]), right = columns.x(begins[b + 1] - 1) + columns.cell;
    scene.lines.push_back({{left, y}, {right, y}, Ink::accent, 3});
  }
}

/// Frames of the tiles of a partition.
void add_tile_frames(Scene& scene, const Moment& moment, const Columns& columns, float y,
                     float bottom) {
  for (uint32_t place = 0; place < columns.count;) {
    const PartitionTile tile = tile_of_place(moment, place);
    const float left = columns.x(tile.begin) - bucket_pad,
                right = columns.x(tile.end - 1) + columns.cell + bucket_pad;
    scene.frames.push_back(
        {.at = {left, y - bucket_pad, right - left, bottom - y + 2 * bucket_pad}, .radius = 6});
    place = tile.end;
  }
}

Ink made_now(const Moment& moment, const radix::Array* array) {
  if (!array) return Ink::dim;
  return moment.step() && moment.step()->made == array->id ? Ink::accent : Ink::text;
}

}  // namespace

Scene draw_buckets(const Moment& moment) {
  Columns columns = columns_of(moment);
  columns.per_block = std::max(1u, columns.count);  // buckets and tiles cut the keys, not blocks
  Scene scene = new_page(moment, columns, text::hybrid::buckets, text::hybrid::buckets_page);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const radix::Array keys = input_of(moment);
  const BucketsPart part = buckets_part(moment);
  const radix::Digit digit = digit_of_part(moment);
  const bool cuts = part == BucketsPart::first || part == BucketsPart::second;
  const bool begun =
      moment.step() && moment.find(cuts ? sweep::array::arrived_as : sweep::array::destination);
  const Lit lit = begun && digit.bits > 0 ? Lit(digit) : std::nullopt;
  const radix::Array* local = moment.find(sweep::array::local_keys);
  const radix::Array* output = moment.find(radix::array::output);
  float y = 16;
  const float keys_y = y;
  add_keys(scene, moment, columns, y, keys, lit, 0);
  add_label(scene, columns, y, key_height,
            moment.cursor == 0 ? text::all::input_row : text::all::keys_row);
  y += key_height;
  if (part != BucketsPart::first && part != BucketsPart::backwards)
    add_bucket_marks(scene, columns, y + 6, parents_of_part(moment));
  y += 12;
  const radix::ArrayId number = cuts ? sweep::array::arrived_as : sweep::array::bucket_rank;
  if (part != BucketsPart::backwards) {
    const radix::Array* numbers = moment.find(number);
    add_label(scene, columns, y, value_height,
              cuts ? text::hybrid::row_arrived : text::hybrid::row_before,
              made_now(moment, numbers));
    if (numbers)
      add_values(scene, moment, columns, y, *numbers, keys.ids);
    else
      add_slots(scene, columns, y, value_height, false);
    y += value_height + 6;
  }
  if (cuts) {
    const float from = y;
    y += ways_height * columns.words;
    if (local) {
      add_moves(scene, columns, from, y - bucket_pad, moves_between(keys, *local, lit));
      if (moment.step()->made == local->id)
        add_moved_keys(scene, moment, columns, y, *local, lit, 1, keys, keys_y);
      else
        add_keys(scene, moment, columns, y, *local, lit, 1);
    } else {
      add_slots(scene, columns, y, key_height, false);
    }
    add_tile_frames(scene, moment, columns, y, y + key_height);
    add_label(scene, columns, y, key_height, text::onesweep::row_local, made_now(moment, local));
    y += key_height + bucket_pad;
  }
  const radix::Array& from = local ? *local : keys;
  const float from_y = local ? y - key_height - bucket_pad : keys_y;
  const float gap = ways_height * columns.words;
  add_output(scene, moment, columns, y, y + gap, from, from_y, sweep::array::destination, lit, 2);
  y += gap;
  add_label(scene, columns, y, key_height, text::all::output_row, made_now(moment, output));
  y += key_height;
  if (part != BucketsPart::backwards)
    add_bucket_marks(scene, columns, y + 6, children_of_part(moment));
  y = add_indices(scene, columns, y + 10);
  end_page(scene, y);
  return scene;
}

}  // namespace scope
