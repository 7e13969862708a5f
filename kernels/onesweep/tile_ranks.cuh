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

#include "onesweep_show.hpp"

namespace radix::onesweep::inline KERNELS {

/// The keys of a tile as its warps take them, and this thread's share of them: every warp has a
/// stretch of its own and takes it row by row, a key a lane.
struct WarpRows {
  uint32_t first;             ///< index of the tile's first key
  uint32_t size;              ///< keys of the tile; the last one may have fewer
  uint32_t keys_per_thread;
  uint32_t warp;              ///< of the block
  uint32_t lane, lanes;       ///< of the warp; the last warp may have fewer
  uint32_t begin;             ///< of the warp's keys in the tile
  uint32_t shift;             ///< where its lanes begin among those of the hardware's warp

  __device__ uint32_t place(uint32_t c) const { return begin + c * lanes + lane; }
  __device__ bool has(uint32_t c) const { return place(c) < size; }
  __device__ uint32_t index(uint32_t c) const { return first + place(c); }
  /// The lanes that vote together.
  __device__ uint32_t mask() const { return ((1u << lanes) - 1) << shift; }
};

/// `most`: lanes of a warp.
__device__ inline WarpRows rows_of_tile(uint32_t tile, uint32_t n, uint32_t keys_per_thread,
                                        uint32_t most) {
  const uint32_t keys = blockDim.x * keys_per_thread, warp = threadIdx.x / most;
  return {.first = tile * keys,
          .size = min(keys, n - tile * keys),
          .keys_per_thread = keys_per_thread,
          .warp = warp,
          .lane = threadIdx.x % most,
          .lanes = min(most, blockDim.x - warp * most),
          .begin = warp * most * keys_per_thread,
          .shift = threadIdx.x % warp_lanes - threadIdx.x % most};
}

/// The lanes of my warp that hold my digit. has: I hold a key at all. The digit has `bits` bits.
__device__ inline uint32_t peers_by_ballots(const WarpRows& rows, bool has, uint32_t digit,
                                            uint32_t bits, uint32_t c, bool shown, Show& show) {
  uint32_t peers = __ballot_sync(rows.mask(), has);
  for (uint32_t bit = 0; bit < bits; ++bit) {
    const bool one = digit >> bit & 1;
    const uint32_t ones = __ballot_sync(rows.mask(), has && one);
    peers &= one ? ones : ~ones;
    if (has && shown) show.round("peers", bit, rows.index(c), peers >> rows.shift);
  }
  return peers;
}

/// Ranks by ballots, proved. counter: of the warp, a word a digit. Every thread of the block must
/// call it.
__device__ inline void rank_by_ballots(const WarpRows& rows, const uint32_t* digits, uint32_t bits,
                                       View<uint32_t> counter, uint32_t* ranks, bool shown,
                                       Show& show) {
  for (uint32_t c = 0; c < rows.keys_per_thread; ++c) {
    const bool has = rows.has(c);
    const uint32_t peers = peers_by_ballots(rows, has, digits[c], bits, c, shown, show);

    // My peers in lanes before mine stand before me
    const uint32_t lane = rows.shift + rows.lane;
    const uint32_t before = __popc(peers & ((1u << lane) - 1));

    // The first of them adds all to the counter, and hands round what it found there
    uint32_t rows_before = 0;
    if (has && before == 0) rows_before = atomicAdd(&counter[digits[c]], __popc(peers));
    const uint32_t leader = has ? __ffs(peers) - 1 : lane;
    ranks[c] = before + __shfl_sync(rows.mask(), rows_before, leader);
  }
  if (shown) show.end_rounds(bits);
}

/// Ranks by atomics, in whatever order the lanes are served. Every thread of the block must call
/// it.
__device__ inline void rank_by_atomics(const WarpRows& rows, const uint32_t* digits,
                                       View<uint32_t> counter, Arrival arrival, uint32_t* ranks) {
  for (uint32_t c = 0; c < rows.keys_per_thread; ++c) {
    // On a GPU the hardware decides; the emulation can let later lanes go first
    const uint32_t pauses = arrival == Arrival::last_first ? rows.lanes - 1 - rows.lane : 0;
    for (uint32_t p = 0; p < pauses; ++p) spin_pause();

    ranks[c] = rows.has(c) ? atomicAdd(&counter[digits[c]], 1u) : 0;
    __syncwarp(rows.mask());
  }
}

}  // namespace radix::onesweep::inline KERNELS
