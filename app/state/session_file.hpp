/// A state as the text of a session file. Knows no Document.
#pragma once

#include <string>
#include <string_view>

#include "state_fields.hpp"

namespace scope {

/// {"format": …, fields of the program, "lanes": [{fields of a lane}, …]}, one field per line.
std::string to_session_text(const StateFields& fields);

radix::Result<StateFields> read_session_text(std::string_view text);

}  // namespace scope
