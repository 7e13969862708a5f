#include "access_costs.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/core/base/cache.hpp"
#include "loads.hpp"

namespace scope {
namespace {

using AccessLogs = std::vector<std::shared_ptr<const radix::AccessLog>>;

/// The words or the sectors that the lanes touch, each once.
std::set<uint32_t> units_touched(const Load& access, uint32_t first_byte, uint32_t element_bytes,
                                 uint32_t unit) {
  std::set<uint32_t> units;
  for (const uint32_t place : access.places)
    if (place != radix::none)
      for (uint32_t byte = 0; byte < element_bytes; byte += word_bytes)
        units.insert((first_byte + place * element_bytes + byte) / unit);
  return units;
}

AccessCosts costs_in(const AccessLogs& logs, const std::vector<LaunchCost>& launches) {
  AccessCosts costs{.launches = logs.size()};
  for (const LaunchCost& launch : launches) {
    costs.barriers += launch.words.barriers;
    costs.bytes += (launch.words.read() + launch.words.written()) * word_bytes;
  }
  for (const auto& log : logs)
    for (const WarpLoads& warp : warp_accesses(*log, radix::warp_lanes))
      for (const Load& access : warp.loads) {
        const radix::AccessLog::Memory& memory = log->arrays[access.memory];
        const auto units =
            units_touched(access, memory.shared ? memory.first_byte : 0, memory.element_bytes,
                          memory.shared ? word_bytes : sector_bytes);
        if (memory.shared)
          costs.bank_conflicts += bank_conflicts(std::vector<uint32_t>(units.begin(), units.end()));
        else
          costs.transactions += units.size();
      }
  return costs;
}

}  // namespace

uint32_t bank_conflicts(std::span<const uint32_t> words, uint32_t banks) {
  std::vector<std::set<uint32_t>> reached(banks);
  for (uint32_t word : words) reached[word % banks].insert(word);
  std::size_t most = 1;
  for (const auto& bank : reached) most = std::max(most, bank.size());
  return static_cast<uint32_t>(most - 1);
}

std::shared_ptr<const AccessCosts> access_costs(const radix::Trace& trace) {
  using Run = std::pair<std::string, radix::Problem>;
  static Cache<Run, AccessCosts> runs(4);
  static Cache<std::shared_ptr<const radix::AccessLog>, AccessCosts> changed(4);
  const auto launches = launches_of(trace);
  if (!launches) return nullptr;
  if (!trace.changed.empty())
    return changed.get(trace.accesses.front(), [&] { return costs_in(trace.accesses, *launches); });
  return runs.get({trace.sort, trace.problem}, [&] {
    const radix::Trace run = radix::run({.problem = trace.problem,
                                         .sort = trace.sort,
                                         .engine = radix::EngineChoice::cpu,
                                         .recorded = false,
                                         .accesses = true});
    return costs_in(run.accesses, *launches);
  });
}

}  // namespace scope
