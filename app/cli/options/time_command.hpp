/// `radixscope time`: its options, which both programs know.
#pragma once

#include <functional>
#include <string>

#include "app/timing/plan.hpp"
#include "options.hpp"

namespace scope {

/// What was typed after `time`.
struct TimeTyped {
  TimingSetup setup;
  std::string engine = "auto", out;
  std::string devices, devices_check;  ///< "": rows of one device, of which there is all else
  bool json_lines = false, csv = false, table = false, samples_csv = false, best = false,
       no_stages = false;
  bool end_with_parent = false;  ///< gone when the program that started it is
  bool weigh = false;            ///< only say what every row would take, as lines
};

/// The command; `typed` must outlive it.
Subcommand time_command(TimeTyped& typed, std::function<int()> run);

}  // namespace scope
