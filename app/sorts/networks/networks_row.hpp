/// Sorting networks: everything in the app that knows about them is in this folder.
#pragma once

#include "app/core/figures/family_row.hpp"

namespace scope {

extern const FamilyRow networks_row;

}  // namespace scope
