/// The arrays and stages of radix sort by their short names, in an order of some kind.
#pragma once

#include <string_view>

#include "kernels/radix/radix_arrays.hpp"

namespace radix {

/// For maps: an open list has no order of its own.
inline bool operator<(ArrayId a, ArrayId b) {
  return std::string_view(info(a).name) < std::string_view(info(b).name);
}

}  // namespace radix

namespace scope {

namespace array = radix::array;
namespace stage = radix::stage;

}  // namespace scope
