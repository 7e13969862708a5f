/// `radixscope trace`: sorts and prints every step.
#pragma once

#include "options.hpp"

namespace scope {

Command trace_command();

}  // namespace scope
