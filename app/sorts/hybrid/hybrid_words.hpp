/// WHY, FORMULA and "Kept so far" of the hybrid.
#pragma once

#include <string>
#include <vector>

#include "app/core/words/explain.hpp"

namespace scope {

std::string why_of_buckets(const Moment& moment);
Formula formula_of_buckets(const Moment& moment);
/// Every key in its bucket, in whatever order; all of them, and in the end in order.
Invariants kept_by_buckets(const Moment& moment);
std::vector<std::string> threads_of_buckets(const Moment& moment, uint32_t id);

}  // namespace scope
