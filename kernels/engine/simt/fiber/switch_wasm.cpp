#include <cstdlib>
#include <new>
#include <utility>

#include "switch.hpp"

namespace radix {
namespace {

// For unwound frames. The most that was seen are 456, with the scheduler's own frames among them
constexpr std::size_t saved_bytes = 2048;
constexpr uintptr_t alignment = 16;

CallOfPage*& current = stacks_of_page.current;
Suspended& wanted = stacks_of_page.wanted;
char home;  // stands for the OS thread's own stack

/// Where the variables of what runs end.
uintptr_t stack_pointer() {
  uintptr_t pointer;
  asm volatile(
      "global.get __stack_pointer\n"
      "local.set %0"
      : "=r"(pointer));
  return pointer;
}
void set_stack_pointer(uintptr_t pointer) {
  asm volatile(
      "local.get %0\n"
      "global.set __stack_pointer"
      :
      : "r"(pointer));
}

}  // namespace

Suspended fresh_stack(void* top, std::size_t, void (*first)()) {
  const auto place =
      (reinterpret_cast<uintptr_t>(top) - saved_bytes - sizeof(CallOfPage)) & ~(alignment - 1);
  auto* call = reinterpret_cast<CallOfPage*>(place);
  *call = {.saved = {}, .pointer = 0, .f = {}, .argument = {}, .first = first, .outer = nullptr};
  return call;
}

namespace {

// Asyncify takes whoever starts rewinding or stops unwinding, and its callers, for nobody that is
// ever left: so call_within, which is left, has these made for it

/// Makes a call. False when it has left: then unwinding must be stopped, or rewinding begun.
[[gnu::always_inline]] inline bool make(CallOfPage& call) {
  call.f(call.argument);
  if (!stack_left()) return true;
  call.pointer = stack_pointer();
  return false;
}
[[gnu::noinline]] void stop_unwinding() { asyncify_stop_unwind(); }

}  // namespace

void radix_call(void (*f)(const void*), const void* argument) {
  struct Foot {
    const uintptr_t pointer = stack_pointer();
    ~Foot() {
      set_stack_pointer(pointer);
      if (stack_left()) return;
      while (current->outer != nullptr) current = current->outer;  // something was thrown
      current->pointer = 0;
      wanted = current;
    }
  } foot;
  if (!call_goes_on()) {
    auto* frames = reinterpret_cast<unsigned char*>(current + 1);
    current->saved = {frames, frames + saved_bytes};
    current->f = f;
    current->argument = argument;
    set_stack_pointer(reinterpret_cast<uintptr_t>(current));
  }
  for (;;) {
    CallOfPage& call = *current;
    if (call.pointer != 0) {
      set_stack_pointer(std::exchange(call.pointer, 0));
      stacks_of_page.rewinding = true;
      asyncify_start_rewind(&call.saved);
    }
    if (make(call)) {
      if (call.outer == nullptr) return;
      wanted = current = call.outer;
      continue;
    }
    // Where the next stack has a foot like this one, that is not called again
    auto* next = wanted == &home ? nullptr : static_cast<CallOfPage*>(wanted);
    if (next == nullptr || next->pointer == 0 || next->first != call.first)
      return asyncify_stop_unwind();
    current = next;
  }
}

void call_within(CallOfPage& call) {
  if (comes_back()) return;
  call.pointer = 0;
  call.first = current->first;
  call.outer = current;
  wanted = current = &call;
  if (make(call)) {
    wanted = current = call.outer;
  } else {
    stop_unwinding();
    asyncify_start_unwind(&call.outer->saved);
  }
}

void enter_stacks(Suspended* from, Suspended to) {
  *from = &home;
  for (wanted = to; wanted != &home;) {
    current = static_cast<CallOfPage*>(wanted);
    current->first();
  }
  current = nullptr;
}

GuardedStack::GuardedStack(std::size_t bytes) : bytes_(bytes) {
  void* lowest = std::malloc(bytes);  // a page has no memory protection
  if (lowest == nullptr) throw std::bad_alloc();
  top_ = static_cast<char*>(lowest) + bytes;
}

GuardedStack::~GuardedStack() { std::free(static_cast<char*>(top_) - bytes_); }

}  // namespace radix
