/// The answer, by the standard library: trusted by reading it.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "problem.hpp"

namespace radix {

/// Identities of the keys in sorted order; equal keys keep their order.
inline std::vector<uint32_t> reference_order(const Problem& problem) {
  std::vector<uint32_t> ids(problem.size());
  std::iota(ids.begin(), ids.end(), 0u);
  std::stable_sort(ids.begin(), ids.end(), [&](uint32_t a, uint32_t b) {
    return problem.keys()[a] < problem.keys()[b];
  });
  return ids;
}

}  // namespace radix
