/// The 0–1 principle: a network that sorts every input of zeros and ones sorts every input. So 2^n
/// inputs prove what would take n! orders.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/networks/comparators.hpp"

namespace scope {

inline constexpr uint32_t max_proven_wires = 16;  ///< 65,536 inputs: a proof within a frame

using Comparators = std::vector<radix::networks::Comparator>;

/// What comparators make of all inputs of zeros and ones.
struct ZeroOneProof {
  uint32_t unsorted = 0;         ///< inputs that come out unsorted; 0: they sort everything
  uint32_t first = radix::none;  ///< the first of these: bit w of it is on wire w
};

/// Tries all 2^n inputs, 64 at a time. n: wires, at most 16.
ZeroOneProof prove(const Comparators& comparators, uint32_t n);

/// Those that stay when some are taken out, by their place in the list.
Comparators without(const Comparators& comparators, const std::vector<uint32_t>& left_out);

/// How many inputs come out unsorted when one comparator alone is left out, for each of them.
std::vector<uint32_t> unsorted_without_each(const Comparators& comparators, uint32_t n);

}  // namespace scope
