/// Text without the blanks around it.
#pragma once

#include <algorithm>
#include <string_view>

namespace scope {

inline constexpr std::string_view blanks = " \t\r\n";

/// The same text from its first to its last character that is no blank; empty when there is none.
inline std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

}  // namespace scope
