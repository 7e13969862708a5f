/// A program that runs beside this one: reads its lines, waits for its end, ends it when asked to.
///
/// Boost.Process is not used: Debian's 1.74 and the current release have different interfaces,
/// neither ends a whole process group, and both need Boost.Filesystem as a library. With POSIX one
/// small file is enough.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace scope {

/// This process goes on as another program with these arguments. Returns only when that did not
/// work: one sentence.
std::string hand_over(const std::string& program, char** argv);

/// False on a page, which can only start itself, in a worker.
bool starts_other_programs();

/// Starts when it is made; killed, with everything it started, when it goes. The other members may
/// be called at any time from the thread that made it, and none of them waits for the child but
/// `wait`.
class ChildProcess {
 public:
  /// `arguments` without the program's own name. A program that cannot be started has ended at
  /// once, and why is its `failure`.
  ChildProcess(const std::string& program, const std::vector<std::string>& arguments);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// The oldest whole line that came and was not taken, without its end, into `line`. False when
  /// there is none.
  bool take(std::string& line);

  /// It has gone, and every line of it was taken.
  bool ended() const;

  /// "" when it went by itself with code 0, or one sentence: which signal or code, and its last
  /// words.
  std::string failure() const;

  /// Seconds since its last line, or since its start.
  double silent_seconds() const;

  /// Ends it at once; its last lines can still be taken.
  void kill();

  /// Returns when it has gone, has written a line, or `seconds` have passed.
  void wait(double seconds);

  /// On a page, where the child is a worker: a line that it wrote, to its standard error if
  /// `error`; where `code` is not negative, it has ended with that.
  static void on_message(int worker, const char* words, bool error, int code);

 private:
  using Clock = std::chrono::steady_clock;
  void start(const std::string& program, const std::vector<std::string>& arguments);
  void read_all(int lines, int words);
  bool take_bytes(int pipe, std::string& into);
  void reap();

  mutable std::mutex mutex_;  ///< guards everything below but thread_
  std::string bytes_;         ///< came and was not taken
  std::size_t searched_ = 0;  ///< of bytes_: no line's end before it
  std::string last_words_;    ///< of its standard error, the end of it
  std::string refusal_;       ///< why it could not be started
  Clock::time_point heard_ = Clock::now();
  int process_ = 0;  ///< 0: none, or gone
  int status_ = 0;   ///< as waitpid gives it
  bool gone_ = false;
  bool leave_ = false;  ///< the reader is to end
  std::thread thread_;
};

}  // namespace scope
