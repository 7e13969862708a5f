#include "json.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "old_names.hpp"

namespace radix {
namespace {

using Library = nlohmann::ordered_json;

/// Builds the tree from what the library's reader meets.
struct Builder : nlohmann::json_sax<Library> {
  /// A list or an object that is not closed yet.
  struct Open {
    bool is_object = false;
    Json::List list;
    Json::Object members;
    std::map<std::string, std::size_t> places;  // of the members
    std::size_t place = 0;                      // of the one that comes next
  };
  ParsedJson read;
  std::vector<Open> open;
  std::string_view long_list;         // a member of the outermost object …
  const EachElement* each = nullptr;  // … whose elements are handed over; null: none is

  bool in_long_list() const {
    if (each == nullptr || open.size() != 2 || open[1].is_object || !open[0].is_object)
      return false;
    return open[0].members[open[0].place].name == long_list;
  }
  bool put(Json value) {
    if (open.empty())
      read.value = std::move(value);
    else if (open.back().is_object)
      open.back().members[open.back().place].value = std::move(value);
    else if (in_long_list())
      (*each)(open.front().members, std::move(value));
    else
      open.back().list.push_back(std::move(value));
    return true;
  }
  bool begin(bool is_object) {
    if (open.size() == deepest_json) return read.fault = ParsedJson::Fault::too_deep, false;
    open.emplace_back().is_object = is_object;
    return true;
  }
  bool end() {
    Open done = std::move(open.back());
    open.pop_back();
    return put(done.is_object ? Json(std::move(done.members)) : Json(std::move(done.list)));
  }

  bool null() override { return put({}); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return begin(true); }
  bool end_object() override { return end(); }
  bool start_array(std::size_t) override { return begin(false); }
  bool end_array() override { return end(); }
  bool key(string_t& name) override {
    Open& object = open.back();
    name = current_name(name);
    const auto [place, is_new] = object.places.emplace(name, object.members.size());
    if (!is_new && !std::exchange(read.twice, true)) read.twice_name = name;
    if (is_new) object.members.push_back({std::move(name), {}});
    object.place = place->second;
    return true;
  }
  bool parse_error(std::size_t byte, const std::string&,
                   const nlohmann::detail::exception& error) override {
    read.byte = byte;
    const bool number = dynamic_cast<const Library::out_of_range*>(&error) != nullptr;
    read.fault = number ? ParsedJson::Fault::number : ParsedJson::Fault::broken;
    return false;
  }
};

template <class T, class Value>
const T& held(const Value& value, const char* what) {
  const auto* found = std::get_if<T>(&value);
  if (!found) throw JsonError(std::string("this is no ") + what);
  return *found;
}

}  // namespace

Json::Json(std::string text) : value_(Box(std::move(text))) {}
Json::Json(List list) : value_(Box(std::move(list))) {}
Json::Json(Object members) : value_(Box(std::move(members))) {}
Json::Json(std::initializer_list<Member> members) : value_(Box(Object(members))) {}
Json Json::object() { return Json(Object{}); }
Json Json::array() { return Json(List{}); }

Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

bool Json::truth() const { return held<bool>(value_, "true or false"); }
uint64_t Json::whole() const { return held<uint64_t>(value_, "whole number from 0 on"); }
double Json::real() const {
  if (is_number_unsigned()) return static_cast<double>(std::get<uint64_t>(value_));
  if (is_negative()) return static_cast<double>(std::get<int64_t>(value_));
  return held<double>(value_, "number");
}
const std::string& Json::text() const { return *held<Box<std::string>>(value_, "text").held; }
const Json::List& Json::list() const { return *held<Box<List>>(value_, "list").held; }
const Json::Object& Json::items() const { return *held<Box<Object>>(value_, "object").held; }
std::size_t Json::size() const { return is_object() ? items().size() : list().size(); }

const Json* Json::find(std::string_view name) const {
  if (!is_object()) return nullptr;
  const auto found = std::ranges::find(items(), name, &Member::name);
  return found == items().end() ? nullptr : &found->value;
}

const Json& Json::at(std::string_view name) const {
  const Json* found = find(name);
  if (!found) throw JsonError("'" + std::string(name) + "' is missing");
  return *found;
}

Json& Json::operator[](std::string_view name) {
  if (is_null()) *this = object();
  if (const Json* found = find(name)) return const_cast<Json&>(*found);
  auto& members = const_cast<Object&>(items());
  return members.emplace_back(Member{std::string(name), {}}).value;
}

void Json::push_back(Json value) {
  if (is_null()) *this = array();
  const_cast<List&>(list()).push_back(std::move(value));
}

std::string Json::dump(int indent, bool ascii) const {
  std::string text;
  write(text, indent, ascii, 0);
  return text;
}

void Json::write(std::string& text, int indent, bool ascii, int level) const {
  const auto quoted = [&](const std::string& each) {
    text += Library(each).dump(-1, ' ', ascii, Library::error_handler_t::replace);
  };
  const auto line = [&](int deep) {
    if (indent >= 0) text += "\n" + std::string(static_cast<std::size_t>(deep * indent), ' ');
  };
  const auto all = [&](const auto& list, const char* brackets, const auto& one) {
    text += brackets[0];
    bool first = true;
    for (const auto& each : list) {
      if (!std::exchange(first, false)) text += ',';
      line(level + 1);
      one(each);
    }
    if (!first) line(level);
    text += brackets[1];
  };

  if (is_null())
    text += "null";
  else if (is_boolean())
    text += truth() ? "true" : "false";
  else if (is_number_unsigned())
    text += std::to_string(whole());
  else if (is_negative())
    text += std::to_string(std::get<int64_t>(value_));
  else if (is_real())
    text += Library(real()).dump();
  else if (is_string())
    quoted(this->text());
  else if (is_array()) {
    all(list(), "[]", [&](const Json& each) { each.write(text, indent, ascii, level + 1); });
  } else {
    all(items(), "{}", [&](const Member& each) {
      quoted(each.name);
      text += indent >= 0 ? ": " : ":";
      each.value.write(text, indent, ascii, level + 1);
    });
  }
}

ParsedJson parse_json(std::string_view text) {
  Builder builder;
  Library::sax_parse(text, &builder);
  return std::move(builder.read);
}

ParsedJson parse_json(std::string_view text, std::string_view list, const EachElement& each) {
  Builder builder;
  builder.long_list = list;
  builder.each = &each;
  Library::sax_parse(text, &builder);
  return std::move(builder.read);
}

}  // namespace radix
