#include "launch_costs.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

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

Launches counted(const std::string& rung, const radix::Problem& problem) {
  const radix::Trace trace = radix::run({.problem = problem,
                                         .rung = rung,
                                         .engine = radix::EngineChoice::cpu,
                                         .recorded = false,
                                         .accesses = true});
  auto launches = std::make_shared<std::vector<LaunchCost>>();
  for (const auto& log : trace.accesses) launches->push_back(cost_of(*log));
  return launches;
}

/// The last few that were asked for, newest first: a lane of Compare mode each, and some more.
class Remembered {
 public:
  Launches find(const std::string& rung, const radix::Problem& problem) {
    const std::lock_guard<std::mutex> alone(mutex_);
    const auto found = std::ranges::find_if(
        list_, [&](const Known& k) { return k.rung == rung && k.problem == problem; });
    return found == list_.end() ? nullptr : found->launches;
  }
  void keep(const std::string& rung, const radix::Problem& problem, const Launches& launches) {
    const std::lock_guard<std::mutex> alone(mutex_);
    list_.push_front({rung, problem, launches});
    constexpr std::size_t most = 8;
    if (list_.size() > most) list_.pop_back();
  }

 private:
  struct Known {
    std::string rung;
    radix::Problem problem;
    Launches launches;
  };
  std::mutex mutex_;  // pages are drawn in the background, too
  std::deque<Known> list_;
};

}  // namespace

Launches launches_of(const std::string& rung, const radix::Problem& problem) {
  static Remembered remembered;
  if (Launches known = remembered.find(rung, problem)) return known;
  Launches launches = counted(rung, problem);
  remembered.keep(rung, problem, launches);
  return launches;
}

uint64_t table_entries_of(const radix::RungInfo& rung, const radix::Problem& problem,
                          uint32_t pass) {
  return rung.sorts_in_block && pass < problem.passes() ? problem.table_entries(pass) : 0;
}

}  // namespace scope
