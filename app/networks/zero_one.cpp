#include "zero_one.hpp"

#include <array>
#include <bit>

namespace scope {

using radix::networks::Comparator;

uint32_t unsorted_inputs(const std::vector<Comparator>& comparators, uint32_t n,
                         uint32_t left_out) {
  // Bit b of wire w in word k is bit w of input 64 k + b
  constexpr uint64_t low_wires[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                    0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
  const uint64_t there = n < 6 ? (uint64_t{1} << (1u << n)) - 1 : ~uint64_t{0};
  const uint32_t words = n < 6 ? 1 : 1u << (n - 6);
  uint32_t unsorted = 0;
  for (uint32_t k = 0; k < words; ++k) {
    std::array<uint64_t, most_proven_wires> wires{};
    for (uint32_t w = 0; w < n; ++w)
      wires[w] = w < 6 ? low_wires[w] : (k >> (w - 6) & 1u) != 0 ? ~uint64_t{0} : 0;
    for (uint32_t c = 0; c < comparators.size(); ++c) {
      if (c == left_out) continue;
      const Comparator& each = comparators[c];
      uint64_t& smaller = wires[each.descends ? each.high : each.low];
      uint64_t& larger = wires[each.descends ? each.low : each.high];
      const uint64_t least = smaller & larger;
      larger |= smaller;
      smaller = least;
    }
    uint64_t wrong = 0;
    for (uint32_t w = 0; w + 1 < n; ++w) wrong |= wires[w] & ~wires[w + 1];
    unsorted += static_cast<uint32_t>(std::popcount(wrong & there));
  }
  return unsorted;
}

std::vector<uint32_t> unsorted_without_each(const std::vector<Comparator>& comparators,
                                            uint32_t n) {
  std::vector<uint32_t> counts;
  for (uint32_t c = 0; c < comparators.size(); ++c)
    counts.push_back(unsorted_inputs(comparators, n, c));
  return counts;
}

}  // namespace scope
