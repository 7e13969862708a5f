/// From what was typed to the rows of a timing run: the cross product of sorts, settings and
/// inputs, each row with what it will take, the ones that cannot run refused with numbers before
/// anything is allocated.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "timing_run.hpp"

namespace scope {

/// An engine as the plan and the protocol see it; tests put their own in its place.
struct TimingEngine {
  radix::EngineId id = radix::EngineId::cpu;
  std::function<std::span<const radix::Baseline>()> baselines;
  std::function<radix::TimingFacts(bool measure)> facts;
  std::function<radix::Cost(const radix::TimedInput&, const radix::Configuration&)> cost_of;
  std::function<std::unique_ptr<radix::TimingSession>(const radix::TimedInput&,
                                                      uint64_t scratch_bytes)>
      open_session;
  std::function<double()> now;  ///< seconds from any moment on, never backwards
};
/// What is known of an engine without its timed sorts: enough to read a plan, not to weigh it.
TimingEngine offered_engine(radix::EngineId engine);

/// What was typed, still text: lists of values separated by commas. Empty: the value beside it.
struct TimingSetup {
  std::string sorts = "all";  ///< all, none, numbers or short names
  std::string beside =
      "all";      ///< all (without the checks of the timing itself), none, names of baselines
  std::string n;  ///< 1048576, 2^20, 2^28-2^20, 2^20..2^24; cuda 2^24, cpu 2^16
  std::string type = "u32";              ///< names of radix::timed_types()
  std::string bits;                      ///< of a key; all that its type has
  std::string distribution = "uniform";  ///< all, or names of radix::distributions()
  std::map<const radix::SettingInfo*, std::string> settings;  ///< of timing_axes(); timing_default
  std::string seed = "1";       ///< 0…2^64 - 1, of the keys and of the order of the rounds
  std::string samples = "10";   ///< 3…1000: least number of counted samples of a row
  std::string seconds = "0.5";  ///< 0…60: least time given to a row
  bool stages = true;           ///< time every launch by itself as well
  bool density = false;         ///< also send pictures of where the keys stand, for the largest n
};

/// One list or switch of a TimingSetup. Options, states and the child's command line iterate them.
struct TimingField {
  std::string name;   ///< "keys_per_thread"; as an option with - for _
  std::string about;  ///< what the option's help says; of a list
  const char* type = "LIST";
  bool of_method = false;  ///< of what sorts; else of what is sorted, or of the run
  // Where it is: one of these
  std::string TimingSetup::*list = nullptr;
  const radix::SettingInfo* axis = nullptr;
  bool TimingSetup::*flag = nullptr;

  std::string option() const;  ///< "--keys-per-thread"
  /// What was typed; of a switch "on" or "off".
  std::string text(const TimingSetup& setup) const;
  /// The place of its text; of no switch.
  std::string& place(TimingSetup& setup) const { return axis ? setup.settings[axis] : setup.*list; }
};
/// The one list of them, in the order of the options.
const std::vector<TimingField>& setup_fields();

/// The axes of a timing run: of radix::settings() those that say how a sort cuts its work, without
/// the limit of blocks at once (that exists to provoke a deadlock).
std::vector<const radix::SettingInfo*> timing_axes();
/// True for an axis of nearly every sort.
bool is_common(const radix::SettingInfo& axis);
/// The value of an axis when nobody chose one.
std::string timing_default(const radix::SettingInfo& axis);

struct TimingPlan {
  TimingRun run;  ///< rows with their costs and refusals, facts, seed, options
  uint32_t samples = 10;
  double seconds = 0.5;
  bool stages = true, density = false;
};

inline constexpr std::size_t max_timing_rows = 2000;

/// Rows without costs or facts. The error names the token that is wrong and what would be right.
radix::Result<TimingPlan> read_timing_plan(const TimingSetup& setup, const TimingEngine& engine);

/// Asks what the machine is and what each row takes, and refuses rows that do not fit in what is
/// free, with the numbers and the largest n that fits. Allocates nothing.
void weigh(TimingPlan& plan, const TimingEngine& engine);

/// The bytes that a session may take of this many free ones: 3 %, and at least 64 MB, are left to
/// the driver.
uint64_t usable_bytes(uint64_t free_bytes);

/// The largest n up to input.n of this configuration that fits; 0: none.
uint64_t largest_fitting(const TimingEngine& engine, radix::TimedInput input,
                         const radix::Configuration& configuration, uint64_t usable);

/// "2^24", "2^28-2^20", "1000000".
std::string size_text(uint64_t n);
/// "1.25 GB": 10^9 bytes, three digits.
std::string bytes_text(uint64_t bytes);
/// "coarse radix 8, keys_per_thread 4, block 256 · n 2^24 u32 uniform"; baselines by their name.
std::string row_words(const TimingRow& row);

}  // namespace scope
