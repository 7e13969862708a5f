/// In which memory the values lie that a step shows: read from the kernel's text, where the note of
/// the step names a variable, or a pointer whose declaration tells.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/engine/model/trace.hpp"

namespace scope {

enum class MemorySpace : uint8_t {
  unknown,
  global,
  shared,
  thread,  ///< a variable of every thread
};

/// Of what step `step`, from 0, made. Unknown where the text does not tell.
MemorySpace memory_space(const radix::Trace& trace, std::size_t step);

/// Of an array as it stands after so many steps: what came in lies in global memory.
MemorySpace memory_space_of(const radix::Trace& trace, std::size_t cursor, radix::ArrayId array);

}  // namespace scope
