#include "memory_view.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/core/base/text.hpp"
#include "app/core/scene/text_width.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

namespace array = radix::array;

constexpr float widest_lanes = 1300, widest_map = 1100;
constexpr float large_slot = 42, usual_slot = 34, small_slot = 22, least_slot = 0.5f;
constexpr float wide_gap = 34;  // where segments are left out; with many gaps less
constexpr float narrow_gap = 12;
constexpr float words_fit = 960, max_words = 1.45f;  // a page this wide needs no larger words

/// The store the figure shows: the one that writes the key the words speak about; the first where a
/// broken run has lost that key.
StoreId chosen_store(const Moment& moment, const MemoryView& view) {
  const uint32_t spoken = position_of(view.held, subject_of(moment)->id);
  return view.cut.store_of(spoken == none ? 0 : spoken, view.shape.lanes);
}

/// Width of the widest key of the store, with its digits at this size.
float key_width(const Moment& moment, const MemoryView& view, float size) {
  float width = 34;
  for (const StoreLane& lane : view.store.lanes) {
    if (lane.position == none) continue;
    const radix::Problem& problem = moment.problem();
    const uint32_t id = view.id_of(lane);
    const std::string text = problem.text_of(problem.keys()[id]);
    width = std::max(width, value_width(text, size, mark_of(problem, id)) + 5);
    width = std::max(width, text_width(note_of(problem, id), 12, Face::mono) + 8);
  }
  return std::ceil(width);
}

void size_lanes(const Moment& moment, MemoryView& view) {
  const auto count = static_cast<float>(view.store.lanes.size());
  const uint32_t digit = moment.digit().bits, all = moment.problem().key_bits();
  const float number = text_width(std::to_string(moment.problem().size()), 14, Face::mono) + 8;
  const float key = std::max({key_width(moment, view, key_size(moment.problem(), moment.large)),
                              number, either(view.lanes, 0, Columns{}.cell)});
  const float small = std::max(key_width(moment, view, 18), number);
  const float whole = std::ceil(binary_width(std::string(all, '0'), digit) + 6);
  const float bits = std::ceil(binary_width(std::string(digit, '0'), digit) + 4);
  const auto fits = [&](float cell) { return count * (cell + view.lanes.gap) <= widest_lanes; };
  view.lanes.cell = std::max(34.f, number);
  const LaneText least = digit > 0 ? LaneText::digit : LaneText::none;
  view.text = least;
  for (float cell : {std::max(key, whole), std::max(key, bits), small})
    if (view.text == least && fits(cell)) {
      view.text = LaneText::key;
      view.lanes.cell = cell;
    }
}

/// How many segments have room beside each other, with slots of this width.
uint32_t room_for(const MemoryView& view, float slot) {
  const float each = static_cast<float>(view.shape.segment) * slot + view.map.gap;
  return std::max(1u, static_cast<uint32_t>(widest_map / each));
}

/// Which segments are drawn: all when there is room, else the touched ones with single ones between
/// and, as far as there is room, their neighbours.
std::set<uint32_t> segments_to_draw(const MemoryView& view, uint32_t all) {
  std::set<uint32_t> drawn(view.touched.begin(), view.touched.end());
  if (all <= room_for(view, small_slot) || drawn.empty()) {
    for (uint32_t s = 0; s < std::min(all, room_for(view, small_slot)); ++s) drawn.insert(s);
    return drawn;
  }
  for (uint32_t segment : view.touched)
    if (drawn.contains(segment + 2)) drawn.insert(segment + 1);
  const uint32_t room = room_for(view, usual_slot);
  for (uint32_t reach = 1; reach <= room; ++reach)
    for (uint32_t segment : view.touched) {
      if (drawn.size() < room && segment + reach < all) drawn.insert(segment + reach);
      if (drawn.size() < room && segment >= reach) drawn.insert(segment - reach);
    }
  return drawn;
}

void place_segments(MemoryView& view) {
  SegmentMap& map = view.map;
  const uint32_t all = (view.cut.keys + view.shape.segment - 1) / view.shape.segment;
  const std::set<uint32_t> drawn = segments_to_draw(view, all);
  map.slots = view.cut.keys, map.segment = view.shape.segment;
  map.left_out = all - static_cast<uint32_t>(drawn.size());
  map.gap_at_end = *drawn.rbegin() + 1 < all;
  uint32_t gaps = map.gap_at_end;
  for (uint32_t segment : drawn) gaps += segment > 0 && !drawn.contains(segment - 1);
  map.omitted = gaps > 10 ? narrow_gap : wide_gap;
  const auto count = static_cast<float>(drawn.size());
  const float room = widest_map - count * map.gap - static_cast<float>(gaps) * map.omitted;
  map.slot = std::clamp(room / (count * static_cast<float>(map.segment)), least_slot, large_slot);
  if (map.slot > 6) map.slot = std::floor(map.slot);

  float x = map.left = view.columns.left + 4;
  uint32_t next = 0;
  for (uint32_t segment : drawn) {
    const bool after_gap = segment != next;
    if (after_gap) x += map.omitted;
    const bool touched = std::binary_search(view.touched.begin(), view.touched.end(), segment);
    map.segments.push_back(
        {.segment = segment, .x = x, .touched = touched, .after_gap = after_gap});
    x += map.width() + map.gap;
    next = segment + 1;
  }
  map.right = x - map.gap + (map.gap_at_end ? map.omitted : 0);
}

void move_map(SegmentMap& map, float right) {
  for (ShownSegment& shown : map.segments) shown.x += right;
  map.left += right, map.right += right;
}

}  // namespace

std::optional<float> SegmentMap::centre(uint32_t at) const {
  for (const ShownSegment& shown : segments)
    if (shown.segment == at / segment) return x(shown, at) + slot / 2;
  return std::nullopt;
}

float SegmentMap::number_size() const {
  for (float size : {17.f, 14.f, 11.f})
    if (text_width(std::to_string(slots), size, Face::mono) + 5 <= slot) return size;
  return 0;
}

std::string store_words(const MemoryView& view, const StoreId& id) {
  return text::radix::store_name(
      {.block = id.block, .coarse = view.cut.each > 1, .round = id.round, .warp = id.warp});
}

MemoryView memory_view(const Moment& moment) {
  MemoryView view{.shape = moment.memory,
                  .cut = cut_of(moment.problem(), moment.pass()),
                  .held = held_by_writers(moment)};
  const auto inside = [&](uint32_t slot) { return slot < moment.problem().size(); };
  if (const radix::Array* array = moment.find(array::destination);
      array && std::ranges::all_of(array->values, inside))  // else a broken run's
    view.destination = &array->values;
  view.written = moment.find(array::output) != nullptr;
  view.store = store_at(view.cut, chosen_store(moment, view), view.destination, view.shape);
  view.touched = segments_of(view.store, view.shape);
  const auto count = static_cast<uint32_t>(view.store.lanes.size());
  view.columns = {
      .left = margin + label_width + 24, .count = count, .per_block = count, .large = moment.large};
  view.lanes = {
      .gap = 4, .block_gap = 4, .count = count, .per_block = count, .large = moment.large};
  size_lanes(moment, view);
  place_segments(view);
  // The lanes stand over the middle of the output
  const float wide =
      static_cast<float>(count) * (view.lanes.cell + view.lanes.gap) - view.lanes.gap;
  const float middle = (view.map.left + view.map.right) / 2;
  view.lanes.left = std::max(view.columns.left + 4, std::round(middle - wide / 2));
  move_map(view.map, std::max(std::round(view.lanes.left + wide / 2 - middle), 0.f));
  if (!moment.large) return view;
  // The wide page of many lanes is shown smaller for it: larger words, which take more room
  const float page = std::max(view.lanes.right(), view.map.right) + margin;
  view.columns.words = std::clamp(page / words_fit, 1.f, max_words);
  const float more = std::round((view.columns.words - 1) * label_width);
  view.columns.left += more, view.lanes.left += more;
  move_map(view.map, more);
  return view;
}

}  // namespace scope
