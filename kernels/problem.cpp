#include "problem.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

namespace radix {
namespace {

Complaint complain(std::string sentence, std::size_t begin = 0, std::size_t end = 0) {
  return {std::move(sentence), begin, end};
}

constexpr std::string_view separators = " \t\r\n,;";

/// A token as a sentence may show it: short, and nothing but printable ASCII.
std::string shown(std::string_view token) {
  std::string text;
  for (char c : token.substr(0, 24)) text += c >= ' ' && c <= '~' ? c : '?';
  return "'" + text + (token.size() > 24 ? "…'" : "'");
}

struct Number {
  uint64_t value = 0;
  enum { ok, not_a_number, too_large } state = not_a_number;
};

Number read_number(std::string_view token) {
  int base = 10;
  if (token.size() > 2 && token[0] == '0' && (token[1] == 'x' || token[1] == 'X')) base = 16;
  if (token.size() > 2 && token[0] == '0' && (token[1] == 'b' || token[1] == 'B')) base = 2;
  if (base != 10) token.remove_prefix(2);
  Number number;
  const char* end = token.data() + token.size();
  const auto [stopped, error] = std::from_chars(token.data(), end, number.value, base);
  if (error == std::errc::result_out_of_range && stopped == end) {
    number.state = Number::too_large;
  } else if (error == std::errc{} && stopped == end) {
    number.state = Number::ok;
  }
  return number;
}

std::string bits_words(uint32_t bits) {
  return std::to_string(bits) + (bits == 1 ? " bit" : " bits");
}

Complaint too_large(const std::string& who, uint64_t value, bool known, uint32_t key_bits) {
  std::string way_out = "; write a smaller key";
  if (known && value <= 0xffffffffu) {
    way_out += " or set key bits to " +
               std::to_string(std::bit_width(static_cast<uint32_t>(value))) + " or more";
  }
  return complain(who + " does not fit in " + bits_words(key_bits) + way_out + ".");
}

std::optional<Complaint> check_shape(uint32_t key_bits, uint32_t threads_per_block) {
  if (key_bits < 1 || key_bits > max_key_bits) {
    return complain("Key bits " + std::to_string(key_bits) + " is out of range; use 1 to 32.");
  }
  if (threads_per_block < 1 || threads_per_block > max_threads_per_block) {
    return complain("Threads per block " + std::to_string(threads_per_block) +
                    " is out of range; use 1 to 1024.");
  }
  return std::nullopt;
}

Complaint too_many() {
  return complain("More than " + std::to_string(max_recorded_keys) +
                  " keys cannot be stepped; use fewer keys here. Larger inputs are for the "
                  "large-input mode to come.");
}

bool fits(uint64_t key, uint32_t key_bits) { return key >> key_bits == 0; }

}  // namespace

uint32_t Problem::block_end(uint32_t block) const {
  return std::min(size(), (block + 1) * threads_per_block_);
}

Result<Problem> Problem::make(std::vector<uint32_t> keys, uint32_t key_bits,
                              uint32_t threads_per_block) {
  if (auto complaint = check_shape(key_bits, threads_per_block)) return *complaint;
  if (keys.size() > max_recorded_keys) return too_many();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!fits(keys[i], key_bits)) {
      return too_large("Key " + std::to_string(i + 1) + " (" + std::to_string(keys[i]) + ")",
                       keys[i], true, key_bits);
    }
  }
  Problem problem;
  problem.keys_ = std::move(keys);
  problem.key_bits_ = key_bits;
  problem.threads_per_block_ = threads_per_block;
  return problem;
}

Result<Problem> parse_problem(std::string_view text, uint32_t key_bits,
                              uint32_t threads_per_block) {
  if (auto complaint = check_shape(key_bits, threads_per_block)) return *complaint;
  std::vector<uint32_t> keys;
  std::size_t at = text.find_first_not_of(separators);
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    const std::string_view token = text.substr(at, end - at);
    const std::string who = "Token " + std::to_string(keys.size() + 1) + " " + shown(token);
    const Number number = read_number(token);
    Complaint complaint;
    if (number.state == Number::not_a_number) {
      complaint.sentence = who + " is not a key; write whole numbers such as 12, 0xC or 0b1100.";
    } else if (number.state == Number::too_large || !fits(number.value, key_bits)) {
      complaint = too_large(who, number.value, number.state == Number::ok, key_bits);
    } else if (keys.size() == max_recorded_keys) {
      return too_many();
    }
    if (!complaint.sentence.empty()) {
      complaint.begin = at;
      complaint.end = end;
      return complaint;
    }
    keys.push_back(static_cast<uint32_t>(number.value));
    at = text.find_first_not_of(separators, end);
  }
  return Problem::make(std::move(keys), key_bits, threads_per_block);
}

std::string keys_text(const std::vector<uint32_t>& keys, Base base, uint32_t key_bits) {
  std::string text;
  for (uint32_t key : keys) {
    if (!text.empty()) text += ' ';
    if (base == Base::decimal) {
      text += std::to_string(key);
    } else if (base == Base::hex) {
      constexpr char digits[] = "0123456789ABCDEF";
      text += "0x";
      for (int nibble = static_cast<int>((key_bits + 3) / 4) - 1; nibble >= 0; --nibble) {
        text += digits[(key >> (4 * nibble)) & 15];
      }
    } else {
      text += "0b";
      for (int bit = static_cast<int>(key_bits) - 1; bit >= 0; --bit) {
        text += (key >> bit & 1) != 0 ? '1' : '0';
      }
    }
  }
  return text;
}

uint32_t bits_needed(const std::vector<uint32_t>& keys) {
  uint32_t all = 1;
  for (uint32_t key : keys) all |= key;
  return static_cast<uint32_t>(std::bit_width(all));
}

}  // namespace radix
