/// The density figure's choice of pictures, so that tests can ask for it.
#pragma once

#include <cstdint>
#include <vector>

namespace scope {

inline constexpr std::size_t max_pictures =
    17;  ///< with the scale beside them they fill three rows of six

/// Which pictures are shown of 0 (the input) … passes: all, or of many max_pictures: the first
/// four, those of the passes that sort the top 8 bits, and evenly chosen ones between. Ascending.
std::vector<uint32_t> shown_passes(uint32_t passes, uint32_t bits);

}  // namespace scope
