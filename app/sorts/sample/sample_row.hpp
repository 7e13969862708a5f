/// Sample sort: everything in the app that knows what it is stands in this folder.
#pragma once

#include "app/core/figures/family_row.hpp"

namespace scope {

extern const FamilyRow sample_row;

}  // namespace scope
