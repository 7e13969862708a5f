/// How many cases a test tries. The suite is run by every newcomer and on every change, so it
/// tries few; with RADIXSCOPE_THOROUGH=1 in the environment it tries as many as a release is
/// promised (`ctest --preset thorough`).
#pragma once

#include <cstdint>
#include <cstdlib>

inline bool is_thorough() {
  const char* asked = std::getenv("RADIXSCOPE_THOROUGH");
  return asked && *asked && *asked != '0';
}

inline uint32_t cases(uint32_t quick, uint32_t thorough) {
  return is_thorough() ? thorough : quick;
}
