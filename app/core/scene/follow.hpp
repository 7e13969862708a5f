/// The keys that are followed through every figure, each in its own ink.
#pragma once

#include <cstdint>
#include <span>

#include "scene.hpp"

namespace scope {

/// In the order in which the keys were picked; the first is the one that is spoken of. None is an
/// ink of the book's four digits.
inline constexpr Ink thread_inks[] = {Ink::select, Ink::digit10, Ink::digit5, Ink::digit4};
inline constexpr std::size_t max_followed = std::size(thread_inks);

/// A followed key's ink; Ink::none: it is not followed.
Ink thread_ink(std::span<const uint32_t> followed, uint32_t id);

/// Edges the cells of followed keys in their inks, and draws their arrows in them.
void mark_followed(Scene& scene, std::span<const uint32_t> followed);

}  // namespace scope
