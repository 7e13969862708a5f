/// One-sweep and the hybrid: everything in the app that knows what they are stands in this folder.
#pragma once

#include "app/core/figures/family_row.hpp"

namespace scope {

extern const Family onesweep_row;

}  // namespace scope
