/// WHY, FORMULA and "Kept so far" of the hybrid whose buckets have a fixed capacity, until
/// one-sweep sorts instead.
#pragma once

#include <string>
#include <vector>

#include "app/core/words/explain.hpp"

namespace scope {

std::string why_by_capacity(const Moment& moment);
Formula formula_by_capacity(const Moment& moment);
Invariants kept_by_capacity(const Moment& moment);
std::vector<std::string> threads_by_capacity(const Moment& moment, uint32_t id);
/// Whose key a value of an array with a value per key belongs to.
uint32_t key_by_capacity(const Moment& moment, const radix::Array& array, uint32_t index);

}  // namespace scope
