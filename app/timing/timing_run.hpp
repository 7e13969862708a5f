/// A timing run as data: what `radixscope time --json-lines` prints, what the window shows while it grows, what
/// is saved, loaded and laid over another. The stream and the file are the same lines: one JSON object each.
///
///     {"event":"header","format":"radixscope time 1", …}   first line: machine, protocol, seed, options
///     {"event":"plan","rows":[…]}                           every bar that was asked for, before any runs
///     {"event":"refused","id":3,"why":"…"}                  this bar stays hollow, and why
///     {"event":"verified","id":3}                           its result was right; samples follow
///     {"event":"sample","id":3,"ms":1.25,"wall_ms":1.31,"mhz":1980,"slow_clock":false}
///     {"event":"stages","id":3,"whole_ms":1.27,"stages":[{"stage":"scan","kernel":"exclusive_scan","ms":0.4},…]}
///     {"event":"density","id":3,"pass":1,"passes":4,"counts":"<base64>"}   256 x 256 counts: see packed_counts
///     {"event":"progress","done":12,"of":40,"doing":"coarse r=8 …","seconds_left":3.5}
///     {"event":"end","drift":0.004}                         last line; without it the run was cut off
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/timing/timing.hpp"

namespace scope {

inline constexpr const char* timing_format = "radixscope time 1";

/// One bar: a configuration on an input, and what came of it.
struct TimingRow {
  uint32_t id = 0;                        ///< index in TimingRun::rows
  radix::Configuration configuration;
  radix::TimedInput input;
  std::string label;                      ///< "coarse", "cub::DeviceRadixSort, input kept"
  bool rung = false;                      ///< else an anchor
  std::string section;                    ///< of the chapter, rungs only: "13.6"
  radix::Cost cost;
  std::string refusal;                    ///< why there is no bar; "" = none so far
  bool verified = false;
  std::vector<radix::Sample> samples;     ///< whole runs, in the order they were made
  std::vector<radix::StageTime> stages;   ///< medians of the run by stage; empty: not made
  double staged_whole_ms = 0;             ///< median of the whole of those runs; compare with sum of stages
  std::vector<radix::Density> densities;
};

/// What the samples say. Only samples at a normal clock count.
struct TimingStatistics {
  double median_ms = 0, low_ms = 0, high_ms = 0;   ///< median, lower and upper quartile
  double wall_ms = 0;                              ///< median
  uint32_t samples = 0, dropped = 0;               ///< counted; left out for a slow clock
  double mhz_low = 0, mhz_high = 0;                ///< of the counted ones; 0: unknown
  bool noisy = false;                              ///< (high - low) / median above 2 %
};
/// Nothing when the row may have no bar: not verified, refused, or no counted sample.
std::optional<TimingStatistics> statistics(const TimingRow& row);

double giga_keys(const TimingRow& row, double ms);                  ///< 10^9 keys per second
double giga_bytes(const TimingRow& row, double ms);                 ///< 10^9 bytes per second of cost.moved_bytes; 0: unknown
/// Least time at the measured copy rate for the bytes that this row's own kernels must move; 0: unknown.
double floor_ms(const TimingRow& row, const radix::TimingFacts& facts);
/// Sum of the stages, and how far it is from the whole of the undisturbed runs (0.02 = 2 %); 0 without stages.
double stage_sum_ms(const TimingRow& row);
double stage_gap(const TimingRow& row);

struct TimingProgress {
  uint32_t done = 0, of = 0;
  std::string doing;             ///< what runs now
  double seconds_left = 0;
};

struct TimingRun {
  radix::TimingFacts facts;
  std::string protocol;          ///< one paragraph: how it was measured
  std::string options;           ///< the command line that makes this run
  std::string date;              ///< ISO 8601, UTC
  std::string version;           ///< of the program
  uint64_t seed = 1;
  std::vector<TimingRow> rows;
  TimingProgress progress;
  std::optional<double> drift;   ///< how much the first configuration changed from the first round to the last (0.01 = 1 %)
  bool ended = false;            ///< the last line came
  std::string failure;           ///< why a run that did not end stopped (set by the reader, not in the stream)
};

/// One event as a line, newline included.
std::string header_line(const TimingRun& run);
std::string plan_line(const TimingRun& run);
std::string refused_line(const TimingRow& row);
std::string verified_line(const TimingRow& row);
std::string sample_line(const TimingRow& row, const radix::Sample& sample);
std::string stages_line(const TimingRow& row);
std::string density_line(const TimingRow& row, const radix::Density& density);
std::string progress_line(const TimingProgress& progress);
std::string end_line(double drift);

/// The counts of a picture as bytes: each as 7 bits a byte, lowest first, with the high bit set in all but its last
/// byte (LEB128); zeros that follow each other as 0 and their number. Most cells are empty, or small.
std::vector<uint8_t> packed_counts(const std::vector<uint32_t>& counts);
/// Back; nothing unless the bytes are exactly so many counts.
std::optional<std::vector<uint32_t>> unpacked_counts(const std::vector<uint8_t>& bytes, std::size_t cells);

/// Adds one line to the run. "" or one sentence: what is wrong with the line; the run is then as it was.
std::string take_line(TimingRun& run, std::string_view line);

/// A whole run as lines, and back (a run that was cut off is read up to there).
std::string to_lines(const TimingRun& run);
radix::Result<TimingRun> timing_run_from(std::string_view text);

}  // namespace scope
