/// The scatter as memory sees it: the lanes of one warp's store, the output cut into segments, and
/// both measures of what it costs.
#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "memory_table.hpp"
#include "memory_view.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

namespace array = radix::array;

constexpr float bracket_height = 30, names_height = 20, slot_height = 34, slot_number = 28;
constexpr float frame_room = 5;   // from a segment's slots to its frame
constexpr float least_drawn = 6;  // narrower slots are not drawn one by one
constexpr float tick = 3;         // width of a written slot among those

constexpr float segment_number = 14;

void add_number(Scene& scene, const MemoryView& view, Vec at, uint64_t number, Ink ink) {
  scene.texts.push_back({.at = at,
                         .text = std::to_string(number),
                         .size = segment_number * view.columns.words,
                         .ink = ink,
                         .face = Face::bold});
}

/// Size of the lanes' names: as large as the widest fits over its lane.
float thread_name_size(const MemoryView& view) {
  const float least = small_size(view.lanes), most = least * view.columns.words;
  const std::string widest = "t" + std::to_string(view.store.lanes.back().thread);
  const float room = view.lanes.cell + view.lanes.gap - 4;
  return std::clamp(room / text_width(widest, 1, Face::mono), least, most);
}

/// One lane in so many is named, so that the names do not touch.
uint32_t named_lanes(const MemoryView& view) {
  const std::string widest = "t" + std::to_string(view.store.lanes.back().thread);
  const float wide = text_width(widest + " ", thread_name_size(view), Face::mono);
  return static_cast<uint32_t>(std::ceil(wide / (view.lanes.cell + view.lanes.gap)));
}

/// A bracket over each run, with its number.
void add_runs(Scene& scene, const MemoryView& view, float y) {
  uint32_t number = 0;
  const auto& lanes = view.store.lanes;
  for (uint32_t first = 0; first < lanes.size(); ++first) {
    if (!lanes[first].begins_run) continue;
    uint32_t last = first;
    while (last + 1 < lanes.size() && lanes[last + 1].slot != none && !lanes[last + 1].begins_run)
      ++last;
    const float x0 = view.lanes.x(first) + 2, x1 = view.lanes.x(last) + view.lanes.cell - 2;
    const float top = y + 20, low = y + bracket_height - 2;
    for (const auto& [from, to] : {std::pair{Vec{x0, low}, Vec{x0, top}},
                                   {Vec{x0, top}, Vec{x1, top}},
                                   {Vec{x1, top}, Vec{x1, low}}})
      scene.lines.push_back({from, to, Ink::accent, 2});
    add_number(scene, view, {(x0 + x1) / 2, y + 9}, ++number, Ink::accent);
  }
}

/// The digit of a key, where there is no room for the key: its bits, or the number of its bucket.
Cell digit_of_lane(const Moment& moment, Rect at, uint32_t id) {
  if (moment.digit().bits == 0) return {.at = at, .fill = Ink::raised, .tag = {.key = id}};
  Cell cell = digit_cell(moment, at, id);
  if (cell.text.empty()) cell.text = std::to_string(moment.digit_of(moment.problem().keys()[id]));
  if (text_width(cell.text, cell.size, Face::mono) + 2 > at.w) cell.size = 14;
  return cell;
}

/// A lane: its thread, its key, and the slot it writes.
void add_lane(Scene& scene, const Moment& moment, const MemoryView& view, uint32_t i, float y) {
  const StoreLane& lane = view.store.lanes[i];
  const uint32_t id = view.id_of(lane);
  const Rect at = slot(view.lanes, i, y + names_height, key_height);
  const std::size_t last = view.store.lanes.size() - 1;
  const uint32_t every = named_lanes(view);
  if (i == last || (i % every == 0 && i + every <= last))
    scene.texts.push_back({.at = {view.lanes.centre(i), y + 9},
                           .text = "t" + std::to_string(lane.thread),
                           .size = thread_name_size(view),
                           .ink = Ink::dim,
                           .face = Face::mono,
                           .tag = {.key = id}});
  if (id == none) {
    scene.cells.push_back(empty_cell(at));
    return;
  }
  Cell cell = view.text == LaneText::key
                  ? key_cell(moment, at, moment.problem().keys()[id], id, lit_digit(moment))
                  : digit_of_lane(moment, at, id);
  if (view.text == LaneText::key) cell.tag = {view.held.id, 0, lane.position, id};
  scene.cells.push_back(cell);
  if (lane.slot == none) return;
  Cell number = value_cell(moment, {at.x, at.bottom() + 4, at.w, slot_number}, lane.slot, id);
  number.fill = Ink::none, number.edge = Ink::none;
  number.ink = lit_digit(moment)
                   ? digit_ink(moment.digit_of(moment.problem().keys()[id]), moment.digit().bits)
                   : Ink::text;
  number.tag = {array::destination, 0, lane.position, id};
  scene.cells.push_back(number);
}

/// A slot of the output: its number, and the key that comes there.
void add_slot(Scene& scene, const Moment& moment, const MemoryView& view, const ShownSegment& shown,
              uint32_t at, const StoreLane* lane, float y) {
  const SegmentMap& map = view.map;
  if (!lane && map.slot < least_drawn) return;
  const float middle = map.x(shown, at) + map.slot / 2, wide = std::max(map.slot - 2, tick);
  Cell cell{.at = {middle - wide / 2, y, wide, slot_height}, .edge = Ink::line, .ink = Ink::dim};
  if (const float size = map.number_size(); size > 0)
    cell.text = std::to_string(at), cell.size = size;
  if (lane) {
    const uint32_t id = view.id_of(*lane);
    const Lit lit = lit_digit(moment);
    const uint32_t digit = lit ? lit->of(moment.problem().keys()[id]) : 0;
    cell.fill = lit ? digit_fill(digit, lit->bits) : Ink::raised;
    cell.edge = lit ? digit_ink(digit, lit->bits) : Ink::text;
    cell.hatched = lit && digit % 2 == 1 && wide > least_drawn;
    cell.edge_width = 1.5f, cell.ink = Ink::text;
    if (wide <= least_drawn) cell.fill = cell.edge, cell.edge = Ink::none;
    cell.tag = {array::destination, 1, cell.text.empty() ? none : lane->position, id};
  }
  scene.cells.push_back(cell);
}

/// Lanes by the slot they write, of this segment.
const StoreLane* writer_of(const MemoryView& view, uint32_t at) {
  for (const StoreLane& lane : view.store.lanes)
    if (lane.slot == at) return &lane;
  return nullptr;
}

void add_gap(Scene& scene, float x, float y) {
  scene.texts.push_back({.at = {x, y + slot_height / 2}, .text = "…", .ink = Ink::dim});
}

/// The output in segments, those touched filled and counted.
void add_segments(Scene& scene, const Moment& moment, const MemoryView& view, float y) {
  const SegmentMap& map = view.map;
  uint32_t number = 0;
  float free = map.left - 12;  // right edge of the last number
  for (const ShownSegment& shown : map.segments) {
    const Rect box{shown.x - frame_room + 1, y - frame_room, map.width() + 2 * frame_room - 2,
                   slot_height + 2 * frame_room};
    scene.frames.push_back({.at = box,
                            .edge = shown.touched ? Ink::accent : Ink::line,
                            .fill = shown.touched ? Ink::raised : Ink::none,
                            .width = shown.touched ? 2.5f : 1.f,
                            .radius = 6});
    if (shown.after_gap) add_gap(scene, shown.x - (map.omitted + map.gap) / 2, y);
    const uint32_t begin = shown.segment * map.segment;
    for (uint32_t at = begin; at < std::min(begin + map.segment, map.slots); ++at)
      add_slot(scene, moment, view, shown, at, shown.touched ? writer_of(view, at) : nullptr, y);
    if (!shown.touched) continue;
    ++number;
    const float half =
        text_width(std::to_string(number), segment_number * view.columns.words, Face::bold) / 2;
    if (box.centre().x - half < free) continue;
    add_number(scene, view, {box.centre().x, box.bottom() + 13}, number, Ink::accent);
    free = box.centre().x + half + 4;
  }
  if (map.gap_at_end) add_gap(scene, map.right - map.omitted / 2 + frame_room, y);
}

/// From every lane to the slot it writes; dashed before the keys are written.
void add_lines(Scene& scene, const Moment& moment, const MemoryView& view, float y0, float y1) {
  for (uint32_t i = 0; i < view.store.lanes.size(); ++i) {
    const StoreLane& lane = view.store.lanes[i];
    if (lane.slot == none) continue;
    const uint32_t id = view.id_of(lane);
    const Lit lit = lit_digit(moment);
    scene.arrows.push_back(
        {.from = {view.lanes.centre(i), y0},
         .to = {*view.map.centre(lane.slot), y1},
         .ink = lit ? digit_ink(lit->of(moment.problem().keys()[id]), lit->bits) : Ink::dim,
         .width = 1.5f,
         .dashed = !view.written,
         .tag = {.index = none, .key = id}});
  }
}

/// What the two measures are; a low page names them only, in its table.
void define_measures(std::vector<std::string>& all, const MemoryShape& shape) {
  all.push_back(text::radix::measure_runs);
  all.push_back(
      text::radix::measure_segments({.bytes = shape.segment * key_bytes, .keys = shape.segment}));
}

/// What is known, what the measures mean, and where they mislead.
std::vector<std::string> sentences(const Moment& moment, const MemoryView& view) {
  std::vector<std::string> all;
  if (!view.destination) all.push_back(text::radix::slots_unknown);
  if (!moment.large || !view.destination) define_measures(all, view.shape);
  const bool reverses = moment.digit().bits == 0;
  if (reverses) all.push_back(text::radix::writes_backwards);
  const bool whole_block = view.cut.each == 1 && view.shape.lanes >= view.cut.per_block();
  if (!reverses && sorts_in_block(moment) && whole_block)
    all.push_back(moment.large
                      ? std::string(text::radix::warp_is_block)
                      : text::radix::warp_is_block_long({.half = std::max(1u, view.cut.threads / 2),
                                                         .several = view.cut.threads > 1}));
  if (view.map.left_out > 0 && !moment.large)  // the dots say it
    all.push_back(text::radix::segments_left_out(
        {.known = view.destination != nullptr, .segments = view.map.left_out}));
  return all;
}

/// What the store costs.
std::string store_answer(const MemoryView& view) {
  const Cost& cost = view.store.cost;
  const StoreId& id = view.store.id;
  return text::radix::store_answer({.block = id.block,
                                    .coarse = view.cut.each > 1,
                                    .keys = cost.keys,
                                    .percent = fixed_number(efficiency(cost, view.shape), 0),
                                    .round = id.round,
                                    .runs = cost.runs,
                                    .segments = cost.segments,
                                    .warp = id.warp});
}

std::string subtitle(const MemoryShape& shape) {
  const bool real = shape == real_sectors || shape == real_lines;
  return text::radix::memory_page({.keys = shape.segment, .real = real, .threads = shape.lanes});
}

/// True while the blocks still split their keys, bit by bit.
bool being_sorted(const Moment& moment) {
  return !moment.find(array::bucket_counts) && moment.step()->split + 1 < moment.step()->splits;
}

/// In two lines on a low page.
const char* lanes_label(const Moment& moment, const MemoryView& view) {
  const bool low = moment.large;
  if (view.text == LaneText::none)
    return low ? "lanes\nkeys too long" : "lanes\ntheir keys are\ntoo long to show";
  if (view.text == LaneText::digit)
    return low ? "lanes\ntheir digits" : "lanes\nwith the digits\nof their keys";
  if (view.held.id != array::local_keys)
    return low ? "lanes\ntheir keys" : "lanes\nwith their keys";
  if (being_sorted(moment))
    return low ? "lanes\nbeing sorted" : "lanes\nkeys being sorted\nin the block";
  return low ? "lanes\nsorted keys" : "lanes\nwith the keys of\nthe block, sorted";
}

}  // namespace

Scene draw_memory(const Moment& moment) {
  if (moment.problem().size() == 0) {
    const Columns none = columns_of(moment);
    Scene scene = new_page(moment, none, text::radix::memory, text::radix::shows_memory);
    end_page(scene, add_sentence(scene, none, margin, text::radix::nothing_stored));
    return scene;
  }
  const MemoryView view = memory_view(moment);
  Scene scene = new_page(moment, view.columns, text::radix::memory, subtitle(view.shape).c_str());
  scene.width = std::max({960.f, view.lanes.right() + margin, view.map.right + margin});

  if (view.destination) scene.answer = store_answer(view);
  float y = add_store_strip(scene, view, 6);
  if (view.destination)
    add_label(scene, view.columns, y, bracket_height - 10, "runs, counted", Ink::accent);
  add_runs(scene, view, y);
  y += bracket_height;
  for (uint32_t i = 0; i < view.lanes.count; ++i) add_lane(scene, moment, view, i, y);
  add_label(scene, view.columns, y + names_height, key_height, lanes_label(moment, view));
  float bottom = y + names_height + key_height;
  if (view.destination) {
    add_label(scene, view.columns, bottom + 4, slot_number, "write slot");
    bottom += 4 + slot_number;
  }
  const float fan = either(view.columns, view.destination ? 96 : 56, 52);
  const float output_y = bottom + fan;
  add_lines(scene, moment, view, bottom + 1, output_y - 2);
  add_segments(scene, moment, view, output_y);
  add_label(scene, view.columns, output_y, slot_height, "output\nin segments");
  y = output_y + slot_height + frame_room + 4;
  if (view.destination) {
    add_label(scene, view.columns, y, 18, "segments (model)", Ink::accent);
    y += 22 * view.columns.words;
  }
  y = add_memory_table(scene, moment, view, y + either(view.columns, 14, 0)) +
      either(view.columns, 8, 0);
  for (const std::string& words : sentences(moment, view))
    y = add_sentence(scene, view.columns, y, words);
  end_page(scene, y);
  return scene;
}

}  // namespace scope
