#include "strip_words.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/chart/calculator_page.hpp"
#include "app/core/scene/heatmap.hpp"
#include "app/sorts/families/families.hpp"
#include "app/timing/names.hpp"
#include "text/families.hpp"
#include "text/strips.hpp"
#include "text/timed.hpp"

namespace scope {
namespace {

uint64_t bytes_of(const WordCost& cost) { return (cost.read() + cost.written()) * word_bytes; }

bool can_be_compared(const StripsLook& look, std::size_t lane) {
  return lane >= look.errors.size() || look.errors[lane].empty();
}

uint64_t entries_of(const LaneStrip& strip) {
  uint64_t all = 0;
  for (const auto& table : strip.tables) all += table ? table->entries() : 0;
  return all;
}

std::string passes_words(const LaneStrip& strip, std::size_t parts) {
  return text::strips::parts(
      {.nouns = text::translated(parts == 1 ? strip.noun : strip.nouns), .parts = parts});
}

/// "a; b".
std::string in_turn(const std::string& first, const std::string& second) {
  return first.empty() ? second : text::strips::and_then({.first = first, .second = second});
}

}  // namespace

std::vector<LaneStrip> all_strips(const StripsLook& look) {
  std::vector<LaneStrip> strips;
  for (const Moment& lane : look.lanes) strips.push_back(strip_of(lane));
  return strips;
}

std::string so_far_words(const StripsLook& look, const std::vector<LaneStrip>& strips) {
  bool begun = false, over = true;
  for (std::size_t lane = 0; lane < strips.size(); ++lane) {
    begun |= look.lanes[lane].cursor > 0;
    over &= look.lanes[lane].cursor == look.lanes[lane].trace->steps.size();
  }
  if (strips.size() < 2 || !begun || over) return "";
  std::string lanes;
  for (std::size_t lane = 0; lane < strips.size(); ++lane) {
    if (!can_be_compared(look, lane)) continue;
    const LaneStrip& strip = strips[lane];
    lanes =
        in_turn(lanes, text::strips::lane_so_far({.bytes = grouped(bytes_of(sum_of(strip.now))),
                                                  .done = strip.done,
                                                  .lane = lane + 1,
                                                  .parts = passes_words(strip, strip.parts())}));
  }
  return text::strips::so_far({.lanes = lanes});
}

std::string trade_words(const StripsLook& look, const std::vector<LaneStrip>& strips) {
  std::vector<std::size_t> tables;
  for (std::size_t lane = 0; lane < strips.size(); ++lane)
    if (can_be_compared(look, lane) && entries_of(strips[lane]) > 0) tables.push_back(lane);
  if (tables.size() < 2) return "";
  const auto least = [&](auto number) { return *std::ranges::min_element(tables, {}, number); };
  const std::size_t best =
      least([&](std::size_t lane) { return bytes_of(sum_of(strips[lane].whole)); });
  const std::size_t few = least([&](std::size_t lane) { return strips[lane].parts(); });
  const auto sum = [&](std::size_t lane) { return sum_of(strips[lane].whole); };
  const auto keys = [&](std::size_t lane) { return grouped(sum(lane).keys() * word_bytes); };
  const auto rest = [&](std::size_t lane) { return grouped(sum(lane).rest() * word_bytes); };
  const radix::Problem& problem = look.lanes[few].problem();
  if (strips[best].parts() == strips[few].parts()) {
    const std::size_t many = *std::ranges::max_element(
        tables, {}, [&](std::size_t lane) { return strips[lane].parts(); });
    if (strips[many].parts() == strips[few].parts()) return "";
    return text::strips::trade_same({.bytes = grouped(bytes_of(sum(best))),
                                     .keys = keys(best),
                                     .keys_more = keys(many),
                                     .lane = best + 1,
                                     .larger = sum(best).rest() > sum(many).rest(),
                                     .more = strips[many].parts(),
                                     .parts = passes_words(strips[best], strips[best].parts()),
                                     .rest = rest(best),
                                     .rest_more = rest(many)});
  }
  const uint64_t table = strips[few].tables.front() ? strips[few].tables.front()->entries() : 0;
  return text::strips::trade(
      {.blocks = problem.blocks(),
       .bytes = grouped(bytes_of(sum(best))),
       .each = short_number(static_cast<double>(table) / std::max(1u, problem.size())),
       .entries = grouped(table),
       .few = few + 1,
       .keys = keys(few),
       .keys_more = keys(best),
       .lane = best + 1,
       .more = strips[best].parts(),
       .parts = passes_words(strips[few], strips[few].parts()),
       .rest = rest(few),
       .rest_more = rest(best),
       .size = problem.size()});
}

std::string followed_words(const StripsLook& look, const std::vector<LaneStrip>& strips) {
  if (look.lanes.empty()) return "";
  const radix::Problem& problem = look.lanes.front().problem();
  const std::vector<std::string> marks = duplicate_marks(problem);
  for (std::size_t k = 0; k < look.followed.size(); ++k)
    for (std::size_t m = k + 1; m < look.followed.size(); ++m) {
      const uint32_t a = std::min(look.followed[k], look.followed[m]),
                     b = std::max(look.followed[k], look.followed[m]);
      if (b >= problem.size() || problem.keys()[a] != problem.keys()[b]) continue;
      const std::string first = problem.text_of(problem.keys()[a]) + marks[a],
                        second = problem.text_of(problem.keys()[b]) + marks[b];
      for (std::size_t lane = 0; lane < strips.size(); ++lane)
        for (std::size_t r = 1; r < strips[lane].rows.size(); ++r) {
          const auto& keys = strips[lane].rows[r].keys;
          if (!keys || !can_be_compared(look, lane)) continue;
          if (position_of(*keys, a) > position_of(*keys, b))
            return text::strips::not_stable(
                {.first = first,
                 .lane = lane + 1,
                 .part = text::families::part_one(
                     {.noun = text::translated(strips[lane].noun), .part = r}),
                 .second = second});
        }
      return text::strips::stable({.first = first, .second = second});
    }
  return "";
}

std::string wide_words(const StripsLook& look) {
  std::vector<const radix::Trace*> traces;
  for (const Moment& lane : look.lanes) traces.push_back(lane.trace);
  if (look.costs == CostOf::large) return best_width_words(traces, look.large);
  if (look.card == nullptr) return text::timed::no_recorded_runs;
  const uint64_t keys = measured_keys(*look.card, look.large.keys);
  std::size_t best = traces.size(), lightest = traces.size();
  std::vector<WideLane> lanes;
  for (std::size_t lane = 0; lane < traces.size(); ++lane) {
    lanes.push_back(measured_lane(*traces[lane], *look.card, keys));
    if (lanes[lane].ms <= 0) continue;
    if (best == traces.size() || lanes[lane].ms < lanes[best].ms) best = lane;
    if (!lanes[lane].passes.empty() &&
        (lightest == traces.size() || lanes[lane].bytes() < lanes[lightest].bytes()))
      lightest = lane;
  }
  if (best == traces.size()) return text::strips::not_measured({.device = look.card->facts.device});
  const std::string fastest = text::strips::fastest({.also = lightest == best,
                                                     .keys = power_text(keys),
                                                     .lane = best + 1,
                                                     .run = name_of_run(*look.card),
                                                     .time = time_words(lanes[best].ms)});
  if (lightest == best || lightest == traces.size()) return fastest;
  return text::paragraph(
      fastest, text::strips::lighter({.bytes = short_number(lanes[lightest].bytes() / 1e6),
                                      .factor = factor_words(lanes[lightest].ms / lanes[best].ms),
                                      .lane = lightest + 1,
                                      .more = short_number(lanes[best].bytes() / 1e6)}));
}

std::vector<std::string> strip_sentences(const StripsLook& look) {
  std::vector<std::string> sentences;
  for (std::size_t lane = 0; lane < look.lanes.size(); ++lane) {
    const Moment& moment = look.lanes[lane];
    if (!can_be_compared(look, lane)) {
      sentences.push_back(
          text::strips::lane_refused({.lane = lane + 1, .why = as_sentence(look.errors[lane])}));
      continue;
    }
    const LaneStrip strip = strip_of(moment);
    const radix::Problem& problem = moment.problem();
    const std::vector<std::string> marks = duplicate_marks(problem);
    for (std::size_t part = 0; part < strip.parts(); ++part) {
      const StripRow& row = strip.rows[part + 1];
      const std::string_view noun = text::translated(strip.noun), name = text::translated(row.name);
      if (!row.keys) {
        sentences.push_back(text::strips::part_waits({.lane = lane + 1,
                                                      .name = name,
                                                      .noun = noun,
                                                      .part = part + 1,
                                                      .parts = strip.parts()}));
        break;
      }
      std::string facts;
      if (problem.size() <= 64) {
        std::string keys;
        std::size_t group = 0;
        for (uint32_t i = 0; i < row.keys->values.size(); ++i) {
          while (group + 1 < row.groups.size() && row.groups[group].end <= i) keys += "| ", ++group;
          const uint32_t id = row.keys->ids[i];
          keys += problem.text_of(row.keys->values[i]) + (id < marks.size() ? marks[id] : "") + " ";
        }
        facts = text::strips::fact_keys({.keys = trimmed_end(keys)});
      } else {
        facts = text::strips::fact_groups({.groups = row.groups.size(), .keys = problem.size()});
      }
      if (const auto& table = strip.tables[part])
        facts =
            in_turn(facts, text::strips::fact_table({.columns = table->columns,
                                                     .empty = std::ranges::count(table->counts, 0u),
                                                     .entries = table->entries(),
                                                     .rows = table->rows}));
      const WordCost& cost = strip.now[part];
      facts = in_turn(facts, text::strips::fact_bytes({.bytes = grouped(bytes_of(cost)),
                                                       .keys = grouped(cost.keys() * word_bytes)}));
      if (const auto& stores = strip.stores[part])
        facts = in_turn(facts, text::strips::fact_runs({.runs = stores->runs}));
      sentences.push_back(text::strips::part_done({.facts = facts,
                                                   .lane = lane + 1,
                                                   .name = name,
                                                   .noun = noun,
                                                   .part = part + 1,
                                                   .parts = strip.parts()}));
    }
  }
  return sentences;
}

}  // namespace scope
