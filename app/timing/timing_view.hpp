/// What the charts of Timing mode show.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "timing_run.hpp"

namespace scope {

struct TimingView {
  std::shared_ptr<const TimingRun> run;   ///< the newest; null: nothing was measured or opened
  std::shared_ptr<const TimingRun> over;  ///< laid over it, or null
  std::string over_name;                  ///< of the run laid over: its device, or its file
  std::size_t row = 0;                    ///< looked at closely: TimingRow::id
  uint32_t page = 0;                      ///< of the chart; one beyond the last shows the last
  bool running = false;                   ///< `run` still grows
};

/// The row of another run with the same configuration on the same input (the keys may have another seed), or
/// null.
const TimingRow* same_row(const TimingRun& run, const TimingRow& row);

/// Why a row has no bar: its refusal, or that it waits, or what became of the run; "" when it has one.
std::string hollow_words(const TimingView& view, const TimingRow& row);

}  // namespace scope
