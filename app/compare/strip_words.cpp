#include "strip_words.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/chart/calculator_page.hpp"
#include "app/core/scene/heatmap.hpp"
#include "app/sorts/families/families.hpp"
#include "app/timing/names.hpp"

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
  return say(parts, " ", parts == 1 ? strip.noun : strip.nouns);
}

}  // namespace

std::vector<LaneStrip> all_strips(const StripsLook& look) {
  std::vector<LaneStrip> strips;
  for (const Moment& lane : look.lanes) strips.push_back(strip_of(lane));
  return strips;
}

std::string so_far_words(const StripsLook& look, const std::vector<LaneStrip>& strips) {
  bool begun = false, over = true, digits = true;
  for (std::size_t lane = 0; lane < strips.size(); ++lane) {
    begun |= look.lanes[lane].cursor > 0;
    over &= look.lanes[lane].cursor == look.lanes[lane].trace->steps.size();
    digits &= strips[lane].by_digits;
  }
  if (strips.size() < 2 || !begun || over) return "";
  std::string words = "So far: ";
  for (std::size_t lane = 0; lane < strips.size(); ++lane) {
    if (!can_be_compared(look, lane)) continue;
    const LaneStrip& strip = strips[lane];
    const std::size_t done = strip.done;
    words += say(words.ends_with(": ") ? "" : "; ", "lane ", lane + 1, " has done ", done, " of ",
                 passes_words(strip, strip.parts()), " and moved ",
                 grouped(bytes_of(sum_of(strip.now))), " bytes");
  }
  return words + ".";
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
  const std::string where =
      say(counted(problem.size(), "key"), " in ", counted(problem.blocks(), "block"));
  if (strips[best].parts() == strips[few].parts()) {
    const std::size_t many = *std::ranges::max_element(
        tables, {}, [&](std::size_t lane) { return strips[lane].parts(); });
    if (strips[many].parts() == strips[few].parts()) return "";
    const bool more = sum(best).rest() > sum(many).rest();
    return say("Lane ", best + 1, " moves the fewest bytes (", grouped(bytes_of(sum(best))),
               "): with ", passes_words(strips[best], strips[best].parts()), " instead of ",
               strips[many].parts(), " it moves fewer bytes of keys (", keys(best), " instead of ",
               keys(many),
               more ? "), which outweighs the larger tables (" : ") and no more of the tables (",
               rest(best), " instead of ", rest(many), ").");
  }
  const uint64_t table = strips[few].tables.front() ? strips[few].tables.front()->entries() : 0;
  return say("Lane ", best + 1, " moves the fewest bytes (", grouped(bytes_of(sum(best))),
             "). Lane ", few + 1, " makes ", passes_words(strips[few], strips[few].parts()),
             " instead of ", strips[best].parts(), " and moves fewer bytes of keys (", keys(few),
             " instead of ", keys(best), ") but more of the table (", rest(few), " instead of ",
             rest(best), "): with ", where, " its table has ", grouped(table), " entries, ",
             short_number(static_cast<double>(table) / std::max(1u, problem.size())),
             " for every key.");
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
            return say(first, " and ", second, " change places in lane ", lane + 1, ", ",
                       strips[lane].noun, " ", r, ": it is not stable.");
        }
      return say(first, " stays before ", second,
                 " in every row of every lane: equal keys keep their order.");
    }
  return "";
}

std::string wide_words(const StripsLook& look) {
  std::vector<const radix::Trace*> traces;
  for (const Moment& lane : look.lanes) traces.push_back(lane.trace);
  if (look.costs == CostOf::large) return best_width_words(traces, look.large);
  if (look.card == nullptr) return "The recorded runs were not found: assets/timing is missing.";
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
  if (best == traces.size())
    return say("No lane's sort was measured on ", look.card->facts.device, ".");
  std::string words = say("Measured on ", name_of_run(*look.card), " with ", power_text(keys),
                          " uniform keys of 32 bits: lane ", best + 1, " is the fastest, ",
                          time_words(lanes[best].ms));
  if (lightest == best) return words + "; it also moves the fewest bytes.";
  if (lightest == traces.size()) return words + ".";
  return words + say(". Lane ", lightest + 1, " moves fewer bytes (",
                     short_number(lanes[lightest].bytes() / 1e6), " MB instead of ",
                     short_number(lanes[best].bytes() / 1e6), ") but takes ",
                     factor_words(lanes[lightest].ms / lanes[best].ms), " times as long.");
}

std::vector<std::string> strip_sentences(const StripsLook& look) {
  std::vector<std::string> sentences;
  for (std::size_t lane = 0; lane < look.lanes.size(); ++lane) {
    const Moment& moment = look.lanes[lane];
    if (!can_be_compared(look, lane)) {
      sentences.push_back(say("Lane ", lane + 1, ": ", as_sentence(look.errors[lane])));
      continue;
    }
    const LaneStrip strip = strip_of(moment);
    const radix::Problem& problem = moment.problem();
    const std::vector<std::string> marks = duplicate_marks(problem);
    for (std::size_t part = 0; part < strip.parts(); ++part) {
      const StripRow& row = strip.rows[part + 1];
      std::string words = say("Lane ", lane + 1, ", ", strip.noun, " ", part + 1, " of ",
                              strip.parts(), ", ", row.name, ": ");
      if (!row.keys) {
        sentences.push_back(words + "not done yet.");
        break;
      }
      if (problem.size() <= 64) {
        words += "the keys are ";
        std::size_t group = 0;
        for (uint32_t i = 0; i < row.keys->values.size(); ++i) {
          while (group + 1 < row.groups.size() && row.groups[group].end <= i)
            words += "| ", ++group;
          const uint32_t id = row.keys->ids[i];
          words +=
              say(problem.text_of(row.keys->values[i]), id < marks.size() ? marks[id] : "", " ");
        }
        words.back() = ';';
      } else {
        words += say(counted(problem.size(), "key"), " in ",
                     counted(static_cast<uint32_t>(row.groups.size()), "group"), ";");
      }
      if (const auto& table = strip.tables[part]) {
        const auto empty = static_cast<uint32_t>(std::ranges::count(table->counts, 0u));
        words += say(" a table of ", table->rows, " × ", table->columns, ", ", empty, " of ",
                     table->entries(), " entries empty;");
      }
      const WordCost& cost = strip.now[part];
      words += say(" ", grouped(bytes_of(cost)), " bytes moved, ",
                   grouped(cost.keys() * word_bytes), " of them keys");
      if (const auto& stores = strip.stores[part])
        words += say("; the scatter made ", counted(static_cast<uint32_t>(stores->runs), "run"));
      sentences.push_back(words + ".");
    }
  }
  return sentences;
}

}  // namespace scope
