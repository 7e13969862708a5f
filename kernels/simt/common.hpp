/// Words both machines share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/model/fault.hpp"

namespace radix {

/// The order in which the CPU engine lets threads and blocks run. Correct kernels do not care.
enum class Schedule { forward, reverse, shuffled };

/// The shape of a launch: one-dimensional, as in the chapter.
struct Grid {
  uint32_t blocks = 1;
  uint32_t threads = 1;          ///< per block
  std::size_t shared_bytes = 0;  ///< dynamic shared memory per block
  uint32_t splits = 1;  ///< one-bit splits the kernel makes in a block: what a recorder must keep
  bool splits_in_block = false;  ///< all it shows belongs to the stage "local bucket"
  bool all_resident = false;     ///< every block waits for every other: all must run at once
  uint32_t resident_limit = 0;   ///< blocks that may run at once; 0: as many as the machine holds
};

/// What a kernel or a launch did wrong: one sentence that names kernel, block, thread, file and
/// line as far as they are known.
struct KernelError : std::runtime_error {
  explicit KernelError(const std::string& sentence) : std::runtime_error(sentence) {
    fault.sentence = sentence;
  }
  explicit KernelError(Fault what) : std::runtime_error(what.sentence), fault(std::move(what)) {}
  Fault fault;
  bool ran_to_the_end = false;  ///< a race: the launch has done all that it does
};

/// Why a launch whose blocks all wait for each other is refused: so many blocks, but the machine
/// holds fewer.
inline std::string cannot_wait(const char* kernel, uint32_t blocks, uint32_t holds,
                               uint32_t threads, bool limited) {
  return std::string("kernel ") + kernel + " was not launched: its " + std::to_string(blocks) +
         " blocks all wait for the last one, but only " + std::to_string(holds) +
         " can run at once" + (limited ? " (the limit that was set)" : " on this device") +
         ", so it would wait for ever; sort at most " +
         std::to_string(std::size_t{holds} * threads) + " keys with " + std::to_string(threads) +
         " threads per block, or use three launches a pass (rung one_bit).";
}

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
