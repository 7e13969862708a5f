#!/usr/bin/env bash
# On a machine with an NVIDIA GPU and nvcc: right files run there in their sandbox, and ten hostile ones get nothing that it
# denies. Builds what it needs; says what went wrong and ends with 1, with 77 where there is no GPU or no sandbox.
#   bash tests/card_judge.sh [PROGRAM]     else .build/bin/radixscope-run
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$top"
run=${1:-}
if [ -z "$run" ]; then
  cmake $(bash third_party/fresh.sh .build "$top") --preset open >/dev/null
  cmake --build --preset open --target radixscope-run radixscope
  run=.build/bin/radixscope-run
fi
run=$(realpath "$run")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() { echo "WRONG: $*"; failed=1; }

about=$("$run" judge --about)
echo "$about"
case "$about" in
  *--unconfined*) echo "card_judge.sh: no sandbox here, so nothing is run"; exit 77 ;;
  *"none is installed"*) echo "card_judge.sh: no compiler here"; exit 77 ;;
esac
for file in tests/student/right/exercise_*.cu tests/student/right/whole_program.cu; do
  words=$("$run" judge --gpu-runs 100 "$file" 2>&1) || true
  case "$words" in
    *"needs an NVIDIA GPU"* | *"needs nvcc"*) echo "card_judge.sh: no GPU or no nvcc here"; exit 77 ;;
    *": right in 100 of 100 runs."*) echo "right: $file" ;;
    *) fail "$file: $words" ;;
  esac
done

# A change of the chapter's kernel that changes nothing, beside the chapter's own
words=$("$(dirname "$run")/radixscope" --do "sort block_sort; edit_replace mine == 0 ? t => 0 == mine ? t; edit_gpu" 2>&1) || true
case "$words" in
  *": right in 1000 of 1000 runs. With 16,777,216 random keys of 32 bits it takes "*" times as long."*) echo "right: edit_gpu: $words" ;;
  *) fail "edit_gpu: $words" ;;
esac

# Before main and in the sort; each says LEAKED where something works that must not
echo "SECRET" > "$work/secret"
echo "precious" > "$work/precious"
chmod 600 "$work/precious"
hostile() {  # NAME STATEMENTS
  cat > "$work/$1.cu" <<C
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <netinet/in.h>
#ifdef __RADIXSCOPE__  // watched on the CPU
static void attack() {}
#else
static void leaked(const char* what) {
  char line[200];
  int length = snprintf(line, sizeof line, "\\ndevice LEAKED %s\\n", what);
  for (int to = 1; to < 10; ++to) if (write(to, line, length)) {}
}
static void read_of(const char* file) {
  char text[100] = "";
  int in = open(file, O_RDONLY);
  if (in >= 0 && read(in, text, 99) > 0) leaked(file);
}
static void attack() { $2 }
__attribute__((constructor)) static void early() { attack(); }
#endif
__global__ void k(unsigned* o) { o[0] = 0; }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) { attack(); k<<<1, 1>>>(output); }
C
}
hostile reads "read_of(\"/etc/passwd\"); read_of(\"/etc/shadow\"); read_of(\"$work/secret\"); read_of(\"${HOME:-/root}/.bashrc\");"
hostile environment "char f[64]; for (int p = getppid(); p > 1 && p > getppid() - 20; --p) { snprintf(f, 64, \"/proc/%d/environ\", p); read_of(f); }"
hostile network "int s = socket(AF_INET, SOCK_STREAM, 0); if (s >= 0) leaked(\"socket\"); int v[2]; if (socketpair(AF_UNIX, SOCK_STREAM, 0, v) == 0) leaked(\"socketpair\"); if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_DGRAM, 0) >= 0) leaked(\"local socket\"); s = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0); struct sockaddr a = {AF_UNIX, {0}}; if (connect(s, &a, sizeof a) == 0 || errno != EPERM) leaked(\"connect\"); if (accept(s, 0, 0) >= 0 || errno != EPERM) leaked(\"accept\");"
hostile forks "if (fork() == 0) { setsid(); sleep(47); _exit(0); } if (errno != EPERM) leaked(\"fork\");"
hostile starts "if (syscall(SYS_clone, 17, 0, 0, 0, 0) >= 0) leaked(\"clone\"); if (system(\"true\") == 0) leaked(\"system\");"
hostile signals "if (kill(getppid(), 0) == 0) leaked(\"kill of its parent\"); if (kill(-1, 0) == 0) leaked(\"kill of all\");"
hostile modes "if (chmod(\"$work/precious\", 0777) == 0) leaked(\"chmod\"); if (truncate(\"$work/precious\", 0) == 0) leaked(\"truncate\");"
hostile writes "if (open(\"$work/written\", O_CREAT | O_WRONLY, 0600) >= 0) leaked(\"a new file\"); if (unlink(\"$work/precious\") == 0) leaked(\"unlink\");"
hostile others "if (ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0) leaked(\"ptrace\"); rlimit r = {1, 1}; if (prlimit(getppid(), RLIMIT_CPU, &r, 0) == 0) leaked(\"prlimit\");"
hostile namespaces "if (syscall(SYS_unshare, 0x10000000) == 0) leaked(\"unshare\"); if (syscall(SYS_bpf, 0, 0, 0) >= 0) leaked(\"bpf\"); if (syscall(SYS_io_uring_setup, 1, 0) >= 0) leaked(\"io_uring\");"
for file in "$work"/*.cu; do
  words=$("$run" judge --gpu-runs 3 "$file" 2>&1) || true
  name=$(basename "$file")
  case "$words" in
    *LEAKED* | *SECRET*) fail "$name: $words" ;;
    *"On the "*) echo "held: $name" ;;
    *) fail "$name did not run on the GPU: $words" ;;
  esac
done
[ "$(cat "$work/precious")" = precious ] || fail "a file was changed"
[ "$(stat -c %a "$work/precious")" = 600 ] || fail "a file's mode was changed"
for program in /proc/[0-9]*/exe; do   # what it was made in is gone by now
  case "$(readlink "$program" 2>/dev/null)" in *radixscope-judge*) fail "${program%/exe} goes on running" ;; esac
done
[ $failed = 0 ] && echo "card_judge.sh: all held"
exit $failed
