/// What sorting networks show: their stages and arrays.
#pragma once

#include "kernels/engine/model/arrays.hpp"

namespace radix::networks {

inline constexpr StageInfo stages[] = {
    {"compare_exchange", "compare and exchange"},
    {"read_backwards", "read backwards"},
};

namespace stage {
inline constexpr Stage compare_exchange{stages[0]}, read_backwards{stages[1]};
}

inline constexpr ArrayInfo arrays[] = {
    {"keys", "keys", radix::stage::none, Shape::per_key, "the keys as they stand", Holds::keys},
    {"partner", "partner", stage::compare_exchange, Shape::per_key, "every thread takes two keys"},
    {"exchanged", "exchanged", stage::compare_exchange, Shape::per_key,
     "every thread compares its two keys"},
    {"destination", "destination", stage::read_backwards, Shape::per_key,
     "every thread finds its slot in the output", Holds::positions},
    {"output", "output", radix::stage::none, Shape::per_key, "write the keys", Holds::keys},
};

inline constexpr Reads reads[] = {
    {"exchanged", "keys partner"},
    {"output", "keys destination | keys exchanged"},
};

namespace array {
inline constexpr ArrayId keys = radix::array::keys, partner{arrays[1]}, exchanged{arrays[2]},
                         destination{arrays[3]}, output = radix::array::output;
}

}  // namespace radix::networks
