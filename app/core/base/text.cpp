#include "text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace scope {

std::string joined(std::initializer_list<TextPart> parts) {
  std::size_t length = 0;
  for (const TextPart& each : parts) length += each.view().size();
  std::string text;
  text.reserve(length);
  for (const TextPart& each : parts) text += each.view();
  return text;
}

std::string counted(uint32_t count, const std::string& noun) {
  return joined({count, " ", noun, count == 1 ? "" : "s"});
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

std::string as_sentence(std::string text) {
  text = capital(std::move(text));
  const bool ended = text.empty() || text.ends_with('.') || text.ends_with('?') ||
                     text.ends_with('!') || text.ends_with("。");
  return ended ? text : text + ".";
}

std::string listed(const std::vector<std::string>& parts) { return text::list(parts); }
std::string listed(const std::vector<uint32_t>& values) { return text::list(values); }

std::string sum_text(std::span<const uint32_t> values, std::size_t most) {
  std::vector<uint32_t> terms(values.begin(), values.end());
  if (terms.size() > most) std::erase(terms, 0u);  // those that matter have the room
  const bool zeros = terms.size() < values.size();
  most = zeros ? std::min<std::size_t>(most, 4) : most;
  if (terms.empty()) return "0 + … + 0";
  std::string text = std::to_string(terms[0]);
  for (std::size_t i = 1; i < terms.size(); ++i) {
    const bool cut = i == 2 && terms.size() > most;
    text += cut ? " + …" : " + " + std::to_string(terms[i]);
    if (cut) i = terms.size() - 2;
  }
  return zeros && terms.size() <= most ? text + " + 0s" : text;
}

std::string fixed_number(double value, int digits) {
  char text[400];
  return {text,
          std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits).ptr};
}

std::string percent(double share, int digits) { return fixed_number(100 * share, digits) + " %"; }

std::string exact(double value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string quotable(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string shown(text.substr(0, most));
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return text.size() > most ? shown + "…" : shown;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(blank_signs), text.size());
  return text.substr(begin, text.find_last_not_of(blank_signs) + 1 - begin);
}

namespace {

/// The sign at a place, and how many bytes it has.
std::pair<uint32_t, std::size_t> sign_at(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t bytes = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  uint32_t code = bytes == 1 ? first : first & (0xFFu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes && at + i < text.size(); ++i)
    code = code << 6 | (static_cast<unsigned char>(text[at + i]) & 63u);
  return {code, std::min(bytes, text.size() - at)};
}
/// Ideographs and kana: lines may end beside them. Korean has blanks.
bool stands_alone(uint32_t code) {
  return (code >= 0x2E80 && code < 0xA000) || (code >= 0xF900 && code < 0xFB00) ||
         (code >= 0xFF00 && code < 0xFFF0);
}
bool one_of(uint32_t code, std::u32string_view signs) {
  return signs.find(static_cast<char32_t>(code)) != signs.npos;
}
/// Of Chinese and Japanese, small kana among them, and a blank that holds its neighbours together.
constexpr std::u32string_view never_first =
    U"、。，．：；？！）］｝」』】》〉〕”’…·・〜ー々ゝゞヽヾ"
    U"ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}%\u00A0";
constexpr std::u32string_view never_last = U"（［｛「『【《〈〔“‘([{\u00A0";

}  // namespace

std::size_t next_break(std::string_view text, std::size_t at) {
  for (uint32_t before = 0; at < text.size();) {
    const auto [code, bytes] = sign_at(text, at);
    if (before && (stands_alone(before) || stands_alone(code)) && code != ' ' && code != '\n' &&
        !one_of(code, never_first) && !one_of(before, never_last))
      return at;
    at += bytes;
    if (code == ' ' || code == '\n') return at;
    before = code;
  }
  return text.size();
}

std::string_view trimmed_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(blank_signs) + 1);
}

std::size_t utf8_length(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, inside_character));
}

std::string short_number(double value) {
  const double size = std::abs(value);
  if (size == 0) return "0";
  const int before = static_cast<int>(std::floor(std::log10(size))) + 1;
  std::string text = fixed_number(value, std::clamp(3 - before, 0, 6));
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace scope
