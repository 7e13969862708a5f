/// What a run recorded, as 32-bit words for the pipe between the program and the process that runs
/// the card. The problem and the sort do not cross, because both ends know them.
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
