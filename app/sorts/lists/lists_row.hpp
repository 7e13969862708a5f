/// Sorts by lists: everything in the app that knows about them is in this folder.
#pragma once

#include "app/core/figures/family_row.hpp"

namespace scope {

extern const FamilyRow lists_row;

}  // namespace scope
