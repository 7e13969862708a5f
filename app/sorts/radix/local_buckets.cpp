#include "local_buckets.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "facts.hpp"
#include "local_splits.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

namespace array = radix::array;

constexpr uint32_t max_marked = 8;   // buckets of a digit whose empty ones still get a mark
constexpr float room_for_mark = 20;  // between two blocks

/// True where an empty bucket gets its 0: there are few, and they have room.
bool marks_empty(const Columns& columns, uint32_t buckets) {
  return !as_bars(columns) && buckets <= max_marked && columns.block_gap >= room_for_mark;
}

/// A brace under the keys of one bucket of one block.
void add_bucket(Scene& scene, const Columns& columns, float y, Interval keys,
                const std::string& label, Ink ink) {
  const float x0 = columns.x(keys.begin) + 1, x1 = columns.x(keys.end - 1) + columns.cell - 1;
  const float size = std::max(Brace{}.size, label_size(columns));
  const bool fits = text_width(label, size, Face::bold) <= x1 - x0 + columns.gap;
  scene.braces.push_back({.x0 = x0,
                          .x1 = x1,
                          .y = y,
                          .depth = 10,
                          .ink = ink,
                          .label = fits ? label : "",
                          .size = size});
}

/// Where the empty buckets in front of a place would stand: between two keys or at a block's edge;
/// inside it when several need room.
float empty_x(const Columns& columns, const BlockFacts& facts, uint32_t place, uint32_t count) {
  const float inwards = count == 1 ? -3.f : 3.f;
  if (place == facts.begin) return columns.x(place) + inwards;
  const float before = columns.x(place - 1) + columns.cell;
  return place == facts.end ? before - inwards : (before + columns.x(place)) / 2;
}

/// A 0 for each of neighbouring empty buckets that would stand in front of a place.
void add_empty(Scene& scene, const Columns& columns, float y, const BlockFacts& facts,
               uint32_t place, uint32_t count, Ink ink) {
  if (count == 0) return;
  const float x = empty_x(columns, facts, place, count);
  scene.lines.push_back({.from = {x, y}, .to = {x, y + 8}, .ink = ink, .width = 1.5f});
  scene.texts.push_back({.at = {x, y + 20},
                         .text = count == 1   ? "0"
                                 : count == 2 ? "0 0"
                                              : "0…",
                         .size = 16,
                         .ink = ink,
                         .face = Face::bold});
}

void add_block_buckets(Scene& scene, const Moment& moment, const Columns& columns, float y,
                       const BlockFacts& facts, const TableOrder& order,
                       std::optional<uint32_t> lit) {
  const radix::Array* counts = latest(moment, array::bucket_counts);
  uint32_t empty = 0;  // neighbouring empty buckets up to here
  uint32_t begin = facts.begin;
  Ink empty_ink = Ink::dim;
  const uint32_t buckets = static_cast<uint32_t>(facts.buckets.size());
  for (uint32_t bucket = 0; bucket < buckets; ++bucket) {
    const uint32_t entry = order.entry_of(bucket, facts.block);
    const Interval keys{begin, begin + facts.buckets[bucket]};
    begin = keys.end;
    const Ink ink = lit == entry ? Ink::select : digit_ink(bucket, moment.digit().bits);
    if (keys.size() == 0 && counts) {
      empty_ink = empty == 0 || ink == Ink::select ? ink
                  : empty_ink == Ink::select       ? empty_ink
                                                   : Ink::dim;
      ++empty;
    }
    const bool last = bucket + 1 == buckets;
    if (!marks_empty(columns, buckets)) empty = 0;
    if (keys.size() > 0 || last)
      add_empty(scene, columns, y, facts, keys.begin, empty, empty_ink), empty = 0;
    if (keys.size() > 0)
      add_bucket(scene, columns, y, keys, counts ? std::to_string(keys.size()) : "", ink);
  }
}

}  // namespace

void add_local_buckets(Scene& scene, const Moment& moment, const Columns& columns, float y,
                       std::optional<uint32_t> lit) {
  if (!local_splits(moment).sorted()) return;
  const bool marked = marks_empty(columns, moment.buckets());
  // On a low page the threads that scan the table stand where the second line would
  const bool short_name = marked || (columns.large && scans_table(moment));
  add_label(scene, columns, y, 36, short_name ? "bucket sizes" : "bucket sizes\nwithout the 0s",
            Ink::dim);
  const auto keys = keys_after(moment, local_splits(moment).count);
  const TableOrder order = table_order(moment);
  for (const BlockFacts& facts : block_facts(moment))
    if (keys && stand_by_digit(moment, *keys, facts.begin, facts.end))
      add_block_buckets(scene, moment, columns, y, facts, order, lit);
}

void add_landings(Scene& scene, const Moment& moment, const Columns& columns, float y,
                  std::optional<uint32_t> lit) {
  const TableOrder order = table_order(moment);
  const uint32_t entries = table_entries(moment);
  const radix::Array* counts = latest(moment, array::bucket_counts);
  if (!counts || !latest(moment, array::bucket_starts)) return;
  for (uint32_t e = 0; e < entries; ++e) {
    if (counts->values[e] == 0) continue;
    const auto slots = landing_interval(moment, e);
    const float x0 = columns.x(slots->begin) + 1;
    const float x1 = columns.x(slots->end - 1) + columns.cell - 1;
    std::string label = text::all::block_short({.block = order.block_of(e)});
    if (text_width(label, 14, Face::bold) > x1 - x0 + columns.gap) label = "";
    scene.braces.push_back(
        {.x0 = x0,
         .x1 = x1,
         .y = y,
         .depth = -10,
         .ink = lit == e ? Ink::select : digit_ink(order.bucket_of(e), moment.digit().bits),
         .label = label,
         .size = 14});
  }
}

void add_landing_way(Scene& scene, const Moment& moment, const Columns& columns, Vec from,
                     uint32_t entry, float y) {
  const auto slots = landing_interval(moment, entry);
  if (!slots || slots->size() == 0) return;
  const float x0 = columns.x(slots->begin), x1 = columns.x(slots->end - 1) + columns.cell;
  // To the nearer end of the brace: its name stands over its middle
  const float x = from.x < (x0 + x1) / 2 ? x0 + 4 : x1 - 4;
  scene.arrows.push_back({.from = from, .to = {x, y}, .ink = Ink::select, .width = 2.75f});
}

}  // namespace scope
