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

struct Cancelled {};

std::vector<LaunchCost> counted(const std::string& rung, const radix::Problem& problem,
                                const std::atomic<bool>* cancel = nullptr) {
  const radix::Trace trace = radix::run({.problem = problem,
                                         .rung = rung,
                                         .engine = radix::EngineChoice::cpu,
                                         .recorded = false,
                                         .accesses = true,
                                         .cancel = cancel});
  std::vector<LaunchCost> launches;
  for (const auto& log : trace.accesses) {
    if (cancel && *cancel) throw Cancelled{};
    launches.push_back(cost_of(*log));
  }
  if (cancel && *cancel) throw Cancelled{};
  return launches;
}

using Run = std::pair<std::string, radix::Problem>;

Remembered<Run, std::vector<LaunchCost>>& known() {
  static Remembered<Run, std::vector<LaunchCost>> known(8);  // a lane of Compare each, and more
  return known;
}

Launches remembered_launches(const std::string& rung, const radix::Problem& problem,
                             const std::atomic<bool>* cancel) {
  return known().get({rung, problem}, [&] { return counted(rung, problem, cancel); });
}

}  // namespace

Launches launches_of(const std::string& rung, const radix::Problem& problem) {
  return remembered_launches(rung, problem, nullptr);
}

void prepare_launches(const std::string& rung, const radix::Problem& problem,
                      const std::atomic<bool>& cancel) try {
  remembered_launches(rung, problem, &cancel);
} catch (const Cancelled&) {
} catch (const std::exception&) {
  // no memory: who asks for it will say so
}

void know_launches(const std::string& rung, const radix::Problem& problem,
                   std::vector<LaunchCost> launches) {
  known().get({rung, problem}, [&] { return std::move(launches); });
}

uint64_t table_entries_of(const radix::RungInfo& rung, const radix::Problem& problem,
                          uint32_t pass) {
  return rung.sorts_in_block && pass < problem.passes() ? problem.table_entries(pass) : 0;
}

}  // namespace scope
