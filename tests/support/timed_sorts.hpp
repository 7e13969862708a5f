/// Timed sorts of one engine, and whether they sorted.
#pragma once

#include <string>
#include <vector>

#include "kernels/timing/timing.hpp"

namespace radix::checks {

/// Keys of all the bits of a type.
inline TimedInput input_of(TimedType type, uint64_t n,
                           Distribution distribution = Distribution::uniform) {
  for (const TimedTypeInfo& info : timed_types())
    if (info.id == type)
      return {.type = type, .bits = info.max_bits, .n = n, .distribution = distribution};
  return {};
}

/// False for a sort that would make too many launches of so many keys.
inline bool may_be_timed(const std::string& method, uint64_t n) {
  const SortInfo* sort = sort_named(method);
  return sort == nullptr || n <= sort->max_timed;
}

/// Why it is refused, or what verify() says after one sort.
inline std::string verdict(EngineId engine, const TimedInput& input,
                           const Configuration& configuration, bool by_stage = false) {
  const Cost cost = cost_of(engine, input, configuration);
  if (!cost.refusal.empty()) return cost.refusal;
  const auto session = open_session(engine, input, cost.scratch_bytes);
  session->sort(configuration, by_stage);
  return session->verify();
}

/// Every sort, and every sort that stands beside them and takes keys of this type on this machine.
inline std::vector<std::string> methods_of(EngineId engine, TimedType type = TimedType::u32) {
  std::vector<std::string> names;
  for (const SortInfo& sort : timed_sorts()) names.push_back(sort.name);
  for (const Baseline& baseline : baselines(engine))
    if (!baseline.check &&
        cost_of(engine, input_of(type, 1000), {baseline.name, {}}).refusal.empty())
      names.push_back(baseline.name);
  return names;
}

}  // namespace radix::checks
