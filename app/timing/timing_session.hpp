/// Timing mode: what is picked, the program that measures beside this one, and what has come of it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "app/core/base/child_process.hpp"
#include "choice.hpp"
#include "timing_run.hpp"

namespace scope {

struct TimingState {
  TimingSetup setup;  ///< what to measure; empty `n`: the usual, filled in when the mode starts
  TimingEstimate estimate;  ///< of `estimated_text` on `estimated_engine`
  std::string estimated_text;
  std::shared_ptr<ChildProcess> weigher;  ///< says what the picked rows would take, or null
  TimingRun weighed;                      ///< what it has said so far
  std::shared_ptr<ChildProcess> child;    ///< measures now, or null
  std::shared_ptr<TimingRun> growing;  ///< what the child has said so far; shown once it has a plan
  bool cancelled = false;              ///< the child was told to go
  bool silent = false;                 ///< it has said nothing for `patience`: it may hang
  double patience = 30;                ///< seconds without a line
  TimingView view;
  std::string chart;     ///< id of a figure; "": the first chart
  bool opened = false;   ///< a window has shown the recorded run, which it starts with
  uint64_t changes = 0;  ///< counts what changes the picture
};

/// Starts to measure; an older run goes on being shown until this one has a plan. "" or one
/// sentence.
std::string start_timing(TimingState& state, radix::EngineChoice engine);

/// Ends the child at once; what was measured stays. The next poll says so.
void cancel_timing(TimingState& state);

/// Takes what the child has said, for some milliseconds at most. True when something changed;
/// `ended` is then the sentence for the status line when it has gone, and `failed` whether it went
/// wrong.
struct TimingNews {
  bool changed = false, failed = false;
  std::string ended;
};
TimingNews poll_timing(TimingState& state);

/// Shows another run. The chart starts at its first page.
void show_run(TimingState& state, std::shared_ptr<const TimingRun> run);

/// The runs that come with the program, measured on an NVIDIA H200: "u32", "pairs". A sentence
/// where there is none of this name, or it cannot be read.
std::span<const char* const> recorded_runs();
radix::Result<TimingRun> recorded_run(std::string_view name);

/// "" when it is there, else one sentence: app/open.sh builds it while the window is open.
std::string timing_program_missing();

/// Asks it what the picked rows would take; poll_weigher adds that to the estimate and is then
/// true.
void start_weigher(TimingState& state, radix::EngineChoice engine);
bool poll_weigher(TimingState& state);

}  // namespace scope
