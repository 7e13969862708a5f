/// Facts about the processor.
#include "cpu_facts.hpp"

#include <algorithm>
#include <fstream>
#include <thread>

#include "kernels/timing/timing_machine.hpp"

namespace radix {
namespace {

/// The text of a small file of the system, first line; "" when there is none.
std::string first_line(const std::string& path) {
  std::string line;
  std::ifstream file(path);
  std::getline(file, line);
  return line;
}

/// The rest of the first line that begins with this word, from behind the colon on.
std::string entry_of(const char* path, const std::string& word) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (line.rfind(word, 0) != 0 || colon == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

/// "32768K", "16 kB", "1M" -> bytes.
uint64_t bytes_from(const std::string& text) {
  uint64_t number = 0;
  std::size_t at = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
    number = number * 10 + (text[at] - '0');
  const std::size_t unit = text.find_first_not_of(' ', at);
  if (unit == std::string::npos) return number;
  return text[unit] == 'M'                        ? number << 20
         : text[unit] == 'K' || text[unit] == 'k' ? number << 10
                                                  : number;
}

std::string standard_library() {
#if defined(_GLIBCXX_RELEASE)
  return "libstdc++ " + std::to_string(_GLIBCXX_RELEASE);
#elif defined(_LIBCPP_VERSION)
  return "libc++ " + std::to_string(_LIBCPP_VERSION);
#else
  return "";
#endif
}

}  // namespace

/// Size of the cache of this level that core 0 uses.
static uint64_t cache_bytes(uint32_t level) {
  const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index";
  for (uint32_t index = 0; index < 8; ++index) {
    const std::string cache = folder + std::to_string(index) + "/";
    if (first_line(cache + "level") == std::to_string(level) &&
        first_line(cache + "type") != "Instruction")
      return bytes_from(first_line(cache + "size"));
  }
  return 0;
}

uint64_t last_cache_bytes() {
  static const uint64_t most =
      std::max({cache_bytes(1), cache_bytes(2), cache_bytes(3), cache_bytes(4)});
  return most;
}

uint64_t memory_bytes(const char* what) { return bytes_from(entry_of("/proc/meminfo", what)); }

double normal_mhz() {
  const std::string khz = first_line("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
  return 1e-3 * static_cast<double>(bytes_from(khz));
}

/// "AMD EPYC", else "CPU".
static std::string processor_name() {
  const std::string name = entry_of("/proc/cpuinfo", "model name");
  return name.empty() ? "CPU" : name;
}

TimingFacts cpu_machine_facts() {
  return {.engine = "cpu",
          .device = processor_name(),
          .libraries = standard_library(),
          .memory_bytes = memory_bytes("MemTotal"),
          .free_bytes = memory_bytes("MemAvailable"),
          .l2_bytes = cache_bytes(2),
          .processors = std::max(1u, std::thread::hardware_concurrency()),
          .clock_mhz = normal_mhz(),
          .note =
              "Emulation: CUDA threads run on the processor's cores. These times say nothing about "
              "a GPU."};
}

}  // namespace radix
