/// `radixscope time --devices 1,2`: one sort on many GPUs, in the program radixscope-time.
#pragma once

#include "app/cli/options/time_command.hpp"
#include "app/core/base/table.hpp"
#include "kernels/timing/devices_timing.hpp"

namespace scope {

/// A row of the table, what was asked for and what came of it.
struct DevicesTimed {
  radix::DevicesInput input;
  radix::DevicesRow row;
};

/// Numbers of devices as they are typed: 1…8, "1,2" or "1..4". The error names the wrong token.
radix::Result<std::vector<uint32_t>> device_numbers(const std::string& list);

/// One line per row: times by stage, keys per second, GB/s out of the devices, expansion; or its
/// refusal.
Cells cells_of_devices(const std::vector<DevicesTimed>& rows);

/// Times every number of devices on every input, one after the other, and prints what came of it;
/// returns the exit code. With --devices-check: real arrays against those of the simulation.
int do_time_devices(const TimeTyped& typed);

}  // namespace scope
