#include "json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <vector>

#include "phrases.hpp"
#include "session_fields.hpp"

namespace scope {
namespace {

using Json = nlohmann::ordered_json;

/// Notes the first name that an object has twice.
struct Names {
  std::vector<std::set<std::string>> open;
  std::string twice;

  bool operator()(int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) open.emplace_back();
    if (event == Json::parse_event_t::object_end) open.pop_back();
    if (event == Json::parse_event_t::key && !open.back().insert(parsed.get<std::string>()).second && twice.empty())
      twice = parsed.get<std::string>();
    return true;
  }
};

/// "line 3, column 7" of a byte, from 1.
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t begin = before.rfind('\n') + 1;   // npos + 1 = 0
  return say("line ", line, ", column ", before.size() - begin + 1);
}

}  // namespace

bool nests_too_deep(std::string_view text) {
  constexpr int deepest = 16;
  int depth = 0;
  for (char c : text) {
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > deepest) return true;
  }
  return false;
}

radix::Result<Json> read_json(std::string_view text, const std::string& what) {
  if (nests_too_deep(text))
    return radix::Complaint{.sentence = say("This is no ", what, ": its brackets are nested too deep.")};
  Names names;
  try {
    Json json = Json::parse(text, std::ref(names));
    if (names.twice.empty()) return json;
    return radix::Complaint{.sentence = say("'", quotable(names.twice), "' is written twice; leave one out.")};
  } catch (const Json::parse_error& error) {
    return radix::Complaint{
        .sentence = say("This is no ", what, ": its JSON is broken at ", place_of(text, error.byte), ".")};
  } catch (const Json::exception&) {   // a number beyond all bounds
    return radix::Complaint{.sentence = say("This is no ", what, ": it has a number that no field takes.")};
  }
}

}  // namespace scope
