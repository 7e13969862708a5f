/// How far the keys of a run are from the requested order after every part. Every sort, by digits,
/// by merging or by exchanging, must reduce that to zero.
#pragma once

#include <cstdint>
#include <vector>

#include "moment.hpp"

namespace scope {

struct Disorder {
  uint64_t inversions = 0;  ///< pairs of keys, neighbours or not, of which the right one belongs
                            ///< before the left one
  uint32_t in_place = 0;    ///< keys that stand where a stable sort leaves them
  friend bool operator==(const Disorder&, const Disorder&) = default;
};

/// Where every key of a problem belongs, by identity. A reversed order is the ascending one, read
/// backwards.
struct SortedPlaces {
  std::vector<uint32_t> place;  ///< where a stable sort leaves it
  std::vector<uint32_t> rank;   ///< keys that are equal have the same one
};
SortedPlaces sorted_places_of(const radix::Problem& problem);

/// Of keys with identities. Places where no key stands are passed over.
Disorder disorder_of(const SortedPlaces& sorted, const radix::Array& keys);

/// The disorder when this many parts are done.
struct PartDisorder {
  uint32_t parts = 0;  ///< 0: the input
  Disorder disorder;
};

/// The input, then every part that is done; of a run of many parts some, the last done among them.
std::vector<PartDisorder> disorder_until(const Moment& moment);

}  // namespace scope
