// The sandboxed child that runs a changed sort on the recording machine.
#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>

#include "changed_machine.hpp"
#include "changed_sort.hpp"
#include "confine.hpp"
#include "kernels/engine/model/trace_words.hpp"
#include "kernels/engine/simt/cpu/cpu.hpp"
#include "kernels/run/engine_machines.hpp"

namespace radix {
namespace {

constexpr std::size_t max_frames = 30, max_slots = 4096;
constexpr std::size_t max_accesses = 1'000'000;  ///< that are told: 20 MB
uintptr_t object_from = 0, object_to = 0;

void tell(const uint32_t* words, std::size_t count) {
  const char* at = reinterpret_cast<const char*>(words);
  for (std::size_t left = count * sizeof *words; left > 0;) {
    const ssize_t wrote = write(STDOUT_FILENO, at, left);
    if (wrote <= 0) _exit(1);
    at += wrote, left -= static_cast<std::size_t>(wrote);
  }
  _exit(0);
}

uint32_t stop_words[2 + max_frames] = {changed_child::stopped};
std::size_t stop_count = 0;  ///< of them; 0: no signal yet

/// Where in the object it was: what lies on the stack and is an address there, from the innermost
/// on. Beyond the stack's end the next signal tells what was found.
void on_signal(int number, siginfo_t*, void* context) {
  if (stop_count > 0) tell(stop_words, stop_count);
  stop_words[1] = static_cast<uint32_t>(number);
  stop_count = 2;
  const auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  const auto now = static_cast<uintptr_t>(machine.gregs[REG_RIP]);
  const auto stack = static_cast<uintptr_t>(machine.gregs[REG_RSP]);
#else
  const auto now = static_cast<uintptr_t>(machine.pc), stack = static_cast<uintptr_t>(machine.sp);
#endif
  const auto add = [](uintptr_t at, uintptr_t back) {
    if (at > object_from && at < object_to)
      stop_words[stop_count++] = static_cast<uint32_t>(at - back - object_from);
  };
  add(now, 0);
  const auto* slot = reinterpret_cast<const volatile uintptr_t*>(stack & ~(sizeof(uintptr_t) - 1));
  for (std::size_t i = 0; i < max_slots && stop_count < 2 + max_frames; ++i) add(slot[i], 1);
  tell(stop_words, stop_count);
}

void catch_signals() {
  static char stack[64 * 1024];
  const stack_t other{.ss_sp = stack, .ss_flags = 0, .ss_size = sizeof stack};
  sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int each : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU})
    sigaction(each, &action, nullptr);
  // What a loop without an end writes down fills the memory before the time is up
  std::set_new_handler([] { raise(SIGXCPU); });
}

/// The place of its code in memory.
void find_object(void* object) {
  link_map* map = nullptr;
  if (dlinfo(object, RTLD_DI_LINKMAP, &map) != 0 || !map) return;
  object_from = map->l_addr;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void*) {
        if (info->dlpi_addr != object_from) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_LOAD)
            object_to = std::max<uintptr_t>(
                object_to, object_from + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz);
        return 1;
      },
      nullptr);
}

}  // namespace

void run_changed_child(int argc, char** argv) {
  const bool confined = argc < 3 || std::strcmp(argv[2], "unconfined") != 0;
  const auto confine = [&](bool may_open) {
    if (confined && !allow_only_computing(may_open)) _exit(2);
  };
  std::ifstream in(argv[1], std::ios::binary);
  const Recipe recipe = recipe_from({std::istreambuf_iterator<char>(in), {}});
  const SortInfo* sort = sort_named(recipe.sort);
  catch_signals();
  confine(true);
  void* object = dlopen(argv[0], RTLD_NOW | RTLD_LOCAL);
  void* const changed_sort = object ? dlsym(object, "radix_changed_sort") : nullptr;
  if (!changed_sort) {
    if (!object) static_cast<void>(write(STDERR_FILENO, dlerror(), std::strlen(dlerror())));
    tell(&changed_child::unfit, 1);
  }
  find_object(object);
  confine(false);
  Trace trace;
  trace.problem = recipe.problem;
  trace.sort = sort->name;
  trace.family = sort->family;
  try {
    cpu::set_order(recipe.thread_order, recipe.block_order, recipe.seed);
    cpu::set_cancel(nullptr);
    record_changed(changed_sort, recipe, *sort->family, trace);
  } catch (const KernelError& error) {
    trace.error = error.what();
    trace.fault = error.fault;
  } catch (const std::exception& error) {
    trace.error = error.what();
  }
  std::size_t accesses = 0;
  for (const auto& log : trace.accesses) accesses += log->accesses.size();
  if (accesses > max_accesses) trace.accesses.clear();
  const std::vector<uint32_t> words = to_words(trace);
  tell(words.data(), words.size());
  _exit(1);
}

}  // namespace radix
