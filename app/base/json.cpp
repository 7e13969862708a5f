#include "json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <vector>

#include "text.hpp"
#include "quotable.hpp"

namespace scope {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t deepest = 16;   // brackets, beyond any file of ours; millions would take gigabytes

/// Looks at the structure before anything is built: how deep it goes, and which name an object has twice.
struct Structure : nlohmann::json_sax<Json> {
  std::vector<std::set<std::string>> names;    // of the objects and lists that are open
  std::string twice;
  std::size_t error_byte = 0;
  bool too_deep = false, out_of_range = false;

  bool open() { return names.emplace_back(), !(too_deep = names.size() > deepest); }
  bool close() { return names.pop_back(), true; }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (names.back().insert(name).second) return true;
    twice = name.empty() ? " " : name;
    return false;
  }
  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    error_byte = byte;
    out_of_range = dynamic_cast<const Json::out_of_range*>(&error) != nullptr;
    return false;
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

radix::Result<Json> read_json(std::string_view text, const std::string& what) {
  Structure found;
  if (Json::sax_parse(text, &found)) return Json::parse(text);
  std::string why;
  if (found.too_deep) why = say("This is no ", what, ": its brackets are nested too deep.");
  else if (!found.twice.empty()) why = say("'", quotable(found.twice), "' is written twice; leave one out.");
  else if (found.out_of_range) why = say("This is no ", what, ": it has a number that no field takes.");
  else why = say("This is no ", what, ": its JSON is broken at ", place_of(text, found.error_byte), ".");
  return radix::Complaint{.sentence = std::move(why)};
}

bool nests_too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool in_quotes = false;
  for (std::size_t i = 0; i < text.size() && depth <= deepest; ++i) {
    const char c = text[i];
    if (c == '"') in_quotes = !in_quotes;
    else if (c == '\\' && in_quotes) ++i;   // what it stands before ends no quotes
    else if (in_quotes) continue;
    else if (c == '[' || c == '{') ++depth;
    else if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return depth > deepest;
}

}  // namespace scope
