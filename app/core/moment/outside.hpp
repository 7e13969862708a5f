/// Slots outside an array, to which threads of a failed run would write.
#pragma once

#include <string>

#include "moment.hpp"

namespace scope {

/// A number of the array in full; "–" where it stands for nothing.
std::string element_text(const radix::Trace& trace, const radix::Array& array, uint32_t value);

/// A slot as it is drawn: "−1" where a subtraction has gone below 0.
std::string slot_text(uint32_t slot);

/// True where an array of slots has one for key i that is not there: in the output or, of slots
/// inside a block, among those of the block's keys.
bool is_outside(const Moment& moment, const radix::Array& slots, uint32_t i);

/// Which keys the step sends there, or has lost there; "" where there are none.
std::string outside_words(const Moment& moment);

}  // namespace scope
