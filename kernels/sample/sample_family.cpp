#include "sample_family.hpp"

#include <algorithm>

#include "text/parts.hpp"

namespace radix::sample {

Outline outline_of_sample(const Problem& problem, std::string_view) {
  Outline outline{"part", "parts", {}};
  if (problem.size() == 0) return outline;
  const uint32_t buckets = problem.sample_digit().buckets();
  outline.parts.push_back(
      {.name = "to " + std::to_string(buckets) + " buckets",
       .said = [](uint32_t count, uint32_t) { return scope::text::parts::to({.buckets = count}); },
       .first = buckets});
  outline.parts.push_back({"in the buckets", 1});
  if (problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

std::vector<uint32_t> bucket_sizes(const Problem& problem, uint32_t oversampling) {
  const Settings& settings = problem.settings();
  const uint32_t n = problem.size(), count = (problem.splitters() + 1) * oversampling;
  std::vector<uint32_t> sample, splitters, sizes(problem.sample_digit().buckets(), 0);
  for (uint32_t q = 0; n > 0 && q < count; ++q)
    sample.push_back(problem.keys()[settings.sampling == Sampling::regular
                                        ? regular_place(q, count, n)
                                        : random_place(q, settings.sample_seed, n)]);
  const KeyOrder order = problem.order();
  std::ranges::sort(sample, [&](uint32_t a, uint32_t b) { return order.before(a, b); });
  for (std::size_t t = oversampling; t < sample.size(); t += oversampling)
    splitters.push_back(sample[t]);
  const Splitters cuts{.keys = splitters.data(),
                       .count = static_cast<uint32_t>(splitters.size()),
                       .equal_buckets = settings.equal_buckets,
                       .order = order};
  for (const uint32_t key : problem.keys()) ++sizes[cuts.bucket_of(key)];
  return sizes;
}

const Array* splitters_of(const Trace& trace) {
  for (const Step& step : trace.steps)
    if (const Array* found = step.find(array::splitters)) return found;
  return nullptr;
}

Digit digit_by_splitters(const Trace& trace, uint32_t part) {
  const Problem& problem = trace.problem;
  Digit digit = problem.sample_digit();
  const Array* splitters = part == 0 ? splitters_of(trace) : nullptr;
  if (splitters == nullptr) digit.bits = 0;
  if (digit.bits == 0) return digit;
  static constexpr uint32_t none = 0;  // no splitters: all keys are of bucket 0
  digit.splitters = {.keys = splitters->values.empty() ? &none : splitters->values.data(),
                     .count = problem.splitters(),
                     .equal_buckets = problem.settings().equal_buckets,
                     .order = problem.order()};
  return digit;
}

}  // namespace radix::sample
