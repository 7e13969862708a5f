#include "trace.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <sstream>

#include "text/parts.hpp"
#include "text/refused.hpp"

namespace radix {

namespace refused = scope::text::refused;

SharedArray own_array(const std::string& name, std::vector<uint32_t> values) {
  static std::mutex alone;
  static std::map<std::string, ArrayInfo> rows;  // an id points at its row for good
  const std::lock_guard lock(alone);
  const auto at = rows.try_emplace(name).first;
  at->second = {at->first.c_str(), at->first.c_str(), stage::none, Shape::per_key, ""};
  return std::make_shared<const Array>(
      Array{.id = at->second, .values = std::move(values), .memory = MemorySpace::thread});
}

const Array* Step::find(ArrayId id) const {
  for (const SharedArray& array : arrays) {
    if (array->id == id) return array.get();
  }
  return nullptr;
}

std::string Part::shown() const {
  return said ? said(first, second) : std::string(scope::text::translated(name));
}

Part part_of_bits(uint32_t low, uint32_t count, double weight) {
  const uint32_t high = low + count - 1;
  return {.name = low == high ? "bit " + std::to_string(low)
                              : "bits " + std::to_string(low) + "–" + std::to_string(high),
          .weight = weight,
          .said =
              [](uint32_t first, uint32_t last) {
                return scope::text::parts::bits(
                    {.count = last - first + 1, .high = last, .low = first});
              },
          .first = low,
          .second = high};
}

Outline outline_of(const Trace& trace) {
  if (trace.family == nullptr) return {};
  Outline outline = trace.family->outline(trace.problem, trace.sort);
  const bool may_be_shorter =
      trace.problem.settings().stop_early && trace.error.empty() && !trace.steps.empty();
  const std::size_t made = may_be_shorter ? trace.steps.back().pass + 1 : outline.parts.size();
  if (made >= outline.parts.size()) return outline;
  // It stopped early, and only then read the result backwards
  const std::ptrdiff_t backwards = trace.problem.reversed() ? 1 : 0;
  outline.parts.erase(outline.parts.begin() + static_cast<std::ptrdiff_t>(made) - backwards,
                      outline.parts.end() - backwards);
  return outline;
}

namespace {

/// What an array may be made from, "keys (bits)": which of these arrays exist before the step.
struct Sources {
  std::vector<ArrayId> reads;
  bool all_exist = true;
};

Sources sources_of(const std::string& names, const Trace& trace, std::size_t s) {
  const Step& step = trace.steps[s];
  Sources sources;
  std::istringstream words(names);
  for (std::string name; words >> name;) {
    const bool only_a_sign = name.front() == '(';
    const ArrayInfo* row =
        trace.family->array_named(only_a_sign ? name.substr(1, name.size() - 2) : name);
    const bool own = row != nullptr && step.made == *row;  // of the step before, then
    const bool begins = s == 0 || trace.steps[s - 1].pass != step.pass || step.level == 1;
    const bool exists = row != nullptr && (own ? !begins && trace.steps[s - 1].find(*row) != nullptr
                                               : step.find(*row) != nullptr);
    sources.all_exist = sources.all_exist && exists;
    if (exists && !only_a_sign) sources.reads.push_back(*row);
  }
  return sources;
}

}  // namespace

std::vector<ArrayId> reads_of(const Trace& trace, std::size_t step) {
  if (trace.family == nullptr || !trace.own.empty()) return {};  // what his threads read is his
  const auto row = std::find_if(
      trace.family->reads.begin(), trace.family->reads.end(),
      [&](const Reads& each) { return same_name(each.made, info(trace.steps[step].made).name); });
  if (row == trace.family->reads.end()) return {};
  std::istringstream alternatives(row->from);
  Sources sources;
  for (std::string names; std::getline(alternatives, names, '|');) {
    sources = sources_of(names, trace, step);
    if (sources.all_exist) break;
  }
  return sources.reads;
}

namespace {

/// Steps of a trace that belong to a part, and the weights of the parts before it and its own.
struct PartSteps {
  std::size_t begin = 0, count = 0;
  double before = 0, weight = 0;
};

struct Weighed {
  std::vector<PartSteps> parts;
  double all = 0;  ///< of all parts
};

Weighed weighed(const Trace& trace) {
  Weighed run;
  const std::vector<Part> parts = outline_of(trace).parts;
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    if (trace.steps[s].pass == run.parts.size()) {
      const double weight = run.parts.size() < parts.size() ? parts[run.parts.size()].weight : 1;
      run.parts.push_back({s, 0, run.all, weight});
      run.all += weight;
    }
    ++run.parts.back().count;
  }
  for (std::size_t p = run.parts.size(); trace.fault && p < parts.size(); ++p)
    run.all += parts[p].weight;  // the run broke off before them
  return run;
}

}  // namespace

double progress_at(const Trace& trace, std::size_t cursor) {
  if (cursor == 0) return 0;
  const Weighed run = weighed(trace);
  const PartSteps& part = run.parts[trace.steps[cursor - 1].pass];
  const double done = static_cast<double>(cursor - part.begin) / static_cast<double>(part.count);
  return (part.before + part.weight * done) / run.all;
}

std::size_t cursor_at_progress(const Trace& trace, double progress) {
  constexpr double exact = 1e-9;  // fractions of steps are not
  const Weighed run = weighed(trace);
  std::size_t cursor = 0;
  for (const PartSteps& part : run.parts) {
    const double share = (progress * run.all - part.before) / part.weight;
    if (share <= exact) break;
    cursor = part.begin + static_cast<std::size_t>(std::floor(
                              std::min(share, 1.0) * static_cast<double>(part.count) + exact));
  }
  return cursor;
}

namespace {

std::string places(uint32_t distance) {
  return std::to_string(distance) + (distance == 1 ? " place" : " places");
}

/// What a level of a block scan does.
std::string level_words(const Step& step) {
  const std::string left = places(step.distance) + " to the left";
  switch (step.phase) {
    case ScanPhase::across: return "add the value " + left;
    case ScanPhase::up: {
      const bool second = step.distance == 1 || step.distance == 16;  // 2nd, 32nd, but 512th
      return "up: every " + std::to_string(2 * step.distance) + (second ? "nd" : "th") +
             " adds the value " + left;
    }
    case ScanPhase::clear: return "the last one keeps the total and becomes 0";
    case ScanPhase::fill: return "down: those halfway add the finished sum " + left;
    case ScanPhase::down:
      return "down: left takes right's sum, right adds left's, " + places(step.distance) + " apart";
    case ScanPhase::lanes: return "add the value " + left + ", inside the warp";
    case ScanPhase::carry: return "add the sums of the warps before";
  }
  return "";
}

}  // namespace

std::string caption(const Step& step) {
  std::string text = info(step.stage).label;
  if (step.splits > 1)
    text += " · split " + std::to_string(step.split + 1) + " of " + std::to_string(step.splits);
  if (step.level > 0 && info(step.made).of_search)
    return text + " · " + info(step.made).round + " " + std::to_string(step.level) + " · " +
           info(step.made).caption;
  if (step.level > 0)
    return text + " · level " + std::to_string(step.level) + ": " + level_words(step);
  return text + " · " + info(step.made).caption;
}

namespace {

/// The first index where two arrays differ, in words; empty when they are equal.
std::string array_difference(const Trace& a, const Array& x, const Trace& b, const Array& y) {
  const std::string name = info(x.id).name;
  if (x.values.size() != y.values.size()) {
    return refused::differ_entries({.array = name,
                                    .engine = a.engine.name,
                                    .entries = x.values.size(),
                                    .other = b.engine.name,
                                    .other_entries = y.values.size()});
  }
  for (std::size_t i = 0; i < x.values.size(); ++i) {
    if (x.values[i] == y.values[i]) continue;
    return refused::differ_value({.array = name,
                                  .engine = a.engine.name,
                                  .index = i,
                                  .other = b.engine.name,
                                  .other_value = y.values[i],
                                  .value = x.values[i]});
  }
  for (std::size_t i = 0; i < std::min(x.ids.size(), y.ids.size()); ++i) {
    if (x.ids[i] == y.ids[i]) continue;
    return refused::differ_key({.array = name,
                                .engine = a.engine.name,
                                .index = i,
                                .key = x.ids[i],
                                .other = b.engine.name,
                                .other_key = y.ids[i]});
  }
  return x.ids.size() == y.ids.size() ? "" : refused::differ_no_keys({.array = name});
}

/// The keys of a bucket stand as they arrived, and so does all that is said about single keys.
bool keys_as_they_came(const Trace& trace) {
  return trace.family != nullptr && trace.family->keys_by_arrival;
}
bool stands_as_it_came(const Trace& trace, ArrayId id) {
  return info(id).by_arrival || (keys_as_they_came(trace) && info(id).shape == Shape::per_key);
}

/// The same for what arrival decides: then keys must be the same ones, in any order, and of the
/// rest only the length counts.
std::string difference_but_for_arrival(const Trace& a, Array x, const Trace& b, Array y) {
  if (!stands_as_it_came(a, x.id)) return array_difference(a, x, b, y);
  // Which keys found a place where some did not is a matter of arrival, too
  const auto whole = [&](const Array& keys) {
    const auto empty = static_cast<std::size_t>(std::ranges::count(keys.ids, none));
    return empty + a.problem.size() == keys.ids.size();
  };
  if (info(x.id).holes && !whole(x) && !whole(y))
    for (Array* each : {&x, &y}) std::ranges::fill(each->values, 0);
  for (Array* each : {&x, &y}) {
    std::sort(each->values.begin(), each->values.end());
    each->ids.clear();
    if (!holds_keys(each->id)) std::fill(each->values.begin(), each->values.end(), 0);
  }
  return array_difference(a, x, b, y);
}

std::string step_difference(const Trace& a, const Trace& b, std::size_t s) {
  const Step& x = a.steps[s];
  const Step& y = b.steps[s];
  if (x.made != y.made || x.pass != y.pass || x.level != y.level || x.split != y.split) {
    return refused::differ_made({.engine = a.engine.name,
                                 .made = info(x.made).name,
                                 .other = b.engine.name,
                                 .other_made = info(y.made).name});
  }
  if (x.arrays.size() != y.arrays.size()) return refused::differ_arrays;
  for (std::size_t k = 0; k < x.arrays.size(); ++k) {
    if (x.arrays[k]->id != y.arrays[k]->id) return refused::differ_arrays;
    std::string difference = difference_but_for_arrival(a, *x.arrays[k], b, *y.arrays[k]);
    if (!difference.empty()) return difference;
  }
  return "";
}

}  // namespace

namespace {

/// None of n keys stands twice, and only holes have none.
bool are_different_keys(const std::vector<uint32_t>& ids, uint32_t n, bool holes) {
  std::vector<bool> seen(n, false);
  for (uint32_t id : ids) {
    if (holes && id == none) continue;
    if (id >= n || seen[id]) return false;
    seen[id] = true;
  }
  return true;
}

std::string length_error(const Array& array, const Problem& problem, const Step& step,
                         const Family* family) {
  const std::string name = info(array.id).name;
  std::size_t expected = array.values.size();
  switch (info(array.id).shape) {
    case Shape::per_key: expected = problem.size(); break;
    case Shape::table:
      expected = family != nullptr && family->table_rows != nullptr
                     ? std::size_t{family->table_rows(problem)} * problem.blocks()
                     : problem.table_entries(step.pass);
      break;
    case Shape::per_thread:
      expected = std::size_t{problem.blocks()} * problem.threads_per_block();
      break;
    case Shape::per_list: expected = step.threads; break;
    case Shape::pair_per_list: expected = std::size_t{2} * step.threads; break;
    case Shape::single: expected = 1; break;
    case Shape::warp_table:
      expected = std::size_t{problem.table_entries(step.pass)} * problem.warps_per_block();
      break;
    case Shape::per_problem: expected = info(array.id).shape.length(problem); break;
    case Shape::segment_table:
    case Shape::block_table:
    case Shape::per_block:
      if (expected == 0) return refused::array_empty({.name = name});
      break;
  }
  if (array.values.size() == expected) return "";
  return refused::array_entries(
      {.entries = array.values.size(), .expected = expected, .name = name});
}

std::string keys_error(const Array& array, const Problem& problem, bool broken) {
  const std::string name = info(array.id).name;
  const uint32_t n = problem.size();
  const bool holes = info(array.id).holes || broken;
  const bool once = !broken && info(array.id).shape == Shape::per_key;  // not so in a tree
  if (array.ids.size() != array.values.size() || (once && !are_different_keys(array.ids, n, holes)))
    return refused::array_keys({.name = name});
  for (std::size_t i = 0; i < array.ids.size(); ++i) {
    if (holes && array.ids[i] == none && array.values[i] == none) continue;
    if (array.ids[i] >= n || array.values[i] != problem.keys()[array.ids[i]])
      return refused::array_key({.index = i, .name = name});
  }
  return "";
}

}  // namespace

uint32_t row_length(const Array& array, const Problem& problem) {
  const auto all = static_cast<uint32_t>(array.values.size());
  switch (info(array.id).shape) {
    case Shape::table: return std::max(problem.blocks(), 1u);
    case Shape::warp_table: return std::max(problem.blocks() * problem.warps_per_block(), 1u);
    case Shape::block_table: return std::max(all >> problem.settings().radix_bits, 1u);
    case Shape::per_problem: return info(array.id).shape.columns(problem);
    default: return all;
  }
}

std::string array_error(const Array& array, const Problem& problem, const Step& step, bool broken,
                        const Family* family) {
  std::string wrong = length_error(array, problem, step, family);
  if (wrong.empty() && holds_keys(array.id)) wrong = keys_error(array, problem, broken);
  if (!wrong.empty()) return wrong;
  const Holds holds = info(array.id).holds;
  const uint32_t limit = are_positions(holds) ? problem.size() : holds == Holds::bits ? 2 : 0;
  // Where a broken run's thread would write is shown, be it outside
  const std::string_view name = info(array.id).name;
  if (broken && (name == "destination" || name == "local_destination")) return "";
  for (uint32_t value : array.values) {
    if (limit > 0 && value >= limit)
      return refused::array_holds({.name = info(array.id).name, .value = value});
  }
  return "";
}

namespace {

/// A hole in every place where no key of the input stands.
SharedArray with_holes(Array array, const Problem& problem) {
  array.ids.resize(array.values.size(), none);
  for (std::size_t i = 0; i < array.values.size(); ++i)
    if (array.ids[i] >= problem.size() || array.values[i] != problem.keys()[array.ids[i]])
      array.ids[i] = array.values[i] = none;
  return std::make_shared<Array>(std::move(array));
}

}  // namespace

void drop_unsound_steps(Trace& trace) {
  const auto is_sound = [&](const Step& step) {
    return std::ranges::all_of(step.arrays, [&](const SharedArray& array) {
      const bool gap = holds_keys(array->id) && !info(array->id).holes &&
                       std::ranges::find(array->ids, none) != array->ids.end();
      return !gap && array_error(*array, trace.problem, step, true, trace.family).empty();
    });
  };
  auto first = std::ranges::find_if_not(trace.steps, is_sound);
  if (first != trace.steps.end()) {
    // What it made can be shown, with its gaps; what comes behind rests on them
    for (SharedArray& array : first->arrays)
      if (array->id == first->made && holds_keys(array->id))
        array = with_holes(*array, trace.problem);
    const auto sound = [&](const SharedArray& array) {
      Array known = *array;
      if (array->id == first->made && !holds_keys(array->id))
        std::ranges::replace(known.values, none, 0u);
      return array_error(known, trace.problem, *first, true, trace.family).empty();
    };
    if (std::ranges::all_of(first->arrays, sound)) ++first;
  }
  trace.steps.erase(first, trace.steps.end());
}

std::optional<Difference> first_difference(const Trace& a, const Trace& b) {
  if (a.error != b.error) {
    return Difference{0, refused::differ_errors({.engine = a.engine.name,
                                                 .error = a.error,
                                                 .failed = !a.error.empty(),
                                                 .other = b.engine.name,
                                                 .other_error = b.error,
                                                 .other_failed = !b.error.empty()})};
  }
  for (std::size_t s = 0; s < std::min(a.steps.size(), b.steps.size()); ++s) {
    const std::string difference = step_difference(a, b, s);
    if (difference.empty()) continue;
    const std::string_view stage = scope::text::translated(info(a.steps[s].stage).label);
    return Difference{s,
                      refused::engines_differ(
                          {.difference = difference, .pass = a.steps[s].pass + 1, .stage = stage})};
  }
  if (a.steps.size() != b.steps.size()) {
    return Difference{std::min(a.steps.size(), b.steps.size()),
                      refused::differ_steps({.engine = a.engine.name,
                                             .other = b.engine.name,
                                             .other_steps = b.steps.size(),
                                             .steps = a.steps.size()})};
  }
  Array first = a.sorted, second = b.sorted;
  if (keys_as_they_came(a)) first.ids.clear(), second.ids.clear();
  const std::string difference = array_difference(a, first, b, second);
  if (!difference.empty())
    return Difference{a.steps.size(), refused::differ_sorted({.difference = difference})};
  return std::nullopt;
}

}  // namespace radix
