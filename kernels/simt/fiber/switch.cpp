#include "switch.hpp"

#include <cstdint>

#if RADIX_OWN_SWITCH

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

Suspended fresh_stack(void* top, std::size_t) {
  auto* words = reinterpret_cast<uintptr_t*>(reinterpret_cast<uintptr_t>(top) & ~uintptr_t{15});
  *--words = 0;  // what the first function would return to: the end of every backtrace
  *--words = reinterpret_cast<uintptr_t>(&radix_on_fresh_stack);
  for (int saved = 0; saved < 6; ++saved) *--words = 0;
  return words;
}

}  // namespace radix

#else

#include <boost/context/detail/fcontext.hpp>

namespace radix {
namespace {

using namespace boost::context::detail;

/// Notes where the stack that was just left goes on.
void arrived(transfer_t left) { *static_cast<Suspended*>(left.data) = left.fctx; }

void begin(transfer_t left) {
  arrived(left);
  radix_on_fresh_stack();
}

}  // namespace

Suspended fresh_stack(void* top, std::size_t bytes) { return make_fcontext(top, bytes, begin); }

extern "C" void radix_switch_stacks(Suspended* from, Suspended to) {
  arrived(jump_fcontext(to, from));
}

}  // namespace radix

#endif
