#include "app/core/base/child_process.hpp"
#include "text/processes.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

extern char** environ;

namespace scope {
namespace {

constexpr std::size_t max_last_words = 4096;             // bytes kept of standard error
constexpr std::size_t max_line = std::size_t{64} << 20;  // without an end: not our format
constexpr int look_up_ms = 50;  // how often the reader looks whether it is to end

/// Both ends of a pipe that no other program inherits; closed when it goes.
struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (pipe(ends) != 0) return;
    read = ends[0], write = ends[1];
    fcntl(read, F_SETFD, FD_CLOEXEC), fcntl(write, F_SETFD, FD_CLOEXEC);
    fcntl(read, F_SETFL, O_NONBLOCK);
  }
  ~Pipe() { close_end(read), close_end(write); }
  static void close_end(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
};

std::vector<char*> as_arguments(const std::string& program,
                                const std::vector<std::string>& arguments) {
  std::vector<char*> list{const_cast<char*>(program.c_str())};
  for (const std::string& each : arguments) list.push_back(const_cast<char*>(each.c_str()));
  list.push_back(nullptr);
  return list;
}

/// Starts the program in a group of its own, so that all of it can be ended; returns 0 or what went
/// wrong.
int spawn(const std::string& program, const std::vector<std::string>& arguments, const Pipe& lines,
          const Pipe& words, pid_t& process) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, lines.write, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, words.write, STDERR_FILENO);
  posix_spawnattr_t how;
  posix_spawnattr_init(&how);
  posix_spawnattr_setpgroup(&how, 0);
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);  // a child whose window is gone shall end at its next line
  posix_spawnattr_setsigdefault(&how, &usual);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  const auto list = as_arguments(program, arguments);
  const int error = posix_spawn(&process, program.c_str(), &files, &how, list.data(), environ);
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

/// The last line of what it said, without the name of the program before it.
std::string last_line(std::string words) {
  while (!words.empty() && (words.back() == '\n' || words.back() == '\r' || words.back() == ' '))
    words.pop_back();
  words = words.substr(words.rfind('\n') + 1);
  constexpr std::string_view own = "radixscope: ";
  return words.starts_with(own) ? words.substr(own.size()) : words;
}

}  // namespace

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>& arguments) {
  start(program, arguments);
}

ChildProcess::~ChildProcess() {
  kill();
  {
    const std::scoped_lock lock(mutex_);
    leave_ = true;
  }
  if (thread_.joinable()) thread_.join();
}

void ChildProcess::start(const std::string& program, const std::vector<std::string>& arguments) {
  Pipe lines, words;
  pid_t process = 0;
  const int error =
      words.read < 0 || lines.read < 0 ? errno : spawn(program, arguments, lines, words, process);
  if (error != 0) {
    refusal_ = text::processes::not_started({.program = program, .why = std::strerror(error)});
    gone_ = true;
    return;
  }
  process_ = process;
  const int from = std::exchange(lines.read, -1), said = std::exchange(words.read, -1);
  thread_ = std::thread([this, from, said] { read_all(from, said); });
}

/// Everything that is in a pipe; false when its other end is closed.
bool ChildProcess::take_bytes(int pipe, std::string& into) {
  char piece[65536];
  while (true) {
    const ssize_t count = read(pipe, piece, sizeof piece);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    if (count == 0) return false;
    const std::scoped_lock lock(mutex_);
    into.append(piece, static_cast<std::size_t>(count));
    if (&into == &bytes_ && std::memchr(piece, '\n', static_cast<std::size_t>(count)))
      heard_ = Clock::now();
    if (&into == &last_words_ && into.size() > max_last_words)
      into.erase(0, into.size() - max_last_words);
  }
}

/// Reads until both pipes are closed, then waits for the end; in a thread of its own.
void ChildProcess::read_all(int lines, int words) {
  pollfd both[] = {{lines, POLLIN, 0}, {words, POLLIN, 0}};
  std::string* into[] = {&bytes_, &last_words_};
  for (bool gone = false;;) {
    poll(both, 2, look_up_ms);
    for (int i = 0; i < 2; ++i)
      if (both[i].fd >= 0 && both[i].revents != 0 && !take_bytes(both[i].fd, *into[i])) {
        close(both[i].fd);
        both[i].fd = -1;  // poll leaves it out
      }
    reap();
    const std::scoped_lock lock(mutex_);
    const bool silent = both[0].fd < 0 && both[1].fd < 0;
    // Gone before that look, and nothing was there: what it started may still hold the pipes
    const bool dry = gone && both[0].revents == 0 && both[1].revents == 0;
    gone = process_ == 0;
    if (leave_ || (gone && (silent || dry))) break;
    if (bytes_.size() > max_line && searched_ > max_line) ::kill(-process_, SIGKILL);
  }
  for (pollfd& each : both)
    if (each.fd >= 0) close(each.fd);
  const std::scoped_lock lock(mutex_);
  if (process_ != 0) ::kill(-process_, SIGKILL), waitpid(process_, &status_, 0);
  process_ = 0;
  gone_ = true;
}

/// Looks whether it has gone.
void ChildProcess::reap() {
  const std::scoped_lock lock(mutex_);
  if (process_ == 0 || waitpid(process_, &status_, WNOHANG) != process_) return;
  ::kill(-process_, SIGKILL);  // what it had started
  process_ = 0;
}

void ChildProcess::kill() {
  const std::scoped_lock lock(mutex_);
  if (process_ != 0) ::kill(-process_, SIGKILL);
}

std::string ChildProcess::failure() const {
  const std::scoped_lock lock(mutex_);
  if (!refusal_.empty()) return refusal_;
  if (!gone_ || (WIFEXITED(status_) && WEXITSTATUS(status_) == 0)) return "";
  const std::string words = last_line(last_words_);
  if (WIFEXITED(status_) && !words.empty()) return words;
  if (WIFEXITED(status_)) return text::processes::ended_with({.code = WEXITSTATUS(status_)});
  const int number = WIFSIGNALED(status_) ? WTERMSIG(status_) : 0;
  const char* name = strsignal(number);
  return words.empty()
             ? text::processes::ended_by({.name = name, .signal = number})
             : text::processes::ended_by_saying({.name = name, .signal = number, .words = words});
}

}  // namespace scope

#else

namespace scope {
ChildProcess::ChildProcess(const std::string&, const std::vector<std::string>&) {
  refusal_ = text::processes::linux_or_macos;
  gone_ = true;
}
ChildProcess::~ChildProcess() = default;
void ChildProcess::kill() {}
std::string ChildProcess::failure() const { return refusal_; }
}  // namespace scope

#endif

namespace scope {

bool starts_other_programs() { return true; }

std::string hand_over(const std::string& program, char** argv) {
#if defined(__unix__) || defined(__APPLE__)
  execv(program.c_str(), argv);
  return text::processes::cannot_run({.program = program, .why = std::strerror(errno)});
#else
  return argv[0] == nullptr ? "" : text::processes::run_instead({.program = program});
#endif
}

}  // namespace scope
