/// Stands in for cuda_devices.cu where the program was built without a CUDA toolkit.
#include "kernels/timing/devices_timing.hpp"
#include "kernels/run/engine_machines.hpp"

namespace radix {

uint32_t device_count() { return 0; }

uint64_t bytes_of_device(const DevicesInput&) { return 0; }

DevicesRow time_devices(const DevicesInput&) { return {.refusal = probe_cuda().reason}; }

DevicesArrays arrays_of_devices(const std::vector<uint32_t>&, uint32_t, uint32_t) {
  return {.refusal = probe_cuda().reason};
}

}  // namespace radix
