/// What is said about a sort across devices: WHY, FORMULA, "Kept so far", who has a key.
#pragma once

#include <string>
#include <vector>

#include "app/core/words/explain.hpp"

namespace scope {

std::string why_of_devices(const Moment& moment);
Formula formula_of_devices(const Moment& moment);
Invariants kept_by_devices(const Moment& moment);
std::vector<std::string> holders_of_key(const Moment& moment, uint32_t id);

/// "device 1 to device 3"; "device 1 to itself".
std::string pair_words(const Moment& moment, uint32_t entry);

}  // namespace scope
