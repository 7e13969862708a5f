/// What the passes of a sort are called and what each of them has achieved.
#pragma once

#include <string>

#include "app/core/moment/moment.hpp"

namespace scope {

/// Bits of the widest digit of any pass; 0 without passes.
uint32_t widest_digit(const radix::Problem& problem);

/// "pass 2 · bits 2–3", on more lines where it would be wider than this (label size) and for a
/// composite key, whose field it names; "pass 5 · reverse" for the extra one.
std::string pass_name(const radix::Problem& problem, uint32_t pass, float width);

/// "after pass 2", then by what the keys are sorted, one line each.
std::string order_after(const radix::Problem& problem, uint32_t passes_done);

/// Which equal keys stand in another order in `output` than in the input, as one sentence; that
/// there are none, otherwise.
std::string swapped_words(const radix::Problem& problem, const radix::Array& output);

}  // namespace scope
