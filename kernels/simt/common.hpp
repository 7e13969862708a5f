/// Words both machines share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace radix {

/// The shape of a launch: one-dimensional, as in the chapter.
struct Grid {
  uint32_t blocks = 1;
  uint32_t threads = 1;            ///< per block
  std::size_t shared_bytes = 0;    ///< dynamic shared memory per block
};

/// What a kernel or a launch did wrong: one sentence that names kernel, block, thread, file and line
/// as far as they are known.
struct KernelError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Fresh memory holds this in every byte, so that a value nobody wrote is seen at once.
inline constexpr unsigned char poison = 0xCD;

/// "kernels/scan.cuh" -> "scan.cuh".
constexpr const char* base_name(const char* path) {
  const char* name = path;
  for (const char* c = path; *c != '\0'; ++c) {
    if (*c == '/' || *c == '\\') name = c + 1;
  }
  return name;
}

}  // namespace radix
