/// What a radix sort keeps: after every pass the keys are in the order of their low bits, and equal
/// keys in theirs.
#pragma once

#include "app/moment/moment.hpp"

namespace scope {

Invariants kept_by_radix(const Moment& moment);

}  // namespace scope
