#include "launch_costs.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "app/core/base/cache.hpp"

namespace scope {

WordCost& WordCost::operator+=(const WordCost& other) {
  keys_read += other.keys_read, keys_written += other.keys_written;
  rest_read += other.rest_read, rest_written += other.rest_written;
  barriers += other.barriers;
  return *this;
}

namespace {

using Launches = std::shared_ptr<const std::vector<LaunchCost>>;

/// True of a buffer that holds keys, by its name in the log.
bool holds_keys(const radix::Family& family, const std::string& name) {
  if (name == "the keys" || name == "the output") return true;
  return std::ranges::any_of(family.arrays, [&](const radix::ArrayInfo& row) {
    return row.holds == radix::Holds::keys && name == std::string("the ") + row.label;
  });
}

/// What AccessLog::words counts, at the step in which it counts: that of an element's first access.
LaunchCost cost_of(const radix::AccessLog& log, const radix::Family& family, std::size_t steps) {
  using radix::Touch;
  LaunchCost cost{.kernel = log.kernel, .blocks = log.blocks};
  cost.steps.resize(std::max<std::size_t>(steps, 1));
  const std::size_t last = cost.steps.size() - 1;
  std::vector<bool> of_keys;
  for (const auto& memory : log.arrays) of_keys.push_back(holds_keys(family, memory.name));
  const auto add = [&](uint8_t array, std::size_t step, uint64_t read, uint64_t written) {
    WordCost& of = cost.steps[std::min(step, last)];
    (of_keys[array] ? of.keys_read : of.rest_read) += read;
    (of_keys[array] ? of.keys_written : of.rest_written) += written;
  };
  std::vector<std::tuple<uint8_t, Touch, uint32_t, uint32_t, uint16_t>> first;
  std::vector<uint64_t> barriers(cost.steps.size(), 0);  // until the end of each step
  for (const radix::Access& a : log.accesses) {
    const std::size_t step = std::min<std::size_t>(a.moment, last);
    barriers[step] = std::max<uint64_t>(barriers[step], a.epoch);
    const auto& memory = log.arrays[a.array];
    if (memory.shared) continue;
    const uint64_t words = memory.element_bytes / word_bytes;
    if (a.touch == Touch::atomic) add(a.array, step, 1, 1);
    if (a.touch == Touch::atomic_write) add(a.array, step, 0, words);
    if (a.touch == Touch::atomic_read) first.emplace_back(a.array, a.touch, a.block, a.epoch, step);
    if (a.touch == Touch::read || a.touch == Touch::write)
      first.emplace_back(a.array, a.touch, a.block, a.index, step);
  }
  std::ranges::sort(first);  // of each element the first step comes first
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto& [array, touch, block, which, step] = first[i];
    if (i > 0 && std::tie(array, touch, block, which) ==
                     std::tie(std::get<0>(first[i - 1]), std::get<1>(first[i - 1]),
                              std::get<2>(first[i - 1]), std::get<3>(first[i - 1])))
      continue;
    if (touch == Touch::write)
      add(array, step, 0, 1);
    else
      add(array, step, touch == Touch::read ? 1 : log.arrays[array].element_bytes / word_bytes, 0);
  }
  barriers.back() = *std::ranges::max_element(log.barriers);
  uint64_t passed = 0;
  for (std::size_t s = 0; s <= last; ++s) {
    const uint64_t until = std::max(passed, barriers[s]);
    cost.steps[s].barriers = until - std::exchange(passed, until);
    cost.words += cost.steps[s];
  }
  return cost;
}

struct Cancelled {};

std::vector<LaunchCost> counted(const radix::Trace& trace, const std::atomic<bool>* cancel) {
  std::vector<std::size_t> steps(trace.accesses.size(), 0);
  for (const radix::Step& step : trace.steps)
    if (step.launch < steps.size()) ++steps[step.launch];
  std::vector<LaunchCost> launches;
  for (const auto& log : trace.accesses) {
    if (cancel && *cancel) throw Cancelled{};
    launches.push_back(cost_of(*log, *trace.family, steps[launches.size()]));
  }
  if (cancel && *cancel) throw Cancelled{};
  return launches;
}

std::vector<LaunchCost> counted(const std::string& sort, const radix::Problem& problem,
                                const std::atomic<bool>* cancel = nullptr) {
  const radix::SortInfo* info = radix::sort_named(sort);  // what is not shown has no steps
  const radix::Trace trace =
      radix::run({.problem = problem,
                  .sort = sort,
                  .engine = radix::EngineChoice::cpu,
                  .recorded = info != nullptr && problem.size() <= info->family->max_recorded,
                  .accesses = true,
                  .cancel = cancel});
  return counted(trace, cancel);
}

using Run = std::pair<std::string, radix::Problem>;

Cache<Run, std::vector<LaunchCost>>& known() {
  static Cache<Run, std::vector<LaunchCost>> known(8);  // a lane of Compare each, and more
  return known;
}

Launches remembered_launches(const std::string& sort, const radix::Problem& problem,
                             const std::atomic<bool>* cancel) {
  return known().get({sort, problem}, [&] { return counted(sort, problem, cancel); });
}

}  // namespace

Launches launches_of(const std::string& sort, const radix::Problem& problem) {
  return remembered_launches(sort, problem, nullptr);
}

Launches launches_of(const radix::Trace& trace) {
  if (trace.changed.empty()) return launches_of(trace.sort, trace.problem);
  static Cache<std::shared_ptr<const radix::AccessLog>, std::vector<LaunchCost>> known(4);
  if (trace.accesses.empty()) return nullptr;
  return known.get(trace.accesses.front(), [&] { return counted(trace, nullptr); });
}

void prepare_launches(const std::string& sort, const radix::Problem& problem,
                      const std::atomic<bool>& cancel) try {
  remembered_launches(sort, problem, &cancel);
} catch (const Cancelled&) {
} catch (const std::exception&) {
  // no memory: who asks for it will say so
}

void know_launches(const std::string& sort, const radix::Problem& problem,
                   std::vector<LaunchCost> launches) {
  known().get({sort, problem}, [&] { return std::move(launches); });
}

uint64_t table_entries_of(const radix::SortInfo& sort, const radix::Problem& problem,
                          uint32_t pass) {
  if (!sort.sorts_in_block || pass >= problem.passes()) return 0;
  const auto rows = sort.family ? sort.family->table_rows : nullptr;
  if (rows) return pass == 0 ? uint64_t{rows(problem)} * problem.blocks() : 0;
  return problem.table_entries(pass);
}

}  // namespace scope
