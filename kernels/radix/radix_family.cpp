#include "radix_family.hpp"

#include <algorithm>

#include "text/parts.hpp"

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

template <bool second>
std::string part_of_key(uint32_t first, uint32_t last) {
  return scope::text::parts::bits_of_key(
      {.count = last - first + 1, .high = last, .low = first, .second = second});
}

Part part_of_pass(const Problem& problem, uint32_t pass) {
  const PassBits bits = bits_of_pass(problem, pass);
  Part part = part_of_bits(bits.first, bits.last - bits.first + 1, problem.digit(pass).bits);
  if (*bits.field == 0) return part;
  part.name = bits.field + (" · " + part.name);
  part.said = *bits.field == 's' ? part_of_key<true> : part_of_key<false>;
  return part;
}

}  // namespace

Outline outline_of_passes(const Problem& problem, std::string_view) {
  Outline outline{"pass", "passes", {}};
  for (uint32_t pass = 0; pass < problem.passes(); ++pass)
    outline.parts.push_back(part_of_pass(problem, pass));
  if (problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

}  // namespace radix
