#include "card_process.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "kernels/engine/model/trace_words.hpp"
#include "kernels/engine/model/word_io.hpp"
#include "kernels/engine/simt/common.hpp"
#include "kernels/text/retold.hpp"
#include "recording_cost.hpp"
#include "text/cuda.hpp"

extern char** environ;

namespace radix {
namespace {

using Clock = std::chrono::steady_clock;
using Words = std::vector<uint32_t>;

constexpr uint32_t begins_a_message = 0x52530003;  // then its words are counted
constexpr std::size_t head_words = 2;
constexpr std::size_t piece_words = std::size_t{1} << 18;  // room is made as they come
constexpr int look_up_ms = 5;  // how often a wait looks whether it is to end
// A run that nobody wants any more mostly ends soon: a new process would take longer
constexpr std::chrono::milliseconds grace(500);

namespace said = scope::text::cuda;

enum class Request : uint32_t { probe, sort };

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// ------------------------------------------------------------------------------- what crosses

Words with_head(const Words& message) {
  Words words{begins_a_message, static_cast<uint32_t>(message.size())};
  words.insert(words.end(), message.begin(), message.end());
  return words;
}

Words to_words(std::size_t sort, const Recipe& recipe) {
  WordWriter out;
  out.number(static_cast<uint32_t>(Request::sort));
  out.number(static_cast<uint32_t>(sort));
  out.number(recipe.recorded ? 1 : 0);
  for (const SettingInfo& setting : settings()) out.number(setting.get(recipe.problem.settings()));
  out.numbers(recipe.problem.keys());
  out.numbers(recipe.problem.values());
  return std::move(out.words);
}

/// Nothing where there is no such run.
std::optional<Recipe> take_recipe(WordReader& in, std::size_t& sort) {
  sort = in.take();
  const bool recorded = in.take() != 0;
  Settings all;
  for (const SettingInfo& setting : settings()) setting.set(all, in.take());
  Words keys, values;
  in.numbers(keys);
  in.numbers(values);
  if (in.broken || sort >= sorts().size()) return std::nullopt;
  auto problem = Problem::make(std::move(keys), all, std::move(values));
  if (!problem) return std::nullopt;
  return Recipe{.problem = std::move(*problem), .sort = sorts()[sort].name, .recorded = recorded};
}

template <class Io>
void cross_info(Io& io, EngineInfo& info) {
  cross_all(io, info.available, info.device, info.reason);
}

// ---------------------------------------------------------------------------------- the program

/// Ends and forgets processes. One that hangs in the driver may outlive SIGKILL: it is not waited
/// for, but looked after later.
class Ended {
 public:
  void end(pid_t process) {
    ::kill(-process, SIGKILL);
    left_.push_back(process);
    look();
  }
  void look() {
    std::erase_if(left_, [](pid_t each) { return waitpid(each, nullptr, WNOHANG) == each; });
  }

 private:
  std::vector<pid_t> left_;
};

class CardProcess {
 public:
  CardProcess(std::string program, std::vector<std::string> arguments, CardPatience patience)
      : program_(std::move(program)), arguments_(std::move(arguments)), patience_(patience) {}
  ~CardProcess() { let_go(); }
  CardProcess(const CardProcess&) = delete;
  CardProcess& operator=(const CardProcess&) = delete;

  EngineInfo probe() {
    const std::scoped_lock lock(one_at_a_time_);
    const Words answer = ask({static_cast<uint32_t>(Request::probe)}, nullptr, 0);
    WordReader in{answer};
    EngineInfo info{.id = EngineId::cuda};
    cross_info(in, info);
    if (in.broken) throw no_answer();
    start_seconds_ = seconds_since(began_);
    if (!info.available) let_go();
    return info;
  }

  void sort(std::size_t sort, const Recipe& recipe, Trace& trace) {
    std::unique_lock lock(one_at_a_time_, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(look_up_ms)))
      if (recipe.cancel && *recipe.cancel) throw KernelError(said::run_stopped);
    const double cost = recording_cost(recipe.problem, sorts()[sort]).seconds;
    if (!take_words(ask(to_words(sort, recipe), recipe.cancel, cost), trace)) {
      trace.steps.clear();
      throw no_answer();
    }
    // The other process speaks English
    const std::string error = scope::text::retold(std::exchange(trace.error, ""));
    auto fault = std::exchange(trace.fault, {});
    if (fault) fault->sentence = scope::text::retold(fault->sentence);
    if (!error.empty()) throw KernelError(fault.value_or(Fault{.sentence = error}));
  }

 private:
  /// The answer to a message. A process that has gone since the last one is not spoken of: there is
  /// a new one at once.
  Words ask(const Words& message, const std::atomic<bool>* cancel, double cost) {
    ended_.look();
    if (process_ != 0 && has_gone()) let_go();
    const bool fresh = process_ == 0;
    if (fresh) start();
    const double begin = std::min(patience_.start, hung_ ? 2 + 3 * start_seconds_ : 1e9);
    const double answer_within = std::min(patience_.answer, hung_ ? 2 : 1e9);
    const double wait = (fresh ? begin : 0) + answer_within + 2 * cost;
    const auto until = Clock::now() + std::chrono::milliseconds(static_cast<int64_t>(wait * 1000));
    const Words sent = with_head(message);
    Words head(head_words), answer;
    cross(POLLOUT, const_cast<uint32_t*>(sent.data()), sent.size(), until, wait, cancel);
    cross(POLLIN, head.data(), head.size(), until, wait, cancel);
    if (head[0] != begins_a_message) throw no_answer();
    for (std::size_t left = head[1]; left > 0;) {
      const std::size_t piece = std::min(left, std::max(piece_words, answer.size()));
      answer.resize(answer.size() + piece);
      cross(POLLIN, answer.data() + answer.size() - piece, piece, until, wait, cancel);
      left -= piece;
    }
    hung_ = false;
    return answer;
  }

  /// Sends or receives so many words. Throws when the other end has gone or says nothing, and when
  /// nobody wants it any more; the process is ended then.
  void cross(short what, uint32_t* words, std::size_t count, Clock::time_point until, double wait,
             const std::atomic<bool>* cancel) {
    std::optional<Clock::time_point> given_up;
    char* at = reinterpret_cast<char*>(words);
    for (std::size_t left = count * sizeof *words; left > 0;) {
      const ssize_t done =
          what == POLLOUT ? send(socket_, at, left, MSG_NOSIGNAL) : recv(socket_, at, left, 0);
      if (done > 0) {
        at += done, left -= static_cast<std::size_t>(done);
        continue;
      }
      if (done == 0 || (errno != EAGAIN && errno != EINTR)) throw KernelError(why_it_ended());
      const bool stopped = cancel && *cancel;
      if (stopped && !given_up) given_up = Clock::now();
      if (stopped && Clock::now() - *given_up > grace) {
        let_go();
        throw KernelError(said::run_stopped);
      }
      if (Clock::now() > until) {
        let_go();
        hung_ = true;
        throw KernelError(said::silent({.seconds = static_cast<int>(wait + 0.5)}));
      }
      pollfd one{socket_, what, 0};
      poll(&one, 1, look_up_ms);
    }
  }

  void start() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw KernelError(cannot_start(errno));
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], card_socket);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    posix_spawnattr_t how;
    posix_spawnattr_init(&how);
    posix_spawnattr_setpgroup(&how,
                              0);  // what ends the program from a terminal is not meant for it
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
    std::vector<char*> list{program_.data()};
    for (std::string& each : arguments_) list.push_back(each.data());
    list.push_back(nullptr);
    const int error = posix_spawn(&process_, program_.c_str(), &files, &how, list.data(), environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    socket_ = ends[0];
    began_ = Clock::now();
    if (error == 0) return;
    process_ = 0;
    let_go();
    throw KernelError(cannot_start(error));
  }

  std::string cannot_start(int error) const {
    return said::no_process({.program = program_, .why = std::strerror(error)});
  }

  bool has_gone() const {
    pollfd one{socket_, 0, 0};
    return poll(&one, 1, 0) > 0;  // nothing is asked for but POLLHUP
  }

  /// Its end is here, or comes within the next moment.
  std::string why_it_ended() {
    int status = 0;
    pid_t known = 0;
    for (int k = 0; k < 200 && known == 0; ++k) {
      known = waitpid(process_, &status, WNOHANG);
      if (known == 0) std::this_thread::sleep_for(std::chrono::milliseconds(look_up_ms));
    }
    if (known > 0) process_ = 0;
    let_go();
    if (known <= 0) return said::process_gone;
    if (WIFSIGNALED(status))
      return said::process_killed(
          {.name = strsignal(WTERMSIG(status)), .signal = WTERMSIG(status)});
    return said::process_ended({.code = WEXITSTATUS(status)});
  }

  KernelError no_answer() {
    let_go();
    return KernelError(said::no_answer);
  }

  void let_go() {
    if (process_ != 0) ended_.end(process_);
    if (socket_ >= 0) close(socket_);
    process_ = 0;
    socket_ = -1;
  }

  std::timed_mutex one_at_a_time_;  ///< guards all below
  std::string program_;
  std::vector<std::string> arguments_;
  CardPatience patience_;
  double start_seconds_ = 1;  ///< that the last one took to say what the card is
  Clock::time_point began_;
  bool hung_ = false;  ///< the last one did not answer: the next one is given less time
  Ended ended_;
  pid_t process_ = 0;  ///< 0: none
  int socket_ = -1;
};

// ---------------------------------------------------------------------------------- the process

/// Sends or receives so many words; false when the other end has gone.
bool cross(bool out, uint32_t* words, std::size_t count) {
  char* at = reinterpret_cast<char*>(words);
  for (std::size_t left = count * sizeof *words; left > 0;) {
    const ssize_t done =
        out ? send(card_socket, at, left, MSG_NOSIGNAL) : recv(card_socket, at, left, 0);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    at += done, left -= static_cast<std::size_t>(done);
  }
  return true;
}

Words answer_to_probe(const CardMachine& machine) {
  EngineInfo info = machine.probe();
  WordWriter out;
  cross_info(out, info);
  return std::move(out.words);
}

Words answer_to_run(const CardMachine& machine, WordReader& in, bool& trouble) {
  std::size_t sort = 0;
  const auto recipe = take_recipe(in, sort);
  if (!recipe) return {};
  Trace trace;
  trace.problem = recipe->problem;
  trace.family = sorts()[sort].family;
  try {
    machine.sort(sort, *recipe, trace);
  } catch (const KernelError& e) {
    trace.error = e.what();
    trace.fault = e.fault;
  } catch (const std::exception& e) {
    trace.error = e.what();
    trace.fault = Fault{.sentence = e.what()};
  }
  trouble = !trace.error.empty() && !machine.trouble().empty();
  return to_words(trace);
}

/// Whatever the driver does: without the program there is nobody to answer.
void leave_with_the_program() {
  pollfd one{card_socket, 0, 0};
  while (poll(&one, 1, -1) <= 0) {
  }
  _exit(0);
}

}  // namespace

CardMachine card_in_process(std::string program, std::vector<std::string> arguments,
                            CardPatience patience) {
  const auto card =
      std::make_shared<CardProcess>(std::move(program), std::move(arguments), patience);
  return {.probe =
              [card] {
                try {
                  return card->probe();
                } catch (const KernelError& e) {
                  return EngineInfo{
                      .id = EngineId::cuda,
                      .reason = scope::text::paragraph(std::string(e.what()), said::cpu_works)};
                }
              },
          .sort = [card](std::size_t sort, const Recipe& recipe,
                         Trace& trace) { card->sort(sort, recipe, trace); },
          .trouble = [] { return std::string(); }};
}

void run_card_beside(const std::string& own_program) {
  const char* other = std::getenv("RADIXSCOPE_CARD_PROGRAM");
  if (other != nullptr && *other != '\0') return use_card(card_in_process(other, {}));
  if (void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL); driver != nullptr) {
    dlclose(driver);
    use_card(card_in_process(own_program, {card_option}));
  }
}

void serve_card(const CardMachine& machine) {
  std::thread(leave_with_the_program).detach();
  for (bool trouble = false; !trouble;) {
    Words head(head_words);
    if (!cross(false, head.data(), head.size())) break;
    Words message(head[1]);
    if (!cross(false, message.data(), message.size())) break;
    WordReader in{message};
    const bool probes = in.take() == static_cast<uint32_t>(Request::probe);
    Words answer =
        with_head(probes ? answer_to_probe(machine) : answer_to_run(machine, in, trouble));
    if (!cross(true, answer.data(), answer.size())) break;
  }
  _exit(0);
}

}  // namespace radix
