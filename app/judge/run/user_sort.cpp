#include "user_sort.hpp"

#include <set>

namespace scope {

using radix::StudentMoment;
using radix::StudentRun;

namespace {

/// The moments, in time order, that have the outputs of the passes, up to the first that has none.
std::vector<std::size_t> passes_seen(const StudentRun& run,
                                     const std::vector<std::vector<uint32_t>>& outputs) {
  std::vector<std::size_t> seen;
  std::size_t from = 0;
  for (const auto& output : outputs) {
    std::size_t at = from;
    while (at < run.moments.size() &&
           (is_shared(run, run.moments[at]) || !holds(run, run.moments[at], output)))
      ++at;
    if (at == run.moments.size()) break;
    seen.push_back(at);
    from = at + 1;
  }
  return seen;
}

}  // namespace

StudentPlan& likeliest(std::vector<StudentPlan>& plans, const PlanRecipe& from) {
  const auto share = [](const StudentPlan& plan) {
    return plan.outputs.empty()
               ? 0.0
               : static_cast<double>(plan.seen.size()) / static_cast<double>(plan.outputs.size());
  };
  StudentPlan* best = nullptr;
  for (StudentPlan& plan : plans) {
    plan.seen = passes_seen(from.run, plan.outputs);
    plan.cuts = from.cuts;
    if (!best || share(plan) > share(*best)) best = &plan;
  }
  return *best;
}

std::size_t keys_among(const StudentMoment& moment, const std::vector<uint32_t>& places,
                       const std::vector<uint32_t>& keys) {
  std::multiset<uint32_t> left(keys.begin(), keys.end());
  std::size_t found = 0;
  for (const uint32_t place : places)
    if (const auto it = left.find(moment.values[place]); moment.written[place] && it != left.end())
      left.erase(it), ++found;
  return found;
}

}  // namespace scope
