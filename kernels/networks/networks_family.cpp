#include "networks_family.hpp"

#include "kernels/model/problem.hpp"

namespace radix::networks {

Outline outline_of_rounds(const Problem& problem) {
  Outline outline{"round", "rounds", {}};
  for (uint32_t round = 0; round < problem.size(); ++round)
    outline.parts.push_back({round % 2 == 0 ? "even pairs" : "odd pairs", 1});
  if (problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

}  // namespace radix::networks
