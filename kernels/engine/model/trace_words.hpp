/// What a run made, as words of 32 bits for a pipe: between the program and the process that runs
/// the card. What both ends know, the problem and the sort, does not cross.
#pragma once

#include <cstdint>
#include <vector>

#include "trace.hpp"

namespace radix {

/// Steps, result, launches, error, fault and accesses. Trace::family is not null.
std::vector<uint32_t> to_words(const Trace& trace);

/// The same into a trace whose problem and family are set. False where they are no run of it; the
/// trace may then hold anything.
bool take_words(const std::vector<uint32_t>& words, Trace& trace);

}  // namespace radix
