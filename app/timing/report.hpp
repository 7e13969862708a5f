/// A timing run for people and for other programs.
#pragma once

#include <string>
#include <vector>

#include "app/base/table.hpp"
#include "timing_run.hpp"

namespace scope {

/// Aligned columns: what the machine is, one block for every input, then its stages, notes at the end. A row
/// without a bar has its sentence instead of numbers.
std::string to_table(const TimingRun& run);

/// One row for every configuration, times in ms, one column for every stage; numbers of hollow rows are empty and
/// `refusal` says why. For to_csv and to_markdown.
Table timing_table(const TimingRun& run);

/// RFC 4180. One line for every sample: id (as in timing_table), number, ms, wall_ms, mhz, slow_clock.
std::string samples_csv(const TimingRun& run);

/// What should be known about a bar before it is compared: "noisy", dropped samples, few samples, stages that
/// do not add up. "" = nothing.
std::string remark(const TimingRow& row);

/// Names of the stages that any of these rows has, in the order in which they come.
std::vector<std::string> stage_names(const std::vector<TimingRow>& rows);
/// A row's stage, summed over its kernels; nothing when it has no such stage.
std::optional<double> stage_ms(const TimingRow& row, const std::string& stage);

/// What stands above and below a table: the machine in some lines, the notes in some more.
std::vector<std::string> header_lines(const TimingRun& run);
std::vector<std::string> note_lines(const TimingRun& run);

}  // namespace scope
