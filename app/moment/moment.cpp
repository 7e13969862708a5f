#include "moment.hpp"

#include <algorithm>
#include <map>

namespace scope {
namespace {

using radix::nobody;


radix::Array untouched(const radix::Problem& problem) {
  radix::Array keys{radix::array::keys, problem.keys(), {}};
  for (uint32_t i = 0; i < problem.size(); ++i) keys.ids.push_back(i);
  return keys;
}

}  // namespace

radix::Array input_of(const Look& look) {
  const radix::Array* keys = look.find(radix::array::keys);
  return keys ? *keys : untouched(look.problem());
}

uint32_t position_of(const radix::Array& keys, uint32_t id) {
  for (uint32_t i = 0; i < keys.ids.size(); ++i)
    if (keys.ids[i] == id) return i;
  return nobody;
}

std::string nth_mark(uint32_t nth) {
  return nth < 26 ? std::string(1, static_cast<char>('a' + nth)) : std::to_string(nth + 1);
}

std::vector<std::string> duplicate_marks(const radix::Problem& problem) {
  std::map<uint32_t, uint32_t> total, seen;
  for (uint32_t key : problem.keys()) ++total[key];
  std::vector<std::string> marks;
  for (uint32_t key : problem.keys())
    marks.push_back(total[key] == 1 ? "" : nth_mark(seen[key]++));
  return marks;
}

std::string binary(uint32_t key, uint32_t key_bits) {
  std::string text;
  for (uint32_t bit = key_bits; bit-- > 0;) text += (key >> bit) & 1u ? '1' : '0';
  return text;
}

PassBits bits_of_pass(const radix::Problem& problem, uint32_t pass) {
  const radix::Digit digit = problem.digit(pass);
  const uint32_t second = problem.settings().second_bits;
  const bool of_second = digit.shift < second;
  const uint32_t first = of_second ? digit.shift : digit.shift - second;
  return {.first = first,
          .last = first + std::max(digit.bits, 1u) - 1,
          .field = second == 0 ? "" : of_second ? "second key" : "first key"};
}

namespace {

/// "bit 4", "bits 2–3", with the field's name before it.
std::string bits_words(const radix::Problem& problem, uint32_t pass) {
  if (problem.digit(pass).bits == 0) return "reversed";
  const PassBits bits = bits_of_pass(problem, pass);
  const std::string field = *bits.field ? std::string(bits.field) + " · " : "";
  const std::string first = std::to_string(bits.first);
  if (bits.first == bits.last) return field + "bit " + first;
  return field + "bits " + first + "–" + std::to_string(bits.last);
}

}  // namespace

std::string place_words(const Look& look) {
  const radix::Problem& problem = look.problem();
  if (problem.size() == 0) return "no keys, so there is nothing to sort";
  const std::string of = " of " + std::to_string(problem.shown_passes());
  const radix::Step* step = look.step();
  if (!step) return "input, before pass 1" + of;
  std::string text = "pass " + std::to_string(step->pass + 1) + of + " · " +
                     bits_words(problem, step->pass) + " · " + radix::info(step->stage).label;
  if (step->splits > 1)
    text += " · split " + std::to_string(step->split + 1) + " of " + std::to_string(step->splits);
  return text;
}

}  // namespace scope
