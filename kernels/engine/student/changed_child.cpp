// The confined child that runs a changed sort on the recording machine.
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

#include "changed_sort.hpp"
#include "confine.hpp"
#include "kernels/engine/model/trace_words.hpp"
#include "kernels/engine/simt/cpu/cpu.hpp"
#include "kernels/run/engine_machines.hpp"

namespace radix {
namespace {

constexpr std::size_t most_frames = 30;
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

/// Where in the object it was: what the compiler made without optimising has a chain of frames.
void on_signal(int number, siginfo_t*, void* context) {
  signal(SIGSEGV, SIG_DFL);  // the chain may be broken
  signal(SIGBUS, SIG_DFL);
  uint32_t words[2 + most_frames] = {changed_child::stopped, static_cast<uint32_t>(number)};
  std::size_t count = 2;
  const auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  auto at = static_cast<uintptr_t>(machine.gregs[REG_RIP]);
  auto frame = static_cast<uintptr_t>(machine.gregs[REG_RBP]);
#else
  auto at = static_cast<uintptr_t>(machine.pc);
  auto frame = static_cast<uintptr_t>(machine.regs[29]);
#endif
  for (std::size_t left = 200; count < 2 + most_frames && left > 0; --left) {
    if (at >= object_from && at < object_to)
      words[count] = static_cast<uint32_t>(at - object_from) - (count > 2 ? 1 : 0), ++count;
    if (frame == 0 || frame % sizeof(uintptr_t) != 0) break;
    const auto* link = reinterpret_cast<const uintptr_t*>(frame);
    if (link[0] <= frame) break;
    at = link[1], frame = link[0];
  }
  tell(words, count);
}

void catch_signals() {
  static char stack[64 * 1024];
  const stack_t other{.ss_sp = stack, .ss_flags = 0, .ss_size = sizeof stack};
  sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int each : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU})
    sigaction(each, &action, nullptr);
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
  using Sort = void(const Recipe&, const Family&, Trace&);
  auto* const sort =
      object ? reinterpret_cast<Sort*>(dlsym(object, "radix_changed_sort")) : nullptr;
  if (!sort) {
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
    sort(recipe, *sort->family, trace);
  } catch (const KernelError& error) {
    trace.error = error.what();
    trace.fault = error.fault;
  } catch (const std::bad_alloc&) {
    trace.error = "The run takes more memory than a sort of so few keys can.";
  } catch (const std::exception& error) {
    trace.error = error.what();
  }
  const std::vector<uint32_t> words = to_words(trace);
  tell(words.data(), words.size());
  _exit(1);
}

}  // namespace radix
