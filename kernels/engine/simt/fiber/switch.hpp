/// Leaves one stack and goes on with another: what a CUDA thread of the CPU machines does when it
/// waits. x86-64 has its own 16 instructions, WebAssembly its own file (switch_wasm.cpp, which
/// CMake chooses), everything else Boost.Context (and AddressSanitizer's builds, which watch every
/// stack). Measured with blocks of 256 threads on the timed machine: 4.5 against 21 ns per wait.
#pragma once

#include <cstddef>

#if defined(__wasm__) || defined(__x86_64__) && defined(__ELF__) && \
                             !defined(__SANITIZE_ADDRESS__) && !defined(__ILP32__)
#define RADIX_OWN_SWITCH 1
#else
#define RADIX_OWN_SWITCH 0
#include <boost/context/detail/fcontext.hpp>
#endif

namespace radix {

/// Where a stack that was left goes on. Good for one return.
using Suspended = void*;

/// Leaves this stack for `to`. `*from`: where this one goes on when it is switched to.
/// Out of line on purpose: an inlined switch let the compiler keep a variable in a register that
/// the other stack changes. Last in its caller where it can be: then it is jumped to, and jumps
/// back into the kernel itself.
/// In WebAssembly it only says who is next: the caller returns, by the words below.
extern "C" void radix_switch_stacks(Suspended* from, Suspended to);

#if defined(__wasm__)
}  // namespace radix
#include "switch_wasm.hpp"
namespace radix {
#else
/// From the OS thread's own stack: goes on with `to` until somebody switches to `*home`.
inline void enter_stacks(Suspended* home, Suspended to) { radix_switch_stacks(home, to); }
/// At the foot of a stack: f(argument), where f may wait. What it throws comes out.
inline void radix_call(void (*f)(const void*), const void* argument) { f(argument); }

// A stack of WebAssembly is entered by calling `first` from its start, which calls f again,
// which calls again what it waited in: so both say where they go on. Where the next stack has the
// same `first`, only f is called again: radix_call comes back as whichever of them ended.

/// At the foot: whether f was left inside, so that radix_call goes on with it.
constexpr bool call_goes_on() { return false; }
/// At the foot, after radix_call and radix_switch_stacks: whether to return.
constexpr bool stack_left() { return false; }
/// In a function that f waits in, before all else: whether the wait is over.
constexpr bool comes_back() { return false; }
/// There, after radix_switch_stacks: whether to return. The function must stay one of its own.
constexpr bool leaves_call() { return false; }
#endif

/// A stack on which nothing has run yet; what runs there first must never return. `top`: one past
/// its highest byte; it has `bytes` bytes.
#if RADIX_OWN_SWITCH
Suspended fresh_stack(void* top, std::size_t bytes, void (*first)());
#else
template <void (*first)()>
void begin_on_stack(boost::context::detail::transfer_t left) {
  *static_cast<Suspended*>(left.data) = left.fctx;  // where the stack that was just left goes on
  first();
}
#endif
template <void (*first)()>
Suspended fresh_stack(void* top, std::size_t bytes) {
#if RADIX_OWN_SWITCH
  return fresh_stack(top, bytes, first);
#else
  return boost::context::detail::make_fcontext(top, bytes, begin_on_stack<first>);
#endif
}

/// Memory for a stack, and a page below it that stops an overflow.
class GuardedStack {
 public:
  /// Throws std::bad_alloc.
  explicit GuardedStack(std::size_t bytes);
  ~GuardedStack();
  GuardedStack(const GuardedStack&) = delete;
  GuardedStack& operator=(const GuardedStack&) = delete;

  void* top() const { return top_; }

 private:
  void* top_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace radix
