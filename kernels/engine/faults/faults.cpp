#include "faults.hpp"

#include <algorithm>

#include "kernels/engine/model/json.hpp"

namespace radix {
namespace {

uint32_t lines_in(std::string_view text) {
  return static_cast<uint32_t>(std::ranges::count(text, '\n'));
}

std::string_view source_of(std::string_view file) {
  if (const SourceFile* source = source_named(file)) return source->text;
  throw JsonError("a fault changes a file that is not there: " + std::string(file));
}

/// "around <|right => wrong|> around".
Change change_of(const std::string& text, std::string_view source) {
  const std::size_t begin = text.find("<|"), middle = text.find(" => "), end = text.find("|>");
  Change change{.before = text.substr(0, begin),
                .right = text.substr(begin + 2, middle - begin - 2),
                .wrong = text.substr(middle + 4, end - middle - 4),
                .after = text.substr(end + 2)};
  const std::size_t at = source.find(change.before + change.right + change.after);
  change.line = 1 + lines_in(source.substr(0, at + begin));
  return change;
}

FaultCase case_of(const Json& json) {
  FaultCase one;
  for (const auto& [name, value] : json.items()) {
    if (name == "keys") {
      one.keys = value.text();
      continue;
    }
    const SettingInfo* setting = setting_named(name);
    const auto number = setting
                            ? value_from(*setting, value.is_string() ? value.text() : value.dump())
                            : std::nullopt;
    if (!number) throw JsonError("a fault is shown with a setting that there is not: " + name);
    setting->set(one.settings, *number);
  }
  return one;
}

Fault::Kind check_named(std::string_view name) {
  using Kind = Fault::Kind;
  for (const Kind kind : {Kind::other, Kind::race, Kind::apart, Kind::deadlock, Kind::outside,
                          Kind::promise, Kind::comparison})
    if (name == check_name(kind)) return kind;
  throw JsonError("no check is called " + std::string(name));
}

Section section_from(std::string_view name) {
  if (const auto section = section_called(name)) return *section;
  throw JsonError("no section is called " + std::string(name));
}

PlantedFault fault_from(const Json& json) {
  const std::string& path = json.at("file").text();
  PlantedFault fault{.name = json.at("name").text(),
                     .title = json.at("title").text(),
                     .section = section_from(json.at("section").text()),
                     .sort = json.at("sort").text(),
                     .file = path.substr(path.rfind('/') + 1),
                     .wrong = json.at("wrong").text(),
                     .found_by = check_named(json.at("found_by").text()),
                     .shows = case_of(json.at("shows"))};
  const std::string_view source = source_of(fault.file);
  for (const Json& change : json.at("change").list())
    fault.changes.push_back(change_of(change.text(), source));
  for (const auto& [name, value] : json.items()) {
    if (name == "on_a_card") fault.on_a_card = value.text();
    if (name == "right_since") fault.right_since = value.text();
  }
  if (!json.at("hides").is_null()) fault.hides = case_of(json.at("hides"));
  return fault;
}

// ------------------------------------------------------------------------- beside the right run

/// How the result is not what a sort promises; unknown: it is. `right` is.
Fault::Outcome broken_promise(const Trace& trace, const Array& right, bool stable) {
  using What = Fault::Outcome::What;
  const Problem& problem = trace.problem;
  const Array& sorted = trace.sorted;
  std::vector<bool> there(problem.size(), false);
  for (std::size_t i = 0; i < sorted.ids.size(); ++i) {
    const uint32_t id = sorted.ids[i];
    if (id < problem.size() && sorted.values[i] == problem.keys()[id]) there[id] = true;
  }
  const auto missing = static_cast<uint32_t>(std::ranges::count(there, false));
  if (missing > 0) return {.what = What::lost, .count = missing, .keys = problem.size()};
  for (uint32_t i = 0; i + 1 < sorted.values.size(); ++i) {
    if (sorted.values == right.values) break;
    const uint32_t a = sorted.values[problem.reversed() ? i + 1 : i],
                   b = sorted.values[problem.reversed() ? i : i + 1];
    if (problem.before(b, a))
      return {.what = What::order,
              .index = i,
              .key = problem.text_of(sorted.values[i]),
              .next = problem.text_of(sorted.values[i + 1])};
  }
  for (std::size_t i = 0; stable && i < sorted.ids.size(); ++i)
    if (sorted.ids[i] != right.ids[i])
      return {.what = What::stable, .key = problem.text_of(sorted.values[i])};
  return {};
}

/// The first array of a step that is another one, and where in it.
struct Other {
  std::size_t step;
  ArrayId array;
  std::size_t index;
  Fault::Held is, would_be;
};

std::optional<Other> other_in(const Array& x, const Array& y, const Problem& problem) {
  const std::size_t count = std::min(x.values.size(), y.values.size());
  for (std::size_t i = 0; i < count; ++i) {
    const bool same_key = i >= x.ids.size() || i >= y.ids.size() || x.ids[i] == y.ids[i];
    if (x.values[i] == y.values[i] && same_key) continue;
    const auto held = [&](const Array& array) -> Fault::Held {
      using enum Fault::Held::What;
      const bool known = i < array.ids.size() && array.ids[i] < problem.size();
      const bool empty = array.values[i] == none && !(holds_keys(array.id) && known);
      if (empty) return {};  // else it is the largest key there is
      if (!holds_keys(array.id)) return {number, std::to_string(array.values[i])};
      if (!known) return {.what = stranger};
      const bool equal = !same_key && x.values[i] == y.values[i];
      return {key, problem.text_of(array.values[i]), equal ? array.ids[i] : none};
    };
    return Other{0, x.id, i, held(x), held(y)};
  }
  return std::nullopt;
}

/// They make the same array, and the same arrays are there.
bool same_step(const Step& a, const Step& b) {
  return a.made == b.made && a.pass == b.pass && a.level == b.level && a.split == b.split &&
         std::ranges::equal(
             a.arrays, b.arrays, {}, [](const SharedArray& each) { return each->id; },
             [](const SharedArray& each) { return each->id; });
}

std::optional<Other> first_other(const Trace& trace, const Trace& right) {
  for (std::size_t s = 0; s < std::min(trace.steps.size(), right.steps.size()); ++s) {
    for (const SharedArray& array : trace.steps[s].arrays) {
      const Array* there = right.steps[s].find(array->id);
      auto other = there ? other_in(*array, *there, trace.problem) : std::nullopt;
      if (!other) continue;
      other->step = s;
      return other;
    }
  }
  return std::nullopt;
}

void take_difference(Fault& fault, const Trace& trace, const Other& other) {
  const Step& step = trace.steps[other.step];
  fault.array = info(other.array).name;
  fault.index = static_cast<uint32_t>(other.index);
  fault.step = static_cast<uint32_t>(other.step);
  fault.launch = step.launch;
  fault.first.source = step.source;
  fault.difference = {.what = Fault::Difference::What::value,
                      .part = outline_of(trace).noun,
                      .stage = info(step.stage).label,
                      .number = step.pass,
                      .holds = other.is,
                      .should_hold = other.would_be};
}

}  // namespace

std::span<const PlantedFault> planted_faults() {
  static const std::vector<PlantedFault> list = [] {
    std::vector<PlantedFault> faults;
    for (const SourceFile& file : embedded_faults()) {
      if (!file.name.ends_with("faults.json")) continue;
      const ParsedJson read = parse_json(file.text);
      for (const Json& json : read.value.list()) faults.push_back(fault_from(json));
    }
    return faults;
  }();
  return list;
}

const PlantedFault* planted_fault_named(std::string_view name) {
  const auto all = planted_faults();
  const auto found = std::ranges::find(all, name, &PlantedFault::name);
  return found == all.end() ? nullptr : &*found;
}

bool misses_a_barrier(const Change& change) {
  return change.wrong.empty() && change.right.starts_with("__syncthreads");
}

const CardCounts& card_counts() {
  static const CardCounts counts = [] {
    const ParsedJson read = parse_json(embedded_faults().back().text);
    const auto numbers = [](const Json& list) {
      std::vector<uint64_t> all;
      for (const Json& each : list.list()) all.push_back(each.whole());
      return all;
    };
    CardCounts card{.device = read.value.at("device").text(),
                    .blocks = read.value.at("blocks").whole(),
                    .threads = numbers(read.value.at("threads"))};
    for (const Json& row : read.value.at("rows").list())
      card.rows.push_back({row.at("removed").text(), numbers(row.at("wrong"))});
    return card;
  }();
  return counts;
}

std::string patched_text(const PlantedFault& fault) {
  const std::string_view source = source_of(fault.file);
  std::vector<std::pair<std::size_t, const Change*>> places;
  for (const Change& change : fault.changes)
    places.push_back(
        {source.find(change.before + change.right + change.after) + change.before.size(), &change});
  std::ranges::sort(places, std::ranges::greater{});
  std::string text(source);
  for (const auto& [at, change] : places) {  // from the end, so that the places before stay
    const uint32_t less = lines_in(change->right) - lines_in(change->wrong);
    text.replace(at, change->right.size(), change->wrong + std::string(less, '\n'));
  }
  return text;
}

std::vector<uint32_t> changed_lines(const PlantedFault& fault) {
  std::vector<uint32_t> lines;
  for (const Change& change : fault.changes)
    for (uint32_t k = 0; k <= lines_in(change.right); ++k) lines.push_back(change.line + k);
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

std::optional<Fault> fault_beside(const Trace& trace, const Trace& right, bool stable) {
  using Outcome = Fault::Outcome;
  const Outcome broken = broken_promise(trace, right.sorted, stable);
  const bool holds = broken.what == Outcome::What::unknown;
  const auto other = first_other(trace, right);
  // In a sort that stops when it is done, stopping too soon is a mistake of its own
  const bool ends_early =
      trace.problem.settings().stop_early && trace.steps.size() < right.steps.size();
  if (holds && !other && !ends_early) return std::nullopt;
  Fault fault{.kind = holds ? Fault::Kind::comparison : Fault::Kind::promise, .outcome = broken};
  const PlantedFault* planted = planted_fault_named(trace.planted);
  const bool since = planted && !planted->right_since.empty();
  if (holds && since)
    fault.outcome = {.what = Outcome::What::since, .name = planted->name};
  else if (holds)
    fault.outcome.what = trace.changed.empty() ? Outcome::What::chance : Outcome::What::right;
  if (other)
    take_difference(fault, trace, *other);
  else if (holds)
    fault.difference = {.what = Fault::Difference::What::shorter,
                        .steps = static_cast<uint32_t>(trace.steps.size()),
                        .right_steps = static_cast<uint32_t>(right.steps.size())};
  return fault;
}

Fault difference_of_stopped(const Trace& trace, const Trace& right) {
  Fault fault{.kind = Fault::Kind::comparison};
  const std::size_t steps = std::min(trace.steps.size(), right.steps.size());
  std::size_t other_step = 0;
  while (other_step < steps && same_step(trace.steps[other_step], right.steps[other_step]))
    ++other_step;
  const auto other = first_other(trace, right);
  if (other && other->step <= other_step) {
    take_difference(fault, trace, *other);
    return fault;
  }
  fault.step = static_cast<uint32_t>(other_step);
  if (other_step < steps)
    fault.difference = {.what = Fault::Difference::What::made,
                        .makes = info(trace.steps[other_step].made).label,
                        .should_make = info(right.steps[other_step].made).label,
                        .steps = fault.step};
  else if (other_step < trace.steps.size())
    fault.difference = {.what = Fault::Difference::What::longer, .right_steps = fault.step};
  return fault;
}

}  // namespace radix
