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

/// f(argument), whose frames are unwound and rewound without those of what it was called in. All
/// that going on needs lies together, in few lines of the cache: this, the frames after it, and
/// before it what its variables live in, which grows down.
struct CallOfPage {
  struct {
    unsigned char *free, *end;
  } saved;  ///< as Asyncify wants it: the first free byte of the frames' room, one past its last
  uintptr_t pointer;  ///< where its variables end, while it is left; else 0
  void (*f)(const void*);
  const void* argument;
  void (*first)();    ///< the foot of its stack
  CallOfPage* outer;  ///< null: it is the kernel's
};
struct StacksOfPage {
  CallOfPage* current = nullptr;  ///< of a stack the innermost; null: the OS thread's own stack
  Suspended wanted = nullptr;     ///< who goes on when the current one has been left
  bool rewinding = false;
};
inline constinit StacksOfPage stacks_of_page;

extern "C" inline void radix_switch_stacks(Suspended* from, Suspended to) {
  *from = stacks_of_page.current;
  stacks_of_page.wanted = to;
}

inline bool call_goes_on() { return stacks_of_page.current->pointer != 0; }
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

/// Makes the call, in a kernel. When it is left, the frames around it are unwound, too, and rewound
/// when it has ended, however often it was left by then.
void call_within(CallOfPage& call);

/// Function(arguments…) as such a call. The page stops where its frames have too little room.
template <auto Function, class... A>
auto waits_often(A... arguments) {
  const auto function = [&] { return Function(arguments...); };
  struct Call : CallOfPage {
    const decltype(function)* function;
    decltype(Function(arguments...)) result;
    unsigned char frames[512];
  } call;
  call.f = [](const void* argument) {
    auto& self = *static_cast<Call*>(const_cast<void*>(argument));
    self.result = (*self.function)();
  };
  call.argument = &call;
  call.saved = {call.frames, call.frames + sizeof call.frames};
  call.function = &function;
  call_within(call);
  return call.result;
}

}  // namespace radix
