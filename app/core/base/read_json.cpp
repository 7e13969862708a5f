#include "read_json.hpp"

#include <algorithm>
#include <utility>

#include "text.hpp"
#include "text/files.hpp"

namespace scope {
namespace {

/// The line and the column of a byte, from 1.
std::pair<std::size_t, std::size_t> place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const std::size_t begin = before.rfind('\n') + 1;  // npos + 1 = 0
  return {std::ranges::count(before, '\n') + 1, before.size() - begin + 1};
}

}  // namespace

radix::Result<radix::Json> read_json(std::string_view json, const std::string& what) {
  using Fault = radix::ParsedJson::Fault;
  radix::ParsedJson read = radix::parse_json(json);
  if (!read.twice && read.ok()) return std::move(read.value);
  const std::string_view kind = text::translated(what);
  const auto [line, column] = place_of(json, read.byte);
  std::string why;
  if (read.twice)
    why = text::files::twice({.name = read.twice_name.empty() ? " " : quotable(read.twice_name)});
  else if (read.fault == Fault::too_deep)
    why = text::files::too_deep({.what = kind});
  else if (read.fault == Fault::number)
    why = text::files::number({.what = kind});
  else
    why = text::files::broken({.column = column, .line = line, .what = kind});
  return radix::Error{.sentence = std::move(why)};
}

bool nests_too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool in_quotes = false;
  for (std::size_t i = 0; i < text.size() && depth <= radix::deepest_json; ++i) {
    const char c = text[i];
    if (c == '"')
      in_quotes = !in_quotes;
    else if (c == '\\' && in_quotes)
      ++i;  // what it stands before ends no quotes
    else if (in_quotes)
      continue;
    else if (c == '[' || c == '{')
      ++depth;
    else if ((c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return depth > radix::deepest_json;
}

}  // namespace scope
