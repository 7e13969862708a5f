/// What a text holds.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace texts {

inline bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

inline bool says(const std::string& text, std::initializer_list<std::string_view> parts) {
  return std::ranges::all_of(parts, [&](std::string_view part) { return says(text, part); });
}

/// How often, counted from every place where it begins.
inline std::size_t count(const std::string& text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The numbers of a text as they stand there: "80 = 01010000" has "80" and "01010000".
inline std::vector<std::string> numbers_in(const std::string& text) {
  static const std::regex number("-?[0-9]+(\\.[0-9]+)?");
  return {std::sregex_token_iterator(text.begin(), text.end(), number), {}};
}

/// The text with every number replaced: two texts of one shape say the same of different numbers.
inline std::string shape_of(const std::string& text) {
  static const std::regex number("-?[0-9]+(\\.[0-9]+)?");
  return std::regex_replace(text, number, "#");
}

/// True when these numbers stand in the text, one behind the other and none between.
inline bool tells(const std::string& text, const std::vector<std::string>& numbers) {
  const std::vector<std::string> told = numbers_in(text);
  return !std::ranges::search(told, numbers).empty();
}

}  // namespace texts
