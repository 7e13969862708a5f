#include "tokens.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/core/base/parse.hpp"
#include "app/core/base/text.hpp"
#include "app/timing/plan.hpp"
#include "text/all.hpp"
#include "text/timed.hpp"

namespace scope {
namespace {

/// A term, or two with + or - between them.
std::optional<uint64_t> size_in(std::string_view text) {
  const std::size_t sign = text.find_first_of("+-");
  const auto first = plain_power(text.substr(0, sign));
  if (sign == text.npos || !first) return first;
  const auto second = plain_power(text.substr(sign + 1));
  if (!second || std::max(*first, *second) > uint64_t{1} << 62)
    return std::nullopt;  // the sum would wrap
  if (text[sign] == '+') return *first + *second;
  return *second < *first ? std::optional(*first - *second) : std::nullopt;
}

uint64_t size_value(std::string_view token) {
  const auto size = size_in(token);
  if (!size) throw Unread(text::timed::no_size({.token = quotable(token)}));
  if (*size == 0) throw Unread(text::timed::no_key({.token = quotable(token)}));
  if (*size > radix::max_timed_keys)
    throw Unread(text::timed::too_many_keys(
        {.keys = *size, .most = radix::max_timed_keys, .token = quotable(token)}));
  return *size;
}

/// "2^20..2^24" as its five powers of two.
std::vector<uint64_t> powers(std::string_view token, std::size_t dots) {
  const uint64_t low = size_value(token.substr(0, dots)), high = size_value(token.substr(dots + 2));
  const bool powers_of_two = (low & (low - 1)) == 0 && (high & (high - 1)) == 0;
  if (!powers_of_two || low > high) throw Unread(text::timed::no_range({.token = quotable(token)}));
  std::vector<uint64_t> all;
  for (uint64_t n = low; n <= high; n *= 2) all.push_back(n);
  return all;
}

template <class Value>
void add_once(std::vector<Value>& list, Value value) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

}  // namespace

std::vector<std::string> tokens(std::string_view list, const std::string& what) {
  std::vector<std::string> all(1);
  for (char c : list) {
    if (c == ',' || c == '|') {
      all.emplace_back();
    } else if (c != ' ') {
      all.back() += c;
    }
  }
  for (const std::string& token : all)
    if (token.empty())
      throw Unread(text::timed::list_lacks({.list = quotable(list), .what = what}));
  return all;
}

std::string no_such_token(const std::string& what, const std::string& token,
                          const std::vector<std::string>& names) {
  std::string choices;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == 0)
      choices = names[i];
    else if (i + 1 == names.size())
      choices = text::timed::choice_last({.first = choices, .last = names[i]});
    else
      choices = text::timed::choice_next({.first = choices, .second = names[i]});
  }
  return text::timed::no_such({.choices = choices, .token = quotable(token), .what = what});
}

std::string too_many_rows(uint64_t rows) {
  return text::timed::too_many_rows({.most = max_timing_rows, .rows = rows});
}

uint64_t whole_value(std::string_view token, const std::string& what, uint64_t low, uint64_t high) {
  const auto value = plain_whole(token);
  if (!value || *value < low || *value > high)
    throw Unread(text::timed::no_whole_number(
        {.high = high, .low = low, .token = quotable(token), .what = what}));
  return *value;
}

double real_value(std::string_view token, const std::string& what, double low, double high) {
  const auto value = plain_decimal(token);
  if (!value || !std::isfinite(*value) || *value < low || *value > high)
    throw Unread(
        text::timed::no_number({.high = high, .low = low, .token = quotable(token), .what = what}));
  return *value;
}

std::vector<uint64_t> size_values(std::string_view list) {
  std::vector<uint64_t> all;
  for (const std::string& token : tokens(list, text::timed::what_keys)) {
    const std::size_t dots = token.find("..");
    const auto sizes = dots == token.npos ? std::vector{size_value(token)} : powers(token, dots);
    for (uint64_t n : sizes) add_once(all, n);
  }
  return all;
}

std::vector<uint32_t> bit_values(std::string_view list, const radix::TimedTypeInfo& type) {
  std::vector<uint32_t> all;
  const std::string what = text::timed::bits_of_type({.type = type.name});
  for (const std::string& token : tokens(list, text::timed::what_bits))
    add_once(all, static_cast<uint32_t>(whole_value(token, what, 1, type.max_bits)));
  return all;
}

std::vector<uint32_t> setting_values(const radix::SettingInfo& setting, std::string_view list) {
  std::vector<uint32_t> all;
  for (const std::string& token : tokens(list, setting.label)) {
    const auto value = radix::value_from(setting, token);
    if (value) {
      add_once(all, *value);
    } else if (token == "all" && !setting.is_number()) {
      for (uint32_t k = 0; k <= setting.high; ++k) add_once(all, k);
    } else if (setting.is_number()) {
      whole_value(token, text::all::heading({.words = text::translated(setting.label)}),
                  setting.low, setting.high);
    } else {
      std::vector<std::string> names{};
      for (const radix::Choice& each : setting.choices) names.push_back(each.name);
      names.push_back("all");
      throw Unread(no_such_token(setting.label, token, names));
    }
  }
  return all;
}

}  // namespace scope
