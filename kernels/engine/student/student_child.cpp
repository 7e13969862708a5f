// Everything a student's object calls: the words of cuda_words.h, the hooks that compilers put
// before loads and stores (-fsanitize=thread, whose library is not linked) and at the head of every
// piece of code (-fsanitize-coverage=trace-pc), and the ways a program may end.
#include "student_child.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "confine.hpp"
#include "cuda_coordinates.hpp"
#include "student_machine.hpp"
#include "student_watch.hpp"

struct dim3 {
  unsigned x, y, z;
};
extern "C" {
rs_here_t rs_here{};
}

namespace radix {
namespace {

using namespace student;
using Kind = StudentFinding::Kind;

constexpr uint64_t max_pieces = 20'000'000;  // of code, and accesses, in a run
constexpr uint64_t loop_pieces = 100'000;    // more, to see where it goes round
constexpr std::size_t dynamic_bytes = 96 * 1024;
constexpr std::size_t max_loop_sites = 64;

int output = 1;
uint64_t pieces = 0;
uint32_t dynamic_array = 0;
int last_error = 0;
alignas(256) char dynamic_memory[dynamic_bytes + 512];
bool finished = false, exit_is_end = false;  // a main may end with exit()
StudentPassword password;  // from the judge, before any code of the student's runs

StudentSite site_of(const void* address) {
  const auto* at = static_cast<const char*>(address);
  return at >= object_begin && at < object_end ? static_cast<StudentSite>(at - object_begin) : 0;
}

[[noreturn]] void finish(StudentRun::End end) {
  if (!finished) {
    finished = true;
    told.end = end;
    if (end == StudentRun::End::returned) tell_managed();
    const std::vector<uint32_t> words = to_words(told, password);
    const auto* bytes = reinterpret_cast<const char*>(words.data());
    for (std::size_t left = words.size() * 4; left > 0;) {
      const ssize_t written = write(output, bytes, left);
      if (written <= 0) break;
      bytes += written, left -= static_cast<std::size_t>(written);
    }
  }
  _exit(0);
}

/// The program cannot go on; what happened is noted.
[[noreturn]] void give_up() {
  now.stack_low = now.stack_high = nullptr;
  if (now.in_kernel) end_record();
  finish(StudentRun::End::stopped);
}

void react(Verdict verdict, StudentSite site) {
  if (verdict == Verdict::go_on) return;
  if (!now.in_kernel) give_up();
  if (verdict == Verdict::stop) stop_thread();
  wait_for_others(site);
}

/// One more piece of work. Past the most, where it goes round is kept for a while.
void count_piece(StudentSite site) {
  if (++pieces <= max_pieces) return;
  if (pieces == max_pieces + 1) {
    note(Kind::endless, site, 0, 0, 0);
    told.loop.clear();
  }
  if (site != 0 && told.loop.size() < max_loop_sites && std::ranges::count(told.loop, site) == 0)
    told.loop.push_back(site);
  if (pieces > max_pieces + loop_pieces) give_up();
}

void on_access(const void* address, uint32_t bytes, Touch how, const void* from) {
  if (!object_begin) return;
  const auto* at = static_cast<const char*>(address);
  if (at >= reinterpret_cast<const char*>(&rs_here) &&
      at < reinterpret_cast<const char*>(&rs_here + 1))
    return;  // threadIdx and its kin
  const StudentSite site = site_of(from);
  count_piece(site);
  react(touch(address, bytes, how, site), site);
}

/// Many bytes at once: of a kernel word after word, as they are of any array.
void on_range(const void* address, std::size_t bytes, Touch how, const void* from) {
  const auto* at = static_cast<const char*>(address);
  const bool words = now.in_kernel && reinterpret_cast<uintptr_t>(at) % 4 == 0 && bytes % 4 == 0;
  const std::size_t piece = words ? 4 : std::min<std::size_t>(bytes, UINT32_MAX);
  for (std::size_t i = 0; piece > 0 && i + piece <= bytes; i += piece)
    on_access(at + i, static_cast<uint32_t>(piece), how, from);
}
void on_copy(const void* to, const void* from, std::size_t bytes, const void* site) {
  on_range(from, bytes, Touch::read, site);
  on_range(to, bytes, Touch::write, site);
}

/// The host does the same again and again, more often than any sort.
void goes_on(unsigned line) {
  note(Kind::endless, site_is_line | line, 0, 0, 0);
  give_up();
}

void crash(const char* what, StudentSite site) {
  note(Kind::crash, site, 0, 0, 0).text = what;
  give_up();
}

void on_signal(int signal, siginfo_t*, void* context) {
  StudentSite site = 0;
#if defined(__x86_64__)
  site = site_of(
      reinterpret_cast<const char*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]) +
      1);
#elif defined(__aarch64__)
  site =
      site_of(reinterpret_cast<const char*>(static_cast<ucontext_t*>(context)->uc_mcontext.pc) + 1);
#endif
  if (signal == SIGXCPU) {
    note(Kind::endless, site, 0, 0, 0);
    give_up();
  }
  crash(signal == SIGFPE ? "division" : signal == SIGABRT ? "abort" : "address", site);
}

void catch_signals() {
  static char stack[1 << 16];
  stack_t own{};
  own.ss_sp = stack, own.ss_size = sizeof stack;
  sigaltstack(&own, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_SIGINFO | SA_RESETHAND);
  for (const int each : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGXCPU})
    sigaction(each, &action, nullptr);
}

// ------------------------------------------------------------------------------------- the object

std::string entry_symbol;

/// What the names of a function's arrays begin with, of functions that have shared ones: those
/// have a gap, too.
std::vector<std::string> with_shared;

void add_gap(const std::string& symbol) {
  std::size_t at = symbol.find("rs_gap_");
  if (at == std::string::npos || !symbol.starts_with("_ZZ")) return;
  while (at > 0 && std::isdigit(static_cast<unsigned char>(symbol[at - 1])) != 0) --at;
  with_shared.push_back(symbol.substr(0, at));
}

/// Arrays of the object: what stands at 256 bytes in a function that has shared ones is shared
/// memory, the rest of what can be written is a variable. Any large array may stand so by chance.
void add_variable(const std::string& symbol, char* begin, std::size_t bytes) {
  const bool local = symbol.starts_with("_ZZ");
  if (symbol.find("rs_gap_") != std::string::npos) return;
  for (const char* each : {"_ZSt", "_ZGV", "_ZT", "_ZNSt", "_ZGR"})
    if (symbol.starts_with(each)) return;
  if (!symbol.starts_with("_Z") && symbol.starts_with("_")) return;
  int status = 0;
  char* plain = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string name = plain ? plain : symbol;
  std::free(plain);
  if (const std::size_t at = name.rfind("::"); at != std::string::npos) name = name.substr(at + 2);
  const bool in_kernel = std::ranges::any_of(
      with_shared, [&](const std::string& function) { return symbol.starts_with(function); });
  const bool shared = local && in_kernel && reinterpret_cast<uintptr_t>(begin) % 256 == 0;
  if ((local && !shared) || told.arrays.size() >= student_limits::arrays / 2) return;
  add_array(shared ? StudentArray::Kind::shared : StudentArray::Kind::variable, name, 0, begin,
            bytes);
}

/// An object's own lists, read from its file.
class ObjectFile {
 public:
  explicit ObjectFile(const char* file) {
    const int in = open(file, O_RDONLY | O_CLOEXEC);
    struct stat about {};
    if (in < 0 || fstat(in, &about) != 0) return;
    size_ = static_cast<std::size_t>(about.st_size);
    void* all = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, in, 0);
    close(in);
    if (all != MAP_FAILED) bytes_ = static_cast<const char*>(all);
  }
  ~ObjectFile() {
    if (bytes_) munmap(const_cast<char*>(bytes_), size_);
  }
  ObjectFile(const ObjectFile&) = delete;
  ObjectFile& operator=(const ObjectFile&) = delete;

  template <class Each>
  void each_section(Each each) const {
    if (!bytes_) return;
    const auto* header = reinterpret_cast<const Elf64_Ehdr*>(bytes_);
    const auto* sections = reinterpret_cast<const Elf64_Shdr*>(bytes_ + header->e_shoff);
    for (int i = 0; i < header->e_shnum; ++i) each(sections[i], sections, header->e_shnum);
  }
  template <class Each>
  void each_symbol(Each each) const {
    each_section([&](const Elf64_Shdr& table, const Elf64_Shdr* sections, unsigned count) {
      if (table.sh_type != SHT_SYMTAB) return;
      const auto* symbols = reinterpret_cast<const Elf64_Sym*>(bytes_ + table.sh_offset);
      const char* names = bytes_ + sections[table.sh_link].sh_offset;
      for (std::size_t k = 0; k < table.sh_size / sizeof *symbols; ++k) {
        const unsigned section = symbols[k].st_shndx;
        if (section == 0 || section >= count) continue;
        each(names + symbols[k].st_name, symbols[k], (sections[section].sh_flags & SHF_WRITE) != 0);
      }
    });
  }

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

/// What would run before the object is loaded: nothing of the student's may, while files can be
/// opened.
void refuse_early_code(const ObjectFile& file) {
  file.each_symbol([](const char*, const Elf64_Sym& symbol, bool) {
    if (ELF64_ST_TYPE(symbol.st_info) != STT_GNU_IFUNC) return;
    told.refusal = student_refusal::ifunc;
    finish(StudentRun::End::no_entry);
  });
}

/// The initializers of its variables, which the compiler's part took out of its loading.
void call_initializers(const ObjectFile& file) {
  file.each_section([](const Elf64_Shdr& section, const Elf64_Shdr*, unsigned) {
    if (section.sh_type != SHT_INIT_ARRAY) return;
    using Initializer = void (*)(int, char**, char**);
    char* none[] = {nullptr};
    const auto* each = reinterpret_cast<const Initializer*>(object_begin + section.sh_addr);
    for (std::size_t i = 0; i < section.sh_size / sizeof *each; ++i) each[i](0, none, none);
  });
}

void* load(const char* file, const ObjectFile& lists) {
  refuse_early_code(lists);
  void* object = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!object) {
    const std::string why = dlerror();  // it names the judge's own folder, too
    told.refusal = why.find("failed to map") != why.npos
                       ? std::string(student_refusal::memory)
                       : why.substr(why.rfind(": ") == why.npos ? 0 : why.rfind(": ") + 2);
    finish(StudentRun::End::no_entry);
  }
  link_map* map = nullptr;
  dlinfo(object, RTLD_DI_LINKMAP, &map);
  object_begin = reinterpret_cast<const char*>(map->l_addr);
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void*) {
        if (reinterpret_cast<const char*>(info->dlpi_addr) != object_begin) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_LOAD)
            object_end = std::max(
                object_end, object_begin + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz);
        return 0;
      },
      nullptr);
  lists.each_symbol([](const std::string& name, const Elf64_Sym&, bool) { add_gap(name); });
  lists.each_symbol([](const std::string& name, const Elf64_Sym& symbol, bool writable) {
    const int type = ELF64_ST_TYPE(symbol.st_info);
    if (type == STT_FUNC && name.starts_with("_Z4sortP") && name.find("jj") != std::string::npos)
      entry_symbol = name;
    if (type == STT_FUNC && name.starts_with("_Z4sortPiS_ii")) entry_symbol = name;
    if (type == STT_OBJECT && symbol.st_size > 0 && writable)
      add_variable(name, const_cast<char*>(object_begin) + symbol.st_value, symbol.st_size);
  });
  return object;
}

std::vector<uint32_t> numbers_in(const char* text) {
  std::vector<uint32_t> numbers;
  for (char* at = const_cast<char*>(text); *at;) {
    numbers.push_back(static_cast<uint32_t>(std::strtoul(at, &at, 10)));
    while (*at == ',') ++at;
  }
  return numbers;
}

/// One sort, of buffers that are there for it alone.
void call_sort(void* function, std::vector<uint32_t> keys, uint32_t bits) {
  using Sort = void (*)(uint32_t*, uint32_t*, uint32_t, uint32_t);
  const auto sort = reinterpret_cast<Sort>(function);
  const std::size_t bytes = keys.size() * 4;
  void* in = allocate(bytes, "keys", 0, false);
  void* out = allocate(bytes, "output", 0, false);
  copy_memory(in, keys.data(), bytes, 1, 0);
  sort(static_cast<uint32_t*>(in), static_cast<uint32_t*>(out), static_cast<uint32_t>(keys.size()),
       bits);
  copy_memory(keys.data(), out, bytes, 2, 0);
  release(in), release(out);
}

/// `before`: keys that the same program sorts first, where that is asked for.
void call_entry(void* object, const std::vector<uint32_t>& keys, uint32_t bits,
                const std::vector<uint32_t>* before) {
  if (!entry_symbol.empty()) {
    void* function = dlsym(object, entry_symbol.c_str());
    if (before) call_sort(function, *before, bits);
    call_sort(function, keys, bits);
  } else if (void* main = dlsym(object, "main")) {
    char name[] = "student";
    char* words[] = {name, nullptr};
    exit_is_end = true;
    reinterpret_cast<int (*)(int, char**)>(main)(1, words);
  } else {
    finish(StudentRun::End::no_entry);
  }
}

}  // namespace

void run_student_child(int argc, char** argv) {
  if (argc < 5 || read(0, &password, sizeof password) != sizeof password) _exit(2);
  output = dup(1);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0), dup2(nothing, 1), dup2(nothing, 2);
  close(nothing);
  const bool unconfined = std::strcmp(argv[4], "unconfined") == 0;
  const auto confine = [&](bool may_open) {
    if (allow_only_computing(may_open) || unconfined) return;
    told.refusal = student_refusal::seccomp;
    finish(StudentRun::End::no_entry);
  };
  order = std::strcmp(argv[1], "reverse") == 0 ? Order::reverse : Order::forward;
  const auto bits = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
  catch_signals();
  std::atexit([] { finish(exit_is_end ? StudentRun::End::returned : StudentRun::End::left); });
  confine(true);
  const ObjectFile lists(argv[0]);
  void* object = load(argv[0], lists);
  dynamic_array =
      add_array(StudentArray::Kind::shared, "dynamic shared memory", 0, dynamic_memory + 256, 0);
  confine(false);
  try {
    call_initializers(lists);
    const std::vector<uint32_t> before = numbers_in(argc > 5 ? argv[5] : "");
    call_entry(object, numbers_in(argv[3]), bits, argc > 5 ? &before : nullptr);
  } catch (const std::bad_alloc&) {
    crash("bad_alloc", 0);
  } catch (...) {
    crash("exception", 0);
  }
  finish(StudentRun::End::returned);
}

}  // namespace radix

using namespace radix;
using namespace radix::student;

// What is called here is called by the student's object alone, and declared in cuda_words.h.
#pragma GCC diagnostic ignored "-Wmissing-declarations"
extern "C" {

// --------------------------------------------------------------------------- words of cuda_words.h

void rs_sync(const char*, unsigned line) { wait_for_block(line); }
void rs_grid_sync(const char*, unsigned line) { wait_for_grid(line); }

unsigned long long rs_warp(int what, unsigned mask, unsigned long long value, unsigned source,
                           const char*, unsigned line) {
  return wait_for_warp(static_cast<WarpOperation>(what), mask, value, source, line);
}

void rs_atomic(const volatile void* at, unsigned bytes, const char*, unsigned line) {
  const StudentSite site = site_is_line | line;
  count_piece(site);
  react(touch(const_cast<const void*>(at), bytes, Touch::atomic, site), site);
}

void rs_range(const void* at, size_t bytes, int writes, unsigned line) {
  // A library does it between two launches: what it reads must have been written, and nothing of it
  // goes on when the next launch begins
  if (!now.in_kernel) now.epoch += 1;
  for (size_t i = 0; i + 4 <= bytes; i += 4) {
    const bool kernel = std::exchange(now.in_kernel, true);
    const Now before = now;
    if (!kernel) now.block = now.thread = 0;
    if (kernel || !told.launches.empty())
      touch(static_cast<const char*>(at) + i, 4, writes ? Touch::write : Touch::read,
            site_is_line | line);
    now = before;
    now.in_kernel = kernel;
  }
}

void* rs_dynamic_shared(const char* name) {
  dynamic_array = rename_array(dynamic_array, name);
  return dynamic_memory + 256;
}

int rs_malloc(void** at, size_t bytes, const char* name, unsigned line, int managed) {
  if (told.arrays.size() >= student_limits::arrays) {
    note(Kind::misuse, site_is_line | line, 0, 0, 0).text = "arrays";
    give_up();
  }
  *at = allocate(bytes, name, line, managed != 0);
  return *at ? 0 : last_error = 2;
}
void rs_name_array(const void* at, const char* name, unsigned line) { name_array(at, name, line); }
int rs_free(void* at, unsigned line) {
  if (release(at)) return 0;
  note(Kind::copy, site_is_line | line, 0, 0, 0).text = "free";
  return last_error = 1;
}
int rs_memcpy(void* to, const void* from, size_t bytes, int kind, unsigned line) {
  if (told.copies.size() >= student_limits::copies) goes_on(line);
  copy_memory(to, from, bytes, kind, line);
  return 0;
}
int rs_memset(void* at, int value, size_t bytes, unsigned line) {
  set_memory(at, value, bytes, line);
  return 0;
}
int rs_last_error(int forget) {
  const int error = last_error;
  if (forget) last_error = 0;
  return error;
}
void rs_assert(const char* what, unsigned line) {
  note(Kind::crash, site_is_line | line, 0, 0, 0).text = std::string("assert ") + what;
  if (now.in_kernel) stop_thread();
  give_up();
}
long long rs_clock() { return static_cast<long long>(pieces); }

int rs_run(const char* kernel, unsigned line, dim3 grid, dim3 block, size_t shared, int,
           void (*body)(void*), void* closure) {
  const Dimensions blocks{grid.x, grid.y, grid.z}, threads{block.x, block.y, block.z};
  const char* wrong = blocks.count() == 0           ? "no blocks"
                      : threads.count() == 0        ? "no threads"
                      : threads.count() > 1024      ? "threads"
                      : shared > dynamic_bytes      ? "shared"
                      : blocks.count() > (1u << 20) ? "blocks"
                                                    : "";
  if (*wrong) {
    note(Kind::misuse, site_is_line | line, 0, 0, 0).text = wrong;
    return last_error = 9;
  }
  if (now.in_kernel) {
    note(Kind::misuse, site_is_line | line, 0, 0, 0).text = "nested";
    stop_thread();
  }
  if (told.launches.size() >= student_limits::launches) goes_on(line);
  rs_here.threads = {block.x, block.y, block.z};
  rs_here.blocks = {grid.x, grid.y, grid.z};
  resize_array(dynamic_array, shared);
  begin_record(kernel, line, static_cast<uint32_t>(blocks.count()),
               static_cast<uint32_t>(threads.count()), shared);
  const bool fine = run_launch(blocks, threads, body, closure);
  now.in_kernel = true;
  end_record();
  now.in_kernel = false;
  if (!fine) finish(StudentRun::End::stopped);
  ++now.launch;
  return 0;
}

// ----------------------------------------------------------------------------- the compiler's
// hooks

#define RADIX_FROM __builtin_return_address(0)
void __sanitizer_cov_trace_pc() {
  if (!object_begin) return;
  begin_piece();
  count_piece(site_of(RADIX_FROM));
}
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

#define RADIX_HOOK(name, bytes, how) \
  void __tsan_##name(void* at) { on_access(at, bytes, Touch::how, RADIX_FROM); }
#define RADIX_HOOKS(bytes)                                           \
  RADIX_HOOK(read##bytes, bytes, read)                               \
  RADIX_HOOK(write##bytes, bytes, write)                             \
  RADIX_HOOK(unaligned_read##bytes, bytes, read)                     \
  RADIX_HOOK(unaligned_write##bytes, bytes, write)                   \
  RADIX_HOOK(volatile_read##bytes, bytes, volatile_read)             \
  RADIX_HOOK(volatile_write##bytes, bytes, volatile_write)           \
  RADIX_HOOK(unaligned_volatile_read##bytes, bytes, volatile_read)   \
  RADIX_HOOK(unaligned_volatile_write##bytes, bytes, volatile_write) \
  void __tsan_read_write##bytes(void* at) {                          \
    on_access(at, bytes, Touch::read, RADIX_FROM);                   \
    on_access(at, bytes, Touch::write, RADIX_FROM);                  \
  }
RADIX_HOOKS(1)
RADIX_HOOKS(2)
RADIX_HOOKS(4)
RADIX_HOOKS(8)
RADIX_HOOKS(16)

void __tsan_read_range(void* at, unsigned long bytes) {
  on_range(at, bytes, Touch::read, RADIX_FROM);
}
void __tsan_write_range(void* at, unsigned long bytes) {
  on_range(at, bytes, Touch::write, RADIX_FROM);
}
// Of clang++, and with __wrap_ of g++, which leaves them to a library's own: see compile.cpp
#define RADIX_MOVES(prefix)                                                \
  void* prefix##memcpy(void* to, const void* from, unsigned long bytes) {  \
    if (bytes == 0) return to; /* nothing, perhaps from nowhere */         \
    on_copy(to, from, bytes, RADIX_FROM);                                  \
    return memmove(to, from, bytes);                                       \
  }                                                                        \
  void* prefix##memmove(void* to, const void* from, unsigned long bytes) { \
    if (bytes == 0) return to;                                             \
    on_copy(to, from, bytes, RADIX_FROM);                                  \
    return memmove(to, from, bytes);                                       \
  }                                                                        \
  void* prefix##memset(void* to, int value, unsigned long bytes) {         \
    if (bytes == 0) return to;                                             \
    on_range(to, bytes, Touch::write, RADIX_FROM);                         \
    return memset(to, value, bytes);                                       \
  }
RADIX_MOVES(__tsan_)
RADIX_MOVES(__wrap_)

/// What `throw` begins with: a GPU knows no exceptions.
void* __cxa_allocate_exception(std::size_t bytes) noexcept;
void* __wrap___cxa_allocate_exception(std::size_t bytes) {
  if (now.in_kernel) crash("throw", site_of(RADIX_FROM));
  return __cxa_allocate_exception(bytes);
}

#define RADIX_SEEN(bits) on_access(const_cast<T##bits*>(at), bits / 8, Touch::atomic, RADIX_FROM)
#define RADIX_CHANGE(bits, name, result)                                           \
  T##bits __tsan_atomic##bits##_##name(volatile T##bits* at, T##bits value, int) { \
    RADIX_SEEN(bits);                                                              \
    const T##bits old = *at;                                                       \
    *at = static_cast<T##bits>(result);                                            \
    return old;                                                                    \
  }
#define RADIX_ATOMICS(bits)                                                                  \
  T##bits __tsan_atomic##bits##_load(const volatile T##bits* at, int) {                      \
    on_access(const_cast<T##bits*>(at), bits / 8, Touch::volatile_read, RADIX_FROM);         \
    return *at;                                                                              \
  }                                                                                          \
  void __tsan_atomic##bits##_store(volatile T##bits* at, T##bits value, int) {               \
    on_access(const_cast<T##bits*>(at), bits / 8, Touch::volatile_write, RADIX_FROM);        \
    *at = value;                                                                             \
  }                                                                                          \
  RADIX_CHANGE(bits, exchange, value)                                                        \
  RADIX_CHANGE(bits, fetch_add, old + value)                                                 \
  RADIX_CHANGE(bits, fetch_sub, old - value)                                                 \
  RADIX_CHANGE(bits, fetch_and, old& value)                                                  \
  RADIX_CHANGE(bits, fetch_or, old | value)                                                  \
  RADIX_CHANGE(bits, fetch_xor, old ^ value)                                                 \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T##bits* at, T##bits* expected, \
                                                    T##bits value, int, int) {               \
    RADIX_SEEN(bits);                                                                        \
    const T##bits old = *at;                                                                 \
    if (old == *expected) return *at = value, 1;                                             \
    return *expected = old, 0;                                                               \
  }                                                                                          \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T##bits* at, T##bits* expected,   \
                                                  T##bits value, int a, int b) {             \
    return __tsan_atomic##bits##_compare_exchange_strong(at, expected, value, a, b);         \
  }                                                                                          \
  T##bits __tsan_atomic##bits##_compare_exchange_val(volatile T##bits* at, T##bits expected, \
                                                     T##bits value, int, int) {              \
    RADIX_SEEN(bits);                                                                        \
    const T##bits old = *at;                                                                 \
    if (old == expected) *at = value;                                                        \
    return old;                                                                              \
  }
using T8 = unsigned char;
using T16 = unsigned short;
using T32 = unsigned;
using T64 = unsigned long;
RADIX_ATOMICS(8)
RADIX_ATOMICS(16)
RADIX_ATOMICS(32)
RADIX_ATOMICS(64)
void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}
}
