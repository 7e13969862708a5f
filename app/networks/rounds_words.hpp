/// WHY, FORMULA and "Kept so far" of a transposition sort.
#pragma once

#include <string>
#include <vector>

#include "app/moment/moment.hpp"
#include "app/words/explain.hpp"

namespace scope {

std::string why_of_rounds(const Moment& moment);
Formula formula_of_rounds(const Moment& moment);

/// No order is promised before the last round: what is said is how many pairs stand the wrong way
/// round.
Invariants kept_by_rounds(const Moment& moment);

/// Which thread has this key in this round.
std::vector<std::string> threads_of_rounds(const Moment& moment, uint32_t id);

}  // namespace scope
