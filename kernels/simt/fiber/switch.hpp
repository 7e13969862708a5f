/// Leaves one stack and goes on with another: what a CUDA thread of the timed CPU machine does when
/// it waits. x86-64 has its own 16 instructions, everything else Boost.Context (and
/// AddressSanitizer's builds, which watch every stack). Measured with blocks of 256 threads: 4.5
/// against 21 ns a wait.
#pragma once

#include <cstddef>

#include "stack_notes.hpp"

#if defined(__x86_64__) && defined(__ELF__) && !defined(__SANITIZE_ADDRESS__) && !defined(__ILP32__)
#define RADIX_OWN_SWITCH 1
#else
#define RADIX_OWN_SWITCH 0
#endif

namespace radix {

/// Where a stack that was left goes on. Good for one return.
using Suspended = void*;

/// A stack on which nothing has run yet. `top`: one past its highest byte; it has `bytes` bytes.
Suspended fresh_stack(void* top, std::size_t bytes);

/// What runs first on a fresh stack; the machine defines it. It must never return.
extern "C" void radix_on_fresh_stack();

/// Leaves this stack for `to`. `*from`: where this one goes on when somebody switches there.
/// Out of line on purpose: an inlined switch let the compiler keep a variable in a register that
/// the other stack changes. Last in its caller on purpose: then it is jumped to, and jumps back
/// into the kernel itself.
extern "C" void radix_switch_stacks(Suspended* from, Suspended to);

}  // namespace radix
