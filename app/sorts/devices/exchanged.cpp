#include "exchanged.hpp"

#include <algorithm>
#include <numeric>

namespace scope {

using radix::none;
namespace devices = radix::devices;

uint32_t devices_in(const radix::Trace& trace) { return trace.problem.settings().devices; }

DevicesPart devices_part(const radix::Trace& trace, uint32_t part) {
  if (part == 0) return {DevicesPart::local_sort, 0};
  if (part == 1) return {DevicesPart::exchange, 0};
  const uint32_t level = part - 2;
  if (level < devices::merge_levels_of(devices_in(trace))) return {DevicesPart::merge, 1u << level};
  return {DevicesPart::backwards, 0};
}
DevicesPart devices_part(const Moment& moment) {
  return devices_part(*moment.trace, moment.pass());
}

DeviceBounds parts_of_input(const radix::Problem& problem) {
  const uint32_t p = problem.settings().devices;
  DeviceBounds bounds{0};
  for (uint32_t d = 0; d < p; ++d)
    bounds.push_back(devices::part_of_device(d, p, problem.size()).end);
  return bounds;
}

DeviceBounds bounds_before(const Moment& moment) {
  const radix::Array* bounds = moment.find(devices::array::device_bounds);
  return bounds && devices_part(moment).kind != DevicesPart::exchange
             ? bounds->values
             : parts_of_input(moment.problem());
}

std::optional<DeviceBounds> bounds_behind(const Moment& moment) {
  const DevicesPart::Kind kind = devices_part(moment).kind;
  if (kind == DevicesPart::local_sort) return parts_of_input(moment.problem());
  const radix::Array* bounds = moment.find(devices::array::device_bounds);
  if (!bounds || kind == DevicesPart::backwards) return std::nullopt;
  return bounds->values;
}

uint32_t device_at(const DeviceBounds& bounds, uint32_t place) {
  const auto behind = std::upper_bound(bounds.begin(), bounds.end(), place);
  return static_cast<uint32_t>(behind - bounds.begin()) - 1;
}

std::vector<uint32_t> empty_devices(const DeviceBounds& bounds) {
  std::vector<uint32_t> empty;
  for (uint32_t d = 0; d + 1 < bounds.size(); ++d)
    if (bounds[d] == bounds[d + 1]) empty.push_back(d);
  return empty;
}

std::vector<uint32_t> first_devices(const radix::Problem& problem) {
  const DeviceBounds bounds = parts_of_input(problem);
  std::vector<uint32_t> first(problem.size());
  for (uint32_t id = 0; id < problem.size(); ++id) first[id] = device_at(bounds, id);
  return first;
}

DevicePair pair_of(const radix::Trace& trace, uint32_t entry) {
  return {entry / devices_in(trace), entry % devices_in(trace)};
}
uint32_t entry_of(const radix::Trace& trace, DevicePair pair) {
  return pair.sender * devices_in(trace) + pair.receiver;
}
uint32_t at_pair(const Moment& moment, radix::ArrayId array, DevicePair pair) {
  return moment.find(array)->values[entry_of(*moment.trace, pair)];
}

uint32_t keys_that_stay(const Moment& moment) {
  uint32_t stay = 0;
  for (uint32_t d = 0; d < devices_in(*moment.trace); ++d)
    stay += at_pair(moment, devices::array::send_counts, {d, d});
  return stay;
}

std::vector<uint32_t> received_sizes(const Moment& moment) {
  std::vector<uint32_t> sizes(devices_in(*moment.trace), 0);
  const std::vector<uint32_t>& counts = moment.find(devices::array::send_counts)->values;
  for (uint32_t entry = 0; entry < counts.size(); ++entry)
    sizes[pair_of(*moment.trace, entry).receiver] += counts[entry];
  return sizes;
}

double expansion_of(const std::vector<uint32_t>& sizes) {
  const auto all = std::accumulate(sizes.begin(), sizes.end(), uint64_t{0});
  return all == 0 ? 1
                  : static_cast<double>(std::ranges::max(sizes)) *
                        static_cast<double>(sizes.size()) / static_cast<double>(all);
}

std::optional<uint32_t> home_of(const Moment& moment, uint32_t id) {
  if (devices_in(*moment.trace) == 1) return 0;
  if (const radix::Array* splitters = moment.find(devices::array::splitters)) {
    const radix::Problem& problem = moment.problem();
    uint32_t home = 0;
    for (uint32_t splitter : splitters->values)
      home += problem.before(problem.keys()[id], splitter) ? 0 : 1;
    return home;
  }
  return std::nullopt;
}

namespace {

/// Place of the first key that the part moves: an exchange to another device.
uint32_t telling_place(const Moment& moment, const radix::Array& keys) {
  const bool exchanges = devices_part(moment).kind == DevicesPart::exchange;
  const DeviceBounds bounds = bounds_before(moment);
  const radix::Array* output = moment.find(radix::array::output);
  for (uint32_t i = 0; i < keys.ids.size(); ++i) {
    const std::optional<uint32_t> home = home_of(moment, keys.ids[i]);
    if (exchanges ? home && *home != device_at(bounds, i) : output && output->ids[i] != keys.ids[i])
      return i;
  }
  return 0;
}

}  // namespace

std::optional<DeviceKey> device_key(const Moment& moment) {
  const radix::Array keys = input_of(moment);
  if (keys.ids.empty()) return std::nullopt;
  const uint32_t selected = position_of(keys, moment.selected());
  const uint32_t place = selected == none ? telling_place(moment, keys) : selected;
  return DeviceKey{.id = keys.ids[place],
                   .place = place,
                   .device = device_at(bounds_before(moment), place),
                   .chosen = moment.chosen() != none && selected != none};
}

std::optional<DevicePair> spoken_pair(const Moment& moment) {
  const uint32_t p = devices_in(*moment.trace);
  if (!moment.find(devices::array::send_counts)) return std::nullopt;
  if (moment.table_entry && moment.hovered == none && *moment.table_entry < p * p)
    return pair_of(*moment.trace, *moment.table_entry);
  const auto key = device_key(moment);
  if (!key) return std::nullopt;
  return DevicePair{device_at(parts_of_input(moment.problem()), key->id),
                    *home_of(moment, key->id)};
}

namespace {

/// Comparisons of a serial merge of keys [begin, middle) with [middle, end).
uint64_t compared_by_merge(const radix::Problem& problem, const std::vector<uint32_t>& ids,
                           uint32_t begin, uint32_t middle, uint32_t end) {
  const auto key = [&](uint32_t place) {
    return ids[place] < problem.size() ? problem.keys()[ids[place]] : 0;
  };
  uint64_t count = 0;
  for (uint32_t a = begin, b = middle; a < middle && b < end; ++count)
    problem.before(key(b), key(a)) ? ++b : ++a;
  return count;
}

/// Comparisons of a merge sort from single keys on.
uint64_t compared_by_sort(const radix::Problem& problem, std::vector<uint32_t> ids) {
  const auto n = static_cast<uint32_t>(ids.size());
  uint64_t count = 0;
  std::vector<uint32_t> merged(n);
  for (uint32_t run = 1; run < n; run *= 2) {
    for (uint32_t begin = 0; begin < n; begin += 2 * run) {
      const uint32_t middle = std::min(begin + run, n), end = std::min(begin + 2 * run, n);
      count += compared_by_merge(problem, ids, begin, middle, end);
      const auto at = [&](uint32_t place) { return ids.data() + place; };
      std::merge(at(begin), at(middle), at(middle), at(end), merged.data() + begin,
                 [&](uint32_t x, uint32_t y) {
                   return problem.before(problem.keys()[x], problem.keys()[y]);
                 });
    }
    ids.swap(merged);
  }
  return count;
}

/// Looks of a search for where a splitter cuts a part: of 0 to `size` keys before it, these are.
uint64_t compared_by_search(uint32_t size, uint32_t cut) {
  uint64_t count = 0;
  for (uint32_t low = 0, high = size; low < high; ++count) {
    const uint32_t middle = (low + high) / 2;
    middle < cut ? low = middle + 1 : high = middle;
  }
  return count;
}

uint64_t compared_by_cuts(const Moment& moment) {
  const uint32_t p = devices_in(*moment.trace);
  const DeviceBounds parts = parts_of_input(moment.problem());
  uint64_t count = 0;
  for (uint32_t d = 0; d < p; ++d) {
    uint32_t cut = 0;
    for (uint32_t q = 0; q + 1 < p; ++q) {
      cut += at_pair(moment, devices::array::send_counts, {d, q});
      count += 2 * compared_by_search(parts[d + 1] - parts[d], cut);  // by q, and by q + 1
    }
  }
  return count;
}

/// What a level of merging compares: runs of so many senders in pairs, on every device.
uint64_t compared_by_level(const Moment& moment, const radix::Array& keys, uint32_t senders) {
  const uint32_t p = devices_in(*moment.trace);
  const std::vector<uint32_t>& bounds = moment.find(devices::array::device_bounds)->values;
  uint64_t count = 0;
  for (uint32_t d = 0; d < p; ++d) {
    const auto begin_of = [&](uint32_t sender) {
      return sender < p ? bounds[d] + at_pair(moment, devices::array::receive_offsets, {sender, d})
                        : bounds[d + 1];
    };
    for (uint32_t s = 0; s < p; s += 2 * senders)
      count += compared_by_merge(moment.problem(), keys.ids, begin_of(s), begin_of(s + senders),
                                 begin_of(s + 2 * senders));
  }
  return count;
}

}  // namespace

uint64_t compared_by_devices(const Moment& moment) {
  const radix::Trace& trace = *moment.trace;
  uint64_t count = 0;
  for (std::size_t s = 0; s < moment.cursor; ++s) {
    const radix::Step& step = trace.steps[s];
    Moment then;
    then.trace = &trace;
    then.cursor = s + 1;
    const DevicesPart part = devices_part(then);
    if (step.made == devices::array::local_keys) {
      const DeviceBounds parts = parts_of_input(trace.problem);
      for (uint32_t d = 0; d + 1 < parts.size(); ++d) {
        std::vector<uint32_t> ids(parts[d + 1] - parts[d]);
        std::iota(ids.begin(), ids.end(), parts[d]);
        count += compared_by_sort(trace.problem, ids);
      }
    } else if (step.made == devices::array::sample_sorted) {
      count += devices_in(trace) *
               compared_by_sort(trace.problem, then.find(devices::array::sample)->ids);
    } else if (step.made == devices::array::send_counts) {
      count += compared_by_cuts(then);
    } else if (step.made == devices::array::source) {
      count += compared_by_level(then, input_of(then), part.senders);
    }
  }
  return count;
}

}  // namespace scope
