#include "balance.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "app/core/model/tradeoff.hpp"
#include "kernels/sample/sample_family.hpp"

namespace scope {
namespace {

std::vector<Balance> drawn() {
  const radix::Settings settings{.key_bits = 32,
                                 .radix_bits = std::bit_width(balance_buckets) - 1u};
  std::vector<radix::Problem> problems;
  for (uint32_t draw = 1; draw <= balance_draws; ++draw)
    problems.push_back(*radix::Problem::make(uniform_keys(balance_keys, draw), settings));
  std::vector<Balance> all;
  for (uint32_t samples = 1; samples <= 64; samples *= 2) {
    std::vector<uint32_t> largest;
    for (const radix::Problem& problem : problems)
      largest.push_back(std::ranges::max(radix::sample::bucket_sizes(problem, samples)));
    std::ranges::sort(largest);
    all.push_back({samples, largest[largest.size() / 2], largest.back()});
  }
  return all;
}

}  // namespace

std::span<const Balance> balance_of_random_keys() {
  static const std::vector<Balance> all = drawn();
  return all;
}

}  // namespace scope
