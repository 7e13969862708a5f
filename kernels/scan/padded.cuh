/// Neighbours in shared memory without bank conflicts
///
/// Shared memory has 32 banks, a word each, and a warp's 32 reads take one turn if they meet 32
/// banks. Threads that read their own neighbouring places one by one do not: with 16 values a
/// thread, thread t reads word 16 t, which is bank 0 for 16 of the 32 threads, and bank 16 for the
/// others: 16 turns. Here one word in 33 stays empty:
///     place          0   16   32   48   64   80   96  …  496
///     word           0   16   33   49   66   82   99  …  511
///     bank           0   16    1   17    2   18    3  …   31      32 threads, 32 banks: one turn
#pragma once

#include "kernels/simt/keys.hpp"

namespace radix::inline KERNELS {

/// Where place p lies. So many places need so many words, too.
__host__ __device__ constexpr uint32_t padded(uint32_t place) { return place + place / 32; }

/// Shared memory of padded(places) words, used by its places.
template <class T>
struct Padded {
  View<T> words;
  __device__ decltype(auto) operator[](Index place) const {
    return words[place.moved(padded(place))];
  }
};

}  // namespace radix::inline KERNELS
