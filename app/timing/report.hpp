/// A timing run for people and for other programs.
#pragma once

#include <string>
#include <vector>

#include "app/core/base/table.hpp"
#include "findings.hpp"

namespace scope {

/// Aligned columns: what the machine is, one block for every input, then its stages, notes and what
/// is claimed (timing_claims) at the end. A row without a bar has its sentence instead of numbers.
std::string to_table(const TimingRun& run, const std::vector<Claim>& claims = {});

/// One row for every configuration, times in ms, one column for every stage; numbers of hollow rows
/// are empty and `refusal` says why: in English for to_csv, in the reader's language for
/// to_markdown.
enum class TableFor { csv, reader };
Table timing_table(const TimingRun& run, TableFor whom);

/// One line per sort, each at the settings that are its best with the most keys: its rate in GKey/s
/// with every number of keys, and how many times as fast as the first library it is with the most.
/// Sorts without a time have no line. Of the run's first type and spread. For to_markdown.
Table best_table(const TimingRun& run);

/// RFC 4180. One line for every sample: id (as in timing_table), number, ms, wall_ms, mhz,
/// slow_clock.
std::string samples_csv(const TimingRun& run);

}  // namespace scope
