/// The argument of a command or a field: text that a person or a script has written, or a number
/// from a panel. The readers of parse.hpp take either, so that no number is printed only to be read
/// again.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace scope {

class Value {
 public:
  /// Two numbers, such as a place.
  struct Pair {
    float x = 0, y = 0;
    friend bool operator==(const Pair&, const Pair&) = default;
  };

  Value() = default;
  Value(std::string text) : held_(std::move(text)) {}
  Value(std::string_view text) : held_(std::string(text)) {}
  Value(const char* text) : held_(std::string(text)) {}
  Value(float number) : held_(number) {}
  Value(float x, float y) : held_(Pair{x, y}) {}
  template <std::unsigned_integral Number>
  requires(!std::same_as<Number, bool>) Value(Number number)
      : held_(static_cast<uint32_t>(number)) {}

  /// As a script writes it: "fig13-2", "12", "0.5", "3 -4".
  std::string text() const;

  bool empty() const;                                                            ///< no text at all
  const std::string* typed() const { return std::get_if<std::string>(&held_); }  ///< null: a number
  const uint32_t* whole() const { return std::get_if<uint32_t>(&held_); }
  const float* decimal() const { return std::get_if<float>(&held_); }
  const Pair* pair() const { return std::get_if<Pair>(&held_); }

  friend bool operator==(const Value& a, const Value& b) { return a.text() == b.text(); }

 private:
  std::variant<std::string, uint32_t, float, Pair> held_;
};

}  // namespace scope
