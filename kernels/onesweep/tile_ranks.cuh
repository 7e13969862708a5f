/// A key's rank among the equal digits of its warp, computed in two ways
///
/// A warp takes its keys row by row, one per lane. Which lanes of a row hold the same digit?
///   ballots   For every bit of the digit the lanes vote: __ballot_sync gives each of them a word
///             in which bit k is the vote of lane k. A lane keeps the lanes that voted as it did.
///             Four lanes with the digits 00 11 10 01, from lane 0:
///                 bit 0   votes 1010 (lanes 1 and 3)   lane 0 keeps 0101, lanes 0 and 2
///                 bit 1   votes 0110 (lanes 1 and 2)   lane 0 keeps 0001: it has no peer
///             Peers in lower lanes come before this lane's key: __popc counts them. The first of
///             the peers adds their number to the warp's counter, which holds the count so far.
///   atomics   Every lane adds one to the warp's counter; the old value is the rank of its key.
///             That is right if the lanes are served in their order, which nothing guarantees: the
///             order must be checked.
#pragma once

#include "../common.h"

/// The keys of a tile as its warps take them, and this thread's share of them: every warp has a
/// contiguous part of the tile and takes it row by row, one key per lane.
struct WarpRows {
  unsigned first;             ///< index of the tile's first key
  unsigned size;              ///< keys of the tile; the last one may have fewer
  unsigned keys_per_thread;
  unsigned warp;              ///< of this thread, in the block
  unsigned lane, lanes;       ///< in the warp; the last warp may have fewer lanes
  unsigned begin;             ///< where the warp's keys start in the tile
  unsigned shift;             ///< its first lane's number in the hardware's warp

  __device__ unsigned place(unsigned c) const { return begin + c * lanes + lane; }
  __device__ bool has(unsigned c) const { return place(c) < size; }
  __device__ unsigned index(unsigned c) const { return first + place(c); }
  /// The mask of the lanes that vote together.
  __device__ unsigned mask() const { return 0xffffffffu >> (32 - lanes) << shift; }
};

/// max_lanes: how many lanes a full warp has.
__device__ inline WarpRows rows_of_tile(unsigned tile, unsigned n, unsigned keys_per_thread,
                                        unsigned max_lanes) {
  const unsigned keys = blockDim.x * keys_per_thread, warp = threadIdx.x / max_lanes;
  return {tile * keys,
          min(keys, n - tile * keys),
          keys_per_thread,
          warp,
          threadIdx.x % max_lanes,
          min(max_lanes, blockDim.x - warp * max_lanes),
          warp * max_lanes * keys_per_thread,
          threadIdx.x % warp_lanes - threadIdx.x % max_lanes};
}

/// Ranks by ballots, always right. counter: the warp's, a word per digit of `bits` bits. Every
/// thread of the block must call it.
__device__ inline void rank_by_ballots(const WarpRows& rows, const unsigned digits[], unsigned bits,
                                       unsigned* counter, unsigned ranks[]) {
  for (unsigned c = 0; c < rows.keys_per_thread; ++c) {
    // The lanes of the warp with the same digit: those with a key, except all that vote differently
    const bool has = rows.has(c);
    unsigned peers = __ballot_sync(rows.mask(), has);
    for (unsigned bit = 0; bit < bits; ++bit) {
      const bool one = digits[c] >> bit & 1;
      const unsigned ones = __ballot_sync(rows.mask(), has && one);
      peers &= one ? ones : ~ones;
      //: if (has) round bit peers[rows.index(c)] = peers >> rows.shift
    }

    // The peers in lower lanes come before this lane's key
    const unsigned lane = rows.shift + rows.lane;
    const unsigned before = __popc(peers & ((1u << lane) - 1));

    // The first of them adds their number to the counter, and shares what it found there
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
