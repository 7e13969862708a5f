/// The pictures between one step and the next. What both show (the same value of the same array,
/// the same words, the frame of the same block) moves from its old place to its new one; what only
/// the first one shows fades. What is new appears one after the other: keys fly along their arrows
/// thread by thread, the entries of a table are read into its line row by row, a running sum
/// advances along its line.
#pragma once

#include "scene.hpp"

namespace scope {

/// Pictures of more cells than this are not moved as a whole; their keys still travel from
/// Cell::from.
inline constexpr std::size_t max_moving = 1500;

/// True where both pictures are small enough for `between`.
bool can_move(const Scene& before, const Scene& after);

/// The picture at `phase`, 0…1, between the two: `before` itself at 0, `after` itself at 1. Cells
/// on their way through the air have a `from`, which is their place; they stand after all others
/// in the list. A step back is the step forward with 1 - phase.
Scene between(const Scene& before, const Scene& after, float phase);

}  // namespace scope
