/// The two formulas of Figure 13.3 as cards: a box per term, with the numbers of one thread.
#pragma once

#include "app/core/figures/kit/rows.hpp"

namespace scope {

/// What differs between a sort of the whole grid and one inside each block.
struct Terms {
  bool local = false;                    ///< inside each block
  const radix::Array* bits = nullptr;    ///< null, here and below: not known at this moment
  const radix::Array* before = nullptr;  ///< ones before each key
  const radix::Array* total = nullptr;   ///< ones of the grid, or of each block
  const radix::Array* slots = nullptr;   ///< where each key goes
};

Terms terms_of(const Moment& moment);

/// Both formulas, as wide as the block frames above them: side by side, or one under the other
/// where the page is narrow. Returns the y below.
float add_cards(Scene& scene, const Moment& moment, const Terms& terms, const Columns& columns,
                const radix::Array& keys, float y);

/// The entry of a bucket table for the key at position i of a row of keys.
uint32_t entry_of(const Moment& moment, const radix::Array& keys, uint32_t i);

/// The formula of a sort that sorts by whole digits, with the numbers of the selected key or an
/// example: start[digit][block] + place in the block - local start[digit]. `keys` as the threads
/// hold them. Returns the y below.
float add_digit_card(Scene& scene, const Moment& moment, const Columns& columns,
                     const radix::Array& keys, float y);

/// The formula of the pass that reverses: number of keys - 1 - index. Returns the y below.
float add_reversing_card(Scene& scene, const Moment& moment, const Columns& columns,
                         const radix::Array& keys, float y);

}  // namespace scope
