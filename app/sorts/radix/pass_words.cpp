#include "pass_words.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/text_width.hpp"
#include "text/all.hpp"
#include "text/parts.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

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
  return text::parts::bits({.count = digit.bits, .high = low + digit.bits - 1, .low = low});
}

std::string pass_name(const radix::Problem& problem, uint32_t pass, float width) {
  using text::radix::field;
  if (pass >= problem.passes()) return text::radix::row_read_backwards({.pass = pass + 1});
  const auto name = [&](bool one_line, field of) {
    return text::radix::row_pass(
        {.bits = digit_range(problem, pass), .field = of, .one_line = one_line, .pass = pass + 1});
  };
  const bool fits = text_width(name(true, field::other), 15, Face::ui) <= width;
  return name(fits, !composite(problem)        ? field::other
                    : by_second(problem, pass) ? field::second
                                               : field::first);
}

std::string order_after(const radix::Problem& problem, uint32_t passes_done) {
  if (passes_done > problem.passes()) return text::radix::row_reversed;
  const uint32_t bits = problem.sorted_bits(passes_done), second = problem.settings().second_bits;
  if (bits == problem.key_bits()) return text::radix::row_sorted({.pass = passes_done});
  if (bits < second) return text::radix::row_low_of_second({.bits = bits, .pass = passes_done});
  if (second > 0 && bits == second) return text::radix::row_second({.pass = passes_done});
  if (second > 0)
    return text::radix::row_low_of_first({.bits = bits - second, .pass = passes_done});
  return text::radix::row_low({.bits = bits, .pass = passes_done});
}

std::string swapped_words(const radix::Problem& problem, const radix::Array& output) {
  constexpr std::size_t most = 3;
  const auto pairs = swapped_pairs(output);
  if (pairs.empty()) return text::radix::none_swapped;
  std::string words;
  for (std::size_t p = 0; p < std::min(most, pairs.size()); ++p) {
    const std::string first = key_words(problem, pairs[p].first),
                      second = key_words(problem, pairs[p].second);
    words = p == 0 ? text::radix::swapped_first({.first = first, .second = second})
                   : text::all::list_middle(
                         {.first = words,
                          .next = text::radix::swapped_next({.first = first, .second = second})});
  }
  return text::radix::swapped({.more = pairs.size() > most, .pairs = words});
}

}  // namespace scope
