#include "pass_words.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/text_width.hpp"

namespace scope {
namespace {

std::string number(uint32_t n) { return std::to_string(n); }

std::string low_bits(uint32_t bits) {
  return bits == 1 ? "low bit" : "low " + number(bits) + " bits";
}

bool composite(const radix::Problem& problem) { return problem.settings().second_bits > 0; }

/// True for a pass that sorts by the second key.
bool by_second(const radix::Problem& problem, uint32_t pass) {
  return problem.digit(pass).shift < problem.settings().second_bits;
}

/// Pairs of equal keys, later in the input but earlier in the output: neighbours there.
std::vector<std::pair<uint32_t, uint32_t>> swapped_pairs(const radix::Array& output) {
  std::map<uint32_t, uint32_t> before;  // the last key seen with this pattern
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  for (uint32_t i = 0; i < output.ids.size(); ++i) {
    const auto seen = before.find(output.values[i]);
    if (seen != before.end() && seen->second > output.ids[i])
      pairs.push_back({seen->second, output.ids[i]});
    before[output.values[i]] = output.ids[i];
  }
  return pairs;
}

}  // namespace

uint32_t widest_digit(const radix::Problem& problem) {
  uint32_t bits = 0;
  for (uint32_t pass = 0; pass < problem.passes(); ++pass)
    bits = std::max(bits, problem.digit(pass).bits);
  return bits;
}

/// "bit 3", "bits 2–3"; of a composite key counted inside its own field.
static std::string digit_range(const radix::Problem& problem, uint32_t pass) {
  const radix::Digit digit = problem.digit(pass);
  const uint32_t field = by_second(problem, pass) ? 0 : problem.settings().second_bits;
  const uint32_t low = digit.shift - field;
  if (digit.bits == 1) return "bit " + number(low);
  return "bits " + number(low) + "–" + number(low + digit.bits - 1);
}

std::string pass_name(const radix::Problem& problem, uint32_t pass, float width) {
  const std::string name = "pass " + number(pass + 1);
  if (pass >= problem.passes()) return name + "\nread backwards";
  const std::string range = digit_range(problem, pass);
  const std::string line = name + " · " + range;
  const bool fits = text_width(line, 15, Face::ui) <= width;
  std::string words = fits ? line : name + "\n" + range;
  if (composite(problem))
    words += by_second(problem, pass) ? "\nof the second key" : "\nof the first key";
  return words;
}

std::string order_after(const radix::Problem& problem, uint32_t passes_done) {
  const std::string after = "after pass " + number(passes_done) + "\n";
  if (passes_done > problem.passes()) return "reversed\nlargest key first";
  const uint32_t bits = problem.sorted_bits(passes_done), second = problem.settings().second_bits;
  if (bits == problem.key_bits()) return after + "all bits: sorted";
  if (bits < second) return after + "sorted: " + low_bits(bits) + "\nof the second key";
  if (second > 0 && bits == second) return after + "sorted by the\nsecond key";
  if (second > 0) return after + low_bits(bits - second) + " of first,\nthen second key";
  return after + "sorted by the\n" + low_bits(bits);
}

std::string swapped_words(const radix::Problem& problem, const radix::Array& output) {
  constexpr std::size_t most = 3;
  const auto pairs = swapped_pairs(output);
  if (pairs.empty())
    return "No two keys are equal, so nobody can see that reading backwards is not stable.";
  std::string words = "Equal keys changed places: ";
  for (std::size_t p = 0; p < std::min(most, pairs.size()); ++p)
    words += (p == 0 ? "" : ", ") + key_words(problem, pairs[p].first) +
             (p == 0 ? " now stands before " : " before ") + key_words(problem, pairs[p].second);
  if (pairs.size() > most) words += " and so on";
  return words + ".";
}

}  // namespace scope
