#include "look.hpp"

#include <map>

namespace scope {
namespace {

constexpr uint32_t nobody = 0xffffffffu;

radix::Array untouched(const radix::Problem& problem) {
  radix::Array keys{radix::ArrayId::keys, problem.keys(), {}};
  for (uint32_t i = 0; i < problem.size(); ++i) keys.ids.push_back(i);
  return keys;
}

}  // namespace

radix::Array input_of(const Look& look) {
  const radix::Array* keys = look.find(radix::ArrayId::keys);
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

std::string place_words(const Look& look) {
  const radix::Problem& problem = look.problem();
  if (problem.size() == 0) return "no keys, so there is nothing to sort";
  const std::string of = " of " + std::to_string(problem.passes());
  const radix::Step* step = look.step();
  if (!step) return "input, before pass 1" + of;
  return "pass " + std::to_string(step->pass + 1) + of + " · bit " + std::to_string(look.digit().shift) +
         " · " + radix::info(step->stage).label;
}

}  // namespace scope
