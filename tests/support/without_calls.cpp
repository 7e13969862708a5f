/// A system without Landlock or without seccomp, as a program meets it: the rest of the command
/// line is run where these system calls fail as they do on a kernel that does not have them.
///   without_calls landlock|seccomp|both PROGRAM ARGUMENTS…
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::string without = argv[1];
  std::vector<sock_filter> filter;
  const auto add = [&](uint16_t code, uint32_t k, uint8_t yes = 0, uint8_t no = 0) {
    filter.push_back({code, yes, no, k});
  };
  constexpr uint32_t landlock = 444;  // the first of three
  add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  if (without != "seccomp")
    for (uint32_t call = landlock; call < landlock + 3; ++call) {
      add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
      add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
    }
  if (without != "landlock") {
    add(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
    add(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3);
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args));
    add(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL);
  }
  add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    std::perror("without_calls");
    return 77;
  }
  execv(argv[2], argv + 2);
  std::perror(argv[2]);
  return 126;
}
