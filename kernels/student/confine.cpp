#include "confine.hpp"

#if defined(__linux__)

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>

#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#endif
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

namespace radix {
namespace {

// ---------------------------------------------------------------------------------------- Landlock

#ifdef LANDLOCK_ACCESS_FS_READ_FILE
constexpr uint64_t reading =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr uint64_t file_rights =  // of a rule whose path is a file
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;
constexpr uint64_t everything = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;  // of the first version

void allow_path(int rules, const char* path, uint64_t rights) {
  const int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return;
  struct stat about {};
  if (fstat(place, &about) == 0 && !S_ISDIR(about.st_mode)) rights &= file_rights;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = place;
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(place);
}

/// A file descriptor with the rules of a cage, or -1 where the kernel has none.
int landlock_rules(const Cage& cage) {
  landlock_ruleset_attr all{};
  all.handled_access_fs = everything;
  const auto rules =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &all, sizeof all.handled_access_fs, 0));
  if (rules < 0) return -1;
  for (const char* each : {"/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/nix/store",
                           "/etc/ld.so.cache", "/etc/alternatives", "/dev/null"})
    allow_path(rules, each, reading);
  allow_path(rules, "/dev/null", file_rights);
#if defined(__SANITIZE_ADDRESS__)  // which looks where memory lies
  allow_path(rules, "/proc", reading);
#endif
  for (const std::string& each : cage.readable) allow_path(rules, each.c_str(), reading);
  for (const std::string& each : cage.writable) allow_path(rules, each.c_str(), everything);
  return rules;
}
/// Of the process that calls.
void allow_own_proc(int rules) { allow_path(rules, "/proc/self", everything); }
bool has_landlock() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
}
void enter_landlock(int rules) { syscall(SYS_landlock_restrict_self, rules, 0); }
#else
int landlock_rules(const Cage&) { return -1; }
void allow_own_proc(int) {}
bool has_landlock() { return false; }
void enter_landlock(int) {}
#endif

// ------------------------------------------------------------------------------- a child of its
// own

void limit(int what, std::size_t soft, std::size_t more = 0) {
  const rlimit both{static_cast<rlim_t>(soft), static_cast<rlim_t>(soft + more)};
  setrlimit(static_cast<__rlimit_resource_t>(what), &both);
}

/// Between fork and exec: system calls alone.
[[noreturn]] void become(const std::string& program, char* const* arguments,
                         char* const* environment, const Cage& cage, int rules, int output,
                         int words) {
  setpgid(0, 0);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0), dup2(output, 1), dup2(words, 2);
  for (int each = 3; each < 256; ++each)
    if (each != rules) close(each);
  if (!cage.working_folder.empty() && chdir(cage.working_folder.c_str()) != 0) _exit(127);
  limit(RLIMIT_CPU, cage.cpu_seconds, 1);
#if !defined(__SANITIZE_ADDRESS__)  // its shadow is of all addresses
  limit(RLIMIT_AS, cage.memory_bytes);
#endif
  limit(RLIMIT_FSIZE, cage.file_bytes);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 64);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (rules >= 0 && cage.own_proc) allow_own_proc(rules);
  if (rules >= 0) enter_landlock(rules), close(rules);
  execve(program.c_str(), arguments, environment);
  _exit(127);
}

struct Ends {
  int read = -1, write = -1;
  Ends() {
    int both[2];
    if (pipe2(both, O_CLOEXEC) == 0) read = both[0], write = both[1];
  }
  ~Ends() { shut(read), shut(write); }
  static void shut(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
};

/// Takes what is there; false at the end.
bool take(int from, std::string& into, std::size_t most) {
  char piece[65536];
  const ssize_t count = read(from, piece, sizeof piece);
  if (count < 0) return errno == EINTR;
  const std::size_t room = most - std::min(most, into.size());
  into.append(piece, std::min(room, static_cast<std::size_t>(count)));
  return count > 0;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (const std::string& each : texts) list.push_back(const_cast<char*>(each.c_str()));
  list.push_back(nullptr);
  return list;
}

}  // namespace

Caged run_caged(const std::string& program, const std::vector<std::string>& arguments,
                const Cage& cage) {
  using Clock = std::chrono::steady_clock;
  Caged caged;
  Ends output, words;
  std::vector<std::string> spoken{program}, environment;
  spoken.insert(spoken.end(), arguments.begin(), arguments.end());
  environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "CCACHE_DISABLE=1"};
  if (!cage.writable.empty()) environment.push_back("TMPDIR=" + cage.writable.front());
  const auto argv = pointers(spoken), envp = pointers(environment);
  const int rules = landlock_rules(cage);
  const pid_t child = output.write < 0 || words.write < 0 ? -1 : fork();
  if (child == 0) become(program, argv.data(), envp.data(), cage, rules, output.write, words.write);
  if (rules >= 0) close(rules);
  if (child < 0) {
    caged.refusal = "'" + program + "' could not be started: " + std::strerror(errno) + ".";
    return caged;
  }
  setpgid(child, child);
  Ends::shut(output.write), Ends::shut(words.write);
  const auto until = Clock::now() + std::chrono::duration<double>(cage.wall_seconds);
  for (pollfd both[] = {{output.read, POLLIN, 0}, {words.read, POLLIN, 0}};
       both[0].fd >= 0 || both[1].fd >= 0;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0) caged.out_of_time = true;
    if (caged.out_of_time || caged.output.size() >= cage.most_output) kill(-child, SIGKILL);
    if (caged.out_of_time) break;
    if (poll(both, 2, static_cast<int>(left.count()) + 1) < 0 && errno != EINTR) break;
    std::string* into[] = {&caged.output, &caged.words};
    const std::size_t most[] = {cage.most_output, std::size_t{1} << 20};
    for (int i = 0; i < 2; ++i)
      if (both[i].revents != 0 && !take(both[i].fd, *into[i], most[i])) both[i].fd = -1;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  kill(-child, SIGKILL);  // what it started
  if (WIFEXITED(status)) caged.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) caged.signal = WTERMSIG(status);
  caged.out_of_time |= caged.signal == SIGXCPU;
  return caged;
}

// ----------------------------------------------------------------------------------------- seccomp

#if defined(__x86_64__) || defined(__aarch64__)
#define RADIX_SECCOMP 1
#else
#define RADIX_SECCOMP 0
#endif

bool allow_only_computing(bool may_open) {
#if RADIX_SECCOMP
  const uint32_t machine =
#if defined(__x86_64__)
      AUDIT_ARCH_X86_64;
#else
      AUDIT_ARCH_AARCH64;
#endif
  constexpr uint32_t allowed[] = {
      SYS_read,          SYS_write,        SYS_writev,       SYS_mmap,           SYS_munmap,
      SYS_mprotect,      SYS_brk,          SYS_mremap,       SYS_madvise,        SYS_futex,
      SYS_exit,          SYS_exit_group,   SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_sigaltstack,
      SYS_fstat,         SYS_newfstatat,   SYS_close,        SYS_lseek,          SYS_pread64,
      SYS_clock_gettime, SYS_gettimeofday, SYS_getrandom,    SYS_getpid,         SYS_gettid,
      SYS_sched_yield};
  std::vector<sock_filter> filter;
  const auto add = [&](uint32_t code, uint32_t k, uint8_t yes = 0, uint8_t no = 0) {
    filter.push_back({static_cast<uint16_t>(code), yes, no, k});
  };
  const auto load = [&](std::size_t place) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(place));
  };
  load(offsetof(seccomp_data, arch));
  add(BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0);
  add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  load(offsetof(seccomp_data, nr));
  for (const uint32_t each : allowed) {
    add(BPF_JMP | BPF_JEQ | BPF_K, each, 0, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  if (may_open) {  // to read alone
    add(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 4);
    load(offsetof(seccomp_data, args) + 2 * sizeof(uint64_t));
    add(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 1, 0);
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    load(offsetof(seccomp_data, nr));
  }
  // abort() signals this process; nobody else may be signalled
  add(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 3);
  load(offsetof(seccomp_data, args));
  add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(getpid()), 0, 1);
  add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  return !may_open && false;
#endif
}

std::string confinement_words() {
  return std::string("A student's program runs with limits of time and memory, ") +
         (RADIX_SECCOMP ? "without files, processes and network of its own (seccomp), "
                        : "without a filter of system calls (none for this processor), ") +
         (has_landlock() ? "and sees no file but the system's (Landlock)."
                         : "and may read files (this kernel has no Landlock).");
}

}  // namespace radix

#else

namespace radix {

Caged run_caged(const std::string&, const std::vector<std::string>&, const Cage&) {
  Caged caged;
  caged.refusal = "Judging a student's kernel needs Linux.";
  return caged;
}
bool allow_only_computing(bool) { return false; }
std::string confinement_words() { return "Judging a student's kernel needs Linux."; }

}  // namespace radix

#endif
