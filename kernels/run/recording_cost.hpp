/// What recording a run takes, known before from its settings.
#pragma once

#include <cstdint>
#include <string>

#include "engine.hpp"

namespace radix {

/// About: tests hold it within a factor of what recording on the CPU engine takes. A GPU is faster.
struct RecordingCost {
  double seconds = 0;
  uint64_t bytes = 0;
  uint32_t table_entries = 0;  ///< of the largest pass; 0: the sort has no table
};
RecordingCost recording_cost(const Problem& problem, const SortInfo& sort);

/// Entries of a bucket table that is recorded. Every pass shows it level by level, so that a larger
/// one would take gigabytes and most of a minute, for a picture that cannot be read.
inline constexpr uint32_t max_recorded_table = 1u << 17;

/// Why the run is not recorded though it could be: "" or one sentence with the numbers.
std::string too_costly(const Problem& problem, const SortInfo& sort);

}  // namespace radix
