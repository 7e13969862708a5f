/// Threads that have several keys (figure 13.10): which thread works on which key, and in which
/// round.
#pragma once

#include "app/core/figures/kit/rows.hpp"

namespace scope {

/// Heights of what the functions below draw.
inline constexpr float strip_height = 20, strip_pitch = 23;
inline constexpr float owner_strips_height = 2 * strip_pitch;

/// The threads over a row of these keys, that of the step's worker lit; the blocks' names alone
/// where the launch is none over keys. Returns the y below.
float add_key_threads(Scene& scene, const Moment& moment, const Columns& columns, float y,
                      const std::vector<uint32_t>& ids);

/// Block frames with their threads, lines from every thread to its keys, and the strips below them.
/// Interleaved, the threads stand over the block's first keys; blocked, each over the keys it has.
/// Returns the y below.
float add_coarse_threads(Scene& scene, const Moment& moment, const Columns& columns, float y);

/// Two strips over or under a row of keys: the thread that has each place and the round in which it
/// does; neighbours that are equal share a box. `ids`: the keys of the row. Returns the y below.
float add_owner_strips(Scene& scene, const Moment& moment, const Columns& columns, float y,
                       const std::vector<uint32_t>& ids);

/// What stands over the keys on a low page, down to low_keys_y: the blocks, and which thread works
/// on each of these keys.
void add_low_head(Scene& scene, const Moment& moment, const Columns& columns,
                  const std::vector<uint32_t>& ids);

}  // namespace scope
