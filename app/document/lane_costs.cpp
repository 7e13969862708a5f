#include "lane_costs.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/compare/strip_words.hpp"
#include "app/core/base/text.hpp"
#include "app/core/moment/disorder.hpp"
#include "app/core/scene/heatmap.hpp"
#include "app/sorts/families/families.hpp"
#include "bug_gallery.hpp"
#include "compare.hpp"
#include "kernel_edit.hpp"

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
  const auto compared = compared_in(then);
  const radix::Outline outline = radix::outline_of(trace);
  const Homes homes = homes_of(trace.problem);
  const auto inversions = [&](std::size_t at) {
    return disorder_of(homes, keys_standing(Moment{.trace = &trace, .cursor = at})).inversions;
  };
  Figured left = counted("inversions left", inversions(cursor));
  left.begin = static_cast<double>(inversions(0));
  return {
      counted(outline.nouns, t.passes),
      counted("launches", t.launches),
      compared ? counted("key comparisons", *compared) : Figured{"key comparisons", "–"},
      left,
      counted("barriers per block", t.barriers),
      count("table entries, all passes", t.table_entries),
      counted("bytes read", t.bytes_read),
      counted("bytes written", t.bytes_written),
      count("warp stores", t.stores),
      count("consecutive runs", t.runs),
      count("segments touched", t.segments),
      {"efficiency (model)", t.modelled ? tenth_percent(t.efficiency) : "–", t.efficiency, false}};
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
static std::string fault_words(const Document& document) {
  for (std::size_t k = 0; k < document.lanes.size(); ++k) {
    const Lane& lane = document.lanes[k];
    if (!fault_in(lane)) continue;
    const auto& fault = lane.trace->fault;
    if (!fault) return say("Lane ", k + 1, ": ", fault_verdict(lane));
    const std::size_t first = fault->sentence.find("The first difference");
    return say(
        "Lane ", k + 1, ": ",
        first == fault->sentence.npos ? fault->sentence + "." : fault->sentence.substr(first), " ",
        fault_verdict(lane));
  }
  return "";
}

/// Compares the user's own run with the chapter's; "" where no lane shows one.
static std::string own_words(const Document& document) {
  for (std::size_t k = 0; k < document.lanes.size(); ++k) {
    if (!document.lanes[k].setup.own) continue;
    const radix::Trace& own = *document.lanes[k].trace;
    if (!own.error.empty()) return say("Lane ", k + 1, ": ", as_sentence(own.error));
    return say("Lane ", k + 1, ": every array that ", own.own,
               " shows is as in the chapter's run, in ",
               counted(static_cast<uint32_t>(own.steps.size()), "step"), ".");
  }
  return "";
}

std::string verdict_words(const Document& document) {
  if (document.lanes.size() < 2) return "";
  if (std::string own = own_words(document); !own.empty()) return own;
  if (std::string wrong = fault_words(document); !wrong.empty()) return wrong;
  if (const std::string changed = change_verdict(document); !changed.empty())
    return say("Lane ", &changed_lane(document) - document.lanes.data() + 1, ": ", changed);
  const StripsLook look = strips_look(document);
  if (shows_strips(document) && document.costs != CostOf::keys) return wide_words(look);
  const std::vector<LaneStrip> strips = all_strips(look);
  const std::string stable = shows_strips(document) ? followed_words(look, strips) : "";
  const std::string lead = stable.empty() ? "" : stable + " ";
  const std::string alike = shows_strips(document) ? same_rows_words(same_rows(strips)) : "";
  const std::string also = alike.empty() ? "" : " " + alike;
  if (std::string far = so_far_words(look, strips); !far.empty()) return lead + far + also;
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
  if (lanes.size() < 2) return lead;
  const auto best = [&](const char* what, auto number) {
    uint64_t least = number(lanes.front());
    for (const Whole& each : lanes) least = std::min<uint64_t>(least, number(each));
    std::vector<uint32_t> with_it;
    for (const Whole& each : lanes)
      if (number(each) == least) with_it.push_back(each.number);
    if (with_it.size() == lanes.size())
      return say("Equally many ", what, " (", grouped(least), "). ");
    return say("Fewest ", what, ": ", with_it.size() == 1 ? "lane " : "lanes ", listed(with_it),
               " (", grouped(least), "). ");
  };
  const auto all = [&](auto what) { return std::ranges::all_of(lanes, what); };
  const bool modelled = all([](const Whole& each) { return each.costs.modelled; });
  const std::string trade = shows_strips(document) ? trade_words(look, strips) : "";
  std::string text = modelled
                         ? best("passes", [](const Whole& each) { return each.costs.passes; })
                         : best("launches", [](const Whole& each) { return each.costs.launches; });
  if (trade.empty())
    text += best("bytes", [](const Whole& each) {
      return each.costs.bytes_read + each.costs.bytes_written;
    });
  if (all([](const Whole& each) { return each.compared.has_value(); }))
    text += best("key comparisons", [](const Whole& each) { return *each.compared; });
  if (!modelled)
    text += best("barriers per block", [](const Whole& each) { return each.costs.barriers; });
  if (modelled)
    text += best("runs", [](const Whole& each) { return each.costs.runs; }) +
            best("segments", [](const Whole& each) { return each.costs.segments; });
  // A sort without a table has not got the smallest one
  const auto table = [](const Whole& each) { return each.costs.table_entries; };
  if (modelled && all(table)) text += best("table entries", table);
  text.pop_back();
  return lead + (trade.empty() ? text + also : trade + also + " " + text);
}

Table lane_table(const Document& document, bool whole) {
  Table table;
  table.rows.push_back(
      {say("warp ", document.memory.lanes, ", segment ", document.memory.segment, " keys")});
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
    table.rows.push_back({shared ? name : "parts"});
    for (const auto& lane : figures)
      table.rows.back().push_back(shared ? lane[i].value : lane[i].name + ": " + lane[i].value);
  }
  return table;
}

}  // namespace scope
