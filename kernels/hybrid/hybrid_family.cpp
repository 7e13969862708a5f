#include "hybrid_family.hpp"

#include <algorithm>

#include "kernels/radix/radix_family.hpp"

namespace radix::hybrid {

Plan digits_of(const Problem& problem) {
  const uint32_t all = problem.key_bits(), both = problem.two_digit_bits();
  const uint32_t first = (both + 1) / 2;
  return {.first = {all - first, first, problem.code()},
          .second = {all - both, both - first, problem.code()},
          .rest = all - both,
          .capacity = problem.threads_per_block()};
}

uint32_t bucket_of(const Plan& plan, uint32_t key) {
  return plan.first.of(key) << plan.second.bits | plan.second.of(key);
}

Plan plan_of(const Problem& problem) {
  Plan plan = digits_of(problem);
  std::vector<uint32_t> counts(plan.buckets(), 0);
  for (const uint32_t key : problem.keys())
    plan.largest = std::max(plan.largest, ++counts[bucket_of(plan, key)]);
  return plan;
}

Outline outline_of_buckets(const Problem& problem, std::string_view rung) {
  const Plan plan = plan_of(problem);
  if (!plan.fits()) return outline_of_passes(problem, rung);
  Outline outline{"part", "parts", {}};
  if (problem.size() == 0) return outline;
  for (const Digit digit : {plan.first, plan.second}) {
    if (digit.bits == 0) continue;
    const std::string low = std::to_string(digit.shift);
    outline.parts.push_back(
        {digit.bits == 1 ? "bit " + low
                         : "bits " + low + "–" + std::to_string(digit.shift + digit.bits - 1),
         1});
  }
  if (plan.rest > 0) outline.parts.push_back({"in the buckets", 1});
  if (problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

}  // namespace radix::hybrid
