#include "lane_costs.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/compare/strip_words.hpp"
#include "app/core/base/text.hpp"
#include "app/core/moment/disorder.hpp"
#include "app/core/scene/heatmap.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/sorts/families/families.hpp"
#include "bug_gallery.hpp"
#include "compare.hpp"
#include "kernel_edit.hpp"
#include "text/document.hpp"

namespace scope {
namespace {

std::string tenth_percent(double value) { return joined({std::round(value * 10) / 10, " %"}); }

}  // namespace

std::vector<Figured> lane_figures(const radix::Trace& trace, std::size_t cursor,
                                  MemoryShape shape) {
  const LaneTotals t = totals_of(trace, cursor, shape);
  const auto counted = [](text::Label name, uint64_t value) {
    return Figured{name, std::to_string(value), static_cast<double>(value)};
  };
  const auto count = [&](text::Label name, uint64_t value) {
    return t.modelled ? counted(name, value) : Figured{name, "–"};
  };
  const Moment then{.trace = &trace, .cursor = cursor};
  const auto compared = compared_in(then);
  const radix::Outline outline = radix::outline_of(trace);
  const SortedPlaces sorted = sorted_places_of(trace.problem);
  const auto inversions = [&](std::size_t at) {
    return disorder_of(sorted, keys_standing(Moment{.trace = &trace, .cursor = at})).inversions;
  };
  Figured left = counted(text::document::inversions_left, inversions(cursor));
  left.begin = static_cast<double>(inversions(0));
  return {counted(outline.nouns, t.passes),
          counted(text::document::launches, t.launches),
          compared ? counted(text::document::key_comparisons, *compared)
                   : Figured{text::document::key_comparisons, "–"},
          left,
          counted(text::document::barriers_per_block, t.barriers),
          count(text::document::all_table_entries, t.table_entries),
          counted(text::document::bytes_read, t.bytes_read),
          counted(text::document::bytes_written, t.bytes_written),
          count(text::document::warp_stores, t.stores),
          count(text::document::runs, t.runs),
          count(text::document::segments_touched, t.segments),
          {text::document::efficiency, t.modelled ? tenth_percent(t.efficiency) : "–", t.efficiency,
           false}};
}

std::vector<bool> best_lanes(std::span<const Figured> numbers) {
  std::vector<bool> best(numbers.size());
  const bool comparable = std::ranges::all_of(numbers, [&](const Figured& each) {
    return each.value != "–" && each.name == numbers.front().name;
  });
  const auto [least, most] = std::ranges::minmax(numbers, {}, &Figured::number);
  if (!comparable || least.number == most.number) return best;
  for (std::size_t k = 0; k < numbers.size(); ++k)
    best[k] = numbers[k].number == (least.less_is_better ? least : most).number;
  return best;
}

/// What a planted fault makes of a lane beside the right one; "" where none has one.
static std::string planted_words(const Document& document) {
  for (std::size_t k = 0; k < document.lanes.size(); ++k) {
    const Lane& lane = document.lanes[k];
    if (!fault_in(lane)) continue;
    const auto& fault = lane.trace->fault;
    if (!fault) return text::document::lane_says({.lane = k + 1, .words = fault_verdict(lane)});
    const std::string differs = difference_words(*fault);
    const std::string what = differs.empty() ? fault_words(*fault) : differs;
    return text::document::lane_says(
        {.lane = k + 1, .words = text::paragraph(what, fault_verdict(lane))});
  }
  return "";
}

/// Compares the user's own run with the chapter's; "" where no lane shows one.
static std::string own_words(const Document& document) {
  for (std::size_t k = 0; k < document.lanes.size(); ++k) {
    if (!document.lanes[k].setup.own) continue;
    const radix::Trace& own = *document.lanes[k].trace;
    if (!own.error.empty())
      return text::document::lane_says({.lane = k + 1, .words = error_words(own)});
    return text::document::own_as_chapter(
        {.file = own.own, .lane = k + 1, .steps = own.steps.size()});
  }
  return "";
}

std::string verdict_words(const Document& document) {
  if (document.lanes.size() < 2) return "";
  if (std::string own = own_words(document); !own.empty()) return own;
  if (std::string wrong = planted_words(document); !wrong.empty()) return wrong;
  if (const std::string changed = change_verdict(document); !changed.empty())
    return text::document::lane_says(
        {.lane = &changed_lane(document) - document.lanes.data() + 1, .words = changed});
  const StripsLook look = strips_look(document);
  if (shows_strips(document) && document.costs != CostOf::keys) return wide_words(look);
  const std::vector<LaneStrip> strips = all_strips(look);
  const std::string stable = shows_strips(document) ? followed_words(look, strips) : "";
  const std::string alike = shows_strips(document) ? same_rows_words(same_rows(strips)) : "";
  if (std::string far = so_far_words(look, strips); !far.empty())
    return text::paragraph(stable, far, alike);
  struct Whole {
    uint32_t number;  ///< of the lane, from 1
    LaneTotals costs;
    std::optional<uint64_t> compared;
  };
  std::vector<Whole> lanes;
  for (std::size_t k = 0; k < document.lanes.size(); ++k) {
    if (!look.errors[k].empty()) continue;  // a refused lane has the fewest of nothing
    const Lane& lane = document.lanes[k];
    const std::size_t steps = lane.trace->steps.size();
    lanes.push_back({static_cast<uint32_t>(k) + 1, totals_of(*lane.trace, steps, document.memory),
                     compared_in({.trace = lane.trace.get(), .cursor = steps})});
  }
  if (lanes.size() < 2) return stable;
  using text::document::cost;
  const auto best = [&](cost what, auto number) {
    uint64_t least = number(lanes.front());
    for (const Whole& each : lanes) least = std::min<uint64_t>(least, number(each));
    std::vector<uint32_t> with_it;
    for (const Whole& each : lanes)
      if (number(each) == least) with_it.push_back(each.number);
    if (with_it.size() == lanes.size())
      return text::document::equally_many({.cost = what, .number = grouped(least)});
    return text::document::fewest({.cost = what,
                                   .count = with_it.size(),
                                   .lanes = text::list(with_it),
                                   .number = grouped(least)});
  };
  const auto all = [&](auto what) { return std::ranges::all_of(lanes, what); };
  const bool modelled = all([](const Whole& each) { return each.costs.modelled; });
  const std::string trade = shows_strips(document) ? trade_words(look, strips) : "";
  std::string words =
      modelled ? best(cost::passes, [](const Whole& each) { return each.costs.passes; })
               : best(cost::launches, [](const Whole& each) { return each.costs.launches; });
  const auto add = [&](const std::string& more) { words = text::paragraph(words, more); };
  if (trade.empty())
    add(best(cost::bytes,
             [](const Whole& each) { return each.costs.bytes_read + each.costs.bytes_written; }));
  if (all([](const Whole& each) { return each.compared.has_value(); }))
    add(best(cost::comparisons, [](const Whole& each) { return *each.compared; }));
  if (!modelled) add(best(cost::barriers, [](const Whole& each) { return each.costs.barriers; }));
  if (modelled) {
    add(best(cost::runs, [](const Whole& each) { return each.costs.runs; }));
    add(best(cost::segments, [](const Whole& each) { return each.costs.segments; }));
  }
  // A sort without a table has not got the smallest one
  const auto table = [](const Whole& each) { return each.costs.table_entries; };
  if (modelled && all(table)) add(best(cost::other, table));
  return trade.empty() ? text::paragraph(stable, words, alike)
                       : text::paragraph(stable, trade, alike, words);
}

Table lane_table(const Document& document, bool whole) {
  Table table;
  table.rows.push_back({text::document::memory_model(
      {.keys = document.memory.segment, .lanes = document.memory.lanes})});
  std::vector<Setup> made;
  for (const Lane& lane : document.lanes) made.push_back(lane.recorded);
  std::vector<std::vector<Figured>> figures;
  for (const Lane& lane : document.lanes) {
    table.rows.front().push_back(lane_words(made, figures.size()));
    const std::size_t cursor = whole ? lane.trace->steps.size() : lane.cursor;
    figures.push_back(lane_figures(*lane.trace, cursor, document.memory));
  }
  for (std::size_t i = 0; i < figures.front().size(); ++i) {
    const std::string& name = figures.front()[i].name;
    const bool shared =
        std::ranges::all_of(figures, [&](const auto& lane) { return lane[i].name == name; });
    if (std::ranges::all_of(figures, [&](const auto& lane) { return lane[i].value == "–"; }))
      continue;  // none but radix sorts have a table
    table.rows.push_back({shared ? name : text::document::parts});
    for (const auto& lane : figures)
      table.rows.back().push_back(shared ? lane[i].value : lane[i].name + ": " + lane[i].value);
  }
  return table;
}

}  // namespace scope
