#include <cstdlib>
#include <new>

#include "switch.hpp"

extern "C" {
uintptr_t radix_get_stack_pointer();  // of the stack of variables, below
void radix_set_stack_pointer(uintptr_t);
}

asm(R"(
.globaltype __stack_pointer, i32
.globl radix_get_stack_pointer
.type radix_get_stack_pointer,@function
radix_get_stack_pointer:
  .functype radix_get_stack_pointer () -> (i32)
  global.get __stack_pointer
  end_function
.globl radix_set_stack_pointer
.type radix_set_stack_pointer,@function
radix_set_stack_pointer:
  .functype radix_set_stack_pointer (i32) -> ()
  local.get 0
  global.set __stack_pointer
  end_function
)");

namespace radix {
namespace {

// Of unwound frames; 456 were the most that was seen, when the machine's own were among them
constexpr std::size_t saved_bytes = 2048;
constexpr uintptr_t alignment = 16;

StackOfPage*& current = stacks_of_page.current;
Suspended& wanted = stacks_of_page.wanted;
char home;  // stands for the OS thread's own stack

}  // namespace

Suspended fresh_stack(void* top, std::size_t, void (*first)()) {
  const auto place = (reinterpret_cast<uintptr_t>(top) - sizeof(StackOfPage)) & ~(alignment - 1);
  auto* stack = reinterpret_cast<StackOfPage*>(place);
  auto* saved = reinterpret_cast<unsigned char*>(place - saved_bytes);
  *stack = {{saved, saved + saved_bytes}, place - saved_bytes, place - saved_bytes, first, false};
  return stack;
}

extern "C" void radix_switch_stacks(Suspended* from, Suspended to) {
  *from = current;
  wanted = to;
}

void radix_call(void (*f)(const void*), const void* argument) {
  StackOfPage& stack = *current;
  struct Pointer {
    StackOfPage& stack;
    const uintptr_t own = radix_get_stack_pointer();
    ~Pointer() {
      stack.pointer = stack.inside ? radix_get_stack_pointer() : stack.top;
      radix_set_stack_pointer(own);
    }
  } pointer{stack};
  radix_set_stack_pointer(stack.pointer);
  if (stack.inside) {
    stack.inside = false;
    stacks_of_page.rewinding = true;
    asyncify_start_rewind(&stack.saved);
  }
  f(argument);
  if (!stack_left()) return;
  asyncify_stop_unwind();
  stack.inside = true;
}

void enter_stacks(Suspended* from, Suspended to) {
  *from = &home;
  for (wanted = to; wanted != &home;) {
    current = static_cast<StackOfPage*>(wanted);
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
