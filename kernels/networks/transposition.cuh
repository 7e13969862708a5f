/// 13.8 Odd–even transposition                                           PMPP
///
/// Bubble sort for many threads. A round compares neighbours, two by two, and exchanges those whose
/// right key belongs before the left one: the pairs (0, 1), (2, 3), … in even rounds, (1, 2), …
/// in odd ones. No place is in two pairs of a round, so every pair has a thread of its own and the
/// keys stay in one array.
///
/// The chapter's 16 keys:
///     key         12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     round 1      3 12  6  9  8 15  5 10  6  9 11 13  4 10  0  7   pairs from 0: 4 exchanged
///     round 2      3  6 12  8  9  5 15  6 10  9 11  4 13  0 10  7   pairs from 1: 6 exchanged
///     round 15     0  3  4  5  6  6  7  8  9  9 10 10 11 12 13 15
///
/// A key moves one place a round at most: the 0 leaves place 15 in round 1 and needs 15 rounds to
/// place 0. n rounds are always enough for n keys, and from three keys on some order needs them
/// all. Equal keys never change places: the sort is stable. It compares n (n - 1) / 2 pairs, 120
/// here, where merging would take 49 at most: fine for a few keys in one warp, never for many.
///
/// One launch a round: round r + 1 reads what the neighbour's thread wrote in round r, and the end
/// of a launch is the only simple way to make every block wait for every other one.
#pragma once

#include "networks_show.hpp"

namespace radix::networks::inline KERNELS {

/// A thread's two neighbours as it shows them: first the left one. A thread beyond the keys has
/// none.
struct Neighbours {
  uint32_t first;   ///< 0 in the first block
  uint32_t left, n;
  static constexpr uint32_t keys_per_thread = 2;
  __device__ bool has(uint32_t) const { return left + 1 < n; }
  __device__ uint32_t index(uint32_t c) const { return left + c; }
};

/// Every thread puts two neighbours in order.
/// odd: 0 in rounds whose pairs begin at place 0, 1 in the others.
__global__ void exchange_neighbours(View<Key> keys, View<uint32_t> changes, uint32_t n,
                                    uint32_t odd, KeyOrder order, Show show) {
  const uint32_t left = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd;
  const Neighbours pair{blockIdx.x, left, n};
  const uint32_t partner[] = {left + 1, left};
  show("partner", pair, partner);

  // Exchange only if the right key belongs before the left one: equal keys stay
  const Key a = pair.has(0) ? keys[left] : Key{}, b = pair.has(1) ? keys[left + 1] : Key{};
  const bool exchange = pair.has(0) && comes_before(b, a, order);
  const uint32_t exchanged[] = {exchange ? 1u : 0u, exchange ? 1u : 0u};
  show("exchanged", pair, exchanged);

  // No other thread touches these two in this round
  if (exchange) keys[left] = b;
  if (exchange) keys[left + 1] = a;
  show("output");

  // The host asks for their number only where it would stop early
  if (exchange && changes.size() > 0) atomicAdd(&changes[0], 1u);
}

/// As many rounds as keys, a launch each, or fewer: two quiet rounds in a row have compared all
/// neighbours, so the keys are in order. The host asks after every round.
inline void sort_by_transposition(Run& run) {
  const uint32_t n = run.size(), threads = run.threads(), blocks = n / 2 / threads + 1;
  const bool stop_early = run.settings().stop_early;
  Buffer<uint32_t> changes(stop_early ? 1 : 0, "the number of exchanges");

  for (uint32_t round = 0, quiet = 0; round < n && quiet < 2; ++round) {
    changes.clear();
    run.begin_pass(round);
    run.launch<exchange_neighbours>(blocks, threads)(run.input(), changes, n, round % 2,
                                                     run.order());
    run.end_pass();
    const bool nothing = stop_early && run.read_back(changes) == 0;
    quiet = nothing ? quiet + 1 : 0;
  }
}

}  // namespace radix::networks::inline KERNELS
