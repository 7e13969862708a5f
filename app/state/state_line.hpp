/// A state as one line: the spelling that survives mails, chats and shells. Knows no Document.
#pragma once

#include <string>
#include <string_view>

#include "state_fields.hpp"

namespace scope {

/// "radixscope:1/keys=12,3,6/step=17/mode=compare/lane/sort=digits": the first lane's fields, the
/// program's, then the other lanes'. Only A-Z a-z 0-9 . _ , : + - = / and %XX; a + is a blank, and
/// a value ends with a letter or digit.
std::string to_state_string(const StateFields& fields);

/// The two halves of it.
radix::Result<StateFields> read_state_string(std::string_view text);

/// Reads either spelling. The sentence names the place for what is no such text at all.
radix::Result<StateFields> read_state(std::string_view text);

}  // namespace scope
