/// The two spellings of a state (state.hpp): how fields become text and are read again. Knows no App: what the
/// fields mean is state_fields.hpp's.
#pragma once

#include <string>
#include <string_view>

#include "state_fields.hpp"

namespace scope {

inline constexpr std::size_t longest_state = 1u << 20;   ///< bytes; 4096 keys with values take a tenth

/// "radixscope:1/keys=12,3,6/step=17/mode=compare/lane/rung=digits": the first lane's fields, the program's, then
/// the other lanes'. Only A-Z a-z 0-9 . _ , : + - = / and %XX; a + is a blank, and a value ends with a letter or digit.
std::string to_state_string(const StateFields& fields);

/// {"format": …, fields of the program, "lanes": [{fields of a lane}, …]}, a field a line.
std::string to_session_text(const StateFields& fields);

/// Reads either spelling. The sentence names the place for what is no such text at all.
radix::Result<StateFields> read_state(std::string_view text);

/// The two halves of it.
radix::Result<StateFields> read_state_string(std::string_view text);
radix::Result<StateFields> read_session_text(std::string_view text);

}  // namespace scope
