/// WHY, FORMULA and "Kept so far" of transposition sorts and sorting networks.
#pragma once

#include <string>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "app/core/words/explain.hpp"

namespace scope {

std::string why_of_rounds(const Moment& moment);
Formula formula_of_rounds(const Moment& moment);

/// Networks promise runs at the end of a stage; before, and in rounds, no order is promised: what
/// is said then is how many inversions are left.
Invariants kept_by_rounds(const Moment& moment);

/// Which thread has this key in this part.
std::vector<std::string> threads_of_rounds(const Moment& moment, uint32_t id);

}  // namespace scope
