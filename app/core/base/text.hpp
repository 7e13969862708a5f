/// Numbers as English text, and what all texts need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/text/message.hpp"

namespace scope {

/// The parts one after the other.
std::string joined(std::initializer_list<TextPart> parts);

/// Its parts one after the other.
template <class... Part>
std::string say(const Part&... parts) {
  return joined({TextPart(parts)...});
}

/// "1 zero", "3 zeros".
std::string counted(uint32_t count, const std::string& noun);

/// The same with a capital first letter.
std::string capital(std::string text);
/// The same, with a full stop where none stands there yet.
std::string as_sentence(std::string text);

/// "9", "9 and 6", "9, 6 and 11".
std::string listed(const std::vector<uint32_t>& values);
std::string listed(const std::vector<std::string>& parts);

/// With this many digits after the point, which is a point whatever the language of the machine.
std::string fixed_number(double value, int digits);

/// A share of 1 in percent: "12.5 %".
std::string percent(double share, int digits);

/// With a point and all digits, whatever the language of the machine.
std::string exact(double value);

/// "2 + 0 + 1"; with more than `most` terms only those that are not 0, "2 + 1 + 0s"; where even
/// these are too many, "2 + 2 + … + 1".
std::string sum_text(std::span<const uint32_t> values, std::size_t most = 8);

/// What a person or a file said, quoted in a sentence: with ? for what cannot be printed, and not
/// longer than 40 characters.
std::string quotable(std::string_view text);

inline constexpr std::string_view blank_signs = " \t\r\n";

/// The same text without blanks at either end.
std::string_view trimmed(std::string_view text);

/// True for a continuation byte of UTF-8.
inline bool inside_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Where the next piece of a text starts that may stand on another line: after a blank or a line
/// break, or between two signs of Chinese or Japanese, but for those that may not start or end one.
std::size_t next_break(std::string_view text, std::size_t at);

/// Without blanks and line breaks at its end.
std::string_view trimmed_end(std::string_view text);

/// Characters of a text in UTF-8.
std::size_t utf8_length(std::string_view text);

/// A number as people read it: about three digits that matter, no trailing zeros after the point.
std::string short_number(double value);

}  // namespace scope
