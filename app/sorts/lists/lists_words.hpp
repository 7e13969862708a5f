/// What is said about a moment of a sort by lists.
#pragma once

#include <string>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "app/core/words/explain.hpp"

namespace scope {

std::string why_of_lists(const Moment& moment);
Formula formula_of_lists(const Moment& moment);
Invariants kept_by_lists(const Moment& moment);
/// Which thread has this key: that of its list, or of its place where all is read backwards.
std::vector<std::string> threads_of_lists(const Moment& moment, uint32_t id);

/// Barriers of a round of a merge.
uint32_t barriers_of_round(const radix::Trace& trace);

}  // namespace scope
