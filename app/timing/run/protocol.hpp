/// How a timing run is made: warm-up, verification, interleaved rounds, runs by stage. Every event
/// is handed out as a line while it happens (timing_run.hpp), so that whoever reads them knows as
/// much as the one who measures.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "app/timing/plan.hpp"

namespace scope {

/// The functions of timing.hpp and the steady clock. Links the timed sorts.
TimingEngine timing_engine(radix::EngineId engine);

/// Who listens.
struct TimingListener {
  std::function<bool(const std::string& line)>
      line;  ///< takes an event; false: nobody reads any more, stop
  std::function<void(const TimingProgress&)>
      progress;                               ///< the same as the progress event; may be empty
  const std::atomic<bool>* cancel = nullptr;  ///< true: stop after the sample that runs now
};

/// Makes the run. Never throws for what an engine does: a configuration that fails is refused with
/// the sentence and the others go on. A run that was stopped has `ended` false and says so in
/// `failure`.
TimingRun run_timing(TimingPlan plan, const TimingEngine& engine, const TimingListener& listener);

/// The protocol in words, as the header of the run prints it.
std::string protocol_words(const TimingPlan& plan);

}  // namespace scope
