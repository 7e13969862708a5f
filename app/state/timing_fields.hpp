/// The picks of Timing mode as fields of a state.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "state_fields.hpp"

namespace scope {

/// Fields of Timing mode's picks, "timing_n" and the like; those that are as at the first start
/// only if `all`.
std::vector<NamedText> timing_fields(const Document& document, bool all);

/// True for the name of one of these.
bool belongs_to_timing(std::string_view name);

/// Picks what they say; "" or one sentence that names the field, and then nothing has changed.
std::string take_timing(Document& document, const std::vector<NamedText>& fields);

}  // namespace scope
