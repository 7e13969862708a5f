/// One moment of a sort across devices, read from the trace: the current part, whose keys stand
/// where, the piece that a key travels with, and the key that the sentence is about.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "kernels/devices/devices_family.hpp"

namespace scope {

uint32_t devices_in(const radix::Trace& trace);

/// What a part of the run does.
struct DevicesPart {
  enum Kind { local_sort, exchange, merge, backwards } kind = local_sort;
  uint32_t senders =
      0;  ///< of merging: what this many have sent is one run each, before this level
};
DevicesPart devices_part(const radix::Trace& trace, uint32_t part);
/// The part of the step just taken; at the input the first one.
DevicesPart devices_part(const Moment& moment);

/// Where every device's keys start among all, and after the last.
using DeviceBounds = std::vector<uint32_t>;
/// The parts that the input is cut into.
DeviceBounds parts_of_input(const radix::Problem& problem);
/// In the keys that the part at work reads.
DeviceBounds bounds_before(const Moment& moment);
/// In what it writes; nothing while that is not known.
std::optional<DeviceBounds> bounds_behind(const Moment& moment);
/// The device at a place; an empty device has no place.
uint32_t device_at(const DeviceBounds& bounds, uint32_t place);
/// Devices that have no keys.
std::vector<uint32_t> empty_devices(const DeviceBounds& bounds);

/// The device that had each key at first, by identity.
std::vector<uint32_t> first_devices(const radix::Problem& problem);

/// An entry of a p × p matrix, row-major: what `sender` has for `receiver`.
struct DevicePair {
  uint32_t sender = 0, receiver = 0;
};
DevicePair pair_of(const radix::Trace& trace, uint32_t entry);
uint32_t entry_of(const radix::Trace& trace, DevicePair pair);
/// The value there, of an array that exists.
uint32_t at_pair(const Moment& moment, radix::ArrayId array, DevicePair pair);

/// Keys that stay on their device, of those counted so far; all arrive somewhere.
uint32_t keys_that_stay(const Moment& moment);
/// Keys that every device receives, and the most of them.
std::vector<uint32_t> received_sizes(const Moment& moment);
/// The most keys of a device over an even share.
double expansion_of(const std::vector<uint32_t>& sizes);

/// The device that a key belongs to, by the splitters or by where it has gone; nothing while
/// neither is known.
std::optional<uint32_t> home_of(const Moment& moment, uint32_t id);

/// The key that the sentence is about.
struct DeviceKey {
  uint32_t id = radix::none;
  uint32_t place = 0;   ///< among the keys that the part reads
  uint32_t device = 0;  ///< that has it there
  bool chosen = false;  ///< false: nobody selected a key, this is an example
};
/// The selected key; else the first that goes to another place, or to another device in an
/// exchange; else the first. Nothing when there are no keys.
std::optional<DeviceKey> device_key(const Moment& moment);

/// The picked entry of the matrix; else that of the key that the sentence is about.
std::optional<DevicePair> spoken_pair(const Moment& moment);

/// Comparisons of two keys until now, every merge by one thread: those of the parts' merge sorts,
/// of all devices' sorts of the samples, of the searches for the splitters, of the merges received.
uint64_t compared_by_devices(const Moment& moment);

}  // namespace scope
