#include "stops.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>

#include "app/core/base/text.hpp"
#include "document.hpp"
#include "source_text.hpp"
#include "text/code.hpp"

namespace scope {
namespace {

constexpr std::string_view relations[] = {"==", "!=", "<=", ">=", "<", ">"};

bool holds(uint32_t value, const Stop& stop) {
  if (stop.relation == "==") return value == stop.value;
  if (stop.relation == "!=") return value != stop.value;
  if (stop.relation == "<=") return value <= stop.value;
  if (stop.relation == ">=") return value >= stop.value;
  return stop.relation == "<" ? value < stop.value : value > stop.value;
}

/// True for a step that a statement with this row, from 0, has made.
bool is_made_by(const std::vector<SourceRow>& rows, const radix::Step& step, std::size_t row) {
  if (step.source.line == 0 || step.source.line > rows.size()) return false;
  return std::ranges::any_of(
      filling_statements(rows, step.source.line - 1),
      [&](const RowRange& range) { return row >= range.begin && row < range.end; });
}

/// What the stops of a document look for, made ready once for many steps.
class StopSearch {
 public:
  explicit StopSearch(const Document& document) : trace_(*document.lane().trace) {
    std::vector<std::pair<std::string, radix::ArrayId>> values;
    for (const Stop& stop : document.stops) {
      if (!stop.file.empty()) {
        const std::vector<SourceRow> rows = source_rows(embedded_text(stop.file));
        for (const std::size_t cursor : steps_of_line(trace_, stop.file, rows, stop.line))
          lines_.insert({cursor, &stop});
        continue;
      }
      if (values.empty()) values = values_by_name(trace_);
      for (const auto& [name, array] : values)
        if (name == stop.name) conditions_.push_back({&stop, array});
    }
  }

  /// The stop that holds at a step, and the element of the array that it made; a line has none.
  std::optional<std::pair<const Stop*, uint32_t>> at(std::size_t cursor) const {
    if (cursor == 0 || cursor > trace_.steps.size()) return std::nullopt;
    if (const auto line = lines_.find(cursor); line != lines_.end())
      return std::pair{line->second, radix::none};
    const radix::Step& step = trace_.steps[cursor - 1];
    for (const auto& [stop, array] : conditions_) {
      const radix::Array* made = step.made == array ? step.find(array) : nullptr;
      if (!made) continue;
      const auto met = std::ranges::find_if(made->values, [&](uint32_t value) {
        return value != radix::none && holds(value, *stop);
      });
      if (met != made->values.end())
        return std::pair{stop, static_cast<uint32_t>(met - made->values.begin())};
    }
    return std::nullopt;
  }

 private:
  const radix::Trace& trace_;
  std::map<std::size_t, const Stop*> lines_;
  std::vector<std::pair<const Stop*, radix::ArrayId>> conditions_;
};

std::optional<uint32_t> number_in(std::string_view text) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// "slot == 12"; nothing: it is no condition.
std::optional<Stop> read_condition(std::string_view text) {
  for (const std::string_view relation : relations) {
    const std::size_t at = text.find(relation);
    if (at == text.npos) continue;
    const std::string name(trimmed(text.substr(0, at)));
    const auto value = number_in(trimmed(text.substr(at + relation.size())));
    if (!value || name.empty()) return std::nullopt;
    return Stop{
        .file = "", .line = 0, .name = name, .relation = std::string(relation), .value = *value};
  }
  return std::nullopt;
}

/// "97" or "03_digits.cu:97"; nothing: it is no line.
std::optional<Stop> read_line(const Document& document, std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const auto line = number_in(colon == text.npos ? text : text.substr(colon + 1));
  if (!line || *line == 0) return std::nullopt;
  Stop stop{.file = std::string(colon == text.npos ? "" : text.substr(0, colon)),
            .line = *line,
            .name = "",
            .relation = ""};
  const radix::SortInfo* sort = radix::sort_named(document.lane().trace->sort);
  const radix::Step* step = moment(document).step();
  if (stop.file.empty())
    stop.file = step && step->source.line > 0 ? step->source.file : sort ? sort->file : "";
  return stop;
}

}  // namespace

std::string text_of(const Stop& stop) {
  return stop.file.empty() ? joined({stop.name, " ", stop.relation, " ", stop.value})
                           : joined({stop.file, ":", stop.line});
}

std::optional<Stop> read_stop(const Document& document, const std::string& text,
                              std::string& refusal) {
  if (auto line = read_line(document, trimmed(text))) {
    const std::string_view source = embedded_text(line->file);
    if (line->line <= source_rows(source).size()) return line;
    refusal = text::code::no_such_line({.file = line->file, .line = line->line});
    return std::nullopt;
  }
  if (const auto condition = read_condition(text)) {
    std::set<std::string> names;
    for (const auto& [each, array] : values_by_name(*document.lane().trace)) names.insert(each);
    if (names.contains(condition->name)) return condition;
    std::string all;
    for (const std::string& each : names) all += (all.empty() ? "" : ", ") + each;
    refusal = text::code::no_such_value({.name = condition->name, .names = all});
    return std::nullopt;
  }
  refusal = text::code::not_a_stop({.text = text});
  return std::nullopt;
}

std::optional<Stop> kept_stop(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const auto line =
      colon == text.npos ? std::nullopt : number_in(std::string_view(text).substr(colon + 1));
  if (line && *line > 0)
    return Stop{.file = text.substr(0, colon), .line = *line, .name = "", .relation = ""};
  return read_condition(text);
}

std::vector<std::pair<std::string, radix::ArrayId>> values_by_name(const radix::Trace& trace) {
  std::vector<std::pair<std::string, radix::ArrayId>> found;
  std::map<std::string, std::vector<SourceRow>> files;
  std::set<std::tuple<std::string, uint32_t, std::string_view>> seen;
  const auto add = [&](const std::string& name, radix::ArrayId array) {
    if (!name.empty() && std::ranges::find(found, std::pair{name, array}) == found.end())
      found.push_back({name, array});
  };
  for (const radix::Step& step : trace.steps) {
    const std::string name = radix::info(step.made).name;
    if (!seen.insert({step.source.file, step.source.line, radix::info(step.made).name}).second)
      continue;
    add(name, step.made);
    auto [rows, first] = files.try_emplace(step.source.file);
    if (first) rows->second = source_rows(embedded_text(step.source.file));
    if (step.source.line == 0 || step.source.line > rows->second.size()) continue;
    const std::string shown = shown_expression(rows->second, step.source.line - 1, name);
    add(shown.substr(0, shown.find('[')), step.made);
  }
  return found;
}

std::size_t stop_on_the_way(const Document& document, std::size_t from, std::size_t to) {
  if (document.stops.empty()) return to;
  const StopSearch search(document);
  for (std::size_t cursor = from + 1; cursor < to; ++cursor)
    if (search.at(cursor)) return cursor;
  return to;
}

std::string stopped_words(const Document& document) {
  if (document.stops.empty()) return "";
  const auto met = StopSearch(document).at(document.lane().cursor);
  if (!met) return "";
  const Stop& stop = *met->first;
  if (!stop.file.empty())
    return text::code::stopped_at_line({.file = stop.file, .line = stop.line});
  return text::code::stopped_where({.condition = text_of(stop), .element = met->second});
}

std::vector<std::size_t> steps_of_line(const radix::Trace& trace, const std::string& file,
                                       const std::vector<SourceRow>& rows, uint32_t line) {
  std::vector<std::size_t> found;
  std::map<uint32_t, bool> known;  // by the line of a step: passes come by the same ones
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const radix::Step& step = trace.steps[k];
    if (step.source.file != file) continue;
    const auto [at, first] = known.try_emplace(step.source.line, false);
    if (first) at->second = is_made_by(rows, step, line - 1);
    if (at->second) found.push_back(k + 1);
  }
  return found;
}

}  // namespace scope
