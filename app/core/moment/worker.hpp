/// The thread that a moment is about: the one that is lit, that the sentence and the formula
/// describe, and whose values stand beside the code.
#pragma once

#include <cstdint>

namespace scope {

/// A thread of the launch that made the step just taken, and what it works at there.
struct Worker {
  uint32_t block = 0, thread = 0;  ///< of that launch
  uint32_t element = 0;            ///< of the array that the step made; none: it changes none
  friend bool operator==(const Worker&, const Worker&) = default;
};

}  // namespace scope
