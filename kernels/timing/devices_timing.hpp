/// One sort on many GPUs, timed by stage: every device sorts its part, all agree on splitters, the
/// keys are exchanged, every device merges what it has received (kernels/devices has the same steps
/// to be looked at). One process, a host thread that waits for all devices after every stage.
///
/// Keys travel through NCCL where it is found (nccl.hpp), all pieces of an exchange in one group;
/// else GPUs copy from each other. What stays on its device is not copied at all: the first level
/// of merging takes it from where it is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "timing.hpp"

namespace radix {

/// How every device sorts its own part.
enum class LocalSort : uint32_t {
  cub,     ///< cub::DeviceRadixSort, input kept
  hybrid,  ///< this project's fastest (kernels/fast)
};

struct DevicesInput {
  TimedInput keys{};  ///< of all devices together; bare keys, u32 or u64
  uint32_t devices = 1;
  uint32_t oversampling = 64;  ///< samples of a device
  LocalSort local = LocalSort::cub;
  uint32_t samples = 5;  ///< timed sorts, after one that is not
};

/// Milliseconds until the last device was done with a stage: the median of the samples.
struct DevicesTimes {
  double local = 0, splitters = 0, exchange = 0, merge = 0, whole = 0;
};

struct DevicesRow {
  DevicesTimes ms{};
  std::string way{};                 ///< how keys travelled: "NCCL 2.27.5", "peer copies", …
  std::vector<uint64_t> sent{};      ///< bytes out of every device, of what does not stay
  std::vector<uint64_t> received{};  ///< keys that every device holds in the end
  std::string refusal{};  ///< "", or why the row could not run, or how a device failed: a sentence
};

/// GPUs of this machine; 0 where there are none, or the program was built without CUDA.
uint32_t device_count();

/// Bytes that the largest share of such a sort needs on a device, before anything is allocated.
uint64_t bytes_of_device(const DevicesInput& input);

/// Never throws: a row that cannot run says why. The result of the first and of the last sample is
/// verified: order inside and across devices, and that the keys are those of the input.
DevicesRow time_devices(const DevicesInput& input);

/// Every array of one sort of these keys on real devices, as the steps of kernels/devices have
/// them: all devices' keys one after the other. `refusal`: as above.
struct DevicesArrays {
  std::vector<uint32_t> local_keys{}, sample{}, splitters{}, send_counts{}, received{}, sorted{};
  std::string refusal{};
};
DevicesArrays arrays_of_devices(const std::vector<uint32_t>& keys, uint32_t devices,
                                uint32_t oversampling);

/// Random problems, each on one of these numbers of devices, compared with the simulation, array by
/// array: "" or one sentence about the first that differs. The same seed makes the same problems.
std::string check_devices(const std::vector<uint32_t>& devices, uint32_t problems, uint64_t seed);

}  // namespace radix
