/// Runs a launch of a student's kernel: every CUDA thread on a stack of its own, from wait to wait,
/// one after the other. All blocks may be under way at once (where a block waits for another one
/// or for the grid, the next starts), each with its own shared memory.
///
/// Its stacks are those of the recording machine (simt/fiber). The rest is not shared with
/// simt/cpu/cpu.cpp: there a kernel's waits are words of its own text, warps
/// are parts of a block that votes as a whole, and a block is given up by an exception; here C++ of
/// any kind waits by masks of 32 lanes, and blocks take turns at the same static shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace radix::student {

enum class Order { forward, reverse };
/// In which order threads and blocks run between two waits.
extern Order order;

struct Dimensions {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t{x} * y * z; }
};

/// Runs it; false when a thread was stopped for good, which is noted.
bool run_launch(Dimensions grid, Dimensions block, void (*body)(void*), void* closure);

// What a thread of a kernel may come to; each returns when the thread goes on.
void wait_for_block(uint32_t line);
void wait_for_grid(uint32_t line);
enum class WarpOperation : uint32_t { sync, ballot, shuffle, match };
uint64_t wait_for_warp(WarpOperation what, uint32_t mask, uint64_t value, uint32_t source,
                       uint32_t line);
/// Others first: this thread has read the same word again and again.
void wait_for_others(uint32_t line_or_site);
/// This thread and with it the launch go no further; the finding is noted already.
[[noreturn]] void stop_thread();

}  // namespace radix::student
