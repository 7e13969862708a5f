#include "launch_costs.hpp"

#include <algorithm>

#include "app/base/remembered.hpp"

namespace scope {
namespace {

using Launches = std::shared_ptr<const std::vector<LaunchCost>>;

LaunchCost cost_of(const radix::AccessLog& log) {
  LaunchCost cost{.kernel = log.kernel,
                  .blocks = log.blocks,
                  .barriers = *std::max_element(log.barriers.begin(), log.barriers.end())};
  const auto words = log.words();
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (log.arrays[k].shared) continue;
    cost.read += words[k].read, cost.written += words[k].written;
  }
  return cost;
}

std::vector<LaunchCost> counted(const std::string& rung, const radix::Problem& problem) {
  const radix::Trace trace = radix::run({.problem = problem,
                                         .rung = rung,
                                         .engine = radix::EngineChoice::cpu,
                                         .recorded = false,
                                         .accesses = true});
  std::vector<LaunchCost> launches;
  for (const auto& log : trace.accesses) launches.push_back(cost_of(*log));
  return launches;
}

}  // namespace

Launches launches_of(const std::string& rung, const radix::Problem& problem) {
  using Run = std::pair<std::string, radix::Problem>;
  static Remembered<Run, std::vector<LaunchCost>> remembered(
      8);  // a lane of Compare each, and more
  return remembered.get({rung, problem}, [&] { return counted(rung, problem); });
}

uint64_t table_entries_of(const radix::RungInfo& rung, const radix::Problem& problem,
                          uint32_t pass) {
  return rung.sorts_in_block && pass < problem.passes() ? problem.table_entries(pass) : 0;
}

}  // namespace scope
