#include "base64.hpp"

namespace scope {
namespace {

constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(const std::vector<uint8_t>& bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = bytes.size() - i;
    const uint32_t three = uint32_t{bytes[i]} << 16 | (have > 1 ? uint32_t{bytes[i + 1]} << 8 : 0) |
                           (have > 2 ? uint32_t{bytes[i + 2]} : 0);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= have ? letters[three >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::vector<uint8_t>> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::vector<uint8_t> bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    uint32_t three = 0;
    for (std::size_t k = i; k < i + 4; ++k) {
      const std::size_t value = k + padding >= text.size() ? 0 : letters.find(text[k]);
      if (value == letters.npos) return std::nullopt;
      three = three << 6 | static_cast<uint32_t>(value);
    }
    for (uint32_t shift : {16u, 8u, 0u}) bytes.push_back(static_cast<uint8_t>(three >> shift));
  }
  for (; padding > 0; --padding) bytes.pop_back();
  return bytes;
}

}  // namespace scope
