/// The thread that a moment is about: what is lit, said, calculated and written beside the code is
/// this one's.
#pragma once

#include <cstdint>

namespace scope {

/// A thread of the launch that made the step just taken, and what it works at there.
struct Worker {
  uint32_t block = 0, thread = 0;  ///< of that launch
  uint32_t element = 0;            ///< of the array that the step made; nobody: it changes none
  friend bool operator==(const Worker&, const Worker&) = default;
};

}  // namespace scope
