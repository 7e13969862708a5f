/// The answer, by the standard library: trusted by reading it. It compares what keys mean, not
/// their bits, so that it does not share the kernels' bit tricks.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/engine/model/problem.hpp"

namespace radix {

/// A key as a number. Float keys: -0 comes before +0, so it counts as a little less.
inline double meaning_of(uint32_t key, const Settings& s) {
  if (s.key_type == KeyType::real) {
    const float value = std::bit_cast<float>(key);
    return value == 0 && std::signbit(value) ? -1e-60 : static_cast<double>(value);
  }
  const bool negative = s.key_type == KeyType::sign && (key >> (s.key_bits - 1) & 1) != 0;
  return static_cast<double>(key) -
         (negative ? std::ldexp(1.0, static_cast<int>(s.key_bits)) : 0.0);
}

/// True when key a must stand before key b: by the first key, where those are equal by the second.
inline bool stands_before(uint32_t a, uint32_t b, const Settings& s) {
  const bool by_bits =
      s.compare == Compare::less || (s.compare == Compare::fraction && s.second_bits == 0);
  if (!by_bits && s.order == SortOrder::descending) {
    Settings rising = s;
    rising.order = SortOrder::ascending;
    return stands_before(b, a, rising);
  }
  if (s.compare == Compare::ones_then_value)
    return std::pair(std::popcount(a), a) < std::pair(std::popcount(b), b);
  if (s.compare == Compare::fraction &&
      s.second_bits > 0) {  // exact: both have at most 32 bits together
    const auto as_number = [&](uint32_t key) {
      return static_cast<long double>(key >> s.second_bits) /
             static_cast<long double>(key & ((1u << s.second_bits) - 1));
    };
    return as_number(a) < as_number(b);
  }
  const double x = meaning_of(a >> s.second_bits, s), y = meaning_of(b >> s.second_bits, s);
  if (x != y) return (s.order == SortOrder::descending) ? x > y : x < y;
  const uint32_t mask = (1u << s.second_bits) - 1;
  const uint32_t second_a = a & mask, second_b = b & mask;
  return s.second_order == SortOrder::descending ? second_a > second_b : second_a < second_b;
}

/// Identities of the keys in sorted order; equal keys keep their order. (In reversed order they do
/// not: the ascending order is read backwards.)
inline std::vector<uint32_t> reference_order(const Problem& problem) {
  std::vector<uint32_t> ids(problem.size());
  std::iota(ids.begin(), ids.end(), 0u);
  std::stable_sort(ids.begin(), ids.end(), [&](uint32_t a, uint32_t b) {
    return stands_before(problem.keys()[a], problem.keys()[b], problem.settings());
  });
  if (problem.reversed()) std::reverse(ids.begin(), ids.end());
  return ids;
}

}  // namespace radix
