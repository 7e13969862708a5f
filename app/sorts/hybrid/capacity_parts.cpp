#include "capacity_parts.hpp"

#include <algorithm>

namespace scope {

namespace sweep = radix::onesweep;
namespace hybrid = radix::hybrid;
using radix::none;

bool is_by_capacity(const Moment& moment) { return hybrid::is_by_capacity(moment.trace->sort); }

bool swept_behind_overflow(const Moment& moment) {
  const auto& steps = moment.trace->steps;
  return std::any_of(
      steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(moment.cursor),
      [](const radix::Step& step) { return step.made == sweep::array::digit_counts; });
}

std::optional<uint32_t> known_number(const Moment& moment, radix::ArrayId id) {
  const radix::Array* array = moment.find(id);
  if (!array || array->values.empty()) return std::nullopt;
  return array->values[0];
}

std::vector<uint32_t> keys_side_by_side(const radix::Array& slots) {
  std::vector<uint32_t> ids;
  std::ranges::copy_if(slots.ids, std::back_inserter(ids), [](uint32_t id) { return id != none; });
  return ids;
}

std::vector<uint32_t> CapacityMoment::wanted() const {
  std::vector<uint32_t> counts(buckets(), 0);
  for (const uint32_t each : moment.problem().keys()) ++counts[bucket_of(each)];
  return counts;
}

std::optional<CapacityMoment::Tile> CapacityMoment::tile() const {
  const radix::Problem& problem = moment.problem();
  const uint32_t whole = problem.keys_per_block(), threads = problem.threads_per_block();
  if (!inner || !twice()) return Tile{id / whole, id % whole % threads};
  const uint32_t place = outer_slots ? position_of(*outer_slots, id) : none;
  if (place == none) return std::nullopt;
  const uint32_t parent = place / plan.outer, in_parent = place % plan.outer,
                 tiles = (plan.outer + whole - 1) / whole;
  return Tile{parent * tiles + in_parent / whole, in_parent % whole % threads};
}

uint32_t example_key_by_capacity(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  if (problem.size() == 0) return none;
  if (moment.selected() < problem.size()) return moment.selected();
  const hybrid::CapacityPlan plan = hybrid::capacity_plan_of(problem);
  const auto fullest =
      static_cast<uint32_t>(std::ranges::max_element(plan.counts) - plan.counts.begin());
  uint32_t id = problem.size() - 1;
  while (plan.bucket_of(problem.ordered(problem.keys()[id])) != fullest) --id;
  return id;
}

CapacityMoment capacity_moment(const Moment& moment) {
  CapacityMoment m{.moment = moment, .plan = hybrid::capacity_plan_of(moment.problem())};
  m.id = example_key_by_capacity(moment);
  uint32_t partitions = 0;
  for (std::size_t s = 0; s < moment.cursor; ++s) {
    const radix::Step& step = moment.trace->steps[s];
    if (step.made == sweep::array::tile_counts && ++partitions == 2) m.slots = nullptr;
    if (step.made != sweep::array::bucket_slots) continue;
    m.slots = step.find(step.made);
    if (partitions == 1) m.outer_slots = m.slots;
  }
  const bool partitioned =
      moment.step() &&
      one_of(moment.step()->stage,
             {sweep::stage::plan_buckets, sweep::stage::bucket_sort, sweep::stage::write_runs});
  m.inner = partitions > 1 || partitioned;
  return m;
}

}  // namespace scope
