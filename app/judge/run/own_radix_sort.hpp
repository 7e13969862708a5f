/// Somebody's own radix sort among the ladder's: which of its runs it is like, and what its stores
/// tell.
#pragma once

#include "app/judge/run/own_sort.hpp"

namespace scope {

extern const OwnSort own_radix_sort;

}  // namespace scope
