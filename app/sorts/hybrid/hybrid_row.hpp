/// The hybrid: everything in the app that knows about it is in this folder.
#pragma once

#include "app/core/figures/family_row.hpp"

namespace scope {

extern const FamilyRow hybrid_row;

}  // namespace scope
