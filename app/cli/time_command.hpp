/// `radixscope time`: its options, and the run.
#pragma once

#include <functional>
#include <string>

#include "cli.hpp"
#include "app/timing/plan.hpp"

namespace CLI {
class App;
}

namespace scope {

/// What was typed behind `time`.
struct TimeTyped {
  TimingWish wish;
  std::string engine = "auto", out;
  bool json_lines = false, csv = false, table = false, samples_csv = false, no_stages = false;
  bool end_with_parent = false;
};

/// The options of `time`; `typed` must outlive the parse.
CLI::App* declare_time(CLI::App& cli, TimeTyped& typed);

/// Makes the run and prints it; returns the exit code. Ctrl+C, an end signal or a reader that went away stop
/// it after the sample that runs then; what was measured is printed all the same.
int do_time(const TimeTyped& typed);

/// Says a sentence on standard error; returns exit_refused.
int refuse(const std::string& sentence);

}  // namespace scope
