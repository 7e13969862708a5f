/// The layers of sorting networks: which places are compared, whatever the keys are. A comparator
/// takes two places, its wires; the comparators of a layer share no wire, so each has a thread of
/// its own.
#pragma once

#include "../common.h"

/// The largest power of two that is not larger than n, and the smallest that is not smaller.
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

/// One layer of a network of n wires. The stages of a network make runs of 2, 4, 8, … keys in
/// order; a stage has a layer for every distance run/2, run/4, … 1 between the wires of a
/// comparator. Odd–even transposition has one stage, whose layers all have distance 1.
struct Layer {
  Network network = Network::bitonic;
  unsigned n = 0;          ///< wires
  unsigned run = 2;        ///< keys that are in order when the stage is over; transposition: 2
  unsigned distance = 1;   ///< run / 2 in the first layer of a stage
  unsigned odd = 0;        ///< transposition: 0 where pairs begin at even places, 1 at odd ones

  __host__ __device__ constexpr bool first_of_stage() const { return 2 * distance == run; }
  __host__ __device__ constexpr bool last_of_stage() const { return distance == 1; }
  /// The mirrored network's stages begin with the outermost keys of two runs, then go inwards.
  __host__ __device__ constexpr bool mirrors() const {
    return network == Network::mirrored && first_of_stage();
  }

  /// The lower wire of the thread's comparator. Every thread below bit_ceil(n) / 2 has one, though
  /// high() may say that it has no other end.
  __host__ __device__ constexpr unsigned low(unsigned thread) const {
    if (network == Network::transposition) return 2 * thread + odd;
    const unsigned wire = 2 * thread - (thread & (distance - 1));
    const bool inwards = network == Network::odd_even_merge && !first_of_stage();
    return inwards ? wire + distance : wire;
  }
  /// The upper wire of the comparator that begins at `low`; nobody where it would lie beyond the
  /// keys or, in the odd–even merge network, in another run.
  __host__ __device__ constexpr unsigned high(unsigned low) const {
    unsigned wire = mirrors() ? low ^ (run - 1) : low + distance;
    if (network == Network::odd_even_merge && wire / run != low / run) wire = nobody;
    return wire < n ? wire : nobody;
  }
  /// True where the larger key goes to the lower wire: every other run of the bitonic network goes
  /// down, so that two runs side by side go up and down. Where the keys end inside a run, that run
  /// goes up: what would stand behind them is larger than every key and stays there.
  __host__ __device__ constexpr bool descends(unsigned wire) const {
    const bool cut_off = n % (2 * run) > run;
    return network == Network::bitonic && run < n && ((wire & run) != 0) != cut_off;
  }
  /// True when a comparator joins two tiles of this many wires, a power of two.
  __host__ __device__ constexpr bool crosses(unsigned tile) const {
    const bool everywhere = network == Network::odd_even_merge || mirrors();
    return run > tile && (everywhere || distance >= tile);
  }

  /// The layer behind this one.
  __host__ __device__ constexpr Layer next() const {
    if (network == Network::transposition) return {network, n, run, distance, 1 - odd};
    if (last_of_stage()) return {network, n, 2 * run, run, odd};
    return {network, n, run, distance / 2, odd};
  }
};
__host__ __device__ constexpr Layer first_layer(Network network, unsigned n) {
  return {network, n, 2, 1, 0};
}

/// How many layers sort any order of n keys: n rounds of neighbours, e (e + 1) / 2 layers of the
/// other networks where n is at most 2^e.
__host__ __device__ constexpr unsigned layer_count(Network network, unsigned n) {
  if (network == Network::transposition || n < 2) return n;
  unsigned stages = 0;
  while ((n - 1) >> stages > 0) ++stages;
  return stages * (stages + 1) / 2;
}

/// Keys that a block of so many threads takes into shared memory: two a thread, a power of two.
__host__ __device__ constexpr unsigned tile_of(unsigned threads) { return bit_floor(2 * threads); }

/// The network by which a block sorts.
__host__ __device__ constexpr Network network_by(BlockSort block_sort) {
  if (block_sort == BlockSort::bitonic) return Network::bitonic;
  if (block_sort == BlockSort::odd_even_merge) return Network::odd_even_merge;
  return Network::transposition;
}
