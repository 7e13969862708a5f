/// What sorts by lists show: their stages and arrays. Lists have holes, places that nothing has
/// been written to since the part started: identity and value are `none` there.
#pragma once

#include "kernels/engine/model/arrays.hpp"

namespace radix::lists {

inline constexpr StageInfo stages[] = {
    {"lists", "two lists"},
    {"list_merge", "merge the lists"},
    {"read_backwards", "read backwards"},
};

namespace stage {
inline constexpr Stage lists{stages[0]}, list_merge{stages[1]}, read_backwards{stages[2]};
}

inline constexpr bool holes = true;

inline constexpr ArrayInfo arrays[] = {
    {"keys", "keys", radix::stage::none, Shape::per_key, "the keys as they stand", Holds::keys},
    {.name = "zero_list",
     .label = "zero list",
     .stage = stage::lists,
     .shape = Shape::per_key,
     .caption = "keys whose bit is 0 go into the zero list",
     .holds = Holds::keys,
     .holes = holes},
    {.name = "one_list",
     .label = "one list",
     .stage = stage::lists,
     .shape = Shape::per_key,
     .caption = "keys whose bit is 1 go into the one list",
     .holds = Holds::keys,
     .holes = holes},
    {"list_counts", "zeros and ones", stage::lists, Shape::pair_per_list,
     "every thread has counted its zeros and ones"},
    {.name = "heads",
     .label = "heads",
     .stage = stage::list_merge,
     .shape = Shape::per_list,
     .caption = "the first key of every list that is not taken yet",
     .holds = Holds::keys,
     .holes = holes},
    {.name = "tree_values",
     .label = "smaller heads",
     .stage = stage::list_merge,
     .shape = Shape::per_list,
     .caption = "the smallest head of every group of lists",
     .holds = Holds::keys,
     .holes = holes},
    {"tree_lists", "their lists", stage::list_merge, Shape::per_list,
     "which list each of them comes from"},
    {"winner", "winner", stage::list_merge, Shape::single, "the list with the smallest head"},
    {"destination", "destination", stage::read_backwards, Shape::per_key,
     "every thread finds its slot in the output", Holds::positions},
    {.name = "output",
     .label = "output",
     .stage = radix::stage::none,
     .shape = Shape::per_key,
     .caption = "write the keys",
     .holds = Holds::keys,
     .holes = holes},
};

inline constexpr Reads reads[] = {
    {"zero_list", "keys"},
    {"one_list", "keys"},
    {"list_counts", "keys"},
    {"heads", "keys"},
    {"tree_values", "heads"},
    {"tree_lists", "heads"},
    {"winner", "tree_values tree_lists | heads"},
    {"output", "zero_list one_list list_counts | keys destination | heads winner"},
};

namespace array {
inline constexpr ArrayId keys = radix::array::keys, zero_list{arrays[1]}, one_list{arrays[2]},
                         list_counts{arrays[3]}, heads{arrays[4]}, tree_values{arrays[5]},
                         tree_lists{arrays[6]}, winner{arrays[7]}, destination{arrays[8]},
                         output = radix::array::output;
}

}  // namespace radix::lists
