#include "parse.hpp"

#include <algorithm>
#include <charconv>
#include <locale>
#include <sstream>
#include <utility>

#include "text.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

/// The shortest text that reads back as the same number.
std::string shortest_text(float number) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::string limit_text(float value) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << value;
  return out.str();
}

/// For a sentence: short, and without what moves a terminal's cursor.
std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string shown(text.substr(0, most));
  std::ranges::replace_if(
      shown, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  return "'" + shown + (text.size() <= most ? "'" : "…'");
}

std::string out_of_range(const std::string& what, const std::string& low, const std::string& high,
                         std::string_view typed) {
  const std::string_view noun = text::translated(what);
  return typed.empty() ? text::all::out_of_range_nothing({.high = high, .low = low, .what = noun})
                       : text::all::out_of_range(
                             {.high = high, .low = low, .text = in_quotes(typed), .what = noun});
}

/// What std::from_chars makes of the whole text.
template <class Number>
std::optional<Number> all_of_text(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// As people type it: also "+1.5".
std::optional<float> typed_decimal(std::string_view text) {
  std::istringstream in{std::string(text)};
  in.imbue(std::locale::classic());
  float value = 0;
  in >> value;
  if (in.fail() || in.peek() != std::istringstream::traits_type::eof()) return std::nullopt;
  return value;
}

}  // namespace

std::string Value::text() const {
  if (const std::string* text = typed()) return *text;
  if (const uint32_t* number = whole()) return std::to_string(*number);
  if (const float* number = decimal()) return shortest_text(*number);
  return shortest_text(pair()->x) + " " + shortest_text(pair()->y);
}

bool Value::empty() const { return typed() && typed()->empty(); }

std::vector<std::string> words_of(const Value& value) {
  std::istringstream in{value.text()};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(std::move(word));
  return words;
}

std::string one_word(const Value& value) {
  const auto words = words_of(value);
  return words.size() == 1 ? words[0] : "";
}

std::string rest_behind(const std::string& text, const std::string& word) {
  const std::size_t begin = std::min(text.find(word) + word.size(), text.size());
  const std::size_t at = text.find_first_not_of(" \t", begin);
  return at == std::string::npos ? "" : text.substr(at);
}

std::optional<uint64_t> plain_whole(std::string_view text) { return all_of_text<uint64_t>(text); }

std::optional<double> plain_decimal(std::string_view text) { return all_of_text<double>(text); }

std::optional<uint64_t> plain_power(std::string_view text) {
  if (!text.starts_with("2^")) return plain_whole(text);
  const auto power = plain_whole(text.substr(2));
  return power && *power < 63 ? std::optional(uint64_t{1} << *power) : std::nullopt;
}

std::optional<uint32_t> whole_number(const Value& value, uint32_t low, uint32_t high,
                                     const std::string& what, std::string& refusal) {
  const std::string text = value.whole() ? "" : value.text();
  const auto number =
      value.whole() ? std::optional(*value.whole()) : all_of_text<uint32_t>(trimmed(text));
  if (number && *number >= low && *number <= high) return number;
  refusal = out_of_range(what, std::to_string(low), std::to_string(high), trimmed(value.text()));
  return std::nullopt;
}

std::optional<float> decimal_number(const Value& value, float low, float high,
                                    const std::string& what, std::string& refusal) {
  const std::string text = value.decimal() ? "" : value.text();
  const auto number =
      value.decimal() ? std::optional(*value.decimal()) : typed_decimal(trimmed(text));
  if (number && *number >= low && *number <= high) return number;
  refusal = out_of_range(what, limit_text(low), limit_text(high), trimmed(value.text()));
  return std::nullopt;
}

/// The last refusal that lists choices, and the same without them.
static std::pair<std::string, std::string>& refused_last() {
  static thread_local std::pair<std::string, std::string> last;
  return last;
}

std::string no_such(const std::string& what, const std::string& typed,
                    const std::vector<std::string>& choices) {
  const std::string_view noun = text::translated(what);
  const std::string quoted = in_quotes(typed), all = text::list_or(choices);
  if (typed.empty() && all.empty()) return text::all::missing({.what = noun});
  if (typed.empty()) return text::all::missing_choose({.choices = all, .what = noun});
  const std::string alone = text::all::no_such({.text = quoted, .what = noun});
  if (all.empty()) return alone;
  refused_last() = {text::all::no_such_choose({.choices = all, .text = quoted, .what = noun}),
                    alone};
  return refused_last().first;
}

std::string without_choices(const std::string& refusal) {
  const auto& [whole, alone] = refused_last();
  const std::size_t at = whole.empty() ? refusal.npos : refusal.find(whole);
  return at == refusal.npos ? "" : std::string(refusal).replace(at, whole.size(), alone);
}

std::optional<bool> on_or_off(const Value& value, bool now, std::string& refusal) {
  const std::string text = value.text();
  const std::string_view word = trimmed(text);
  if (word.empty()) return !now;
  if (word == "on" || word == "off") return word == "on";
  refusal = no_such("choice", std::string(word), {"on", "off"});
  return std::nullopt;
}

}  // namespace scope
