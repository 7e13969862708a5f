/// What a sort across devices shows: its stages and arrays. The keys of all devices lie one after
/// the other: a device's own start at its entry of `device_bounds`, or, before the exchange, where
/// its part of the input was.
#pragma once

#include "kernels/engine/model/arrays.hpp"
#include "kernels/engine/model/problem.hpp"

namespace radix::devices {

inline constexpr StageInfo stages[] = {
    {"local_sort", "local sort"},
    {"take_samples", "samples"},
    {"splitters", "splitters"},
    {"count_keys", "count"},
    {"exchange", "exchange"},
    {"merge", "merge"},
    {"read_backwards", "read backwards"},
};

namespace stage {
inline constexpr Stage local_sort{stages[0]}, sample{stages[1]}, splitters{stages[2]},
    count{stages[3]}, exchange{stages[4]}, merge{stages[5]}, read_backwards{stages[6]};
}

namespace shape {
inline uint32_t devices(const Problem& problem) { return problem.settings().devices; }
inline constexpr Shape samples{[](const Problem& p) { return p.device_samples(); }, nullptr, false};
inline constexpr Shape splitters{[](const Problem& p) { return devices(p) - 1; }};
/// A row per sending device, a column per receiving one.
inline constexpr Shape matrix{[](const Problem& p) { return devices(p) * devices(p); }, devices};
/// One value per device, and one after the last.
inline constexpr Shape bounds{[](const Problem& p) { return devices(p) + 1; }};
}  // namespace shape

inline constexpr ArrayInfo arrays[] = {
    {"keys", "keys", radix::stage::none, Shape::per_key, "the keys of all devices", Holds::keys},
    {"local_keys", "local keys", stage::local_sort, Shape::per_key,
     "every device sorts its own part", Holds::keys},
    {"device_samples", "samples", stage::sample, shape::samples,
     "every device takes keys at equal distances", Holds::keys},
    {"sorted_samples", "samples, sorted", stage::splitters, shape::samples,
     "every device has all samples, and sorts them", Holds::keys},
    {"splitters", "splitters", stage::splitters, shape::splitters,
     "all agree where one device ends and the next starts", Holds::keys},
    {"send_counts", "keys sent", stage::count, shape::matrix,
     "every device counts the keys that it has for each"},
    {"send_offsets", "where they are sent from", stage::exchange, shape::matrix,
     "every sender adds up its row"},
    {"receive_offsets", "where they are received", stage::exchange, shape::matrix,
     "every receiver adds up its column"},
    {"device_bounds", "where devices start", stage::exchange, shape::bounds,
     "the keys of all devices, one device after the other"},
    {"received_at", "received at", stage::exchange, Shape::per_key, "where every key belongs",
     Holds::positions},
    {"source", "source", stage::merge, Shape::per_key, "two parts received side by side become one",
     Holds::positions},
    {"destination", "destination", stage::read_backwards, Shape::per_key,
     "every thread finds its slot in the output", Holds::positions},
    {"output", "output", radix::stage::none, Shape::per_key, "write the keys", Holds::keys},
};

inline constexpr Reads reads[] = {
    {"local_keys", "keys"},
    {"device_samples", "keys"},
    {"sorted_samples", "device_samples"},
    {"splitters", "sorted_samples"},
    {"send_counts", "keys splitters | keys"},
    {"send_offsets", "send_counts"},
    {"receive_offsets", "send_counts"},
    {"device_bounds", "send_counts"},
    {"received_at", "send_counts send_offsets receive_offsets device_bounds"},
    {"source", "keys receive_offsets device_bounds"},
    {"output",
     "local_keys | keys send_counts send_offsets receive_offsets device_bounds received_at | "
     "keys receive_offsets device_bounds source | keys destination"},
};

namespace array {
inline constexpr ArrayId keys = radix::array::keys, local_keys{arrays[1]}, sample{arrays[2]},
                         sample_sorted{arrays[3]}, splitters{arrays[4]}, send_counts{arrays[5]},
                         send_offsets{arrays[6]}, receive_offsets{arrays[7]},
                         device_bounds{arrays[8]}, received_at{arrays[9]}, source{arrays[10]},
                         destination{arrays[11]}, output = radix::array::output;
}

}  // namespace radix::devices
