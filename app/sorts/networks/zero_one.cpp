#include "zero_one.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace scope {

using radix::networks::Comparator;

ZeroOneProof prove(const Comparators& comparators, uint32_t n) {
  // Bit b of wire w in word k is bit w of input 64 k + b
  constexpr uint64_t low_wires[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                    0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
  const uint64_t there = n < 6 ? (uint64_t{1} << (1u << n)) - 1 : ~uint64_t{0};
  const uint32_t words = n < 6 ? 1 : 1u << (n - 6);
  ZeroOneProof proof;
  for (uint32_t k = 0; k < words; ++k) {
    std::array<uint64_t, max_proven_wires> wires{};
    for (uint32_t w = 0; w < n; ++w)
      wires[w] = w < 6 ? low_wires[w] : (k >> (w - 6) & 1u) != 0 ? ~uint64_t{0} : 0;
    for (const Comparator& each : comparators) {
      uint64_t& smaller = wires[each.descends ? each.high : each.low];
      uint64_t& larger = wires[each.descends ? each.low : each.high];
      const uint64_t least = smaller & larger;
      larger |= smaller;
      smaller = least;
    }
    uint64_t wrong = 0;
    for (uint32_t w = 0; w + 1 < n; ++w) wrong |= wires[w] & ~wires[w + 1];
    wrong &= there;
    proof.unsorted += static_cast<uint32_t>(std::popcount(wrong));
    if (wrong != 0 && proof.first == radix::none)
      proof.first = 64 * k + static_cast<uint32_t>(std::countr_zero(wrong));
  }
  return proof;
}

Comparators without(const Comparators& comparators, const std::vector<uint32_t>& left_out) {
  Comparators there;
  for (uint32_t c = 0; c < comparators.size(); ++c)
    if (std::ranges::find(left_out, c) == left_out.end()) there.push_back(comparators[c]);
  return there;
}

std::vector<uint32_t> unsorted_without_each(const Comparators& comparators, uint32_t n) {
  std::vector<uint32_t> counts;
  for (uint32_t c = 0; c < comparators.size(); ++c)
    counts.push_back(prove(without(comparators, {c}), n).unsorted);
  return counts;
}

}  // namespace scope
