#include "lane_costs.hpp"

#include <algorithm>
#include <cmath>

#include "app/base/text.hpp"
#include "app/families/families.hpp"
#include "app/moment/disorder.hpp"
#include "compare.hpp"

namespace scope {
namespace {

std::string tenth_percent(double value) { return say(std::round(value * 10) / 10, " %"); }

}  // namespace

std::vector<Figured> lane_figures(const radix::Trace& trace, std::size_t cursor,
                                  MemoryShape shape) {
  const LaneTotals t = totals_of(trace, cursor, shape);
  const auto counted = [](const char* name, uint64_t value) {
    return Figured{name, say(value), static_cast<double>(value)};
  };
  const auto count = [&](const char* name, uint64_t value) {
    return t.modelled ? counted(name, value) : Figured{name, "–"};
  };
  const Moment then{.trace = &trace, .cursor = cursor};
  const auto compared = family_of(trace).compared;
  return {
      counted(radix::outline_of(trace).nouns, t.passes),
      counted("launches", t.launches),
      compared ? counted("key comparisons", compared(then)) : Figured{"key comparisons", "–"},
      counted("inversions left",
              disorder_of(homes_of(trace.problem), keys_standing(then)).inversions),
      counted("barriers of a block", t.barriers),
      count("table entries, all passes", t.table_entries),
      counted("bytes read", t.bytes_read),
      counted("bytes written", t.bytes_written),
      count("stores of a warp", t.stores),
      count("consecutive runs", t.runs),
      count("distinct segments", t.segments),
      {"efficiency (model)", t.modelled ? tenth_percent(t.efficiency) : "–", t.efficiency, false}};
}

std::string verdict_words(const Document& document) {
  if (document.lanes.size() < 2) return "";
  std::vector<LaneTotals> totals;
  for (const Lane& lane : document.lanes)
    totals.push_back(totals_of(*lane.trace, lane.trace->steps.size(), document.memory));
  const auto best = [&](const char* what, auto number) {
    uint64_t least = number(totals.front());
    for (const LaneTotals& each : totals) least = std::min<uint64_t>(least, number(each));
    std::vector<uint32_t> lanes;
    for (std::size_t k = 0; k < totals.size(); ++k)
      if (number(totals[k]) == least) lanes.push_back(static_cast<uint32_t>(k) + 1);
    if (lanes.size() == totals.size()) return say("Equally many ", what, " (", least, "). ");
    return say("Fewest ", what, ": ", lanes.size() == 1 ? "lane " : "lanes ", listed(lanes), " (",
               least, "). ");
  };
  const bool all = std::ranges::all_of(totals, [](const LaneTotals& t) { return t.modelled; });
  const std::string bytes =
      best("bytes", [](const LaneTotals& t) { return t.bytes_read + t.bytes_written; });
  std::string text = all ? best("passes", [](const LaneTotals& t) { return t.passes; })
                         : best("launches", [](const LaneTotals& t) { return t.launches; });
  text += bytes;
  if (all)
    text += best("runs", [](const LaneTotals& t) { return t.runs; }) +
            best("segments", [](const LaneTotals& t) { return t.segments; });
  // A sort without a table has not got the smallest one
  const auto table = [](const LaneTotals& t) { return t.table_entries; };
  if (all && std::ranges::all_of(totals, table)) text += best("table entries", table);
  text.pop_back();
  return text;
}

Table lane_table(const Document& document, bool whole) {
  Table table;
  table.rows.push_back(
      {say("warp ", document.memory.lanes, ", segment ", document.memory.segment, " keys")});
  std::vector<Setup> made;
  for (const Lane& lane : document.lanes) made.push_back(lane.recorded);
  for (const Lane& lane : document.lanes) {
    table.rows.front().push_back(lane_words(made, table.rows.front().size() - 1));
    const std::size_t cursor = whole ? lane.trace->steps.size() : lane.cursor;
    const auto figures = lane_figures(*lane.trace, cursor, document.memory);
    table.rows.resize(figures.size() + 1);
    for (std::size_t i = 0; i < figures.size(); ++i) {
      auto& row = table.rows[i + 1];
      if (row.empty()) row.push_back(figures[i].name);
      row.push_back(figures[i].value);
    }
  }
  return table;
}

}  // namespace scope
