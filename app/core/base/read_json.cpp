#include "read_json.hpp"

#include <algorithm>

#include "text.hpp"

namespace scope {
namespace {

/// "line 3, column 7" of a byte, from 1.
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t begin = before.rfind('\n') + 1;  // npos + 1 = 0
  return say("line ", line, ", column ", before.size() - begin + 1);
}

}  // namespace

radix::Result<radix::Json> read_json(std::string_view text, const std::string& what) {
  using Fault = radix::ParsedJson::Fault;
  radix::ParsedJson read = radix::parse_json(text);
  std::string why;
  if (read.twice)
    why = say("'", read.twice_name.empty() ? " " : quotable(read.twice_name),
              "' is written twice; leave one out.");
  else if (read.ok())
    return std::move(read.value);
  else if (read.fault == Fault::too_deep)
    why = say("This is no ", what, ": its brackets are nested too deep.");
  else if (read.fault == Fault::number)
    why = say("This is no ", what, ": it has a number that no field takes.");
  else
    why = say("This is no ", what, ": its JSON is broken at ", place_of(text, read.byte), ".");
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
