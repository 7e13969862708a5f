#include "lane_strip.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/run/engine.hpp"
#include "text/families.hpp"
#include "text/strips.hpp"

namespace scope {
namespace {

/// Buckets side by side where the part sorted by a digit, else the runs that are in order.
std::vector<StripGroup> groups_of(const radix::Array& keys, const radix::Digit& digit,
                                  const radix::Problem& problem) {
  std::vector<StripGroup> groups;
  const auto bucket = [&](uint32_t i) {
    return digit.bits > 0 ? digit.of(keys.values[i]) : StripGroup::no_bucket;
  };
  for (uint32_t i = 0; i < keys.values.size(); ++i) {
    const bool goes_on =
        i > 0 && (digit.bits > 0 ? bucket(i) == groups.back().bucket
                                 : !problem.before(keys.values[i], keys.values[i - 1]));
    if (goes_on)
      groups.back().end = i + 1;
    else
      groups.push_back({i, i + 1, bucket(i)});
  }
  return groups;
}

/// What the last step of a part, or the step at the cursor in it, has of the table.
std::optional<StripTable> table_of_part(const radix::Trace& trace, uint32_t part,
                                        const radix::Step* step) {
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  const uint64_t entries = sort ? table_entries_of(*sort, trace.problem, part) : 0;
  if (entries == 0 || trace.family == nullptr || !trace.family->by_digits) return std::nullopt;
  StripTable table{.rows = trace.problem.digit(part).buckets()};
  table.columns = static_cast<uint32_t>(entries / table.rows);
  for (const radix::Step& each : trace.steps)
    if (const radix::Array* any = table_of(trace, each)) {
      table.array = any->id;
      break;
    }
  const radix::Array* counts = step ? table_of(trace, *step) : nullptr;
  if (counts && counts->values.size() == entries) table.counts = counts->values;
  return table;
}

}  // namespace

WordCost sum_of(const std::vector<WordCost>& parts) {
  WordCost sum;
  for (const WordCost& part : parts) sum += part;
  return sum;
}

LaneStrip strip_of(const Moment& moment) {
  const radix::Trace& trace = *moment.trace;
  const radix::Problem& problem = trace.problem;
  const radix::Outline outline = radix::outline_of(trace);
  LaneStrip lane{.noun = outline.noun, .nouns = outline.nouns};
  lane.by_digits = trace.family != nullptr && trace.family->by_digits;
  const auto parts = static_cast<uint32_t>(outline.parts.size());
  std::vector<std::size_t> ends(parts, 0);               // cursor after each part
  std::vector<const radix::Step*> last(parts, nullptr);  // of its steps before the cursor
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    const radix::Step& step = trace.steps[s];
    if (step.pass >= parts) continue;
    ends[step.pass] = s + 1;
    if (s < moment.cursor) last[step.pass] = &step;
  }
  double all = 0;
  for (const radix::Part& part : outline.parts) all += part.weight;

  Moment at = moment;
  at.cursor = 0;
  lane.rows.push_back({.name = "input", .digit = {.bits = 0}, .keys = input_of(at)});
  double height = 0;
  for (uint32_t part = 0; part < parts; ++part) {
    height += outline.parts[part].weight;
    StripRow row{.height = height / all, .name = part_name(trace, part), .digit = {.bits = 0}};
    if (row.name.empty())
      row.name =
          text::families::part_one({.noun = text::translated(outline.noun), .part = part + 1});
    at.cursor = ends[part];
    if (ends[part] > 0) row.digit = at.digit();
    if (lane.by_digits) row.sorted_bits = problem.sorted_bits(part + 1);
    const bool done = ends[part] > 0 && ends[part] <= moment.cursor;
    // A part that has written its output shows it, also while its launch has more to do
    const bool written = last[part] != nullptr &&
                         last[part]->find(radix::array::output) != nullptr &&
                         is_whole(*last[part]->find(radix::array::output));
    if (done || written) {
      at.cursor = done ? ends[part] : moment.cursor;
      row.keys = keys_standing(at);
      row.groups = groups_of(*row.keys, row.digit, problem);
      lane.done = part + 1;
    }
    lane.tables.push_back(table_of_part(trace, part, last[part]));
    const std::vector<uint32_t>* slots =
        lane.by_digits ? written_in(trace, part, moment.cursor) : nullptr;
    lane.stores.emplace_back();
    if (slots) {
      const Cost cost = cost_of(cut_of(problem, part), *slots, moment.memory);
      lane.stores.back() = {cost.runs, cost.segments};
    }
    lane.rows.push_back(std::move(row));
  }
  lane.now = costs_by_part(trace, moment.cursor);
  lane.whole = costs_by_part(trace, trace.steps.size());
  lane.now.resize(parts), lane.whole.resize(parts);
  return lane;
}

std::string too_wide_words(const radix::Trace& trace) {
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  const uint32_t asked = trace.problem.settings().radix_bits, bits = trace.problem.key_bits();
  if (sort == nullptr || !sort->wide_digits() || asked <= bits) return "";
  return text::strips::too_wide({.asked = asked, .bits = bits});
}

SameRows same_rows(const std::vector<LaneStrip>& lanes) {
  SameRows same;
  for (std::size_t a = 0; a < lanes.size(); ++a)
    for (std::size_t b = a + 1; b < lanes.size(); ++b) {
      if (!lanes[a].by_digits || !lanes[b].by_digits) continue;
      for (std::size_t i = 1; i < lanes[a].rows.size(); ++i)
        for (std::size_t k = 1; k < lanes[b].rows.size(); ++k) {
          const StripRow &left = lanes[a].rows[i], &right = lanes[b].rows[k];
          if (!left.keys || !right.keys || left.sorted_bits != right.sorted_bits ||
              left.height != right.height)
            continue;
          ++same.pairs;
          same.unlike += left.keys->ids != right.keys->ids ? 1 : 0;
        }
    }
  return same;
}

std::string same_rows_words(const SameRows& same) {
  if (same.pairs == 0) return "";
  return same.unlike == 0 ? text::strips::same_rows({.pairs = same.pairs})
                          : text::strips::unlike_rows({.pairs = same.pairs, .unlike = same.unlike});
}

}  // namespace scope
