/// One level of an MSD radix sort, read from the trace, and WHY, FORMULA and "Kept so far".
#pragma once

#include <string>
#include <vector>

#include "app/core/words/explain.hpp"
#include "kernels/msd/msd_family.hpp"

namespace scope {

/// True in the part that reads the sorted keys backwards.
bool msd_backwards(const Moment& moment);
/// The level of the moment's part; one without segments where it reads backwards.
radix::msd::Level level_of(const Moment& moment);
/// All segments before this level (or after it), in order; a key that is alone is one, too.
std::vector<radix::msd::Segment> segments_before(const radix::Problem& problem, uint32_t level);

/// A block of this level's launches and the places it has; small segments come after all open
/// ones.
struct SegmentBlock {
  uint32_t block = 0, first_block = 0, blocks = 1;
  radix::msd::Segment segment, piece;
  bool open = false;
  bool again = false;  ///< the level before has sorted it already
};
/// Those of the open segments, then those of the small ones, of this level and the one before.
std::vector<SegmentBlock> blocks_of_level(const Moment& moment);

/// Keys that have gone through tables until now, and in all; and what as many passes of the lowest
/// digit first would move.
struct MovedKeys {
  uint32_t now = 0, all = 0, lowest_first = 0;
};
MovedKeys moved_keys(const Moment& moment);

uint32_t example_key_of_segments(const Moment& moment);
std::string why_of_segments(const Moment& moment);
Formula formula_of_segments(const Moment& moment);
Invariants kept_by_segments(const Moment& moment);
std::vector<std::string> threads_of_segments(const Moment& moment, uint32_t id);

}  // namespace scope
