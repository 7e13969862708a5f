#include "hybrid_parts.hpp"

#include <algorithm>

namespace scope {

namespace hybrid = radix::hybrid;

bool fell_back(const Moment& moment) {
  const bool planned = moment.pass() > 0 || moment.find(radix::onesweep::array::largest_bucket) ||
                       moment.find(radix::onesweep::array::digit_counts);
  return planned && !hybrid::plan_of(moment.problem()).fits();
}

BucketsPart buckets_part(const Moment& moment) {
  const hybrid::Plan plan = hybrid::digits_of(moment.problem());
  const uint32_t partitions = plan.second.bits > 0 ? 2 : 1, part = moment.pass();
  if (part < partitions) return part == 0 ? BucketsPart::first : BucketsPart::second;
  return part == partitions && plan.rest > 0 ? BucketsPart::in_buckets : BucketsPart::backwards;
}

radix::Digit digit_of_part(const Moment& moment) {
  const hybrid::Plan plan = hybrid::digits_of(moment.problem());
  switch (buckets_part(moment)) {
    case BucketsPart::first: return plan.first;
    case BucketsPart::second: return plan.second;
    default: return {.shift = 0, .bits = 0, .code = plan.first.code};
  }
}

namespace {

/// Where buckets of so many of the highest bits begin.
std::vector<uint32_t> begins_of(const Moment& moment, uint32_t bits) {
  const radix::Problem& problem = moment.problem();
  const hybrid::Plan plan = hybrid::digits_of(problem);
  std::vector<uint32_t> begins((1u << bits) + 1, 0);
  for (const uint32_t key : problem.keys())
    ++begins[(hybrid::bucket_of(plan, key) >> (plan.bits() - bits)) + 1];
  for (std::size_t b = 1; b < begins.size(); ++b) begins[b] += begins[b - 1];
  return begins;
}

}  // namespace

std::vector<uint32_t> parents_of_part(const Moment& moment) {
  const hybrid::Plan plan = hybrid::digits_of(moment.problem());
  switch (buckets_part(moment)) {
    case BucketsPart::first: return begins_of(moment, 0);
    case BucketsPart::second: return begins_of(moment, plan.first.bits);
    default: return begins_of(moment, plan.bits());
  }
}

std::vector<uint32_t> children_of_part(const Moment& moment) {
  const hybrid::Plan plan = hybrid::digits_of(moment.problem());
  return begins_of(moment,
                   buckets_part(moment) == BucketsPart::first ? plan.first.bits : plan.bits());
}

PartitionTile tile_of_place(const Moment& moment, uint32_t place) {
  const std::vector<uint32_t> parents = parents_of_part(moment);
  const uint32_t most = moment.problem().keys_per_block();
  const auto behind = std::ranges::upper_bound(parents, place);
  const auto parent = static_cast<uint32_t>(behind - parents.begin()) - 1;
  const uint32_t begin = parents[parent], number = (place - begin) / most;
  return {.block = begin / most + parent + number,
          .begin = begin + number * most,
          .end = std::min(begin + (number + 1) * most, parents[parent + 1])};
}

std::optional<BucketKey> bucket_key(const Moment& moment) {
  const radix::Array keys = input_of(moment);
  const auto n = static_cast<uint32_t>(keys.ids.size());
  if (n == 0) return std::nullopt;
  const hybrid::Plan plan = hybrid::digits_of(moment.problem());
  uint32_t place = position_of(keys, moment.selected());
  if (place == radix::none) {
    std::vector<uint32_t> counts(plan.buckets(), 0);
    for (const uint32_t key : keys.values) ++counts[hybrid::bucket_of(plan, key)];
    const auto largest = static_cast<uint32_t>(std::ranges::max_element(counts) - counts.begin());
    for (place = n - 1; hybrid::bucket_of(plan, keys.values[place]) != largest;) --place;
  }
  return BucketKey{.id = keys.ids[place],
                   .place = place,
                   .digit = digit_of_part(moment).of(keys.values[place]),
                   .bucket = hybrid::bucket_of(plan, keys.values[place]),
                   .chosen = moment.chosen() != radix::none};
}

}  // namespace scope
