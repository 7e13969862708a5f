/// What a merge sort shows: its stages and arrays. Arrays with one value per key have it where the
/// key is written that it belongs to: a thread's, or a block's, stands at its first output.
#pragma once

#include "kernels/engine/model/arrays.hpp"

namespace radix::merges {

inline constexpr StageInfo stages[] = {
    {"segment_sort", "sort segments"},
    {"partition", "find the pieces"},
    {"merge", "merge"},
    {"read_backwards", "read backwards"},
};

namespace stage {
inline constexpr Stage segment_sort{stages[0]}, partition{stages[1]}, merge{stages[2]},
    read_backwards{stages[3]};
}

inline constexpr ArrayInfo arrays[] = {
    {"keys", "keys", radix::stage::none, Shape::per_key, "the keys of this level", Holds::keys},
    {"segment_keys", "segment keys", stage::segment_sort, Shape::per_key,
     "every block sorts its own keys", Holds::keys},
    {"a_rank", "keys from A", stage::partition, Shape::per_key,
     "how many of the first k keys come from A?", Holds::numbers, false, "", true},
    {"co_rank", "co-ranks", stage::partition, Shape::per_key, "where every piece starts in A"},
    {"tile", "tile", stage::merge, Shape::per_key, "load the block's pieces of A and of B",
     Holds::keys},
    {"loaded", "loaded from", stage::merge, Shape::per_key, "load as many keys of A as of B",
     Holds::numbers, false, "", true, "round"},
    {"source", "source", stage::merge, Shape::per_key,
     "take the smaller of two keys, over and over", Holds::positions},
    {"destination", "destination", stage::read_backwards, Shape::per_key,
     "every thread finds its slot in the output", Holds::positions},
    {"output", "output", radix::stage::none, Shape::per_key, "write the keys", Holds::keys},
};

inline constexpr Reads reads[] = {
    {"segment_keys", "keys"},
    {"a_rank", "tile | keys"},
    {"co_rank", "tile | keys"},
    {"tile", "keys co_rank"},
    {"loaded", "keys co_rank"},
    {"source", "tile co_rank | loaded keys | keys co_rank"},
    {"output", "segment_keys | tile source | keys source | keys destination"},
};

namespace array {
inline constexpr ArrayId keys = radix::array::keys, segment_keys{arrays[1]}, a_rank{arrays[2]},
                         co_rank{arrays[3]}, tile{arrays[4]}, loaded{arrays[5]}, source{arrays[6]},
                         destination{arrays[7]}, output = radix::array::output;
}

}  // namespace radix::merges
