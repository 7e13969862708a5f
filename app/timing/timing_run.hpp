/// A timing run as data: what `radixscope time` measures, what the window shows while it grows,
/// what is saved, loaded and laid over another; and what its samples say.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/timing/timing.hpp"

namespace scope {

/// One bar: a configuration on an input, and what came of it.
struct TimingRow {
  uint32_t id = 0;  ///< index in TimingRun::rows
  radix::Configuration configuration;
  radix::TimedInput input;
  std::string label;    ///< "coarse", "cub::DeviceRadixSort, input kept"
  bool sort = false;    ///< else a baseline
  std::string section;  ///< sorts only, in files: of the 4th edition
  radix::Cost cost;
  std::string refusal;  ///< why there is no bar; "" = none so far
  bool verified = false;
  std::vector<radix::Sample> samples;    ///< whole runs, in the order they were made
  std::vector<radix::StageTime> stages;  ///< medians of the run by stage; empty: not made
  double staged_whole_ms = 0;  ///< median of the whole of those runs; compare with sum of stages
  std::vector<radix::Density> densities;
};

/// What the samples say. Only samples at a normal clock count.
struct TimingStatistics {
  double median_ms = 0, low_ms = 0, high_ms = 0;  ///< median, lower and upper quartile
  double wall_ms = 0;                             ///< median
  uint32_t samples = 0, dropped = 0;              ///< counted; left out for a slow clock
  double mhz_low = 0, mhz_high = 0;               ///< of the counted ones; 0: unknown
  bool noisy = false;                             ///< (high - low) / median above 2 %
};
/// Medians and quartiles, the same everywhere: the value below which this share (0…1) of the values
/// lies, on the line between its neighbours; 0 of none.
double quantile(std::vector<double> values, double share);
double median(std::vector<double> values);

/// Nothing when the row may have no bar: not verified, refused, or no counted sample.
std::optional<TimingStatistics> statistics(const TimingRow& row);

double giga_keys(const TimingRow& row, double ms);  ///< 10^9 keys per second
double giga_bytes(const TimingRow& row,
                  double ms);  ///< 10^9 bytes per second of cost.moved_bytes; 0: unknown
/// Least time at the measured memory rate for the bytes that this row's own kernels must move; 0:
/// unknown.
double floor_ms(const TimingRow& row, const radix::TimingFacts& facts);
/// Sum of the stages, and how far it is from the whole of the undisturbed runs (0.02 = 2 %); 0
/// without stages.
double stage_sum_ms(const TimingRow& row);
double stage_gap(const TimingRow& row);
/// The stages of every family of sorts, in their order.
std::vector<radix::StageInfo> known_stages();

/// Names of the stages that any of these rows has, in the order in which they come.
std::vector<std::string> stage_names(const std::vector<TimingRow>& rows);
/// A row's stage, summed over its kernels; nothing when it has no such stage.
std::optional<double> stage_ms(const TimingRow& row, const std::string& stage);

struct TimingProgress {
  uint32_t done = 0, of = 0;
  std::string doing;  ///< what runs now
  double seconds_left = 0;
};

struct TimingRun {
  radix::TimingFacts facts;
  std::string protocol;  ///< one paragraph: how it was measured
  std::string options;   ///< the command line that makes this run
  std::string date;      ///< ISO 8601, UTC
  std::string version;   ///< of the program
  uint64_t seed = 1;
  std::vector<TimingRow> rows;
  TimingProgress progress;
  std::optional<double> drift;  ///< how much the first configuration changed from the first round
                                ///< to the last (0.01 = 1 %)
  bool ended = false;           ///< the last line came
  std::string
      failure;  ///< why a run that did not end stopped (set by the reader, not in the stream)
};

/// The inputs of a run in the order of its plan, each once.
std::vector<radix::TimedInput> inputs_of(const TimingRun& run);
/// The largest input that has a bar, of several the first in the plan; `of_sorts`: that a sort has
/// a bar on.
std::optional<radix::TimedInput> largest_input(const TimingRun& run, bool of_sorts);

/// What the charts of Timing mode show.
struct TimingView {
  std::shared_ptr<const TimingRun> run;   ///< the newest; null: nothing was measured or opened
  std::shared_ptr<const TimingRun> over;  ///< laid over it, or null
  std::string over_name;                  ///< of the run laid over: its device, or its file
  std::size_t row = 0;                    ///< looked at closely: TimingRow::id
  uint32_t page = 0;                      ///< of the chart; one beyond the last shows the last
  bool running = false;                   ///< `run` still grows
};

/// The row of another run with the same configuration on the same input (the keys may have another
/// seed), or null.
const TimingRow* same_row(const TimingRun& run, const TimingRow& row);

/// Why a row has no bar: its refusal, or that it waits, or what became of the run; "" when it has
/// one.
std::string hollow_words(const TimingView& view, const TimingRow& row);

}  // namespace scope
