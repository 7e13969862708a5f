#include "memory_space.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/base/text.hpp"
#include "app/document/source_text.hpp"

namespace scope {
namespace {

using Rows = std::vector<SourceRow>;

constexpr int max_calls = 4;  // through which a pointer is followed

bool in_a_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The name that a text begins with; "" = none.
std::string_view name_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && in_a_name(text[end])) ++end;
  return text.substr(0, end);
}

/// Where a text has this whole word, from `from` on; npos.
std::size_t word_in(std::string_view text, std::string_view word, std::size_t from = 0) {
  for (std::size_t at = text.find(word, from); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !in_a_name(text[at - 1])) && (end == text.size() || !in_a_name(text[end])))
      return at;
  }
  return text.npos;
}

/// What stands between the bracket at `open` and its partner, cut at the commas.
std::vector<std::string_view> arguments_at(std::string_view text, std::size_t open) {
  std::vector<std::string_view> found;
  int depth = 0;
  std::size_t begin = open + 1;
  for (std::size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    depth += c == '(' || c == '{' || c == '[' ? 1 : 0;
    depth -= c == ')' || c == '}' || c == ']' ? 1 : 0;
    if (depth == 0 || (depth == 1 && c == ',')) {
      found.push_back(trimmed(text.substr(begin, at - begin)));
      begin = at + 1;
    }
    if (depth == 0) break;
  }
  return found;
}

/// A kernel or a device function: its text without notes and comments.
struct FunctionText {
  std::string text;
  std::string name;
  bool kernel = false;
  std::size_t body = 0;  ///< where its brace opens
};

FunctionText function_of(const Rows& rows, std::size_t begin, std::size_t end) {
  FunctionText function;
  for (std::size_t row = begin; row < end; ++row)
    function.text += std::string(rows[row].text.substr(0, rows[row].text.find("//"))) + "\n";
  function.kernel = function.text.starts_with("__global__");
  function.body = std::min(function.text.find('{'), function.text.size());
  const std::size_t open = std::min(function.text.find('('), function.text.size());
  std::size_t name = open;
  while (name > 0 && in_a_name(function.text[name - 1])) --name;
  function.name = function.text.substr(name, open - name);
  return function;
}

/// The function that row `row` lies in, up to that row.
FunctionText function_before(const Rows& rows, std::size_t row) {
  std::size_t begin = row;
  while (begin > 0 && !begins_function(rows[begin].text)) --begin;
  return function_of(rows, begin, row + 1);
}

MemorySpace space_of_name(const radix::Trace& trace, const FunctionText& in, std::string_view name,
                          int calls);

/// What all callers hand to parameter `place` of a device function; unknown where they differ.
MemorySpace space_of_parameter(const radix::Trace& trace, const std::string& function,
                               std::size_t place, int calls) {
  MemorySpace found = MemorySpace::unknown;
  for (const std::string_view file : files_of(trace)) {
    const Rows rows = source_rows(embedded_text(file));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const std::string_view line = rows[row].text.substr(0, rows[row].text.find("//"));
      const std::size_t at = word_in(line, function);
      if (at == line.npos || begins_function(line)) continue;
      const std::string call = function_of(rows, row, statement_end(rows, row)).text;
      std::string_view statement = call;
      statement.remove_prefix(at + function.size());
      if (statement.starts_with("<"))
        statement.remove_prefix(std::min(statement.find('>') + 1, statement.size()));
      if (!statement.starts_with("(")) continue;
      const auto given = arguments_at(statement, 0);
      if (place >= given.size()) continue;
      const MemorySpace space =
          space_of_name(trace, function_before(rows, row), name_at(given[place]), calls - 1);
      if (space == MemorySpace::unknown || space == MemorySpace::thread) continue;
      if (found != MemorySpace::unknown && found != space) return MemorySpace::unknown;
      found = space;
    }
  }
  return found;
}

/// Where all pointers lie that something is made of: `T name{a, b}`.
MemorySpace space_of_parts(const radix::Trace& trace, const FunctionText& in,
                           const std::vector<std::string_view>& parts, int calls) {
  MemorySpace found = MemorySpace::unknown;
  for (const std::string_view part : parts) {
    const MemorySpace space = space_of_name(trace, in, name_at(part), calls - 1);
    if (space != MemorySpace::global && space != MemorySpace::shared) continue;
    if (found != MemorySpace::unknown && found != space) return MemorySpace::unknown;
    found = space;
  }
  return found;
}

/// True where `before`, from the beginning of a statement on, and what is `after` a name make it a
/// variable's declaration: `unsigned a, name[n]`, `for (unsigned name = 0`, `[&](Key name)`.
bool declares_variable(std::string_view before, std::string_view after) {
  constexpr std::string_view types[] = {"unsigned", "Key", "bool", "Number"};
  std::size_t last = before.size();
  while (last > 0 && in_a_name(before[last - 1])) --last;
  const auto is_type = [&](std::string_view word) {
    return std::ranges::find(types, word) != std::end(types);
  };
  if (is_type(before.substr(last)) || (before.ends_with(',') && is_type(name_at(before))))
    return true;
  const bool set = after.starts_with(" = ") || after.starts_with(" =\n") ||
                   after.starts_with(";") || after.starts_with("[");
  return set && last < before.size();
}

/// Where a name leads by its declaration: `extern __shared__ T name[]`, `T* name = after<T>(…)`,
/// `T* name = other + k`, `T name{a, b}`, a parameter, or a variable.
MemorySpace space_of_name(const radix::Trace& trace, const FunctionText& in, std::string_view name,
                          int calls) {
  if (name.empty() || calls <= 0 || std::isdigit(static_cast<unsigned char>(name[0])) != 0)
    return MemorySpace::unknown;
  const std::string_view text = in.text, body = text.substr(in.body);
  for (std::size_t at = word_in(body, name); at != body.npos; at = word_in(body, name, at + 1)) {
    const std::size_t begin = body.find_last_of(";\n", at) + 1, behind = at + name.size();
    const std::string_view before = trimmed(body.substr(begin, at - begin));
    const std::string_view after = body.substr(behind);
    if (before.find("__shared__") != before.npos) return MemorySpace::shared;
    if (before.empty() || name_at(before) == "return") continue;
    if (before.ends_with('*') && after.starts_with(" = ")) {
      const std::string_view value = after.substr(3);
      return value.starts_with("after<") ? MemorySpace::shared
                                         : space_of_name(trace, in, name_at(value), calls - 1);
    }
    if (declares_variable(before, after)) return MemorySpace::thread;
    if ((in_a_name(before.back()) || before.ends_with('>')) && after.starts_with("{"))
      return space_of_parts(trace, in, arguments_at(after, 0), calls);
  }
  const auto parameters = arguments_at(text, std::min(text.find('('), text.size()));
  for (std::size_t place = 0; place < parameters.size(); ++place) {
    const std::string_view each = parameters[place];
    if (!each.ends_with(name) || word_in(each, name) == each.npos) continue;
    const bool leads = each.find('*') != each.npos, refers = each.find('&') != each.npos;
    if (in.kernel) return leads ? MemorySpace::global : MemorySpace::thread;
    return leads || refers ? space_of_parameter(trace, in.name, place, calls) : MemorySpace::thread;
  }
  return MemorySpace::unknown;
}

/// Where an expression of a note lies: `starts`, `sums[k]`, `block.zero_list`; else it is worked
/// out by the thread.
MemorySpace space_of_value(const radix::Trace& trace, const FunctionText& in,
                           std::string_view value) {
  value = value.substr(0, value.find(", "));
  const auto of_path = [](char c) { return in_a_name(c) || c == '.'; };
  const std::string_view path(value.begin(), std::ranges::find_if_not(value, of_path));
  const std::string_view rest = value.substr(path.size());
  if (path.empty() || !(rest.empty() || (rest[0] == '[' && rest.ends_with(']'))))
    return MemorySpace::thread;
  const std::string_view name = name_at(path);
  return space_of_name(trace, in, name, max_calls);
}

/// A variable that the statement only copies to or from an element of shared memory, `key =
/// sorted[t];` or `tile[place] = key;`, is shown as what lies there.
MemorySpace space_behind(const radix::Trace& trace, const FunctionText& in,
                         std::string_view statement) {
  statement = trimmed(statement.substr(0, statement.find("//")));
  const std::size_t head = statement.rfind(") ", statement.rfind(" = "));
  if (head != statement.npos) statement.remove_prefix(head + 2);  // of `if (…)` or `for (…)`
  const std::size_t equals = statement.rfind(" = ");
  if (equals == statement.npos || !statement.ends_with(';')) return MemorySpace::thread;
  const std::string_view to = trimmed(statement.substr(0, equals)),
                         from = statement.substr(equals + 3, statement.size() - equals - 4);
  const std::string left = assigned_in(statement);
  for (const std::string_view side : {from, std::string_view(left)}) {
    const std::string_view name = name_at(side), index = side.substr(name.size());
    const bool element = index.starts_with("[") && index.find(']') == index.size() - 1;
    if (element && to.ends_with(left) &&
        space_of_name(trace, in, name, max_calls) == MemorySpace::shared)
      return MemorySpace::shared;
  }
  return MemorySpace::thread;
}

/// True for the roles that a scan's arrays play, one of which is what the step made.
bool is_scan_role(std::string_view name) {
  return name == "before_in_block" || name == "block_sum" || name == "before_block" ||
         name == "result";
}

}  // namespace

MemorySpace memory_space(const radix::Trace& trace, std::size_t step) {
  const radix::Step& made = trace.steps[step];
  if (!trace.own.empty() || trace.changed.find(made.source.file) != trace.changed.npos)
    return MemorySpace::unknown;
  const Rows rows = source_rows(embedded_text(made.source.file));
  if (made.source.line == 0 || made.source.line > rows.size()) return MemorySpace::unknown;
  const std::size_t row = made.source.line - 1;
  const FunctionText in = function_before(rows, row);
  for (const std::string_view note : shown_by_notes(rows, row)) {
    if (note.starts_with("level "))
      return space_of_value(trace, in,
                            trimmed(note.substr(std::min(note.find(':') + 1, note.size()))));
    if (note.starts_with("look: ")) return MemorySpace::thread;
    const std::string_view name = name_at(note), value = note.substr(name.size());
    if (name != radix::info(made.made).name && !is_scan_role(name)) continue;
    if (value.empty()) return MemorySpace::global;  // the host reads it from its memory
    const std::size_t equals = value.find(" = ");   // one that ends in the line is an expression
    const MemorySpace space = equals == value.npos
                                  ? MemorySpace::thread
                                  : space_of_value(trace, in, trimmed(value.substr(equals + 3)));
    return space == MemorySpace::thread ? space_behind(trace, in, rows[row].text) : space;
  }
  return MemorySpace::unknown;
}

MemorySpace memory_space_of(const radix::Trace& trace, std::size_t cursor, radix::ArrayId array) {
  for (std::size_t step = std::min(cursor, trace.steps.size()); step-- > 0;)
    if (trace.steps[step].made == array) return memory_space(trace, step);
  return trace.own.empty() && array == radix::array::keys ? MemorySpace::global
                                                          : MemorySpace::unknown;
}

}  // namespace scope
