/// Stacks in WebAssembly, which has one that no program can reach: binaryen's Asyncify, called from
/// inside the module (third_party/emscripten/wasm_ld.sh). A stack is entered by an ordinary call
/// and left by unwinding its few frames into memory of its own; the next entering call rewinds
/// them. So only functions between the foot of a stack and a wait are made able to do that: none of
/// them may hold a try block or an object with a destructor around a wait.
/// https://github.com/WebAssembly/binaryen/blob/version_108/src/passes/Asyncify.cpp
#include <cstdint>
#include <cstdlib>
#include <new>

#include "switch.hpp"

#define ASYNCIFY(name) __attribute__((import_module("asyncify"), import_name(name)))

extern "C" {
ASYNCIFY("start_unwind") void asyncify_start_unwind(void*);
ASYNCIFY("stop_unwind") void asyncify_stop_unwind();
ASYNCIFY("start_rewind") void asyncify_start_rewind(void*);
ASYNCIFY("stop_rewind") void asyncify_stop_rewind();
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

constexpr std::size_t saved_bytes = 2048;  // of unwound frames; 456 were the most that was seen
constexpr uintptr_t alignment = 16;

/// A stack: this, room for unwound frames, then what its variables live in, which grows down.
struct Stack {
  struct {
    unsigned char *free, *end;
  } saved;  ///< as Asyncify wants it: its first free byte, one past its last
  uintptr_t pointer;
  void (*first)();
  enum { fresh, running, left, ended } state;
};

Stack* current = nullptr;    // null: the OS thread's own stack
Suspended wanted = nullptr;  // who goes on when the current one has been left
char home;                   // stands for the OS thread's own stack
enum { normal, unwinding, rewinding } phase = normal;

}  // namespace

Suspended fresh_stack(void* top, std::size_t bytes, void (*first)()) {
  const auto highest = reinterpret_cast<uintptr_t>(top) & ~(alignment - 1);
  const auto lowest = (reinterpret_cast<uintptr_t>(top) - bytes + alignment - 1) & ~(alignment - 1);
  auto* saved = reinterpret_cast<unsigned char*>(lowest + sizeof(Stack));
  auto* stack = reinterpret_cast<Stack*>(lowest);
  *stack = {{saved, saved + saved_bytes}, highest, first, Stack::fresh};
  return stack;
}

extern "C" {

__attribute__((noinline)) void radix_call(void (*f)(const void*), const void* argument) {
  f(argument);
}

/// The foot of every stack. On Asyncify's list.
__attribute__((noinline)) void radix_stack_foot(Stack* stack) {
  radix_call([](const void* s) { static_cast<const Stack*>(s)->first(); }, stack);
}

/// Where unwinding ends and rewinding begins: Asyncify leaves it as it is.
__attribute__((noinline)) void radix_stack_step(Stack* stack) {
  if (stack->state == Stack::left) {
    phase = rewinding;
    asyncify_start_rewind(&stack->saved);
  }
  stack->state = Stack::running;
  radix_stack_foot(stack);
  if (phase != unwinding) {
    stack->state = Stack::ended;
    return;
  }
  asyncify_stop_unwind();
  phase = normal;
  stack->state = Stack::left;
}

/// Where unwinding begins and rewinding ends: Asyncify leaves it as it is.
__attribute__((noinline)) void radix_stack_leave() {
  if (phase == rewinding) {
    asyncify_stop_rewind();
    phase = normal;
    return;
  }
  phase = unwinding;
  asyncify_start_unwind(&current->saved);
}

void radix_switch_stacks(Suspended* from, Suspended to) {
  if (phase == normal) *from = current, wanted = to;
  radix_stack_leave();
}

}  // extern "C"

namespace {

/// Goes on with a stack until it is left. What it throws ends it and is thrown on.
void enter(Stack* stack) {
  const uintptr_t own = radix_get_stack_pointer();
  current = stack;
  radix_set_stack_pointer(stack->pointer);
  try {
    radix_stack_step(stack);
  } catch (...) {
    radix_set_stack_pointer(own);
    current = nullptr;
    stack->state = Stack::ended;
    throw;
  }
  stack->pointer = radix_get_stack_pointer();
  radix_set_stack_pointer(own);
  current = nullptr;
}

}  // namespace

void enter_stacks(Suspended* from, Suspended to) {
  *from = &home;
  for (wanted = to; wanted != &home;) enter(static_cast<Stack*>(wanted));
}

GuardedStack::GuardedStack(std::size_t bytes) : bytes_(bytes) {
  void* lowest = std::malloc(bytes);  // a page has no memory protection
  if (lowest == nullptr) throw std::bad_alloc();
  top_ = static_cast<char*>(lowest) + bytes;
}

GuardedStack::~GuardedStack() { std::free(static_cast<char*>(top_) - bytes_); }

}  // namespace radix
