/// How far a sort's time is from that of its own bytes, and what was counted that explains the
/// rest.
#pragma once

#include <string>
#include <vector>

#include "timing_run.hpp"

namespace scope {

/// What warps of 32 do on few keys, cut as a row cuts them but with one warp per block: a CPU run
/// of the sort, access by access. Bytes are those of global memory, a key as long as the row's.
struct WarpCounts {
  uint32_t keys = 0;                  ///< sorted
  uint64_t needed = 0;                ///< bytes: every element once for every block and direction
  uint64_t moved = 0;                 ///< bytes of all 32-byte sectors that loads and stores touch
  uint64_t lanes = 0, all_lanes = 0;  ///< of all instructions that touch memory: working, there
  uint64_t shared = 0;                ///< accesses of shared memory, of single threads
  uint64_t asks = 0, turns = 0;       ///< instructions to shared memory; turns that they take,
                                      ///< because lanes meet in a bank
  uint64_t barriers = 0;              ///< of a block, in the whole sort
  uint32_t launches = 0;
};
/// Takes some milliseconds once; the last few rows are remembered.
WarpCounts warp_counts(const TimingRow& row);

/// One line: the bytes per key, their time at the measured copy rate, its share of the median, and
/// the counts that are more than these bytes need. "": no bar, or an unknown copy rate.
std::string distance_words(const TimingRun& run, const TimingRow& row);

/// The fastest bar of every sort that compares, on its largest input.
std::vector<const TimingRow*> rows_with_distance(const TimingRun& run);

}  // namespace scope
