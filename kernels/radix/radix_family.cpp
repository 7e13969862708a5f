#include "radix_family.hpp"

#include <algorithm>

namespace radix {

PassBits bits_of_pass(const Problem& problem, uint32_t pass) {
  const Digit digit = problem.digit(pass);
  const uint32_t second = problem.settings().second_bits;
  const bool of_second = digit.shift < second;
  const uint32_t first = of_second ? digit.shift : digit.shift - second;
  return {.first = first,
          .last = first + std::max(digit.bits, 1u) - 1,
          .field = second == 0 ? ""
                   : of_second ? "second key"
                               : "first key"};
}

namespace {

std::string bits_words(const Problem& problem, uint32_t pass) {
  const PassBits bits = bits_of_pass(problem, pass);
  const std::string field = *bits.field ? std::string(bits.field) + " · " : "";
  const std::string first = std::to_string(bits.first);
  if (bits.first == bits.last) return field + "bit " + first;
  return field + "bits " + first + "–" + std::to_string(bits.last);
}

}  // namespace

Outline outline_of_passes(const Problem& problem, std::string_view) {
  Outline outline{"pass", "passes", {}};
  for (uint32_t pass = 0; pass < problem.passes(); ++pass)
    outline.parts.push_back(
        {bits_words(problem, pass), static_cast<double>(problem.digit(pass).bits)});
  if (problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

}  // namespace radix
