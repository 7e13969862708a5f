/// Bytes as text for one line of JSON (RFC 4648, with padding).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scope {

std::string base64(const std::vector<uint8_t>& bytes);

/// Nothing when the text is no base64: another character, a length that is no multiple of 4.
std::optional<std::vector<uint8_t>> from_base64(std::string_view text);

}  // namespace scope
