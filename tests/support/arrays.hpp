/// The arrays and stages of radix sort by their short names.
#pragma once

#include "kernels/radix/radix_arrays.hpp"

namespace scope {

namespace array = radix::array;
namespace stage = radix::stage;

}  // namespace scope
