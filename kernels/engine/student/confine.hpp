/// Runs a program in a sandbox: what a student handed in is compiled and run without being trusted.
/// Limits of time, memory and files (POSIX); files only where they are named, no network, signals
/// only to what it started (Landlock, Linux 5.13 and later, the more the newer); system calls that
/// it does not need refused (seccomp, Linux on x86-64 and AArch64). Every call that builds the
/// sandbox is checked: if one fails the program is not started.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace radix {

struct Sandbox {
  /// What it does, and so which system calls it may make.
  enum class Work {
    judging,    ///< starts programs and ends them: this program's own part
    compiling,  ///< starts programs
    running,    ///< threads alone: no processes, no files' modes, no signal but to itself
  };
  Work work = Work::running;
  unsigned cpu_seconds = 10;  ///< then it is killed
  double wall_seconds = 20;   ///< then it is killed, with all that it started
  std::size_t memory_bytes = std::size_t{1} << 30;
  std::size_t file_bytes = std::size_t{64} << 20;  ///< of any file that it writes
  std::size_t max_output = std::size_t{1} << 20;   ///< then it is killed
  std::vector<std::string> readable;               ///< files and folders beside those of the system
  std::vector<std::string> writable;
  std::string input;  ///< on its standard input, 64 kB at most
  bool gpu = false;   ///< it uses NVIDIA's driver, which writes below /proc/self and needs a socket
  bool unconfined = false;     ///< started also where Landlock or seccomp is missing
  std::string working_folder;  ///< "": this program's
};

/// How a program in a sandbox came to its end.
struct Sandboxed {
  std::string output, words;  ///< of its standard output, of its standard error
  int code = -1;              ///< its exit code, -1 when a signal ended it
  int signal = 0;
  bool out_of_time = false;
  bool too_much = false;  ///< it wrote more than it may
  std::string refusal;    ///< "" or why it could not be started
};

/// Runs `program` with these arguments and waits for its end. Its environment is PATH and TMPDIR
/// (the first writable folder).
Sandboxed run_sandboxed(const std::string& program, const std::vector<std::string>& arguments,
                        const Sandbox& sandbox);

/// From now on SIGTERM, and the end of the process that started this one, end this process and what
/// it runs in a sandbox at the moment: run_sandboxed sends it to a program that is `judging`. False
/// where that could not be arranged.
bool end_with_what_is_sandboxed();

/// From now on this process may compute, and read and write what is open; opening files to read
/// stays allowed while `may_open`. Cannot be undone. False where the system does not know how.
bool allow_only_computing(bool may_open);

/// "" where a sandbox holds; else one sentence: what is missing, and the way out. It was tried in a
/// child.
std::string confinement_missing();

/// One sentence: what keeps a student's program from the rest of this machine. It was tried in a
/// child.
std::string confinement_words();

}  // namespace radix
