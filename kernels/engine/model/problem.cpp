#include "problem.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "text/refused.hpp"

namespace radix {
namespace {

namespace refused = scope::text::refused;

Error complain(std::string sentence, std::size_t begin = 0, std::size_t end = 0) {
  return {std::move(sentence), begin, end};
}

constexpr std::string_view separators = " \t\r\n,;";

/// A token as a sentence may show it: short, and nothing but printable ASCII.
std::string shown(std::string_view token) {
  std::string text;
  for (char c : token.substr(0, 24)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (token.size() > 24 ? "…" : "");
}

uint32_t ones(uint32_t bits) { return bits == 0 ? 0 : 0xffffffffu >> (32 - bits); }

std::string hex_text(uint32_t key, uint32_t bits) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string text = "0x";
  for (uint32_t nibble = (bits + 3) / 4; nibble-- > 0;) text += digits[(key >> (4 * nibble)) & 15];
  return text;
}

std::string binary_text(uint32_t key, uint32_t bits) {
  std::string text = "0b";
  for (uint32_t bit = bits; bit-- > 0;) text += (key >> bit & 1) != 0 ? '1' : '0';
  return text;
}

std::string real_text(uint32_t key) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, std::bit_cast<float>(key));
  return error == std::errc{} ? std::string(text, end) : "?";
}

bool is_nan(uint32_t key, KeyType type) {
  return type == KeyType::real && std::isnan(std::bit_cast<float>(key));
}

/// "nan" for the usual one, else with its 23 bits: "-nan(0x7fffff)".
std::string nan_text(uint32_t key) {
  constexpr uint32_t mantissa = 0x7fffff, usual = 0x400000;
  const std::string name = key >> 31 != 0 ? "-nan" : "nan";
  if ((key & mantissa) == usual) return name;
  char digits[8];
  const auto end = std::to_chars(digits, digits + sizeof digits, key & mantissa, 16).ptr;
  return name + "(0x" + std::string(digits, end) + ")";
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(std::string_view token) {
  return !token.empty() && std::all_of(token.begin(), token.end(), is_letter);
}

/// The letters of a key, and 0 where there are no more; "" if its bits are no whole letters.
std::string word_of(uint32_t key, uint32_t bits) {
  std::string word;
  if (bits % bits_per_letter != 0) return word;
  for (uint32_t shift = bits; shift > 0; shift -= bits_per_letter)
    word += static_cast<char>(key >> (shift - bits_per_letter) & 255);
  word.erase(std::find_if(word.rbegin(), word.rend(), [](char c) { return c != 0; }).base(),
             word.end());
  return word;
}

int64_t signed_value(uint32_t key, uint32_t bits) {
  const bool negative = bits > 0 && (key >> (bits - 1) & 1) != 0;
  return static_cast<int64_t>(key) - (negative ? int64_t{1} << bits : 0);
}

// ---------------------------------------------------------------------------------------- reading

/// What one number of a token turned out to be.
struct Number {
  enum State { ok, not_a_number, too_large } state = not_a_number;
  uint32_t pattern = 0;      ///< when ok
  uint32_t bits_needed = 0;  ///< to hold it; 0: no number of bits does
};

/// "0x…" and "0b…" are bit patterns, whatever the type.
Number read_pattern(std::string_view token, uint32_t bits, int base) {
  uint64_t value = 0;
  const char* end = token.data() + token.size();
  const auto [stopped, error] = std::from_chars(token.data(), end, value, base);
  if (stopped != end || (error != std::errc{} && error != std::errc::result_out_of_range))
    return {};
  if (error != std::errc{} || value > 0xffffffffu) return {Number::too_large, 0, 0};
  const auto pattern = static_cast<uint32_t>(value);
  const auto needed = std::max<uint32_t>(1, std::bit_width(pattern));
  return {needed > bits ? Number::too_large : Number::ok, pattern, needed};
}

Number read_signed(std::string_view token, uint32_t bits) {
  int64_t value = 0;
  const char* end = token.data() + token.size();
  const auto [stopped, error] = std::from_chars(token.data(), end, value);
  if (stopped != end || error == std::errc::invalid_argument) return {};
  const auto magnitude = static_cast<uint64_t>(value < 0 ? ~value : value);
  const auto needed = static_cast<uint32_t>(std::bit_width(magnitude)) + 1;
  if (error != std::errc{} || needed > max_key_bits) return {Number::too_large, 0, 0};
  return {needed > bits ? Number::too_large : Number::ok, static_cast<uint32_t>(value) & ones(bits),
          needed};
}

Number read_real(std::string_view token) {
  float value = 0;
  const char* end = token.data() + token.size();
  const auto [stopped, error] = std::from_chars(token.data(), end, value);
  if (stopped != end || error == std::errc::invalid_argument || std::isnan(value)) return {};
  if (error != std::errc{}) return {Number::too_large, 0, 0};
  return {Number::ok, std::bit_cast<uint32_t>(value), 32};
}

/// "cab" in 32 bits: 0x63616200.
Number read_word(std::string_view token, uint32_t bits) {
  if (!is_word(token)) return {};
  if (token.size() * bits_per_letter > max_key_bits) return {Number::too_large, 0, 0};
  const auto needed = static_cast<uint32_t>(token.size()) * bits_per_letter;
  uint32_t pattern = 0;
  for (const char c : token) pattern = pattern << bits_per_letter | static_cast<uint8_t>(c);
  if (needed > bits) return {Number::too_large, 0, needed};
  return {Number::ok, pattern << (bits - needed), needed};
}

Number read_number(std::string_view token, KeyType type, uint32_t bits) {
  const std::string_view prefix = token.substr(0, std::min<std::size_t>(token.size(), 2));
  if (token.size() > 2 && (prefix == "0x" || prefix == "0X"))
    return read_pattern(token.substr(2), bits, 16);
  if (token.size() > 2 && (prefix == "0b" || prefix == "0B"))
    return read_pattern(token.substr(2), bits, 2);
  if (type == KeyType::text) return read_word(token, bits);
  if (type == KeyType::sign) return read_signed(token, bits);
  if (type == KeyType::real) return read_real(token);
  return read_pattern(token, bits, 10);
}

/// What is said of a token that is no key of this type.
std::string no_key(const std::string& who, KeyType type) {
  if (type == KeyType::sign) return refused::no_signed_key({.who = who});
  if (type == KeyType::real) return refused::no_float_key({.who = who});
  if (type == KeyType::text) return refused::no_word_key({.who = who});
  return refused::no_key({.who = who});
}

std::string key_too_large(const std::string& who, uint32_t bits, uint32_t needed) {
  return needed == 0 ? refused::key_too_large({.bits = bits, .who = who})
                     : refused::key_needs_bits({.bits = bits, .needed = needed, .who = who});
}

std::string second_too_large(const std::string& who, uint32_t bits, uint32_t needed) {
  return needed == 0 ? refused::second_too_large({.bits = bits, .who = who})
                     : refused::second_needs_bits({.bits = bits, .needed = needed, .who = who});
}

/// Every token of a text with its place.
struct Token {
  std::string_view text;
  std::size_t begin;
};
std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  std::size_t at = text.find_first_not_of(separators);
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    tokens.push_back({text.substr(at, end - at), at});
    at = text.find_first_not_of(separators, end);
  }
  return tokens;
}

/// A key's two parts: "30:150" is 30 and 150, "30" is 30 alone.
struct Parts {
  std::string_view first, second;
  bool two = false;
};
Parts parts_of(std::string_view token) {
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos) return {token, {}, false};
  return {token.substr(0, colon), token.substr(colon + 1), true};
}

/// Reads one key into `key`; "" or the sentence that says what is wrong with it.
std::string read_key(std::string_view token, const std::string& who, const Settings& s,
                     uint32_t& key) {
  const Parts parts = parts_of(token);
  const Number first = read_number(parts.first, s.key_type, s.key_bits);
  if (first.state == Number::not_a_number) return no_key(who, s.key_type);
  if (parts.two && s.second_bits == 0) return refused::has_second({.who = who});
  if (!parts.two && s.second_bits > 0) return refused::lacks_second({.who = who});
  if (first.state == Number::too_large) return key_too_large(who, s.key_bits, first.bits_needed);
  key = first.pattern << (s.second_bits & 31);
  if (!parts.two) return "";
  const Number second = read_number(parts.second, KeyType::plain, s.second_bits);
  if (second.state == Number::not_a_number) return refused::second_not_whole({.who = who});
  if (second.state == Number::too_large)
    return second_too_large(who, s.second_bits, second.bits_needed);
  key |= second.pattern;
  return "";
}

Error too_many() { return complain(too_many_to_step()); }

Result<std::vector<uint32_t>> read_values(std::string_view text) {
  std::vector<uint32_t> values;
  for (const Token& token : tokens_of(text)) {
    const Number number = read_number(token.text, KeyType::plain, 32);
    if (number.state != Number::ok) {
      return complain(refused::no_value({.number = values.size() + 1, .token = shown(token.text)}));
    }
    values.push_back(number.pattern);
  }
  return values;
}

}  // namespace

std::string too_many_to_step() { return refused::too_many_to_step({.most = max_recorded_keys}); }

// ---------------------------------------------------------------------------------------- problem

uint32_t Problem::block_end(uint32_t block) const {
  return std::min(size(), (block + 1) * keys_per_block());
}

uint32_t Problem::passes() const {
  const uint32_t r = settings_.radix_bits;
  return (settings_.second_bits + r - 1) / r + (settings_.key_bits + r - 1) / r;
}

uint32_t Problem::two_digit_bits() const {
  const auto of_keys = static_cast<uint32_t>(std::bit_width(std::max(size(), 2u) - 1));
  return std::min({key_bits(), 2 * settings_.radix_bits, of_keys});
}

Digit Problem::digit(uint32_t pass) const {
  const uint32_t r = settings_.radix_bits, second = settings_.second_bits;
  const uint32_t before = (second + r - 1) / r;  // passes of the second key
  if (pass >= passes()) return {.shift = 0, .bits = 0, .code = code()};
  const uint32_t shift = pass < before ? pass * r : second + (pass - before) * r;
  const uint32_t end = pass < before ? second : key_bits();
  return {.shift = shift, .bits = std::min(r, end - shift), .code = code()};
}

uint32_t Problem::sorted_bits(uint32_t passes_done) const {
  if (passes_done == 0) return 0;
  const Digit last = digit(std::min(passes_done, passes()) - 1);
  return last.shift + last.bits;
}

KeyOrder Problem::order() const {
  // A key without a second one stands over 1: its fraction is itself
  const bool whole = settings_.compare == Compare::fraction && settings_.second_bits == 0;
  return {.code = code(),
          .compare = whole ? Compare::less : settings_.compare,
          .descending = settings_.order == SortOrder::descending,
          .second_bits = settings_.second_bits};
}

KeyCode Problem::code() const {
  const Settings& s = settings_;
  KeyCode code;
  if (s.key_type == KeyType::sign || s.key_type == KeyType::real)
    code.sign = 1u << (key_bits() - 1);
  code.real = s.key_type == KeyType::real;
  if (s.order == SortOrder::descending) code.flip |= ones(s.key_bits) << (s.second_bits & 31);
  if (s.second_order == SortOrder::descending) code.flip |= ones(s.second_bits);
  return code;
}

std::string Problem::text_of(uint32_t key) const {
  if (is_nan(key, settings_.key_type))
    return nan_text(key);  // which no reader takes, but people read
  return keys_text({key}, Base::decimal, settings_);
}

Result<Problem> Problem::make(std::vector<uint32_t> keys, const Settings& settings,
                              std::vector<uint32_t> values) {
  if (std::string sentence = error_about(settings); !sentence.empty()) return complain(sentence);
  if (keys.size() > max_keys) return complain(refused::too_many_to_count({.most = max_keys}));
  if (!values.empty() && values.size() != keys.size())
    return complain(refused::count_of_values({.keys = keys.size(), .values = values.size()}));
  Problem problem;
  problem.settings_ = settings;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto needed = static_cast<uint32_t>(std::bit_width(keys[i]));
    if (needed <= problem.key_bits()) continue;
    return complain(key_too_large(refused::key({.key = keys[i], .number = i + 1}),
                                  problem.key_bits(), needed - settings.second_bits));
  }
  for (std::size_t i = 0; settings.key_type == KeyType::text && i < keys.size(); ++i)
    if (!is_word(word_of(keys[i], settings.key_bits)))
      return complain(refused::no_letters(
          {.who = refused::key({.key = hex_text(keys[i], settings.key_bits), .number = i + 1})}));
  const auto no_fraction = std::ranges::find_if(
      keys, [&](uint32_t key) { return (key & ones(settings.second_bits)) == 0; });
  if (settings.compare == Compare::fraction && settings.second_bits > 0 &&
      no_fraction != keys.end())
    return complain(
        refused::no_fraction({.who = refused::key({.key = problem.text_of(*no_fraction),
                                                   .number = no_fraction - keys.begin() + 1})}));
  problem.keys_ = std::move(keys);
  problem.values_ = std::move(values);
  return problem;
}

Result<Problem> parse_problem(std::string_view text, const Settings& settings,
                              std::string_view values) {
  if (std::string sentence = error_about(settings); !sentence.empty()) return complain(sentence);
  std::vector<uint32_t> keys;
  for (const Token& token : tokens_of(text)) {
    const std::string who = refused::token({.number = keys.size() + 1, .token = shown(token.text)});
    uint32_t key = 0;
    std::string sentence = read_key(token.text, who, settings, key);
    if (sentence.empty() && keys.size() == max_recorded_keys) return too_many();
    if (!sentence.empty()) {
      return complain(std::move(sentence), token.begin, token.begin + token.text.size());
    }
    keys.push_back(key);
  }
  auto numbers = read_values(values);
  if (!numbers) return numbers.error;
  return Problem::make(std::move(keys), settings, std::move(*numbers));
}

Result<Settings> fitting(std::string_view text, Settings settings) {
  uint32_t first_bits = 1, second_bits = 0;
  bool two = false;
  const std::vector<Token> tokens = tokens_of(text);
  if (settings.key_type == KeyType::plain && !tokens.empty() &&
      std::all_of(tokens.begin(), tokens.end(), [](const Token& t) { return is_word(t.text); }))
    settings.key_type = KeyType::text;
  for (const Token& token : tokens) {
    const Parts parts = parts_of(token.text);
    const Number first = read_number(parts.first, settings.key_type, max_key_bits);
    two = two || (parts.two && first.state != Number::not_a_number);
    if (first.state == Number::too_large) first_bits = max_key_bits;  // its sentence names 32 bits
    if (first.state == Number::ok) first_bits = std::max(first_bits, first.bits_needed);
    const Number second = read_number(parts.second, KeyType::plain, max_key_bits);
    if (second.state == Number::ok) second_bits = std::max(second_bits, second.bits_needed);
  }
  settings.key_bits = settings.key_type == KeyType::real ? 32 : first_bits;
  if (settings.key_type == KeyType::text)
    settings.key_bits = (first_bits + bits_per_letter - 1) / bits_per_letter * bits_per_letter;
  settings.second_bits = two ? std::max(second_bits, 1u) : 0;
  const auto problem = parse_problem(text, settings);  // complains about the token that is no key
  if (!problem) return problem.error;
  return settings;
}

std::string keys_text(const std::vector<uint32_t>& keys, Base base, const Settings& s) {
  std::string text;
  const auto field = [&](uint32_t key, uint32_t bits, KeyType type) {
    if (base == Base::hex) return hex_text(key, bits);
    if (base == Base::binary) return binary_text(key, bits);
    if (is_nan(key, type)) return hex_text(key, bits);  // there are many: its very bits
    if (type == KeyType::real) return real_text(key);
    if (type == KeyType::sign) return std::to_string(signed_value(key, bits));
    if (type == KeyType::text) {
      std::string word = word_of(key, bits);
      return is_word(word) ? word : hex_text(key, bits);  // no word can be read again as its bits
    }
    return std::to_string(key);
  };
  for (uint32_t key : keys) {
    if (!text.empty()) text += ' ';
    text += field(key >> (s.second_bits & 31), s.key_bits, s.key_type);
    if (s.second_bits > 0)
      text += ":" + field(key & ones(s.second_bits), s.second_bits, KeyType::plain);
  }
  return text;
}

}  // namespace radix
