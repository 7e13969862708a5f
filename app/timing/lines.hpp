/// A timing run as a stream: what `radixscope time --json-lines` prints, the window reads and a
/// file keeps. Stream and file are the same lines: one JSON object each.
///
///     {"event":"header","format":"radixscope time 1", …}   first line: machine, protocol, seed,
///     options
///     {"event":"plan","rows":[…]}                           every bar that was asked for, before
///     any runs
///     {"event":"refused","id":3,"why":"…"}                  this bar stays hollow, and why
///     {"event":"verified","id":3}                           its result was right; samples follow
///     {"event":"sample","id":3,"ms":1.25,"wall_ms":1.31,"mhz":1980,"slow_clock":false}
///     {"event":"stages","id":3,"whole_ms":1.27,"stages":[{"stage":"scan","kernel":"exclusive_scan","ms":0.4},…]}
///     {"event":"density","id":3,"pass":1,"passes":4,"counts":"<base64>"}   256 x 256 counts: see
///     packed_counts
///     {"event":"progress","done":12,"of":40,"doing":"coarse r=8 …","seconds_left":3.5}
///     {"event":"end","drift":0.004}                         last line; without it the run was cut
///     off
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "timing_run.hpp"

namespace scope {

inline constexpr const char* timing_format = "radixscope time 1";

/// True of the first line of a timing run, of any version.
bool looks_like_timing(std::string_view first_line);

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

/// The counts of a picture as bytes: each as 7 bits a byte, lowest first, with the high bit set in
/// all but its last byte (LEB128); zeros that follow each other as 0 and their number. Most cells
/// are empty, or small.
std::vector<uint8_t> packed_counts(const std::vector<uint32_t>& counts);
/// Back; nothing unless the bytes are exactly this many counts.
std::optional<std::vector<uint32_t>> unpacked_counts(const std::vector<uint8_t>& bytes,
                                                     std::size_t cells);

/// Adds one line to the run. "" or one sentence: what is wrong with the line; the run is then as it
/// was.
std::string take_line(TimingRun& run, std::string_view line);

/// A whole run as lines, and back (a run that was cut off is read up to there).
std::string to_lines(const TimingRun& run);
radix::Result<TimingRun> timing_run_from(std::string_view text);

}  // namespace scope
