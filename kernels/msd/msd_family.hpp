/// Radix sort from the highest digit on, as a row of the list of families.
#pragma once

#include "kernels/engine/model/family.hpp"
#include "kernels/engine/model/problem.hpp"
#include "kernels/engine/model/trace.hpp"
#include "msd_arrays.hpp"

namespace radix::msd {

/// Places begin … end - 1: keys that are equal in all digits so far.
struct Segment {
  uint32_t begin = 0, end = 0;
  uint32_t size() const { return end - begin; }
  friend bool operator==(const Segment&, const Segment&) = default;
};

/// What a level finds.
struct Level {
  Digit digit;
  std::vector<Segment> open;   ///< larger than `finish`: cut by the digit
  std::vector<Segment> small;  ///< others that no level has had before: a block sorts each
};
/// The levels of a run, looked up in the keys: until no digit or no work is left. At least one
/// where there are keys.
std::vector<Level> levels_of(const Problem& problem);

/// The digit of a level, counted from the highest; 0 bits wide where there is none.
Digit digit_from_top(uint32_t key_bits, uint32_t radix_bits, KeyCode code, uint32_t level);
Digit digit_from_top(const Problem& problem, uint32_t level);
Digit digit_of_part(const Trace& trace, uint32_t part);

/// One part per level, then the reversal.
Outline outline_of_segments(const Problem& problem, std::string_view sort);

inline constexpr Family family{
    .name = "msd",
    .title = "radix sort, highest digit first",
    .stages = stages,
    .arrays = arrays,
    .scans = scans,
    .reads = reads,
    .digit = digit_of_part,
    .timed = true,
    .max_recorded = 1024,
    .max_moments = 32,
    .outline = outline_of_segments,
};

}  // namespace radix::msd
