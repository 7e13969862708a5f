/// Recording in the background, so that the window never freezes: what takes longer than a frame is
/// made in a thread of its own while the old picture stands.
///
/// Whoever needs a run asks `made`. In a script, and for what is done at once, the answer is the
/// run. With a window open, the first question starts the recording and throws NotRecordedYet; the
/// caller leaves everything as it was and asks again when the run is there: `tick` by itself, a
/// command because the recorder remembers it.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/base/background.hpp"
#include "app/core/base/value.hpp"
#include "kernels/run/engine.hpp"

namespace scope {

/// No error: the run is being made. It passes everything that catches errors.
struct NotRecordedYet {};

/// Is called when a run was made, in the thread that made it; null: nobody waits for events.
inline std::atomic<void (*)()> run_is_made = nullptr;

class Recorder {
 public:
  /// The run that was made, or of a small problem makes it now; else starts to, and throws. What a
  /// card makes is always made in the thread, and waited for as long as a small problem takes: it
  /// may hang.
  radix::Trace run(const radix::Recipe& recipe);

  /// The recorded run in a file of at most `limit` bytes, or why there is none: the same, for what
  /// takes as long to read.
  radix::Result<radix::Trace> read(const std::string& file, std::size_t limit);

  /// A command that waits for the run; only the last one does.
  struct Waiting {
    std::string command;
    Value argument;
  };
  void wait(Waiting command) { waiting_ = std::move(command); }
  /// The rest of a script, whose last command waits for a run or has asked for one.
  void wait(std::string script) { script_ = std::move(script); }
  bool has_waiting() const { return waiting_ || !script_.empty(); }

  bool busy() const { return job_ != nullptr; }
  /// Takes what was made. True when there was anything.
  bool poll();
  /// The command that waited, once: the run that it waited for is there.
  std::optional<Waiting> due();
  /// The script that waited, once, when no command of it does any more; else "".
  std::string due_script();
  /// Gives up what is being made, who waited for it, and what was made. Does not wait for its end.
  void stop();
  /// "Recording: 0.4 s of about 1.2 s. Until then …"; "" when nothing is.
  std::string words() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct News {
    std::shared_ptr<const radix::Trace> trace;  ///< null until it has ended
    std::string refusal = {};                   ///< of a file
  };
  struct Made {
    radix::Recipe recipe;
    std::string file;  ///< "" where it was recorded
    std::shared_ptr<const radix::Trace> trace;
    std::string refusal;
  };
  void begin(const radix::Recipe& recipe);
  void begin(const std::string& file, std::size_t limit);
  void let_go();

  std::shared_ptr<Background<News>> job_;
  std::vector<std::shared_ptr<Background<News>>> given_up_;  ///< that may not have ended yet
  radix::Recipe asked_;                                      ///< the recipe that job_ runs
  std::string asked_file_;  ///< the file that job_ reads instead, or ""
  Clock::time_point began_;
  double seconds_ = 0;  ///< that it takes, about
  std::deque<Made> made_;
  std::optional<Waiting> waiting_;
  std::string script_;
};

/// While it lives, `made` asks this recorder; null: nobody.
class RecordsBeside {
 public:
  explicit RecordsBeside(Recorder* recorder);
  ~RecordsBeside();
  RecordsBeside(const RecordsBeside&) = delete;
  RecordsBeside& operator=(const RecordsBeside&) = delete;

 private:
  Recorder* before_;
};

/// There is such a recorder: a window asks.
bool records_beside();

/// The run of a recipe.
radix::Trace made(const radix::Recipe& recipe);
/// The run in a file of at most `limit` bytes: one sentence where there is none.
radix::Result<radix::Trace> made_before(const std::string& file, std::size_t limit);

}  // namespace scope
