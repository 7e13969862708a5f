#include "hybrid_family.hpp"

#include <algorithm>
#include <bit>

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

namespace {

/// As in hybrid_capacity.cu.
uint32_t capacity_for(uint32_t mean) {
  uint32_t deviation = 1;
  while (deviation * deviation < mean) ++deviation;
  return mean + 4 * deviation;
}

}  // namespace

CapacityPlan capacity_plan_of(const Problem& problem) {
  const Plan digits = digits_of(problem);
  const uint32_t n = problem.size(), first = problem.ordered(problem.keys()[0]);
  CapacityPlan plan{.first = digits.first,
                    .second = digits.second,
                    .rest = digits.rest,
                    .lowest = first,
                    .highest = first};
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t key = problem.ordered(problem.keys()[i]),
                   before = problem.ordered(problem.keys()[i == 0 ? 0 : i - 1]);
    plan.falls += key < before ? 1 : 0;
    plan.rises += key > before ? 1 : 0;
    plan.lowest = std::min(plan.lowest, key);
    plan.highest = std::max(plan.highest, key);
    plan.varying |= key ^ first;
  }
  if (plan.varying != 0) {
    plan.zeros = static_cast<uint32_t>(std::countr_zero(plan.varying));
    plan.factor = (~0u >> (32 - problem.key_bits())) / ((plan.highest - plan.lowest) >> plan.zeros);
  }
  const uint32_t outer = plan.first.buckets(), buckets = plan.buckets();
  plan.inner = std::min(problem.threads_per_block(), capacity_for((n + buckets - 1) / buckets));
  plan.outer = plan.second.bits > 0 ? capacity_for((n + outer - 1) / outer) : plan.inner;
  plan.outer_counts.assign(outer, 0);
  plan.counts.assign(buckets, 0);
  for (const uint32_t key : problem.keys()) {
    const uint32_t bucket = plan.bucket_of(problem.ordered(key));
    ++plan.counts[bucket];
    ++plan.outer_counts[bucket >> plan.second.bits];
  }
  return plan;
}

namespace {

Outline outline_by_capacity(const Problem& problem, std::string_view sort) {
  Outline outline{"part", "parts", {}};
  if (problem.size() == 0) return outline;
  const CapacityPlan plan = capacity_plan_of(problem);
  if (!plan.in_order() && !plan.fits()) return outline_of_passes(problem, sort);
  outline.parts.push_back({plan.in_order() ? "copied" : "in buckets", 1});
  if (problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

}  // namespace

Outline outline_of_buckets(const Problem& problem, std::string_view sort) {
  if (is_by_capacity(sort)) return outline_by_capacity(problem, sort);
  const Plan plan = plan_of(problem);
  if (!plan.fits()) return outline_of_passes(problem, sort);
  Outline outline{"part", "parts", {}};
  if (problem.size() == 0) return outline;
  for (const Digit digit : {plan.first, plan.second})
    if (digit.bits > 0) outline.parts.push_back(part_of_bits(digit.shift, digit.bits));
  if (plan.rest > 0) outline.parts.push_back({"in the buckets", 1});
  if (problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

}  // namespace radix::hybrid
