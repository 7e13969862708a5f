/// A key's rank among the equal digits of its warp, in two ways
///
/// A warp takes its keys row by row, one a lane. Which lanes of a row hold the same digit?
///   ballots   For every bit of the digit the lanes vote: __ballot_sync gives each of them one word
///             in which bit k says how lane k has voted. A lane keeps those that voted as it did.
///             Four lanes with the digits 00 11 10 01, from lane 0:
///                 bit 0   votes 1010 (lanes 1 and 3)   lane 0 keeps 0101, lanes 0 and 2
///                 bit 1   votes 0110 (lanes 1 and 2)   lane 0 keeps 0001: it has no peer
///             The peers in lanes before mine come before me: __popc counts them. The first of the
///             peers adds them all to the warp's counter, which says how many came in rows before.
///   atomics   Every lane adds one to the warp's counter and takes what was there for its rank.
///             That is right if the lanes are served in their order, which nothing promises: the
///             order must be checked.
#pragma once

#include "../common.h"

/// The keys of a tile as its warps take them, and this thread's share of them: every warp has a
/// stretch of its own and takes it row by row, a key a lane.
struct WarpRows {
  unsigned first;             ///< index of the tile's first key
  unsigned size;              ///< keys of the tile; the last one may have fewer
  unsigned keys_per_thread;
  unsigned warp;              ///< of the block
  unsigned lane, lanes;       ///< of the warp; the last warp may have fewer
  unsigned begin;             ///< of the warp's keys in the tile
  unsigned shift;             ///< where its lanes begin among those of the hardware's warp

  __device__ unsigned place(unsigned c) const { return begin + c * lanes + lane; }
  __device__ bool has(unsigned c) const { return place(c) < size; }
  __device__ unsigned index(unsigned c) const { return first + place(c); }
  /// The lanes that vote together.
  __device__ unsigned mask() const { return 0xffffffffu >> (32 - lanes) << shift; }
};

/// `most`: lanes of a warp.
__device__ inline WarpRows rows_of_tile(unsigned tile, unsigned n, unsigned keys_per_thread,
                                        unsigned most) {
  const unsigned keys = blockDim.x * keys_per_thread, warp = threadIdx.x / most;
  return {tile * keys,
          min(keys, n - tile * keys),
          keys_per_thread,
          warp,
          threadIdx.x % most,
          min(most, blockDim.x - warp * most),
          warp * most * keys_per_thread,
          threadIdx.x % warp_lanes - threadIdx.x % most};
}

/// Ranks by ballots, proved. counter: of the warp, a word a digit; a digit has `bits` bits. Every
/// thread of the block must call it.
__device__ inline void rank_by_ballots(const WarpRows& rows, const unsigned digits[], unsigned bits,
                                       unsigned* counter, unsigned ranks[]) {
  for (unsigned c = 0; c < rows.keys_per_thread; ++c) {
    // The lanes of my warp that hold my digit: those with a key, less all that vote otherwise
    const bool has = rows.has(c);
    unsigned peers = __ballot_sync(rows.mask(), has);
    for (unsigned bit = 0; bit < bits; ++bit) {
      const bool one = digits[c] >> bit & 1;
      const unsigned ones = __ballot_sync(rows.mask(), has && one);
      peers &= one ? ones : ~ones;
      //: if (has) round bit peers[rows.index(c)] = peers >> rows.shift
    }

    // My peers in lanes before mine stand before me
    const unsigned lane = rows.shift + rows.lane;
    const unsigned before = __popc(peers & ((1u << lane) - 1));

    // The first of them adds all to the counter, and hands round what it found there
    unsigned rows_before = 0;
    if (has && before == 0) rows_before = atomicAdd(&counter[digits[c]], (unsigned)__popc(peers));
    const unsigned leader = has ? __ffs(peers) - 1 : lane;
    ranks[c] = before + __shfl_sync(rows.mask(), rows_before, leader);
  }  //: end bits
}

/// Ranks by atomics, in whatever order the lanes are served. Every thread of the block must call
/// it.
__device__ inline void rank_by_atomics(const WarpRows& rows, const unsigned digits[],
                                       unsigned* counter, unsigned ranks[]) {
  for (unsigned c = 0; c < rows.keys_per_thread; ++c) {  //: overtaken rows.lanes - 1 - rows.lane
    ranks[c] = rows.has(c) ? atomicAdd(&counter[digits[c]], 1u) : 0;
    __syncwarp(rows.mask());
  }
}
