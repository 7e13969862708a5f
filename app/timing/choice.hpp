/// Picking what is measured: the same lists as the options of `radixscope time`, changed one at a
/// time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/run/engine.hpp"
#include "plan.hpp"

namespace scope {

/// One list of a TimingSetup, and the values that the window offers for it. Others can be typed.
struct TimingChoice {
  std::string name;   ///< as the option: "n", "distribution", "keys_per_thread"
  std::string label;  ///< on the screen
  std::string about;  ///< one line
  struct Value {
    std::string name, label, about;
  };
  std::vector<Value> values;
  bool one = false;  ///< a switch with one value, not a list
};

/// Sorts, what stands beside them, every axis, sizes, types, distributions, and the rest.
std::vector<TimingChoice> timing_choices(radix::EngineId engine);

/// The names of the values that are chosen, "all" and ranges spelt out; empty for "none".
std::vector<std::string> chosen_values(const TimingSetup& setup, const TimingChoice& choice,
                                       radix::EngineId engine);

/// The list with this value put in or taken out. The last value of a list that must have one stays.
std::string toggled(const TimingSetup& setup, const TimingChoice& choice, radix::EngineId engine,
                    std::string_view value);

/// Every list and switch of a setup by name, "sorts", "n", …, and its text; a switch is "on" or
/// "off".
std::vector<std::string> pick_names();
std::string pick_text(const TimingSetup& setup, std::string_view name);
/// Puts a text there unread. False, and nothing changed, for an unknown name or a switch that is
/// neither on nor off.
bool set_pick(TimingSetup& setup, std::string_view name, const std::string& values);

/// Changes one list. "" or one sentence, and then nothing has changed.
std::string choose(TimingSetup& setup, radix::EngineId engine, std::string_view name,
                   const std::string& values);

/// What the window picks at first: every sort and baseline, some widths, sizes that this engine
/// sorts in no time.
TimingSetup usual_timing(radix::EngineId engine);

/// The command line of `radixscope` that measures it, without the program's name.
std::vector<std::string> arguments_of(const TimingSetup& setup, radix::EngineChoice engine);

/// "66 bars of 22 configurations · up to 1.3 GB", or why there is nothing to measure.
struct TimingEstimate {
  std::string words;
  bool refused = false;
};
TimingEstimate estimate(const TimingSetup& setup, radix::EngineId engine);

/// " · up to 1.3 GB of memory", from what the program that measures says of every row; "" when it
/// is not known.
std::string memory_words(const TimingRun& weighed);

/// The engine that a choice means on this machine.
radix::EngineId engine_of(radix::EngineChoice choice);

}  // namespace scope
