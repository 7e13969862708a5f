/// The colours of what owns a key: a block, a device, a list. They differ from those of digits 0 to
/// 3 and of followed keys (follow.hpp), so that no colour means two things in one picture.
#pragma once

#include "scene.hpp"

namespace scope {

inline constexpr uint32_t owner_inks =
    8;  ///< further owners start again; their numbers are printed

/// The digit whose colours an owner has.
constexpr uint32_t owner_digit(uint32_t owner) {
  constexpr uint32_t digits[owner_inks] = {6, 11, 8, 9, 12, 13, 14, 15};
  return digits[owner % owner_inks];
}
constexpr Ink owner_ink(uint32_t owner) { return digit_ink(owner_digit(owner)); }
constexpr Ink owner_fill(uint32_t owner) { return digit_fill(owner_digit(owner)); }

}  // namespace scope
