/// The two spellings of a state (state.hpp): how fields become text and are read again. Knows no
/// Document: what the fields mean is state_fields.hpp's.
#pragma once

#include <string>
#include <string_view>

#include "state_fields.hpp"

namespace scope {

inline constexpr std::size_t longest_state = 1u
                                             << 20;  ///< bytes; 4096 keys with values take a tenth

}  // namespace scope
