/// Facts about the device, without any kernel.
#include "cuda_facts.hpp"

#include <fstream>
#include <string>

#include "kernels/engine/simt/simt.hpp"
#include "kernels/timing/baselines.hpp"
#include "kernels/timing/timing_machine.hpp"

namespace radix {
namespace {

/// "580.65.06", from the driver's own file where there is one.
std::string driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string word;
  while (file >> word)
    if (word.find('.') != std::string::npos &&
        word.find_first_not_of("0123456789.") == std::string::npos)
      return word;
  int version = 0;
  cudaDriverGetVersion(&version);
  return said::driver_for(
      {.version = std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10)});
}

}  // namespace

int device_attribute(cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, 0), "asking for the device");
  return value;
}

std::span<const Baseline> cuda_baselines() { return all_cuda_baselines; }

TimingFacts cuda_machine_facts() {
  const EngineInfo& engine = engines()[1];
  TimingFacts facts{.engine = "cuda", .device = engine.device};
  if (!engine.available) {
    facts.note = engine.reason;
    return facts;
  }
  facts.driver = driver_version();
  facts.runtime = "CUDA " + std::to_string(CUDART_VERSION / 1000) + "." +
                  std::to_string(CUDART_VERSION % 1000 / 10);
  std::size_t available = 0, total = 0;
  check(cudaMemGetInfo(&available, &total), "asking for the device's memory");
  facts.memory_bytes = total;
  facts.free_bytes = available;
  facts.l2_bytes = static_cast<uint64_t>(device_attribute(cudaDevAttrL2CacheSize));
  facts.processors = static_cast<uint32_t>(device_attribute(cudaDevAttrMultiProcessorCount));
  facts.clock_mhz = device_attribute(cudaDevAttrClockRate) / 1000.0;
  if (device_attribute(cudaDevAttrKernelExecTimeout) != 0)
    facts.display = "a display is attached: a kernel of several seconds may be ended";
  return facts;
}

}  // namespace radix
