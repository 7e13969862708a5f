/// The density figure's choices and places, so that tests can ask for them.
#pragma once

#include <cstdint>
#include <vector>

#include "app/moment/moment.hpp"
#include "app/timing/timing_run.hpp"

namespace scope {

inline constexpr std::size_t most_pictures = 17;   ///< with the scale beside them they fill three rows of six

/// The rows that have pictures, a page each, in the order of the run.
std::vector<const TimingRow*> density_rows(const Look& look);

/// Which pictures are shown of 0 (the input) … passes: all, or of many most_pictures: the first four, those
/// of the passes that sort the top 8 bits, and evenly chosen ones between. Ascending.
std::vector<uint32_t> shown_passes(uint32_t passes, uint32_t bits);

/// So many squares in a room: as many columns as make them largest.
struct Tiling {
  uint32_t columns = 1, rows = 1;
  float side = 0;
};
/// `beside` and `above`: what every square needs besides itself.
Tiling tiling_of(std::size_t count, float width, float height, float beside, float above);

}  // namespace scope
