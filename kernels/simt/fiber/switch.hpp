/// Leaves one stack and goes on with another: what a CUDA thread of the CPU machines does when it
/// waits. x86-64 has its own 16 instructions, WebAssembly its own file (switch_wasm.cpp, which
/// CMake chooses), everything else Boost.Context (and AddressSanitizer's builds, which watch every
/// stack). Measured with blocks of 256 threads on the timed machine: 4.5 against 21 ns a wait.
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

/// Leaves this stack for `to`. `*from`: where this one goes on when somebody switches there.
/// Out of line on purpose: an inlined switch let the compiler keep a variable in a register that
/// the other stack changes. Last in its caller where it can be: then it is jumped to, and jumps
/// back into the kernel itself.
extern "C" void radix_switch_stacks(Suspended* from, Suspended to);

#if defined(__wasm__)
/// Whether a stack may be left from inside a try block. In WebAssembly it may not: what is thrown
/// at the foot of a stack ends that stack and is thrown by the enter_stacks that entered it.
inline constexpr bool stacks_may_catch = false;
/// From the OS thread's own stack: goes on with `to` until somebody switches to `*home`.
void enter_stacks(Suspended* home, Suspended to);
/// f(argument), where f may wait: other calls through a pointer must not lead to a switch.
extern "C" void radix_call(void (*f)(const void*), const void* argument);
#else
inline constexpr bool stacks_may_catch = true;
inline void enter_stacks(Suspended* home, Suspended to) { radix_switch_stacks(home, to); }
inline void radix_call(void (*f)(const void*), const void* argument) { f(argument); }
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
