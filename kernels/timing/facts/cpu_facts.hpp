/// What the operating system tells of the processor. 0 or "" where it does not.
#pragma once

#include <cstdint>
#include <string>

namespace radix {

uint64_t last_cache_bytes();              ///< of the largest
uint64_t memory_bytes(const char* what);  ///< "MemTotal", "MemAvailable"
double normal_mhz();

}  // namespace radix
