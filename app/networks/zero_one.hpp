/// The 0–1 principle: a network that sorts every input of zeros and ones sorts every input. So 2^n
/// inputs prove what would take n! orders.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/networks/layers.hpp"

namespace scope {

inline constexpr uint32_t most_proven_wires = 16;  ///< 65,536 inputs: a proof within a frame

/// How many of the 2^n inputs of zeros and ones these comparators leave unsorted; 64 inputs at a
/// time. n: wires, at most 16. left_out: the index of a comparator that is not there, or nobody.
uint32_t unsorted_inputs(const std::vector<radix::networks::Comparator>& comparators, uint32_t n,
                         uint32_t left_out = radix::nobody);

/// The same for every comparator, left out alone.
std::vector<uint32_t> unsorted_without_each(
    const std::vector<radix::networks::Comparator>& comparators, uint32_t n);

}  // namespace scope
