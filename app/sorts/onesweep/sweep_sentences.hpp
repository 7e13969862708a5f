/// WHY, FORMULA and "Kept so far" of one-sweep.
#pragma once

#include <string>
#include <vector>

#include "app/core/words/explain.hpp"

namespace scope {

std::string why_of_sweep(const Moment& moment);
/// Where the key that the sentence is about goes, as far as the step knows it.
Formula formula_of_sweep(const Moment& moment);
/// Tile, warp, lane and row that have this key in the pass at work.
std::vector<std::string> threads_of_sweep(const Moment& moment, uint32_t id);

}  // namespace scope
