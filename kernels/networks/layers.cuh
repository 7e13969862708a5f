/// The layers of sorting networks: which places are compared, whatever the keys are. The places are
/// called wires. A comparator connects two wires and puts their keys in order; the lower wire is
/// the smaller place. No two comparators of a layer share a wire, so each has a thread of its own.
#pragma once

#include "../common.h"

/// The largest power of two that is at most n, and the smallest that is at least n.
__host__ __device__ constexpr unsigned bit_floor(unsigned n) {
  unsigned power = 1;
  while (power <= n / 2) power *= 2;
  return n == 0 ? 0 : power;
}
__host__ __device__ constexpr unsigned bit_ceil(unsigned n) {
  unsigned power = 1;
  while (power < n) power *= 2;
  return power;
}

/// One layer of a network of n wires. The stages of the network make sorted runs of 2, 4, 8, …
/// keys: each merges two runs of half that length by a layer for every distance run/2, run/4, …
/// down to 1 between the wires of a comparator. As run is a power of two, `wire & run` tells two
/// adjacent runs apart: it is 0 in every other run. Odd–even transposition has only one stage,
/// whose layers all have distance 1.
struct Layer {
  Network network = Network::bitonic;
  unsigned n = 0;          ///< wires
  unsigned run = 2;        ///< length of the sorted runs after the stage; 2 for transposition
  unsigned distance = 1;   ///< run / 2 in the first layer of a stage
  unsigned odd = 0;        ///< for transposition: 1 if the pairs start at odd places, else 0

  __host__ __device__ constexpr bool first_of_stage() const { return 2 * distance == run; }
  __host__ __device__ constexpr bool last_of_stage() const { return distance == 1; }
  /// The first layer of a stage of the mirrored network compares mirrored places of two runs: the
  /// first of one with the last of the other, the second with the last but one, and so on.
  __host__ __device__ constexpr bool mirrors() const {
    return network == Network::mirrored && first_of_stage();
  }

  /// The lower wire of the thread's comparator. Every thread below bit_ceil(n) / 2 has one, though
  /// high() may find that its other end does not exist. Wires that are compared stand in groups of
  /// 2 x distance, whose first half is compared with the second. In an odd–even merge network the
  /// first and last `distance` wires of a run are left out, except in the first layer of a stage.
  __host__ __device__ constexpr unsigned low(unsigned thread) const {
    if (network == Network::transposition) return 2 * thread + odd;
    const unsigned wire = 2 * thread - (thread & (distance - 1));
    const bool leaves_out = network == Network::odd_even_merge && !first_of_stage();
    return leaves_out ? wire + distance : wire;
  }
  /// The upper wire of the comparator whose lower wire is `low`; `none` if it would be after the
  /// last key or, in the odd–even merge network, in another run.
  __host__ __device__ constexpr unsigned high(unsigned low) const {
    unsigned wire = mirrors() ? low ^ (run - 1) : low + distance;
    if (network == Network::odd_even_merge && (wire & run) != (low & run)) wire = none;
    return wire < n ? wire : none;
  }
  /// True if the larger key goes to the lower wire: every other run of the bitonic network
  /// descends. If the keys end inside a run, that run has to ascend, as if keys larger than all
  /// others followed, which would stay where they are.
  __host__ __device__ constexpr bool descends(unsigned wire) const {
    const bool cut_off = (n & (2 * run - 1)) > run;
    return network == Network::bitonic && run < n && ((wire & run) != 0) != cut_off;
  }
  /// True if a comparator of the layer connects two tiles of this many wires, a power of two.
  __host__ __device__ constexpr bool crosses(unsigned tile) const {
    const bool everywhere = network == Network::odd_even_merge || mirrors();
    return run > tile && (everywhere || distance >= tile);
  }

  /// The layer after this one.
  __host__ __device__ constexpr Layer next() const {
    if (network == Network::transposition) return {network, n, run, distance, 1 - odd};
    if (last_of_stage()) return {network, n, 2 * run, run, odd};
    return {network, n, run, distance / 2, odd};
  }
};
__host__ __device__ constexpr Layer first_layer(Network network, unsigned n) {
  return {network, n, 2, 1, 0};
}

/// How many layers sort n keys in any order: n for odd–even transposition; e (e + 1) / 2 for the
/// other networks, with the smallest e such that n is at most 2^e.
__host__ __device__ constexpr unsigned layer_count(Network network, unsigned n) {
  if (network == Network::transposition || n < 2) return n;
  unsigned stages = 0;
  while ((n - 1) >> stages > 0) ++stages;
  return stages * (stages + 1) / 2;
}

/// How many keys a block takes into shared memory: two per thread, rounded down to a power of two.
__host__ __device__ constexpr unsigned tile_of(unsigned threads) { return bit_floor(2 * threads); }

/// The network by which a block sorts its keys, for sorts that start with sorted blocks.
__host__ __device__ constexpr Network network_by(BlockSort block_sort) {
  if (block_sort == BlockSort::bitonic) return Network::bitonic;
  if (block_sort == BlockSort::odd_even_merge) return Network::odd_even_merge;
  return Network::transposition;
}
