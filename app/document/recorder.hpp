/// Recording beside the window, so that it never stands still: what takes longer than a frame is
/// made in a thread of its own while the old picture stands.
///
/// Whoever needs a run asks `made`. In a script, and for what is done at once, the answer is the
/// run. Beside a window the first question begins to make it and throws NotRecordedYet; what asked
/// leaves everything as it was and asks again when it is there: tick by itself, a verb because the
/// recorder remembers it.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "app/base/background.hpp"
#include "app/base/value.hpp"
#include "kernels/run/engine.hpp"

namespace scope {

/// No error: the run is being made. It passes everything that catches errors.
struct NotRecordedYet {};

class Recorder {
 public:
  /// The run that was made, or of a small problem makes it now; else begins to, and throws.
  radix::Trace run(const radix::Recipe& recipe);

  /// A verb that waits for the run; only the last one does.
  struct Waiting {
    std::string verb;
    Value argument;
  };
  void wait(Waiting verb) { waiting_ = std::move(verb); }
  bool has_waiting() const { return waiting_.has_value(); }

  bool busy() const { return job_ != nullptr; }
  /// Takes what was made. True when there was anything.
  bool poll();
  /// The verb that waited, once: the run that it waited for is there.
  std::optional<Waiting> due();
  /// Gives up what is being made, within milliseconds, who waited for it, and what was made.
  void stop();
  /// "Recording: 0.4 s of about 1.2 s; the picture before stands, …"; "" when nothing is.
  std::string words() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct News {
    std::shared_ptr<const radix::Trace> trace;  ///< null until it has ended
  };
  struct Made {
    radix::Recipe recipe;
    std::shared_ptr<const radix::Trace> trace;
  };
  void begin(const radix::Recipe& recipe);

  std::shared_ptr<Background<News>> job_;
  radix::Recipe asked_;  ///< what job_ makes
  Clock::time_point began_;
  double seconds_ = 0;  ///< that it takes, about
  std::deque<Made> made_;
  std::optional<Waiting> waiting_;
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

/// The run of a recipe.
radix::Trace made(const radix::Recipe& recipe);

}  // namespace scope
