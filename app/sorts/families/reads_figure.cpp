// One load of a warp, and the segments of memory that it touches; every load of that warp in a
// table. It says about the reads of any sort what the Memory figure says about stores.
#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/model/loads.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/core/words/kernel_words.hpp"
#include "app/timing/figures/timing_figures.hpp"
#include "families.hpp"
#include "text/families.hpp"

namespace scope {
namespace {

constexpr float reads_page = 1000, reads_left = margin + label_width + 24;
constexpr float reads_width = reads_page - reads_left - margin;
constexpr float lane_height = 34, place_height = 34, fan_height = 64, low_fan_height = 40;
constexpr float read_pitch = 24, least_box = 5, max_box = 40;
constexpr float between_segments = 10, between_many = 6;  // where their boxes are narrow
constexpr float narrow_box = 12;
constexpr std::size_t max_listed = 8, max_low_listed = 3;

/// What the figure shows.
struct ReadsView {
  MemoryShape shape;
  const WarpLoads* warp = nullptr;
  std::size_t load = 0;              ///< the one that is drawn
  std::vector<uint32_t> segments{};  ///< that it touches
  uint32_t extent = 0;               ///< of its array: one more than the largest place that is read
  Cost all{};                        ///< of the launch: loads, keys, runs and segments of all warps

  const Load& shown() const { return warp->loads[load]; }
};

/// True when a lane of the load reads the selected key.
bool reads_key(const Load& load, const radix::Array& keys, uint32_t place) {
  return place < keys.ids.size() && load.array == "the keys" &&
         std::ranges::find(load.places, place) != load.places.end();
}

/// The warp that was picked, else that of the thread that made the step, else one that reads the
/// selected key, else the first. Of that of the thread the load of its key, or else of its line.
void choose_warp(ReadsView& view, const std::vector<WarpLoads>& warps, const Moment& moment) {
  const radix::Array keys = input_of(moment);
  const uint32_t place = position_of(keys, moment.selected());
  view.warp = &warps.front();
  for (const WarpLoads& warp : warps) {
    if (!moment.store || warp.block != moment.store->block || warp.warp != moment.store->warp)
      continue;
    view.warp = &warp;
    view.load = std::min<std::size_t>(moment.store->round, warp.loads.size() - 1);
    return;
  }
  const auto worker = worker_of(moment);
  const auto of_worker = std::ranges::find_if(warps, [&](const WarpLoads& warp) {
    return worker && warp.block == worker->block &&
           warp.warp == worker->thread / moment.memory.lanes;
  });
  const auto choose = [&](const WarpLoads& warp, const auto& fits) {
    const auto found = std::ranges::find_if(warp.loads, fits);
    if (found == warp.loads.end()) return false;
    view.warp = &warp, view.load = static_cast<std::size_t>(found - warp.loads.begin());
    return true;
  };
  const auto reads = [&](const Load& load) { return reads_key(load, keys, place); };
  if (of_worker != warps.end()) {
    const auto lit = [&](const Load& load) { return load.source == moment.step()->source; };
    if (choose(*of_worker, lit) || choose(*of_worker, reads)) return;
    view.warp = &*of_worker;
  } else if (std::ranges::any_of(warps, [&](const auto& warp) { return choose(warp, reads); })) {
    return;
  }
  // Else the load that touches most segments
  std::size_t most = 0;
  for (std::size_t k = 0; k < view.warp->loads.size(); ++k) {
    const std::size_t touched = segments_of(view.warp->loads[k], view.shape.segment).size();
    if (touched > most) most = touched, view.load = k;
  }
}

ReadsView reads_view(const std::vector<WarpLoads>& warps, const Moment& moment) {
  ReadsView view{.shape = moment.memory};
  choose_warp(view, warps, moment);
  view.segments = segments_of(view.shown(), view.shape.segment);
  for (const WarpLoads& warp : warps)
    for (const Load& load : warp.loads) {
      view.all += cost_of(load, view.shape);
      if (load.array != view.shown().array) continue;
      for (const uint32_t place : load.places)
        if (place != none) view.extent = std::max(view.extent, place + 1);
    }
  return view;
}

/// "line 44 of merge_co_rank.cu, 2nd time".
std::string line_words(const WarpLoads& warp, const Load& load) {
  const bool more = std::ranges::any_of(warp.loads, [&](const Load& each) {
    return each.source == load.source && each.array == load.array && each.again != load.again;
  });
  const std::size_t slash = load.source.file.rfind('/');
  const std::string file = load.source.file.substr(slash == std::string::npos ? 0 : slash + 1);
  return text::families::line_of(
      {.again = load.again + 1, .file = file, .line = load.source.line, .several = more});
}

/// A name in lines that fit the left margin.
std::string in_lines(const std::string& name) {
  std::string text, line;
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t end = std::min(name.find(' ', begin), name.size());
    const std::string word = name.substr(begin, end - begin);
    const std::string longer = line.empty() ? word : line + " " + word;
    const bool fits = text_width(longer, 15, Face::ui) <= label_width;
    if (!fits) text += line + "\n";
    line = fits ? longer : word;
    begin = end + 1;
  }
  return text + line;
}

/// The boxes of an array that are drawn: all segments where they have room, else those touched.
struct ReadMap {
  std::vector<uint32_t> segments{};
  uint32_t extent = 0, segment = 1;
  float box = 0, gap = between_segments;
  bool all = true;

  float width() const { return static_cast<float>(segment) * box; }
  float x(std::size_t k) const { return reads_left + static_cast<float>(k) * (width() + gap); }
  std::optional<float> centre(uint32_t place) const {
    const auto found = std::ranges::find(segments, place / segment);
    if (found == segments.end()) return std::nullopt;
    return x(static_cast<std::size_t>(found - segments.begin())) +
           (static_cast<float>(place % segment) + 0.5f) * box;
  }
};

ReadMap map_of(const ReadsView& view) {
  ReadMap map{.extent = view.extent, .segment = view.shape.segment};
  const uint32_t count = (view.extent + map.segment - 1) / map.segment;
  const auto box_of = [&](std::size_t segments) {
    const float free = reads_width - static_cast<float>(segments) * map.gap;
    return free / static_cast<float>(segments * map.segment);
  };
  map.all = box_of(count) >= least_box;
  if (map.all && box_of(count) < narrow_box) map.gap = between_many;
  if (map.all)
    for (uint32_t s = 0; s < count; ++s) map.segments.push_back(s);
  else
    map.segments = view.segments;
  if (box_of(map.segments.size()) < 1) map.gap = 2;
  map.box = std::min(max_box, box_of(map.segments.size()));
  return map;
}

/// Writes the number of a place into its box, where it fits; on a low page none is small.
void write_place(Cell& cell, uint32_t place, bool large, float usual) {
  const std::string text = std::to_string(place);
  const float size = large ? 17 : usual;
  for (const float smaller : {size, large ? 15.f : 12.f, large ? 13.f : 11.f}) {
    if (smaller > size || text_width(text, smaller, Face::mono) + 2 > cell.at.w) continue;
    cell.text = text, cell.size = smaller;
    return;
  }
}

/// The lanes: their threads, and the places they read.
void add_lanes(Scene& scene, const ReadsView& view, const ReadMap& map, float y, float fan,
               bool large) {
  const Load& load = view.shown();
  const auto count = static_cast<float>(load.places.size());
  const float pitch = std::min(48.f, reads_width / count), wide = pitch - std::min(6.f, pitch / 5);
  const float name = large ? 14 : 12;
  for (std::size_t lane = 0; lane < load.places.size(); ++lane) {
    const Rect at{reads_left + static_cast<float>(lane) * pitch, y + 20, wide, lane_height};
    const uint32_t thread = view.warp->warp * view.shape.lanes + static_cast<uint32_t>(lane);
    const std::string text = "t" + std::to_string(thread);
    if (text_width(text, name, Face::mono) + 2 <= pitch)
      scene.texts.push_back({.at = {at.centre().x, y + 9},
                             .text = text,
                             .size = name,
                             .ink = Ink::dim,
                             .face = Face::mono});
    const uint32_t place = load.places[lane];
    if (place == none) {
      scene.cells.push_back(empty_cell(at));
      continue;
    }
    Cell cell{.tip = text::families::read_tip(
                  {.array = array_words(load.array), .place = place, .thread = thread}),
              .at = at,
              .fill = Ink::raised,
              .edge = Ink::text};
    write_place(cell, place, large, 14);
    scene.cells.push_back(std::move(cell));
    if (const auto x = map.centre(place))
      scene.arrows.push_back({.from = {at.centre().x, at.bottom() + 1},
                              .to = {*x, at.bottom() + fan - 2},
                              .ink = Ink::accent,
                              .width = 1.5f,
                              .head = map.box >= least_box});
  }
}

/// The array in segments: those touched filled and counted, places that are read in them.
void add_places(Scene& scene, const ReadsView& view, const ReadMap& map, float y, bool large) {
  const auto& read = view.shown().places;
  uint32_t number = 0;
  float free = 0;  // right edge of the last number
  for (std::size_t k = 0; k < map.segments.size(); ++k) {
    const uint32_t segment = map.segments[k];
    const bool touched = std::ranges::binary_search(view.segments, segment);
    const Rect frame{map.x(k) - 2, y - 3, map.width() + 4, place_height + 6};
    scene.frames.push_back({.at = frame,
                            .edge = touched ? Ink::accent : Ink::line,
                            .fill = touched ? Ink::raised : Ink::none,
                            .width = touched ? 2.5f : 1.f,
                            .radius = 4});
    for (uint32_t q = 0; q < map.segment; ++q) {
      const uint32_t place = segment * map.segment + q;
      if (place >= map.extent && !touched) break;
      const bool is_read = std::ranges::find(read, place) != read.end();
      if (!is_read && map.box < least_box) continue;
      const Rect box{map.x(k) + static_cast<float>(q) * map.box + 0.5f, y,
                     std::max(map.box - 1, 1.f), place_height};
      Cell cell{.at = box,
                .fill = is_read ? Ink::digit2_fill : Ink::none,
                .edge = is_read ? Ink::accent : Ink::line,
                .edge_width = is_read ? 1.5f : 0.5f,
                .ink = is_read ? Ink::text : Ink::dim};
      if (is_read || map.box > 20) write_place(cell, place, large, 12);
      scene.cells.push_back(std::move(cell));
    }
    if (!touched) continue;
    ++number;
    const float half = text_width(std::to_string(number), 14, Face::bold) / 2;
    if (frame.centre().x - half < free) continue;
    scene.texts.push_back({.at = {frame.centre().x, frame.bottom() + 13},
                           .text = std::to_string(number),
                           .ink = Ink::accent,
                           .face = Face::bold});
    free = frame.centre().x + half + 4;
  }
}

void add_read_line(Scene& scene, float y, const std::vector<std::string>& texts, bool head,
                   bool strong) {
  constexpr float rights[] = {560, 660, 760, 900};  // of the numbers' columns
  scene.texts.push_back({.at = {reads_left, y},
                         .text = texts[0],
                         .size = 15,
                         .ink = head ? Ink::dim : Ink::text,
                         .face = strong ? Face::bold : Face::ui,
                         .anchor = Anchor::left});
  for (std::size_t c = 1; c < texts.size(); ++c)
    scene.texts.push_back({.at = {reads_left + rights[c - 1] - reads_left + margin, y},
                           .text = texts[c],
                           .size = 15,
                           .ink = head ? Ink::dim : Ink::text,
                           .face = head     ? Face::ui
                                   : strong ? Face::bold
                                            : Face::mono,
                           .anchor = Anchor::right});
}

std::vector<std::string> numbers_of(std::string name, const Cost& cost, const MemoryShape& shape) {
  return {std::move(name), std::to_string(cost.keys), std::to_string(cost.runs),
          std::to_string(cost.segments), fixed_number(efficiency(cost, shape), 0) + " %"};
}

/// The loads around the one that is drawn, and all of the launch.
float add_loads(Scene& scene, const ReadsView& view, float y, bool large) {
  const std::vector<Load>& loads = view.warp->loads;
  const std::size_t room = std::min(loads.size(), large ? max_low_listed : max_listed);
  const std::size_t first =
      std::min(view.load - std::min(view.load, room / 2), loads.size() - room);
  add_read_line(
      scene, y,
      {text::families::loads_head, text::families::loads_places, text::families::loads_runs,
       text::families::loads_segments, text::families::loads_used},
      true, false);
  for (std::size_t k = first; k < first + room; ++k) {
    y += read_pitch;
    const std::string name = text::families::load_name(
        {.array = array_words(loads[k].array), .line = line_words(*view.warp, loads[k])});
    add_read_line(
        scene, y,
        numbers_of(cut_text(name, 15, Face::ui, 370), cost_of(loads[k], view.shape), view.shape),
        false, k == view.load);
  }
  y += read_pitch;
  if (room < loads.size()) {
    add_read_line(scene, y, {text::families::loads_more({.loads = loads.size()})}, true, false);
    y += read_pitch;
  }
  add_read_line(scene, y, numbers_of(text::families::loads_all, view.all, view.shape), false, true);
  return y + read_pitch;
}

/// What the load that is drawn costs.
std::string load_answer(const ReadsView& view) {
  const Cost cost = cost_of(view.shown(), view.shape);
  using text::families::order;
  return text::families::load_words({.array = array_words(view.shown().array),
                                     .block = view.warp->block,
                                     .order = cost.keys < 2            ? order::alone
                                              : cost.runs == cost.keys ? order::none
                                              : cost.runs == 1         ? order::each
                                                                       : order::other,
                                     .percent = fixed_number(efficiency(cost, view.shape), 0),
                                     .places = cost.keys,
                                     .runs = cost.runs,
                                     .segments = cost.segments,
                                     .warp = view.warp->warp});
}

Scene reads_sentence(const Moment& moment, const std::string& words) {
  const Columns columns{.left = margin};
  Scene scene = new_page(moment, columns, text::families::reads, text::families::reads_about);
  scene.width = reads_page;
  return page_of_words(std::move(scene), words);
}

}  // namespace

Scene draw_reads(const Moment& moment) {
  if (moment.problem().size() == 0) return reads_sentence(moment, text::families::nothing_read);
  if (moment.step() == nullptr) return reads_sentence(moment, text::families::no_launch_yet);
  const uint32_t launch = moment.step()->launch;
  const auto warps = loads_of(moment.trace->sort, moment.problem(), launch, moment.memory.lanes);
  if (!warps) return reads_sentence(moment, text::families::no_such_launch);
  if (warps->empty()) return reads_sentence(moment, text::families::reads_nothing);

  const ReadsView view = reads_view(*warps, moment);
  const ReadMap map = map_of(view);
  const Columns columns{.left = reads_left, .large = moment.large};
  const bool real = view.shape == real_sectors || view.shape == real_lines;
  Scene scene =
      new_page(moment, columns, text::families::reads,
               text::families::reads_page(
                   {.places = view.shape.segment, .real = real, .threads = view.shape.lanes}));
  scene.width = reads_page;
  if (moment.large) scene.answer = load_answer(view);
  const float fan = either(columns, fan_height, low_fan_height);
  add_lanes(scene, view, map, 4, fan, moment.large);
  add_label(scene, columns, 24, lane_height,
            text::families::row_warp({.block = view.warp->block, .warp = view.warp->warp}));
  float y = 24 + lane_height + fan;
  add_places(scene, view, map, y, moment.large);
  add_label(scene, columns, y, place_height,
            text::families::row_segments(
                {.all = map.all, .array = in_lines(array_words(view.shown().array))}));
  y = add_loads(scene, view, y + place_height + 46, moment.large);
  if (!moment.large) {
    const Columns wide{.left = margin};
    y = add_sentence(scene, wide, y,
                     text::families::reads_words({.bytes = view.shape.segment * key_bytes}));
    if (moment.trace->engine.id == radix::EngineId::cuda)
      y = add_sentence(scene, wide, y, text::families::reads_of_cpu);
  }
  end_page(scene, y);
  return scene;
}

}  // namespace scope
