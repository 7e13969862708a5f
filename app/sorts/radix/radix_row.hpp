/// Radix sort: everything in the app that knows what a radix sort is stands in this folder.
#pragma once

#include "app/core/figures/family_row.hpp"

namespace scope {

extern const FamilyRow radix_row;

/// "Kept so far" of every sort that goes by digits from the lowest: after every pass the keys are
/// in the order of their low bits, and equal keys in theirs.
Invariants kept_by_radix(const Moment& moment);

}  // namespace scope
