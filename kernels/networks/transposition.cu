/// Odd–even transposition                                         PMPP 4th ed. 13.8, 5th ed. 14.2
///
/// Bubble sort for many threads. A round compares neighbours in pairs, and exchanges a pair if its
/// right key is the smaller one: in round 1 the pairs of places (0, 1), (2, 3), …, in round 2 the
/// pairs (1, 2), (3, 4), …, and so on in turn. No place belongs to two pairs of a round, so every
/// pair has its own thread, and the keys stay in one array.
///
/// The chapter's 16 keys:
///     key         12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     round 1      3 12  6  9  8 15  5 10  6  9 11 13  4 10  0  7   pairs from 0: 4 exchanged
///     round 2      3  6 12  8  9  5 15  6 10  9 11  4 13  0 10  7   pairs from 1: 6 exchanged
///     round 15     0  3  4  5  6  6  7  8  9  9 10 10 11 12 13 15
///
/// A key moves at most one place per round: the 0 leaves place 15 in round 1 and takes 15 rounds to
/// reach place 0. n rounds are always enough for n keys, and some inputs of three or more keys need
/// all of them. Equal keys are never exchanged, so the sort is stable. It makes n (n - 1) / 2
/// comparisons, 120 here, where merging makes at most 49: good for a few keys, never for many.
///
/// One launch per round: a round reads what neighbouring threads, some of them in other blocks,
/// wrote in the round before, and the end of a launch is the simplest barrier for all blocks.
#include "../common.h"

/// Every thread puts two neighbours in order. odd: 0 if the pairs of this round start at place 0, 1
/// if at place 1. changes[0] is 0 before the round, and tells after it whether anything was
/// exchanged; it is written only if the host wants to stop early. With Flag::count it is the number
/// of exchanges, else 1 if there was any. With Flag::plain many threads store this 1 without an
/// atomic operation: a race, which does no harm on a GPU but is undefined in C++. Flag::atomic is
/// right.
__global__ void exchange_neighbours(Key* keys, unsigned* changes, unsigned n, unsigned odd,
                                    bool stop_early, Flag flag) {
  const unsigned left = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd;
  const unsigned right = left + 1 < n ? left + 1 : none;  //: partner[left, right] = right, left

  // Exchange only if the right key is smaller: equal keys stay
  const bool active = left + 1 < n;
  const Key a = active ? keys[left] : Key{}, b = active ? keys[right] : Key{};
  const bool exchange = active && b < a;  //: exchanged[left, right] = exchange, exchange

  // No other thread accesses these two keys in this round
  if (exchange) keys[left] = b;
  if (exchange) keys[right] = a;  //: output

  if (stop_early) {
    if (exchange && flag == Flag::count) atomicAdd(&changes[0], 1u);
    if (exchange && flag == Flag::plain) changes[0] = 1u;
    if (exchange && flag == Flag::atomic) atomicExch(&changes[0], 1u);
  }
}

/// As many rounds as there are keys, one launch each. If the host checks after every round whether
/// anything was exchanged, it can stop early: two successive rounds compare all neighbours, so if
/// both are quiet, that is, exchange nothing, the keys are sorted.
void sort_by_transposition(Run& run) {
  const unsigned n = run.size(), threads = run.threads();
  const unsigned blocks = (n + 2 * threads - 1) / (2 * threads);  // a thread per pair
  const bool stop_early = run.settings().stop_early;
  DeviceArray<unsigned> changes(1);  //: "the number of exchanges"

  for (unsigned round = 0, quiet = 0; round < n && quiet < 2; ++round) {  //: pass round
    if (stop_early) changes.clear();
    exchange_neighbours<<<blocks, threads>>>(run.input(), changes, n, round % 2, stop_early,
                                             run.settings().flag);
    const bool unchanged = stop_early && run.read_back(changes) == 0;
    quiet = unchanged ? quiet + 1 : 0;
  }
}

// radixscope: sort_into(sort_by_transposition, keys, output, n, bits)
int main(int argc, char** argv) {
  return sort_and_check(sort_by_transposition, argc, argv, {}, 10007);
}
