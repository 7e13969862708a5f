#include "switch.hpp"

#include <cstdint>
#include <new>

#if RADIX_OWN_SWITCH

#include <sys/mman.h>
#include <unistd.h>

// Push what a called function must keep, exchange the stack pointers, pop. It is left by a jump,
// not by `ret`: the processor predicts a `ret` from the last call, and that was another thread's. A
// jump it predicts from history, and all threads of a block go on at the same place. (Shadow
// stacks, where they are switched on, would refuse it.)
asm(R"(
.text
.p2align 5
.globl radix_switch_stacks
.type radix_switch_stacks, @function
radix_switch_stacks:
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  jmpq *%rcx
  .cfi_endproc
.size radix_switch_stacks, .-radix_switch_stacks
)");

namespace radix {

Suspended fresh_stack(void* top, std::size_t, void (*first)()) {
  auto* words = reinterpret_cast<uintptr_t*>(reinterpret_cast<uintptr_t>(top) & ~uintptr_t{15});
  *--words = 0;  // what the first function would return to: the end of every backtrace
  *--words = reinterpret_cast<uintptr_t>(first);
  for (int saved = 0; saved < 6; ++saved) *--words = 0;
  return words;
}

namespace {
std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
}  // namespace

GuardedStack::GuardedStack(std::size_t bytes) {
  const std::size_t page = page_bytes();
  bytes_ = (bytes + page - 1) / page * page;
  void* lowest =
      mmap(nullptr, page + bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (lowest == MAP_FAILED) throw std::bad_alloc();
  mprotect(lowest, page, PROT_NONE);
  top_ = static_cast<char*>(lowest) + page + bytes_;
}

GuardedStack::~GuardedStack() {
  munmap(static_cast<char*>(top_) - bytes_ - page_bytes(), bytes_ + page_bytes());
}

}  // namespace radix

#else

#include <boost/assert.hpp>  // which the next one forgets on Windows
#include <boost/context/protected_fixedsize_stack.hpp>

namespace radix {

extern "C" void radix_switch_stacks(Suspended* from, Suspended to) {
  const auto left = boost::context::detail::jump_fcontext(to, from);
  *static_cast<Suspended*>(left.data) = left.fctx;  // where the stack that was just left goes on
}

GuardedStack::GuardedStack(std::size_t bytes) {
  const auto made = boost::context::protected_fixedsize_stack(bytes).allocate();
  top_ = made.sp, bytes_ = made.size;
}

GuardedStack::~GuardedStack() {
  boost::context::stack_context made;
  made.sp = top_, made.size = bytes_;
  boost::context::protected_fixedsize_stack(bytes_).deallocate(made);
}

}  // namespace radix

#endif
