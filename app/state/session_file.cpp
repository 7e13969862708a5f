// The state as a session file.
#include <algorithm>

#include "app/core/base/read_json.hpp"
#include "app/core/base/text.hpp"
#include "session_file.hpp"
#include "state.hpp"
#include "state_fields.hpp"
#include "text/state.hpp"

namespace scope {
namespace {

using radix::Json;

constexpr const char* lanes_name = "lanes";
constexpr const char* format_name = "format";
constexpr const char* changed_name = "changed";  // kernel files

Json object_of(const std::vector<NamedText>& fields) {
  Json object = Json::object();
  for (const auto& [name, value] : fields) object[name] = value;
  return object;
}

/// Text, a number, yes or no; "" and `fits` false for anything else.
std::string plain_text(const Json& value, bool& fits) {
  if (value.is_string()) return value.text();
  if (value.is_boolean()) return value.truth() ? "on" : "off";
  if (value.is_number()) return value.dump();
  fits = false;
  return "";
}

/// A field's text: as above, or a list of such.
std::string text_of(const Json& value, bool& fits) {
  if (!value.is_array()) return plain_text(value, fits);
  std::string text;
  for (const Json& each : value.list()) text += (text.empty() ? "" : ",") + plain_text(each, fits);
  return text;
}

/// Line ends are blanks; nothing else that cannot be printed belongs into a field.
bool make_plain(std::string& text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

/// Reads one member into `fields`; "" or one sentence.
std::string read_member(const std::string& name, const Json& value,
                        std::vector<NamedText>& fields) {
  bool fits = true;
  std::string text = text_of(value, fits);
  if (!fits) return text::state::not_plain({.field = quotable(name)});
  if (!make_plain(text)) return text::state::bad_character_here({.field = quotable(name)});
  fields.push_back({name, std::move(text)});
  return "";
}

/// "" or why this is not a session that this program reads.
std::string check_format(const Json& json) {
  if (!json.contains(format_name)) return "";  // a state inside of another file
  const Json& format = json.at(format_name);
  if (format == session_format) return "";
  const std::string name = format.is_string() ? format.text() : "";
  const std::string_view kind = session_format.substr(0, session_format.rfind(' ') + 1);
  if (name.starts_with(kind)) return text::state::newer_session({.name = quotable(name)});
  return text::state::not_a_session({.format = session_format});
}

std::string read_lanes(const Json& lanes, StateFields& fields) {
  if (!lanes.is_array() || lanes.empty()) return text::state::not_lanes;
  if (!fields.lanes.front().empty())
    return text::state::beside_lanes({.field = fields.lanes.front().front().name});
  fields.lanes.assign(lanes.size(), {});
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Json& lane = lanes.list()[i];
    if (!lane.is_object()) return text::state::lane_not_object({.lane = i + 1});
    for (const auto& [name, value] : lane.items()) {
      const std::string wrong = read_member(name, value, fields.lanes[i]);
      if (!wrong.empty()) return wrong;
    }
  }
  return "";
}

/// "changed": a list of {"lane": 1, "file": …, "text": …}.
std::string read_changed(const Json& json, StateFields& fields) {
  const auto is_one = [&](const Json& each) {
    return each.is_object() && each.contains("lane") && each.at("lane").is_number() &&
           each.contains("file") && each.at("file").is_string() && each.contains("text") &&
           each.at("text").is_string() && each.at("lane").dump().size() < 4;
  };
  if (!json.is_array() || !std::ranges::all_of(json.list(), is_one))
    return text::state::not_changed;
  for (const Json& each : json.list()) {
    const std::string number = each.at("lane").dump();
    const uint64_t lane = std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; })
                              ? each.at("lane").whole()
                              : 0;
    if (lane < 1 || lane > fields.lanes.size()) return text::state::changed_lane({.lane = number});
    fields.changed.push_back(
        {static_cast<std::size_t>(lane - 1), each.at("file").text(), each.at("text").text()});
  }
  return "";
}

/// The members beside "lanes"; a state of one lane may have its fields there.
std::string read_members(const Json& json, StateFields& fields) {
  for (const auto& [name, value] : json.items()) {
    if (name == format_name || name == lanes_name || name == changed_name) continue;
    auto& place = belongs_to_lane(name) ? fields.lanes.front() : fields.document;
    const std::string wrong = read_member(name, value, place);
    if (!wrong.empty()) return wrong;
  }
  std::string wrong = json.contains(lanes_name) ? read_lanes(json.at(lanes_name), fields) : "";
  if (wrong.empty() && json.contains(changed_name))
    wrong = read_changed(json.at(changed_name), fields);
  return wrong;
}

}  // namespace

std::string to_session_text(const StateFields& fields) {
  Json json = Json::object();
  json[format_name] = session_format;
  for (const auto& [name, value] : fields.document) json[name] = value;
  json[lanes_name] = Json::array();
  for (const auto& lane : fields.lanes) json[lanes_name].push_back(object_of(lane));
  if (!fields.changed.empty()) json[changed_name] = Json::array();
  for (const ChangedText& each : fields.changed)
    json[changed_name].push_back(
        Json({{"lane", each.lane + 1}, {"file", each.file}, {"text", each.text}}));
  return json.dump(2, true) + "\n";
}

radix::Result<StateFields> read_session_text(std::string_view text) {
  const auto json = read_json(text, "session");
  if (!json) return json.error;
  if (!json->is_object() || json->empty()) return radix::Error{.sentence = text::state::no_fields};
  StateFields fields;
  std::string wrong = check_format(*json);
  if (wrong.empty()) wrong = read_members(*json, fields);
  if (!wrong.empty()) return radix::Error{.sentence = std::move(wrong)};
  return fields;
}

}  // namespace scope
