/// Reads JSON that a person hands to the program, whatever it may contain.
#pragma once

#include <string>
#include <string_view>

#include "kernels/engine/model/json.hpp"
#include "kernels/engine/model/problem.hpp"

namespace scope {

/// The text as JSON, members in their order, or one sentence that says the line and column of what
/// is wrong and that this is no `what` ("session"). A member that is written twice is refused by
/// name, brackets that are nested deeper than in any file of ours before they take gigabytes.
radix::Result<radix::Json> read_json(std::string_view text, const std::string& what);

/// True when brackets are nested deeper than in any file of ours; what stands in quotes does not
/// count. Cheap enough for a run of millions of numbers, which is then read by its own reader.
bool nests_too_deep(std::string_view text);

}  // namespace scope
