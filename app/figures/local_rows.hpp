/// What figures 13.5 and 13.6 share: the keys of every block, sorted in its shared memory, and the
/// output row with its zeros and ones.
#pragma once

#include "rows.hpp"

namespace scope {

inline constexpr float shared_pad = 8;  ///< of a shared memory frame around its keys

/// Dashed lines between the blocks from y0 to y1. Nothing crosses them before the scatter.
void add_block_lines(Scene& scene, const Columns& columns, float y0, float y1);

/// The row of keys sorted in every block at height y, each block in a dashed frame; empty slots
/// before that step. Keys that move now come from the input row at `input_y`.
void add_local_keys(Scene& scene, const Look& look, const Columns& columns, float y, float input_y);

/// Arrows from every key of the input to its slot in the block, between y0 and y1. Dashed while the
/// slots are known but the keys have not moved yet.
void add_local_moves(Scene& scene, const Look& look, const Columns& columns, float y0, float y1);

/// The output row at y with its indices, and below it the zeros and the ones once both are counted.
/// Keys that move now come from the row `before` at `before_y`. Returns the y below.
float add_output(Scene& scene, const Look& look, const Columns& columns, float y,
                 const radix::Array& before, float before_y);

/// Sizes of the buckets in the output; nothing before this pass has counted them.
std::optional<std::vector<uint32_t>> counted_buckets(const Look& look);

}  // namespace scope
