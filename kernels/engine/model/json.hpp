/// JSON as a tree of values. json.cpp is the only file of the program that knows the library behind
/// it.
///
///     const ParsedJson read = parse_json(text);
///     if (!read.ok()) …                                  // where, and what is wrong
///     read.value.at("slides").list()[0].at("title").text()
///     Json({{"event", "sample"}, {"id", 3}, {"ms", 0.25}}).dump()
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace radix {

/// A member is missing, or a value is of another type than it was asked for.
struct JsonError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A value: null, true or false, a number, text, a list, or an object whose members keep their
/// order. 16 bytes, so that a run of millions of numbers fits.
class Json {
 public:
  struct Member;
  using List = std::vector<Json>;
  using Object = std::vector<Member>;

  Json() = default;  ///< null
  template <std::same_as<bool> Truth>
  Json(Truth value) : value_(value) {}
  template <std::unsigned_integral Number>
  requires(!std::same_as<Number, bool>) Json(Number value) : value_(static_cast<uint64_t>(value)) {}
  template <std::signed_integral Number>
  Json(Number value) : value_(static_cast<int64_t>(value)) {}
  Json(double value) : value_(value) {}
  Json(const char* text) : Json(std::string_view(text)) {}
  Json(std::string_view text) : Json(std::string(text)) {}
  Json(std::string text);
  Json(List list);
  Json(Object members);
  Json(std::initializer_list<Member> members);
  template <class Each>
  Json(const std::vector<Each>& list) : Json(List(list.begin(), list.end())) {}
  static Json object();  ///< {}
  static Json array();   ///< []

  Json(const Json&);
  Json(Json&&) noexcept;
  Json& operator=(const Json&);
  Json& operator=(Json&&) noexcept;
  ~Json();

  bool is_null() const { return value_.index() == 0; }
  bool is_boolean() const { return std::holds_alternative<bool>(value_); }
  bool is_number() const { return is_number_unsigned() || is_negative() || is_real(); }
  /// A whole number from 0 to 2^64 - 1.
  bool is_number_unsigned() const { return std::holds_alternative<uint64_t>(value_); }
  bool is_string() const { return std::holds_alternative<Box<std::string>>(value_); }
  bool is_array() const { return std::holds_alternative<Box<List>>(value_); }
  bool is_object() const { return std::holds_alternative<Box<Object>>(value_); }

  // What it is. Another type throws JsonError.
  bool truth() const;
  uint64_t whole() const;  ///< only what is_number_unsigned
  double real() const;     ///< any number
  const std::string& text() const;
  const List& list() const;
  const Object& items() const;  ///< for (const auto& [name, value] : json.items())
  std::size_t size() const;     ///< of a list or an object
  bool empty() const { return size() == 0; }

  /// A member of an object; null when there is none, also when this is no object.
  const Json* find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  /// The same, or JsonError.
  const Json& at(std::string_view name) const;
  /// The member, made where it is missing; null becomes an object.
  Json& operator[](std::string_view name);
  /// Onto the end of a list; null becomes a list.
  void push_back(Json value);

  /// Text of this name is this text.
  friend bool operator==(const Json& json, std::string_view text) {
    return json.is_string() && json.text() == text;
  }

  /// As text: on one line, or `indent` blanks per level; `ascii`: everything beyond it as \uXXXX.
  /// What is no UTF-8 gets replacement characters, a number that is not finite is null.
  std::string dump(int indent = -1, bool ascii = false) const;

 private:
  /// A value of its own on the heap, copied with its owner.
  template <class T>
  struct Box {
    std::unique_ptr<T> held;
    explicit Box(T value) : held(std::make_unique<T>(std::move(value))) {}
    Box(const Box& other) : held(std::make_unique<T>(*other.held)) {}
    Box(Box&&) noexcept = default;
    Box& operator=(const Box& other) { return *this = Box(other); }
    Box& operator=(Box&&) noexcept = default;
    ~Box() = default;
  };

  bool is_negative() const { return std::holds_alternative<int64_t>(value_); }
  bool is_real() const { return std::holds_alternative<double>(value_); }
  void write(std::string& text, int indent, bool ascii, int level) const;

  std::variant<std::monostate, bool, int64_t, uint64_t, double, Box<std::string>, Box<List>,
               Box<Object>>
      value_;
};

struct Json::Member {
  std::string name;
  Json value;
};

/// What was read, or what is wrong with it.
struct ParsedJson {
  enum class Fault { none, broken, too_deep, number };
  Json value;
  Fault fault = Fault::none;  ///< number: one that no double can be
  std::size_t byte = 0;       ///< where it is broken, from 1
  bool twice = false;         ///< an object has a member twice; the later one counts
  std::string twice_name;     ///< the first such name

  bool ok() const { return fault == Fault::none; }
};

/// No file of ours is nested more deeply; millions of brackets would take gigabytes.
inline constexpr std::size_t deepest_json = 16;

ParsedJson parse_json(std::string_view text);

/// The same for a long list, which never lies in memory as a whole: every element of the member
/// `list` of the outermost object is handed to `each` as soon as it was read, with the members that
/// stood before the list, and forgotten. What `each` throws ends the reading and comes out of it.
using EachElement = std::function<void(const Json::Object& before, Json element)>;
ParsedJson parse_json(std::string_view text, std::string_view list, const EachElement& each);

}  // namespace radix
