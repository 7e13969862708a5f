// One thread is all that a page opened from a folder has. Work that another thread would do waits until the page has
// drawn (page.js), or until somebody waits for it.
#include <pthread.h>
#include <deque>

// Two names that LLVM 22 and emscripten 3.1.6 write differently: the program's entry, and the tag of its exceptions.
asm(R"(
.functype __main_argc_argv (i32, i32) -> (i32)
.globl main
.type main,@function
main:
  .functype main (i32, i32) -> (i32)
  local.get 0
  local.get 1
  call __main_argc_argv
  end_function
.tagtype __cpp_exception i32
.globl __cpp_exception
__cpp_exception:
)");

namespace {

struct Work {
  void* (*run)(void*);
  void* argument;
  pthread_t thread;
};

std::deque<Work>& waiting() {
  static std::deque<Work> works;
  return works;
}

unsigned long threads = 0;

void do_first() {
  const Work work = waiting().front();
  waiting().pop_front();
  work.run(work.argument);
}

}  // namespace

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t*, void* (*run)(void*), void* argument) {
  *thread = (pthread_t)++threads;
  waiting().push_back({run, argument, *thread});
  return 0;
}

int pthread_join(pthread_t thread, void**) {
  for (auto work = waiting().begin(); work != waiting().end(); ++work) {
    if (work->thread != thread) continue;
    const Work wanted = *work;
    waiting().erase(work);
    wanted.run(wanted.argument);
    break;
  }
  return 0;
}

/// For page.js: whether work waits; and does the oldest.
__attribute__((export_name("radix_waiting"))) int radix_waiting() { return !waiting().empty(); }
__attribute__((export_name("radix_work"))) void radix_work() {
  if (!waiting().empty()) do_first();
}

// The one thread never ends.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

}
