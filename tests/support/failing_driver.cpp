/// A libcuda.so.1 in front of the NVIDIA driver, for tests: the k-th call of a function is not made
/// and returns an error instead. The statically linked runtime finds every function by
/// cuGetProcAddress, so that it passes here.
///
///   FAILING_DRIVER   the driver itself: /usr/lib/…/libcuda.so.1
///   FAIL_CALL        "cuMemAlloc_v2 3 700": the third call returns 700; "… stick": and all behind
///   it FAIL_VERSION     what the driver says its version is: 11040 FAIL_LOG         a file: the
///   name of every call is written behind what it holds
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

#if !defined(__x86_64__)
#error "its thunks are of x86-64"
#endif

namespace {

constexpr std::size_t max_functions = 1024;  // that the assembler below has thunks for

struct Function {
  std::string name;
  void* real = nullptr;
  std::atomic<int> calls = 0;
};
std::array<Function, max_functions> functions;
std::size_t known = 0;
std::mutex adding;

struct Plan {
  std::string call;
  int which = 0;
  bool sticks = false;
  std::atomic<bool> stuck = false;
  int log = -1;
  Plan() {
    char name[128] = "", stick[16] = "";
    int error = 0;
    if (const char* text = std::getenv("FAIL_CALL")) {
      if (std::sscanf(text, "%127s %d %d %15s", name, &which, &error, stick) >= 3) call = name;
      sticks = std::strcmp(stick, "stick") == 0;
    }
    error_of_plan = error;
    if (const char* file = std::getenv("FAIL_LOG"))
      log = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  }
  static inline int error_of_plan = 0;
};
Plan& plan() {
  static Plan made;
  return made;
}

void* driver() {
  static void* const handle = [] {
    const char* file = std::getenv("FAILING_DRIVER");
    void* opened = file ? dlopen(file, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (!opened) std::fprintf(stderr, "FAILING_DRIVER: %s\n", file ? dlerror() : "is not set");
    return opened;
  }();
  return handle;
}

/// What says what an error is does not fail.
bool only_tells(const std::string& name) {
  return name.starts_with("cuGetError") || name.starts_with("cuGetProcAddress") ||
         name.starts_with("cuGetExportTable");
}

}  // namespace

extern "C" {

int failing_driver_error = 0;
extern const char failing_driver_thunks[];

/// What is called instead of this function: itself, or null for the planned error.
void* failing_driver_decide(std::size_t index) {
  Plan& now = plan();
  Function& function = functions[index];
  if (now.log >= 0) {
    const std::string line = function.name + "\n";
    (void)!write(now.log, line.data(), line.size());
  }
  if (only_tells(function.name)) return function.real;
  const bool hit = function.name == now.call && ++function.calls == now.which;
  if (hit && now.sticks) now.stuck = true;
  failing_driver_error = Plan::error_of_plan;
  return hit || now.stuck ? nullptr : function.real;
}

int cuGetProcAddress_v2(const char* symbol, void** function, int version, uint64_t flags,
                        void* status);

/// A thunk of its own for every function of the driver.
static void* wrapped(const char* name, void* real) {
  const std::scoped_lock lock(adding);
  for (std::size_t i = 0; i < known; ++i)
    if (functions[i].real == real) return const_cast<char*>(failing_driver_thunks) + 16 * i;
  if (known == max_functions) return real;
  functions[known].name = name;
  functions[known].real = real;
  return const_cast<char*>(failing_driver_thunks) + 16 * known++;
}

int cuDriverGetVersion(int* version) {
  auto* real = reinterpret_cast<int (*)(int*)>(dlsym(driver(), "cuDriverGetVersion"));
  const int result = real ? real(version) : 3;
  const char* other = std::getenv("FAIL_VERSION");
  if (result == 0 && other) *version = std::atoi(other);
  return result;
}

int cuGetProcAddress_v2(const char* symbol, void** function, int version, uint64_t flags,
                        void* status) {
  auto* real = reinterpret_cast<decltype(&cuGetProcAddress_v2)>(
      driver() ? dlsym(driver(), "cuGetProcAddress_v2") : nullptr);
  if (!real) return 3;
  const int result = real(symbol, function, version, flags, status);
  if (result != 0 || !*function) return result;
  const std::string name = symbol;
  if (name == "cuGetProcAddress" || name == "cuGetProcAddress_v2")
    *function = reinterpret_cast<void*>(&cuGetProcAddress_v2);
  else if (name == "cuDriverGetVersion")
    *function = reinterpret_cast<void*>(&cuDriverGetVersion);
  else if (name != "cuGetExportTable")
    *function = wrapped(symbol, *function);
  return result;
}

int cuInit(unsigned flags) {
  auto* real = reinterpret_cast<int (*)(unsigned)>(
      wrapped("cuInit", driver() ? dlsym(driver(), "cuInit") : nullptr));
  return real(flags);
}

int cuGetExportTable(const void** table, const void* id) {
  auto* real = reinterpret_cast<decltype(&cuGetExportTable)>(dlsym(driver(), "cuGetExportTable"));
  return real ? real(table, id) : 3;
}

}  // extern "C"

// Thunk i, 16 bytes each: asks decide(i), with every argument kept, then goes on to what it says.
asm(R"(
  .text
  .balign 16
failing_driver_common:
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  pushq %rax
  subq $136, %rsp
  movups %xmm0, 0(%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  movq 192(%rsp), %rdi
  call failing_driver_decide@PLT
  movq %rax, %r11
  movups 0(%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  addq $136, %rsp
  popq %rax
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  addq $8, %rsp
  testq %r11, %r11
  je 1f
  jmp *%r11
1:
  movq failing_driver_error@GOTPCREL(%rip), %rax
  movl (%rax), %eax
  ret
  .globl failing_driver_thunks
  .balign 16
failing_driver_thunks:
  .set index, 0
  .rept 1024
  .balign 16
  pushq $index
  jmp failing_driver_common
  .set index, index + 1
  .endr
)");
