/// What figures 13.5 and 13.6 share: the keys of every block, sorted in its shared memory, and the
/// output row with its buckets.
#pragma once

#include "local_splits.hpp"

namespace scope {

inline constexpr float shared_pad = 8;  ///< of a shared memory frame around its keys

/// "block 2", or "b2", over the middle of every block that has room for it.
void add_block_names(Scene& scene, const Columns& columns, float y);

/// Dashed lines between the blocks from y0 to y1. Nothing crosses them before the scatter.
void add_block_lines(Scene& scene, const Columns& columns, float y0, float y1);

/// The name of a row of keys that blocks have sorted, with where they lie: shared memory, or of
/// the user's own run the array that has them, once it is shown.
std::string local_row_name(const Moment& moment, const std::string& name);

/// A dashed frame around every block's keys in a row at height y: they lie in its shared memory.
void add_shared_frames(Scene& scene, const Columns& columns, float y, float pad = shared_pad);

/// Keys that this step moved from the row `before` at `before_y`; an enlarged one stays in the
/// page.
void add_arrived_keys(Scene& scene, const Moment& moment, const Columns& columns, float y,
                      const radix::Array& keys, Lit lit, uint32_t row, const radix::Array& before,
                      float before_y);

/// The output row at y with its indices, and below it the buckets once they are counted. Keys that
/// move now come from the row `before` at `before_y`. `brackets`: false leaves the buckets out.
/// Returns the y below.
float add_output(Scene& scene, const Moment& moment, const Columns& columns, float y,
                 const radix::Array& before, float before_y, bool brackets = true);

/// Arrows from this pass's keys straight to the output, for what has no row in shared memory, and
/// under it a sentence that says why. Returns the y below.
float add_straight_writes(Scene& scene, const Moment& moment, const Columns& columns, float input_y,
                          float from, float output_y, const std::string& why);

/// Why keys go straight to their slots in the pass that reverses.
std::string reversing_words(const Moment& moment);

}  // namespace scope
