/// The numbers of the memory figure: the strip of stores, and the table of costs.
#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "memory_table.hpp"
#include "memory_view.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

constexpr float table_strip_height = 28, strip_name = 18;
constexpr float strip_width = 980;
constexpr float table_line = 24;

std::string short_name(const MemoryView& view, const StoreId& id) {
  return text::radix::store_short(
      {.block = id.block, .coarse = view.cut.each > 1, .round = id.round, .warp = id.warp});
}

float numbers_size(const MemoryView& view) {
  return either(view.columns, 14, 17) * view.columns.words;
}
float names_size(const MemoryView& view) {
  return either(view.columns, 12, 14) * view.columns.words;
}

/// A store of the strip.
struct Entry {
  std::string name, numbers;
  bool shown = false;
};

/// The stores around the shown one, as many as there is room for. `first`: number of the first of
/// them; `all`: of how many.
std::vector<Entry> entries_of(const MemoryView& view, uint32_t& first, uint32_t& all, float& cell) {
  const std::vector<StoreId> ids = store_ids(view.cut, view.shape.lanes);
  const std::string widest =
      short_name(view, {view.cut.blocks(), view.cut.each, view.cut.warps(view.shape.lanes)});
  all = static_cast<uint32_t>(ids.size());
  const char* numbers = view.shape.lanes > 9 ? "00 | 00" : "0 | 0";
  const float name = names_size(view);
  cell = std::ceil(std::max(text_width(numbers, numbers_size(view), Face::mono) + 10,
                            text_width(widest, name, Face::mono) + 6));
  const auto room = static_cast<uint32_t>(strip_width / (cell + 6));
  const auto at =
      static_cast<uint32_t>(std::find(ids.begin(), ids.end(), view.store.id) - ids.begin());
  first = all <= room ? 0 : std::min(at - std::min(at, room / 2), all - room);
  std::vector<Entry> entries;
  for (uint32_t i = first; i < std::min(all, first + room); ++i) {
    Entry entry{.name = short_name(view, ids[i]), .numbers = "", .shown = i == at};
    if (view.destination) {
      const Cost cost = store_at(view.cut, ids[i], view.destination, view.shape).cost;
      entry.numbers = joined({cost.runs, " | ", cost.segments});
    }
    entries.push_back(entry);
  }
  return entries;
}

std::string share_of_sectors(const Cost& cost, const MemoryShape& shape) {
  return fixed_number(efficiency(cost, shape), 0) + " %";
}

constexpr float column_right[] = {264, 330, 450, 600, 760};  // of the table, from its left edge

void add_line(Scene& scene, const Columns& columns, float y, const std::string& label,
              const std::vector<std::string>& texts, bool head, bool strong) {
  const float left = columns.left, words = columns.words;
  const Ink ink = head ? Ink::dim : Ink::text;
  if (!label.empty())
    scene.texts.push_back({.at = {left, y},
                           .text = label,
                           .size = 15 * words,
                           .ink = ink,
                           .face = strong ? Face::bold : Face::ui,
                           .anchor = Anchor::left});
  for (std::size_t c = 0; c < texts.size(); ++c)
    scene.texts.push_back({.at = {left + column_right[c] * words, y},
                           .text = texts[c],
                           .size = (head ? 14.f : 15.f) * words,
                           .ink = ink,
                           .face = head     ? Face::ui
                                   : strong ? Face::bold
                                   : c == 4 ? Face::ui
                                            : Face::mono,
                           .anchor = Anchor::right});
}

/// "pass 1", "passes 1 to 3", "whole sort".
std::string so_far(const Moment& moment, uint32_t passes) {
  if (passes == moment.problem().shown_passes()) return text::radix::costs_sort;
  return text::radix::costs_so_far({.passes = passes});
}

std::vector<std::string> numbers_of(const Cost& cost, const MemoryShape& shape) {
  return {std::to_string(cost.stores), std::to_string(cost.keys), std::to_string(cost.runs),
          std::to_string(cost.segments), share_of_sectors(cost, shape)};
}

}  // namespace

float add_store_strip(Scene& scene, const MemoryView& view, float y) {
  uint32_t first = 0, all = 0;
  float cell = 0;
  const std::vector<Entry> entries = entries_of(view, first, all, cell);
  const bool before = first > 0, after = first + entries.size() < all;
  float x = view.columns.left + 4;
  const auto dots = [&](float at) {
    scene.texts.push_back(
        {.at = {at, y + strip_name + table_strip_height / 2}, .text = "…", .ink = Ink::dim});
  };
  if (before) dots(x + 7), x += 20;
  for (const Entry& entry : entries) {
    const Rect at{x, y + strip_name, cell, table_strip_height};
    scene.texts.push_back({.at = {at.centre().x, y + 8},
                           .text = entry.name,
                           .size = names_size(view),
                           .ink = entry.shown ? Ink::text : Ink::dim,
                           .face = Face::mono});
    Cell box{.at = at,
             .text = entry.numbers,
             .ink = entry.shown ? Ink::text : Ink::dim,
             .size = numbers_size(view)};
    if (entry.numbers.empty()) box.dashed = true;
    if (entry.shown) box.fill = Ink::raised, box.edge = Ink::select, box.edge_width = 2.5f;
    scene.cells.push_back(box);
    x += cell + 6;
  }
  if (after) dots(x + 8), x += 20;
  scene.width = std::max(scene.width, x + margin);
  add_label(scene, view.columns, y + strip_name, table_strip_height,
            text::radix::row_stores({.first = first + 1,
                                     .known = view.destination != nullptr,
                                     .last = first + entries.size(),
                                     .part = all != entries.size(),
                                     .stores = all}));
  return y + strip_name + table_strip_height + 14;
}

float add_memory_table(Scene& scene, const Moment& moment, const MemoryView& view, float y) {
  if (!view.destination && costs_of(*moment.trace, moment.cursor, view.shape).empty()) return y;
  const Columns& columns = view.columns;
  const float left = columns.left, line = table_line * columns.words;
  y += line / 2;
  add_line(scene, columns, y, "",
           {text::radix::head_stores, text::all::keys_row, text::radix::head_runs,
            text::radix::head_segments, text::radix::head_efficiency},
           true, false);
  scene.lines.push_back({{left, y + 13 * columns.words},
                         {left + column_right[4] * columns.words, y + 13 * columns.words},
                         Ink::line,
                         1});
  y += line + 4;
  Cost sum;
  uint32_t passes = 0;
  for (const Cost& cost : costs_of(*moment.trace, moment.cursor, view.shape)) sum += cost, ++passes;
  if (view.destination) {
    const Cost pass = cost_of(view.cut, *view.destination, view.shape);
    if (!view.written) sum += pass, ++passes;
    const auto row = [&](const std::string& label, const Cost& cost, bool strong) {
      add_line(scene, columns, y, label, numbers_of(cost, view.shape), false, strong);
      y += line;
    };
    // A low page says the store's own numbers in its sentence
    if (!view.columns.large) row(store_words(view, view.store.id), view.store.cost, true);
    row(text::all::pass({.pass = moment.pass() + 1}), pass, false);
    if (view.columns.large && passes == 1 && sum == pass) return y;
  }
  add_line(scene, columns, y, so_far(moment, passes), numbers_of(sum, view.shape), false, false);
  return y + line;
}

}  // namespace scope
