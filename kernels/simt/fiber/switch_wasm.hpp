/// Stacks in WebAssembly, which has one that no program can reach: binaryen's Asyncify, called from
/// inside the module (third_party/emscripten/wasm_ld.sh). A stack is entered by ordinary calls and
/// left by unwinding a kernel's frames into memory of its own; the next entering call rewinds them.
/// So only kernels and their functions are made able to do that: none of them may hold a try block
/// or an object with a destructor around a wait. What is at the foot of a stack, and what a kernel
/// waits in, simply returns and is called again. Part of switch.hpp, which says what these do.
/// https://github.com/WebAssembly/binaryen/blob/version_108/src/passes/Asyncify.cpp
#pragma once

#include <cstdint>

#define RADIX_ASYNCIFY(name) __attribute__((import_module("asyncify"), import_name(name)))
extern "C" {
RADIX_ASYNCIFY("start_unwind") void asyncify_start_unwind(void*);
RADIX_ASYNCIFY("stop_unwind") void asyncify_stop_unwind();
RADIX_ASYNCIFY("start_rewind") void asyncify_start_rewind(void*);
RADIX_ASYNCIFY("stop_rewind") void asyncify_stop_rewind();
}
#undef RADIX_ASYNCIFY

namespace radix {

void enter_stacks(Suspended* home, Suspended to);
void radix_call(void (*f)(const void*), const void* argument);

/// A stack, from above: this, room for unwound frames, then what its variables live in, which grows
/// down.
struct StackOfPage {
  struct {
    unsigned char *free, *end;
  } saved;  ///< as Asyncify wants it: its first free byte, one past its last
  uintptr_t top, pointer;
  void (*first)();
  bool inside;  ///< its call was left
};
struct StacksOfPage {
  StackOfPage* current = nullptr;  ///< null: the OS thread's own stack
  Suspended wanted = nullptr;      ///< who goes on when the current one has been left
  bool rewinding = false;
};
inline constinit StacksOfPage stacks_of_page;

inline bool call_goes_on() { return stacks_of_page.current->inside; }
inline bool stack_left() { return stacks_of_page.wanted != stacks_of_page.current; }
// Always inline: whoever calls Asyncify is what is left by it as it is
[[gnu::always_inline]] inline bool comes_back() {
  if (!stacks_of_page.rewinding) return false;
  stacks_of_page.rewinding = false;
  asyncify_stop_rewind();
  return true;
}
[[gnu::always_inline]] inline bool leaves_call() {
  if (!stack_left()) return false;
  asyncify_start_unwind(&stacks_of_page.current->saved);
  return true;
}

}  // namespace radix
