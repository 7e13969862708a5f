/// The sort across devices as a row of the list of families.
#pragma once

#include "devices_arrays.hpp"
#include "kernels/engine/model/family.hpp"

namespace radix::devices {

/// A device's part of n keys: places [begin, end).
struct DevicePart {
  uint32_t begin, end;
  constexpr uint32_t size() const { return end - begin; }
};
constexpr DevicePart part_of_device(uint32_t device, uint32_t devices, uint32_t n) {
  const uint64_t all = n;
  return {static_cast<uint32_t>(all * device / devices),
          static_cast<uint32_t>(all * (device + 1) / devices)};
}
/// Keys of the largest part.
constexpr uint32_t largest_part(uint32_t devices, uint32_t n) {
  return static_cast<uint32_t>((uint64_t{n} + devices - 1) / devices);
}

/// Levels that merge what a device has received from this many senders.
uint32_t merge_levels_of(uint32_t devices);

/// The local sort, the exchange, a part for every level of merging, then the reversal.
Outline outline_of_devices(const Problem& problem, std::string_view sort);

inline constexpr Family family{
    .name = "devices",
    .title = "many devices",
    .stages = stages,
    .arrays = arrays,
    .reads = reads,
    .max_recorded = 2048,
    .outline = outline_of_devices,
};

}  // namespace radix::devices
