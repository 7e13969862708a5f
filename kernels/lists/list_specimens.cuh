/// Specimens: kernels with one fault each, as they stand in print, to find what is wrong.
///
/// lists_copied_late   The copy back stands behind the loop over the bits. So every bit deals out
///     the keys as they came, and only the last bit's lists come back: 12 15 9 4 of list 0 becomes
///     4 12 15 9, parted by bit 3 and in no order. Right: lists_by_thread.cuh.
/// lists_race   atomicMin without a barrier at the end of a round. Thread 0 goes on and clears the
///     winner's number before the winner has read it. The 32 lanes of an old card's warp ran in
///     step and hid that; run thread after thread, 15 of the chapter's 16 keys are never written.
///     Right: the fourth barrier of merge_by_atomic_min.
/// lists_uneven_tree   A tree over any number of lists. Half of three winners is one: the third is
///     compared with nobody any more. Of the heads 5 4 0 3 2 1 of six lists it keeps 3 2 0, then 2,
///     and loses the 0. Right: merge_by_reduction takes a power of two, and others are refused.
#pragma once

#include "lists_by_thread.cuh"

namespace radix::lists::inline KERNELS {

/// As printed: both lists are filled bit after bit, and copied back once.
__device__ inline void sort_own_list_copied_late(const BlockLists& block, Digit lowest,
                                                 uint32_t bits, Show& show) {
  TwoCounts dealt{};
  for (uint32_t bit = 0; bit < bits; ++bit) {
    show.split(bit);
    dealt = deal_out(block, lowest, bit, show);
  }  // the loop over the bits ends before the lists are copied back
  copy_back(block, dealt, show);
}

__global__ void sort_lists_copied_late(View<const Key> keys, View<Key> output, uint32_t n,
                                       uint32_t bits, Digit lowest, KeyOrder order, ListMerge how,
                                       Show show) {
  SharedMemory shared;
  auto own = shared.array<Key>(n);
  const BlockLists block{own, shared.array<Key>(n), shared.array<Key>(n), n};
  const MergeMemory memory{shared.array<uint32_t>(blockDim.x + 1),
                           shared.array<uint32_t>(blockDim.x + 1), shared.array<Key>(blockDim.x)};
  for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) own[i] = keys[i];
  sort_own_list_copied_late(block, lowest, bits, show);
  __syncthreads();
  merge_lists({own, output, n, blockDim.x, order, bits}, how, memory, show);
}

/// As printed: three barriers a round.
__device__ inline void merge_by_racing_atomic_min(const ListsToMerge& work, View<uint32_t> least,
                                                  View<uint32_t> first, Show& show) {
  const uint32_t t = threadIdx.x;
  for (uint32_t round = 0, taken = 0; round < work.n; ++round) {
    show.split(work.rounds_begin + round);
    if (t == 0) least[0] = nobody;
    if (t == 0) first[0] = nobody;
    __syncthreads();
    const Head head = head_of(work, taken, show);
    if (head.there) atomicMin(&least[0], head.ordered);
    __syncthreads();
    if (head.there && head.ordered == least[0]) atomicMin(&first[0], t);
    __syncthreads();
    taken += take_head(work, head, first[0], round, show);
  }  // the next round begins before all have read who won
}

__global__ void sort_lists_and_race(View<const Key> keys, View<Key> output, uint32_t n,
                                    uint32_t bits, Digit lowest, KeyOrder order, ListMerge,
                                    Show show) {
  SharedMemory shared;
  auto own = shared.array<Key>(n);
  const BlockLists block{own, shared.array<Key>(n), shared.array<Key>(n), n};
  auto least = shared.array<uint32_t>(1), first = shared.array<uint32_t>(1);
  for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) own[i] = keys[i];
  sort_own_list(block, lowest, bits, show);
  __syncthreads();
  merge_by_racing_atomic_min({own, output, n, blockDim.x, order, bits}, least, first, show);
}

/// As printed: nobody asks how many lists there are.
__global__ void sort_lists_by_uneven_tree(View<const Key> keys, View<Key> output, uint32_t n,
                                          uint32_t bits, Digit lowest, KeyOrder order, ListMerge,
                                          Show show) {
  SharedMemory shared;
  auto own = shared.array<Key>(n);
  const BlockLists block{own, shared.array<Key>(n), shared.array<Key>(n), n};
  auto tree_lists = shared.array<uint32_t>(blockDim.x);
  auto tree = shared.array<Key>(blockDim.x);
  for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) own[i] = keys[i];
  sort_own_list(block, lowest, bits, show);
  __syncthreads();
  // a tree that halves its lists, however many there are
  merge_by_reduction({own, output, n, blockDim.x, order, bits}, tree, tree_lists, show);
}

}  // namespace radix::lists::inline KERNELS
