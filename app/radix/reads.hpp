/// Which arrays flow into which: what a step reads and what it writes.
#pragma once

#include <vector>

#include "kernels/model/trace.hpp"

namespace scope {

/// The arrays that the step's own array was computed from, those that exist at its moment.
std::vector<radix::ArrayId> reads_of_radix(const radix::Step& step);

}  // namespace scope
