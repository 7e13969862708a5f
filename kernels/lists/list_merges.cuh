/// Merging many lists at once: four ways to find the smallest head          Cook, CUDA Programming
///
/// A round takes one key: the smallest of the lists' heads. n keys take n rounds, one after the
/// other, and a round's work is to find the smallest of as many heads as there are lists.
///     one_thread   thread 0 looks at every head                      no barrier, L looks a round
///     atomic_min   every thread hands in its head by atomicMin       4 barriers a round
///     reduction    pairs of heads, pairs of winners, …: a tree       2 + lg L barriers a round
///     hybrid       atomicMin among eight lists, then among groups    6 barriers a round
///
/// Of equal heads one_thread takes the last list's, for it asks "not smaller than?"; atomic_min and
/// hybrid the first list's, the tree that of its left side. None of them asks which of two equal
/// keys stood first in the input, and lists that take every L-th key hold them in no such order:
/// the merged keys are in order, but equal ones may change places. So it is not stable.
///
/// A list that is empty takes no part. (A sentinel, the largest key there is, would not do: a real
/// key may be as large.)
#pragma once

#include "lists_family.hpp"
#include "lists_show.hpp"

namespace radix::lists::inline KERNELS {

/// What a merge works on: list t has the keys at t, t + lists, t + 2 lists, …, in order.
struct ListsToMerge {
  View<const Key> keys;
  View<Key> output;
  uint32_t n, lists;
  KeyOrder order;
  uint32_t rounds_begin;  ///< parts of the run before the first round

  __device__ uint32_t place(uint32_t list, uint32_t taken) const { return list + taken * lists; }
};

/// Thread 0 looks at the heads of all lists, and the others have nothing to do.
__device__ inline void merge_by_one_thread(const ListsToMerge& work, View<uint32_t> taken,
                                           Show& show) {
  if (threadIdx.x > 0) return;
  for (uint32_t list = 0; list < work.lists; ++list) taken[list] = 0;
  for (uint32_t round = 0; round < work.n; ++round) {
    show.split(work.rounds_begin + round);
    uint32_t winner = nobody;
    Key least{};
    for (uint32_t list = 0; list < work.lists; ++list) {
      const uint32_t place = work.place(list, taken[list]);
      if (place >= work.n) continue;
      const Key head = work.keys[place];
      show.some("heads", list, head);
      if (winner != nobody && comes_before(least, head, work.order)) continue;
      winner = list;
      least = head;
    }
    show.end_rounds(1);

    taken[winner] += 1;
    show("winner", 0, winner);

    work.output[round] = least;
    show.some("output", round, least);
    show.end_rounds(1);
  }
}

/// A list's thread while lists are merged: its head, if there is one.
struct Head {
  bool there;
  Key key;
  uint32_t ordered;  ///< the key's bits as they are ordered
};
__device__ inline Head head_of(const ListsToMerge& work, uint32_t taken, Show& show) {
  const uint32_t t = threadIdx.x, place = work.place(t, taken);
  const bool there = place < work.n;
  const Key key = there ? work.keys[place] : Key{};
  show("heads", OneOf{t, there}, &key);
  return {there, key, ordered_of(key, work.order.code)};
}

/// The winner's thread writes its head.
__device__ inline uint32_t take_head(const ListsToMerge& work, const Head& head, uint32_t winner,
                                     uint32_t round, Show& show) {
  const bool mine = winner == threadIdx.x;
  show("winner", threadIdx.x, winner);

  if (mine) work.output[round] = head.key;
  if (mine) show.some("output", round, head.key);
  show.end_rounds(1);
  return mine ? 1 : 0;
}

/// All threads hand in their heads at once: the smallest key first, then the smallest list number.
__device__ inline void merge_by_atomic_min(const ListsToMerge& work, View<uint32_t> least,
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
    __syncthreads();  // nobody clears before all have read
  }
}

/// Half of the threads compare two heads, half of those two winners, until one is left.
__device__ inline void merge_by_reduction(const ListsToMerge& work, View<Key> tree,
                                          View<uint32_t> tree_lists, Show& show) {
  const uint32_t t = threadIdx.x;
  for (uint32_t round = 0, taken = 0; round < work.n; ++round) {
    show.split(work.rounds_begin + round);
    const Head head = head_of(work, taken, show);
    tree[t] = head.key;
    tree_lists[t] = head.there ? t : nobody;
    __syncthreads();
    for (uint32_t width = work.lists / 2; width > 0; width /= 2) {
      if (t < width) {
        const uint32_t left = tree_lists[t], right = tree_lists[t + width];
        const Key a = tree[t], b = tree[t + width];
        const bool goes_right =
            right != nobody && (left == nobody || comes_before(b, a, work.order));
        if (goes_right) tree[t] = b;
        if (goes_right) tree_lists[t] = right;
        const uint32_t smaller = goes_right ? right : left;
        if (smaller != nobody) show.some("tree_values", width + t, goes_right ? b : a);
        show.some("tree_lists", width + t, smaller, 1);
      }
      __syncthreads();
    }
    show.end_rounds(2);
    taken += take_head(work, head, tree_lists[0], round, show);
    __syncthreads();  // nobody hands in before all have read
  }
}

/// Eight lists share a word, so that fewer threads wait for each; then one warp asks whose group
/// has the smallest head.
__device__ inline void merge_by_hybrid(const ListsToMerge& work, View<uint32_t> least,
                                       View<uint32_t> first, Show& show) {
  const uint32_t t = threadIdx.x, group = t / lists_of_group;
  const uint32_t groups = (work.lists + lists_of_group - 1) / lists_of_group;
  for (uint32_t round = 0, taken = 0; round < work.n; ++round) {
    show.split(work.rounds_begin + round);
    for (uint32_t g = t; g <= groups; g += work.lists) {  // the last ones are of all groups
      least[g] = nobody;
      first[g] = nobody;
    }
    __syncthreads();
    const Head head = head_of(work, taken, show);
    if (head.there) atomicMin(&least[group], head.ordered);
    __syncthreads();
    if (head.there && head.ordered == least[group]) atomicMin(&first[group], t);
    __syncthreads();
    if (head.there && first[group] == t) show.some("tree_values", group, head.key);
    if (t < groups) show.some("tree_lists", t, first[t], 1);
    show.end_rounds(2);
    const bool stands_for_group = t < groups && first[t] != nobody;
    if (stands_for_group) atomicMin(&least[groups], least[t]);
    __syncthreads();
    if (stands_for_group && least[t] == least[groups]) atomicMin(&first[groups], first[t]);
    __syncthreads();
    taken += take_head(work, head, first[groups], round, show);
    __syncthreads();  // nobody clears before all have read
  }
}

}  // namespace radix::lists::inline KERNELS
