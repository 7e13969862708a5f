/// Reading JSON that a person hands to the program, which may be anything.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

#include "../kernels/problem.hpp"

namespace scope {

/// True for brackets inside brackets beyond what any file of ours has; millions of them would take gigabytes.
bool nests_too_deep(std::string_view text);

/// The text as JSON, members in their order, or one sentence that says the line and column of what is wrong and
/// that this is no `what` ("session"). A member that is written twice is refused by name.
radix::Result<nlohmann::ordered_json> read_json(std::string_view text, const std::string& what);

}  // namespace scope
