/// Radix sort: everything in the app that knows what a radix sort is stands in this folder.
#pragma once

#include "app/figures/family_row.hpp"

namespace scope {

extern const Family radix_row;

}  // namespace scope
