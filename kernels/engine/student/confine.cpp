#include "confine.hpp"
#include "text/student.hpp"

#if defined(__linux__)

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

namespace radix {

namespace messages = scope::text::student;
namespace {

// ---------------------------------------------------------------------------------------- Landlock
// Numbers of the kernel's interface, which no later kernel changes: an older system's headers have
// not all of them, and the kernel that it runs on may (linux/landlock.h, version 6).

constexpr long landlock_create_ruleset = 444, landlock_add_rule = 445, landlock_restrict_self = 446;
constexpr uint32_t landlock_version = 1, landlock_path_beneath = 1;
constexpr uint64_t execute = 1 << 0, write_file = 1 << 1, read_file = 1 << 2, read_dir = 1 << 3;
constexpr uint64_t make_char = 1 << 6, make_sock = 1 << 9, make_fifo = 1 << 10,
                   make_block = 1 << 11;
constexpr uint64_t first_rights = (1 << 13) - 1;  // of version 1
constexpr uint64_t refer = 1 << 13, truncate_file = 1 << 14, ioctl_device = 1 << 15;
constexpr uint64_t reading = execute | read_file | read_dir;
constexpr uint64_t file_rights =  // of a rule whose path is a file
    execute | write_file | read_file | truncate_file | ioctl_device;

struct Ruleset {
  uint64_t files = first_rights, network = 0, scoped = 0;
};
struct __attribute__((packed)) PathRule {
  uint64_t allowed = 0;
  int32_t place = -1;
};

/// What this kernel's version of Landlock can deny; no files where it has none.
Ruleset deniable(long version) {
  Ruleset all{};
  if (version < 1) all.files = 0;
  if (version >= 2) all.files |= refer;
  if (version >= 3) all.files |= truncate_file;
  if (version >= 4) all.network = 3;  // bind and connect TCP
  if (version >= 5) all.files |= ioctl_device;
  if (version >= 6) all.scoped = 3;  // abstract sockets, signals
  return all;
}
long landlock_here() { return syscall(landlock_create_ruleset, nullptr, 0, landlock_version); }

/// False where a path is there and cannot be allowed; what is not there needs no rule.
bool allow_path(int rules, const char* path, uint64_t rights) {
  const int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
  struct stat about {};
  const bool known = fstat(place, &about) == 0;
  if (!S_ISDIR(about.st_mode)) rights &= file_rights;
  const PathRule rule{.allowed = rights, .place = place};
  const bool allowed =
      known && syscall(landlock_add_rule, rules, landlock_path_beneath, &rule, 0) == 0;
  close(place);
  return allowed;
}

/// A file descriptor with the rules of a sandbox, or -1 where the kernel has none.
int landlock_rules(const Sandbox& sandbox) {
  const Ruleset all = deniable(landlock_here());
  if (all.files == 0) return -1;
  const auto rules = static_cast<int>(syscall(landlock_create_ruleset, &all, sizeof all, 0));
  if (rules < 0) return -1;
  const uint64_t writing = all.files & ~(make_char | make_sock | make_fifo | make_block);
  bool allowed = true;
  for (const char* each : {"/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/nix/store",
                           "/etc/ld.so.cache", "/etc/alternatives"})
    allowed &= allow_path(rules, each, reading);
  allowed &= allow_path(rules, "/dev/null", read_file | write_file);
#if defined(__SANITIZE_ADDRESS__)  // which looks where memory lies
  allowed &= allow_path(rules, "/proc", reading);
#endif
  for (const std::string& each : sandbox.readable)
    allowed &= allow_path(rules, each.c_str(), reading);
  for (const std::string& each : sandbox.writable)
    allowed &= allow_path(rules, each.c_str(), writing);
  if (allowed) return rules;
  close(rules);
  return -1;
}
/// Of the process that calls.
/// O_TRUNC as well, with which the driver opens what it writes the names of its threads to.
bool allow_own_proc(int rules) {
  const uint64_t truncation = deniable(landlock_here()).files & truncate_file;
  return allow_path(rules, "/proc/self", reading | write_file | truncation);
}
bool enter_landlock(int rules) { return syscall(landlock_restrict_self, rules, 0) == 0; }

// ----------------------------------------------------------------------------------------- seccomp

#if defined(__x86_64__)
constexpr uint32_t this_machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t this_machine = AUDIT_ARCH_AARCH64;
#else
constexpr uint32_t this_machine = 0;  // no filter is known for it
#endif

/// A filter of system calls, built before it is needed: installing it allocates nothing.
class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, this_machine, 1, 0);
    add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    load_number();
#if defined(__x86_64__)  // numbers of another set: x32
    add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
#endif
  }
  void allow(uint32_t call) { answer(call, SECCOMP_RET_ALLOW); }
  void deny(uint32_t call, uint32_t error = EPERM) { answer(call, SECCOMP_RET_ERRNO | error); }
  /// Allowed only where this argument has none of `bits`; the rest of the filter is not asked.
  void allow_without(uint32_t call, unsigned argument, uint32_t bits) {
    with_argument(call, argument, BPF_JSET, bits, SECCOMP_RET_ERRNO | EPERM, SECCOMP_RET_ALLOW);
  }
  /// Allowed only where this argument has one of `bits`.
  void allow_with(uint32_t call, unsigned argument, uint32_t bits) {
    with_argument(call, argument, BPF_JSET, bits, SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO | EPERM);
  }
  struct Argument {
    unsigned place;
    uint32_t value;
  };
  /// Allowed only where all these arguments have these values.
  void allow_only(uint32_t call, std::initializer_list<Argument> wanted) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, static_cast<uint8_t>(3 * wanted.size() + 1));
    for (const Argument& each : wanted) {
      load_argument(each.place);
      add(BPF_JMP | BPF_JEQ | BPF_K, each.value, 1, 0);
      add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    }
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  void otherwise(uint32_t what) { add(BPF_RET | BPF_K, what); }
  /// From now on, for good. A system call alone.
  bool install() const {
    const sock_fprog program{static_cast<unsigned short>(code_.size()),
                             const_cast<sock_filter*>(code_.data())};
    return this_machine != 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  void add(uint32_t code, uint32_t k, uint8_t yes = 0, uint8_t no = 0) {
    code_.push_back({static_cast<uint16_t>(code), yes, no, k});
  }
  void load(std::size_t place) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(place)); }
  void load_number() { load(offsetof(seccomp_data, nr)); }
  void load_argument(unsigned place) {  // its lower half
    load(offsetof(seccomp_data, args) + place * sizeof(uint64_t));
  }
  void answer(uint32_t call, uint32_t what) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    add(BPF_RET | BPF_K, what);
  }
  void with_argument(uint32_t call, unsigned argument, uint32_t test, uint32_t value, uint32_t yes,
                     uint32_t no) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    load_argument(argument);
    add(BPF_JMP | test | BPF_K, value, 0, 1);
    add(BPF_RET | BPF_K, yes);
    add(BPF_RET | BPF_K, no);
  }
  std::vector<sock_filter> code_;
};

// Numbers of all processors' common list, which older headers have not.
constexpr uint32_t pidfd_send_signal = 424, io_uring_setup = 425, io_uring_enter = 426,
                   io_uring_register = 427, open_tree = 428, move_mount = 429, fsopen = 430,
                   fsconfig = 431, fsmount = 432, fspick = 433, pidfd_open = 434, clone_3 = 435,
                   pidfd_getfd = 438, process_madvise = 440, mount_setattr = 442,
                   process_mrelease = 448, fchmodat_2 = 452, setxattr_at = 463,
                   removexattr_at = 466;

/// What compiling, judging and sorting never need: the network, other processes' memory, the
/// system's own affairs.
constexpr uint32_t denied_to_all[] = {
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    pidfd_open,
    pidfd_getfd,
    pidfd_send_signal,
    process_madvise,
    process_mrelease,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    open_tree,
    move_mount,
    fsopen,
    fsconfig,
    fsmount,
    fspick,
    mount_setattr,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    io_uring_setup,
    io_uring_enter,
    io_uring_register,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_syslog,
    SYS_acct,
    SYS_quotactl,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_mknodat,
    SYS_shmget,
    SYS_msgget,
    SYS_semget,
    SYS_mq_open,
    SYS_fanotify_init,
    SYS_vhangup,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    setxattr_at,
    removexattr_at,
    SYS_fchown,
    SYS_fchownat,
#if defined(__x86_64__)
    SYS_chown,
    SYS_lchown,
    SYS_mknod,
    SYS_iopl,
    SYS_ioperm,
#endif
};

/// What a process that only starts programs never needs.
constexpr uint32_t denied_to_compilers[] = {SYS_kill,
                                            SYS_tkill,
                                            SYS_tgkill,
                                            SYS_rt_sigqueueinfo,
                                            SYS_rt_tgsigqueueinfo,
                                            SYS_setsid,
                                            SYS_setpgid,
                                            SYS_setpriority,
                                            SYS_ioprio_set,
                                            SYS_sched_setscheduler,
                                            SYS_sched_setparam,
                                            SYS_sched_setattr,
                                            SYS_migrate_pages,
                                            SYS_move_pages};

/// What a process that only runs never needs.
constexpr uint32_t denied_to_runs[] = {
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_setsid,
    SYS_setpgid,
    SYS_setpriority,
    SYS_ioprio_set,
    SYS_sched_setscheduler,
    SYS_sched_setparam,
    SYS_sched_setattr,
    SYS_migrate_pages,
    SYS_move_pages,
    SYS_fchmod,
    SYS_fchmodat,
    fchmodat_2,
    SYS_truncate,
    SYS_utimensat,
#if defined(__x86_64__)
    SYS_chmod,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_fork,
    SYS_vfork,
#endif
};

/// For a program in a sandbox; what it needs is the rest.
Filter filter_for(Sandbox::Work work, bool gpu = false) {
  constexpr uint32_t new_namespaces = 0x7E020000;  // CLONE_NEW…
  Filter filter;
  if (gpu) {  // a local socket that the driver waits at; nobody can be called through it
    filter.allow_only(SYS_socket, {{0, AF_UNIX}, {1, SOCK_SEQPACKET | SOCK_CLOEXEC}});
    filter.allow(SYS_bind), filter.allow(SYS_listen);
  }
  filter.deny(clone_3, ENOSYS);  // its flags cannot be looked at; then clone is called
  for (const uint32_t each : denied_to_all) filter.deny(each);
  if (work == Sandbox::Work::compiling)
    for (const uint32_t each : denied_to_compilers) filter.deny(each);
  if (work == Sandbox::Work::running) {
    for (const uint32_t each : denied_to_runs) filter.deny(each);
    filter.allow_with(SYS_clone, 0, CLONE_THREAD);
    const auto own = static_cast<uint32_t>(getpid());
    filter.allow_only(SYS_kill, {{0, own}}), filter.allow_only(SYS_tgkill, {{0, own}});
    filter.allow_only(SYS_prlimit64, {{0, 0}});
  } else {
    filter.allow_without(SYS_clone, 0, new_namespaces);
  }
  filter.otherwise(SECCOMP_RET_ALLOW);
  return filter;
}

// ------------------------------------------------------------------------------- a child of its
// own

bool limit(int what, std::size_t soft, std::size_t more = 0) {
  const rlimit both{static_cast<rlim_t>(soft), static_cast<rlim_t>(soft + more)};
  return setrlimit(static_cast<__rlimit_resource_t>(what), &both) == 0;
}

/// What did not work between fork and exec; told through a pipe.
enum class Step : char { started = 0, limits, group, landlock, seccomp, program };

/// All but 0 to 2 and `most` first ones.
bool close_all_from(unsigned first) {
#if defined(SYS_close_range)
  if (syscall(SYS_close_range, first, ~0u, 0) == 0) return true;
#endif
  const long all = sysconf(_SC_OPEN_MAX);
  for (long each = first; each < std::max(all, 256L); ++each) close(static_cast<int>(each));
  return true;
}

struct Ends {
  int read = -1, write = -1;
  Ends() {
    int both[2];
    if (pipe2(both, O_CLOEXEC) == 0) read = both[0], write = both[1];
  }
  ~Ends() { shut(read), shut(write); }
  Ends(const Ends&) = delete;
  Ends& operator=(const Ends&) = delete;
  bool made() const { return read >= 0; }
  static void shut(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
};

/// What a child becomes.
struct ChildProgram {
  const std::string& program;
  char* const* arguments;
  char* const* environment;
  const Sandbox& sandbox;
  int rules, input, output, words, failed;
  pid_t parent;
};

/// Between fork and exec: system calls alone, all but that of the filter, which is built here since
/// it names this process; nothing else runs in the one that forks.
[[noreturn]] void become(const ChildProgram& from) {
  const Sandbox& sandbox = from.sandbox;
  int failed = from.failed;
  const auto need = [&](bool done, Step step) {
    if (done) return;
    const char told[] = {static_cast<char>(step)};
    [[maybe_unused]] const ssize_t written = write(failed, told, 1);
    _exit(127);
  };
  need(setpgid(0, 0) == 0, Step::group);
  // 0 to 2 are the program's, 3 and 4 this function's
  const int input = fcntl(from.input, F_DUPFD, 10), output = fcntl(from.output, F_DUPFD, 10),
            words = fcntl(from.words, F_DUPFD, 10), told = fcntl(from.failed, F_DUPFD, 10),
            rules = from.rules < 0 ? -1 : fcntl(from.rules, F_DUPFD, 10);
  need(dup2(input, 0) == 0 && dup2(output, 1) == 1 && dup2(words, 2) == 2 &&
           dup3(told, 3, O_CLOEXEC) == 3,
       Step::group);
  failed = 3;
  need(rules < 0 || dup3(rules, 4, O_CLOEXEC) == 4, Step::group);
  need(close_all_from(rules < 0 ? 4 : 5), Step::group);
  need(sandbox.working_folder.empty() || chdir(sandbox.working_folder.c_str()) == 0, Step::group);
  umask(077);
  need(limit(RLIMIT_CPU, sandbox.cpu_seconds, 1) && limit(RLIMIT_FSIZE, sandbox.file_bytes) &&
           limit(RLIMIT_CORE, 0) && limit(RLIMIT_NOFILE, 64),
       Step::limits);
#if !defined(__SANITIZE_ADDRESS__)  // its shadow is of all addresses
  need(limit(RLIMIT_AS, sandbox.memory_bytes), Step::limits);
#endif
  need(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, Step::seccomp);
  need(prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == from.parent, Step::group);
  bool confined = rules >= 0;
  if (confined && sandbox.gpu) confined = allow_own_proc(4);
  confined = confined && enter_landlock(4);
  if (rules >= 0) close(4);
  need(confined || sandbox.unconfined, Step::landlock);
  need(filter_for(sandbox.work, sandbox.gpu).install() || sandbox.unconfined, Step::seccomp);
  execve(from.program.c_str(), from.arguments, from.environment);
  need(false, Step::program);
  _exit(127);
}

std::string words_of(Step step, const std::string& program) {
  switch (step) {
    case Step::landlock:
      return scope::text::paragraph(messages::no_landlock, messages::nothing_run);
    case Step::seccomp: return scope::text::paragraph(messages::no_seccomp, messages::nothing_run);
    case Step::limits: return messages::no_limits({.program = program});
    case Step::program: return messages::cannot_be_run({.program = program});
    default: return messages::no_process({.program = program});
  }
}

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

volatile pid_t sandboxed_now = 0;  ///< what a signal that ends this process takes with it

extern "C" void end_both(int) {
  if (sandboxed_now > 0) kill(-sandboxed_now, SIGKILL);
  _exit(124);
}

/// Ends the child and what it started, and waits for it.
int end_child(pid_t child, const Sandbox& sandbox, bool at_once) {
  int status = 0;
  if (at_once && sandbox.work == Sandbox::Work::judging) {  // what it started has groups of its own
    kill(child, SIGTERM);
    for (int i = 0; i < 100; ++i) {
      const pid_t gone = waitpid(child, &status, WNOHANG);
      if (gone == child || (gone < 0 && errno != EINTR)) return status;
      poll(nullptr, 0, 10);
    }
  }
  if (at_once) kill(-child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  kill(-child, SIGKILL);  // what it started
  return status;
}

}  // namespace

bool end_with_what_is_sandboxed() {
  struct sigaction action {};
  action.sa_handler = end_both;
  return sigaction(SIGTERM, &action, nullptr) == 0 && prctl(PR_SET_PDEATHSIG, SIGTERM) == 0;
}

Sandboxed run_sandboxed(const std::string& program, const std::vector<std::string>& arguments,
                        const Sandbox& sandbox) {
  using Clock = std::chrono::steady_clock;
  Sandboxed sandboxed;
  Ends input, output, words, failed;
  std::vector<std::string> spoken{program}, environment;
  spoken.insert(spoken.end(), arguments.begin(), arguments.end());
  environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "CCACHE_DISABLE=1"};
  if (!sandbox.writable.empty()) environment.push_back("TMPDIR=" + sandbox.writable.front());
  const auto argv = pointers(spoken), envp = pointers(environment);
  const bool made = input.made() && output.made() && words.made() && failed.made() &&
                    fcntl(input.write, F_SETFL, O_NONBLOCK) == 0 &&
                    write(input.write, sandbox.input.data(), sandbox.input.size()) ==
                        static_cast<ssize_t>(sandbox.input.size());
  Ends::shut(input.write);
  int rules = landlock_rules(sandbox);
  if (rules < 0 && !sandbox.unconfined) {
    sandboxed.refusal = words_of(Step::landlock, program);
    return sandboxed;
  }
  const pid_t parent = getpid();
  const pid_t child = made ? fork() : -1;
  if (child == 0)
    become({program, argv.data(), envp.data(), sandbox, rules, input.read, output.write,
            words.write, failed.write, parent});
  const int why = errno;
  Ends::shut(rules);
  if (child < 0) {
    sandboxed.refusal = messages::not_started({.program = program, .why = std::strerror(why)});
    return sandboxed;
  }
  setpgid(child, child);  // whoever is first
  sandboxed_now = child;
  Ends::shut(output.write), Ends::shut(words.write), Ends::shut(failed.write);
  const auto until = Clock::now() + std::chrono::duration<double>(sandbox.wall_seconds);
  for (pollfd both[] = {{output.read, POLLIN, 0}, {words.read, POLLIN, 0}};
       both[0].fd >= 0 || both[1].fd >= 0;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    sandboxed.out_of_time = left.count() <= 0;
    sandboxed.too_much = sandboxed.output.size() >= sandbox.max_output;
    if (sandboxed.out_of_time || sandboxed.too_much) break;
    if (poll(both, 2, static_cast<int>(left.count()) + 1) < 0 && errno != EINTR) break;
    std::string* into[] = {&sandboxed.output, &sandboxed.words};
    const std::size_t most[] = {sandbox.max_output, std::size_t{1} << 20};
    for (int i = 0; i < 2; ++i)
      if (both[i].revents != 0 && !take(both[i].fd, *into[i], most[i])) both[i].fd = -1;
  }
  const int status = end_child(child, sandbox, sandboxed.out_of_time || sandboxed.too_much);
  sandboxed_now = 0;
  char step = 0;
  if (read(failed.read, &step, 1) == 1)
    sandboxed.refusal = words_of(static_cast<Step>(step), program);
  if (WIFEXITED(status)) sandboxed.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) sandboxed.signal = WTERMSIG(status);
  sandboxed.out_of_time |= sandboxed.signal == SIGXCPU;
  return sandboxed;
}

bool allow_only_computing(bool may_open) {
  constexpr uint32_t allowed[] = {
      SYS_read,         SYS_write,          SYS_writev,        SYS_munmap,       SYS_brk,
      SYS_mremap,       SYS_madvise,        SYS_futex,         SYS_exit,         SYS_exit_group,
      SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_sigaltstack,   SYS_fstat,        SYS_close,
      SYS_lseek,        SYS_pread64,        SYS_clock_gettime, SYS_gettimeofday, SYS_getrandom,
      SYS_getpid,       SYS_gettid,         SYS_sched_yield};
  Filter filter;
  for (const uint32_t each : allowed) filter.allow(each);
  if (may_open) {  // to read alone, and to install the second filter
    filter.allow_without(SYS_openat, 2, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND);
    filter.allow_only(SYS_prctl, {{0, PR_SET_SECCOMP}});
    for (const uint32_t each : {SYS_newfstatat, SYS_mmap, SYS_mprotect})
      filter.allow(static_cast<uint32_t>(each));
  } else {  // no further code
    filter.allow_without(SYS_mmap, 2, 4);
    filter.allow_without(SYS_mprotect, 2, 4);
  }
  filter.allow_only(SYS_tgkill, {{0, static_cast<uint32_t>(getpid())}});  // abort() signals itself
  filter.otherwise(SECCOMP_RET_ERRNO | EPERM);
  // The first one does not let the second ask for that again
  return (!may_open || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) && filter.install();
}

namespace {

/// What a child that tried it has seen.
struct Tried {
  bool landlock = false, seccomp = false;
};

Tried tried_here() {
  const int rules = landlock_rules({.readable = {}, .writable = {}});
  const pid_t child = fork();
  if (child == 0) {
    int kept = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : 4;
    const bool entered = rules >= 0 && enter_landlock(rules);
    const int root = open("/", O_RDONLY | O_DIRECTORY);
    if (entered && root < 0 && errno == EACCES) kept |= 1;
    if (filter_for(Sandbox::Work::running).install() && fork() < 0 && errno == EPERM) kept |= 2;
    _exit(kept);
  }
  if (rules >= 0) close(rules);
  int status = 0;
  if (child < 0) return {};
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  const int kept = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  return {.landlock = kept == 1 || kept == 3, .seccomp = kept == 2 || kept == 3};
}

}  // namespace

std::string confinement_missing() {
  const Tried tried = tried_here();
  return !tried.landlock  ? words_of(Step::landlock, "")
         : !tried.seccomp ? words_of(Step::seccomp, "")
                          : "";
}

std::string confinement_words() {
  const Tried tried = tried_here();
  const long version = landlock_here();
  const std::string confined = messages::confined(
      {.landlock = tried.landlock, .seccomp = tried.seccomp, .version = version});
  return tried.landlock && tried.seccomp
             ? confined
             : scope::text::paragraph(confined, messages::not_judged_here);
}

}  // namespace radix

#else

namespace radix {

Sandboxed run_sandboxed(const std::string&, const std::vector<std::string>&, const Sandbox&) {
  Sandboxed sandboxed;
  sandboxed.refusal = messages::needs_linux;
  return sandboxed;
}
bool end_with_what_is_sandboxed() { return false; }
bool allow_only_computing(bool) { return false; }
std::string confinement_missing() { return messages::needs_linux; }
std::string confinement_words() { return confinement_missing(); }

}  // namespace radix

#endif
