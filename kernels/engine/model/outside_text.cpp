#include "outside_text.hpp"

#include <array>
#include <cstdint>

#include "text/refused.hpp"

namespace radix {

namespace refused = scope::text::refused;

namespace {

struct Range {
  uint32_t first, last;
};
constexpr std::array<Range, 6> not_shown = {{
    {0x0000, 0x001f},  // C0
    {0x007f, 0x009f},  // delete, C1: one of them begins a terminal's commands, too
    {0x2028, 0x202e},  // ends of lines and paragraphs; embeddings, overrides of direction
    {0x2066, 0x2069},  // isolates
    {0xd800, 0xdfff},  // halves of pairs
    {0xfff9, 0xfffb},  // annotations
}};

bool goes_on(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Bytes of so many characters from the front, and from the back.
std::size_t front_bytes(std::string_view text, std::size_t characters) {
  std::size_t at = 0;
  while (at < text.size() && characters-- > 0) do
      ++at;
    while (at < text.size() && goes_on(text[at]));
  return at;
}
std::size_t back_bytes(std::string_view text, std::size_t characters) {
  std::size_t at = text.size();
  while (at > 0 && characters-- > 0) do
      --at;
    while (at > 0 && goes_on(text[at]));
  return text.size() - at;
}

std::size_t characters_of(std::string_view text) {
  std::size_t count = 0;
  for (char c : text) count += !goes_on(c);
  return count;
}

}  // namespace

std::size_t shown_bytes(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const uint32_t lead = byte(0);
  const std::size_t length = lead < 0x80                   ? 1
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  if (length == 0 || length > text.size()) return 0;
  uint32_t point = length == 1 ? lead : lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (!goes_on(text[i])) return 0;
    point = point << 6 | (byte(i) & 0x3fu);
  }
  constexpr uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (point < least[length] || point > 0x10ffff) return 0;
  for (const Range& range : not_shown)
    if (point >= range.first && point <= range.last) return 0;
  return length;
}

std::string line_error(std::string_view text, std::size_t longest) {
  if (const std::size_t at = first_unshown(text); at != text.npos)
    return refused::unshown({.byte = at + 1});
  const std::size_t characters = characters_of(text);
  if (characters <= longest) return "";
  return refused::too_long({.characters = characters, .most = longest});
}

std::size_t first_unshown(std::string_view text, bool lines) {
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool plain = (c >= ' ' && c <= '~') || (lines && (c == '\n' || c == '\t'));
    const std::size_t bytes = plain ? 1 : shown_bytes(text.substr(at));
    if (bytes == 0) return at;
    at += bytes;
  }
  return text.npos;
}

std::string printable(std::string_view text, bool lines) {
  std::string shown;
  shown.reserve(text.size());
  for (;;) {
    const std::size_t at = first_unshown(text, lines);
    shown += text.substr(0, at);
    if (at == text.npos) return shown;
    shown += '?';
    text.remove_prefix(at + 1);
  }
}

std::string in_quotes(std::string_view text, std::size_t most) {
  const std::size_t bytes = front_bytes(text, most);
  return "'" + printable(text.substr(0, bytes)) + (bytes < text.size() ? "…'" : "'");
}

std::string readable(std::string_view sentence, std::size_t most) {
  if (sentence.size() <= most || characters_of(sentence) <= most) return std::string(sentence);
  const std::size_t front = front_bytes(sentence, most * 2 / 3),
                    back = back_bytes(sentence, most / 3);
  return std::string(sentence.substr(0, front)) + " … " +
         std::string(sentence.substr(sentence.size() - back));
}

}  // namespace radix
