/// A program run in a cage: what a student handed in is compiled and run without being trusted.
/// Limits of time, memory and files (POSIX), files only where they are named (Landlock, Linux 5.13
/// and later), system calls from a short list (seccomp, Linux on x86-64 and AArch64). Where the
/// system has no such thing the rest still holds; confinement_words says what there is.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace radix {

struct Cage {
  unsigned cpu_seconds = 10;  ///< then it is killed
  double wall_seconds = 20;   ///< then it is killed, with all that it started
  std::size_t memory_bytes = std::size_t{1} << 30;
  std::size_t file_bytes = std::size_t{64} << 20;  ///< of any file that it writes
  std::size_t most_output = std::size_t{256} << 20;
  std::vector<std::string> readable;  ///< files and folders beside those of the system
  std::vector<std::string> writable;
  bool own_proc = false;       ///< it may write to its own part of /proc, as NVIDIA's driver does
  std::string working_folder;  ///< "": this program's
};

/// How a program in a cage came to its end.
struct Caged {
  std::string output, words;  ///< of its standard output, of its standard error
  int code = -1;              ///< its exit code, -1 when a signal ended it
  int signal = 0;
  bool out_of_time = false;
  std::string refusal;  ///< "" or why it could not be started
};

/// Runs `program` with these arguments and waits for its end. Its environment is PATH and TMPDIR
/// (the first writable folder).
Caged run_caged(const std::string& program, const std::vector<std::string>& arguments,
                const Cage& cage);

/// From now on this process may compute, and read and write what is open; opening files to read
/// stays allowed while `may_open`. Cannot be undone. False where the system does not know how.
bool allow_only_computing(bool may_open);

/// One sentence: what keeps a student's program from the rest of this machine.
std::string confinement_words();

}  // namespace radix
