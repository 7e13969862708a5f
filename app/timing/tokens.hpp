/// Lists of values as they are typed for a timing run. Everything throws Unread with one sentence
/// that names the token and what would be right.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/timing/timing.hpp"

namespace scope {

/// What is wrong with a token. read_timing_plan() catches it.
struct Unread : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "a, b|c" as a, b, c. An empty list or an empty token is refused.
std::vector<std::string> tokens(std::string_view list, const std::string& what);

/// "There is no key type 'u16'; use u32, u64 or pairs."
std::string no_such_token(const std::string& what, const std::string& token,
                          const std::vector<std::string>& names);
std::string too_many_rows(uint64_t rows);

uint64_t whole_value(std::string_view token, const std::string& what, uint64_t low, uint64_t high);
double real_value(std::string_view token, const std::string& what, double low, double high);

/// 1048576, 2^20, 2^28-2^20, 2^20+1, 2^20..2^24 (every power); 1…radix::max_timed_keys, each once.
std::vector<uint64_t> size_values(std::string_view list);
/// Bits of a key, 1…type.max_bits.
std::vector<uint32_t> bit_values(std::string_view list, const radix::TimedTypeInfo& type);
/// Numbers or names of a setting, or all of its names.
std::vector<uint32_t> setting_values(const radix::SettingInfo& setting, std::string_view list);

}  // namespace scope
