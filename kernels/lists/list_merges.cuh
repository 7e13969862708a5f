/// Merging many lists at once: four ways to find the smallest head       Cook, CUDA Programming
///
/// The head of a list is its first key that is left. Every round takes the smallest of the heads,
/// so n keys take n rounds, one after the other, and the work of a round is to find the smallest of
/// as many heads as there are lists. For L lists:
///     one_thread   thread 0 compares all heads                       no barrier, L heads per round
///     atomic_min   all threads call atomicMin with their heads       4 barriers per round
///     reduction    pairs of heads, pairs of winners, …: a tree       2 + lg L barriers per round
///     hybrid       atomicMin among eight lists, then among groups    6 barriers per round
///
/// Of equal heads, one_thread takes the last list's, because it skips a head only if that is larger
/// than the smallest so far; atomic_min and hybrid take the first list's, and the tree takes the
/// left one. None of them considers which of two equal keys came first in the input, and the number
/// of a list that takes every L-th key says nothing about that. So equal keys may change places:
/// the sort is not stable.
///
/// An empty list takes no part. (The largest possible key would not do as a sentinel: a real key
/// may be just as large.)
#pragma once

#include "../common.h"

/// What a merge works on: list t is sorted, and is stored at t, t + lists, t + 2 lists, …
struct ListsToMerge {
  const Key* keys;
  Key* output;
  unsigned n, lists;

  __device__ unsigned place(unsigned list, unsigned taken) const { return list + taken * lists; }
};

/// Thread 0 compares the heads of all lists while the other threads are idle. taken: for every
/// list, how many of its keys have been taken.
__device__ inline void merge_by_one_thread(const ListsToMerge& work, unsigned* taken) {
  if (threadIdx.x > 0) return;
  for (unsigned list = 0; list < work.lists; ++list) taken[list] = 0;
  for (unsigned round = 0; round < work.n; ++round) {  //: next split
    unsigned winner = none;
    Key least{};
    for (unsigned list = 0; list < work.lists; ++list) {
      const unsigned place = work.place(list, taken[list]);
      if (place >= work.n) continue;
      const Key head = work.keys[place];  //: some heads[list] = head
      if (winner != none && least < head) continue;
      winner = list;
      least = head;
    }  //: end 1
    taken[winner] += 1;  //: winner[0] = winner

    work.output[round] = least;  //: some output[round] = least in work.output; end 1
  }
}

/// The head of a thread's list, if the list is not empty.
struct Head {
  bool exists;
  Key key;
  Number number;   ///< the key, for atomicMin
};
__device__ inline Head head_of(const ListsToMerge& work, unsigned taken) {
  const unsigned t = threadIdx.x, place = work.place(t, taken);
  const bool exists = place < work.n;
  const Key key = exists ? work.keys[place] : Key{};  //: if (exists) some heads[t] = key; end 1
  return {exists, key, number_of(key)};
}

/// The winner writes its head. Returns how many keys this thread has taken in the round: 1 or 0.
__device__ inline unsigned take_head(const ListsToMerge& work, const Head& head, unsigned winner,
                                     unsigned round) {
  const bool mine = winner == threadIdx.x;  //: winner[threadIdx.x] = winner

  if (mine) work.output[round] = head.key;
  //: if (mine) some output[round] = head.key in work.output; end 1
  return mine ? 1 : 0;
}

/// All threads call atomicMin with their heads. The smallest key wins; if several lists have it,
/// the first of these lists. least, first: one word each.
__device__ inline void merge_by_atomic_min(const ListsToMerge& work, Number* least,
                                           unsigned* first) {
  const unsigned t = threadIdx.x;
  for (unsigned round = 0, taken = 0; round < work.n; ++round) {  //: next split
    if (t == 0) least[0] = largest_number;
    if (t == 0) first[0] = none;
    __syncthreads();
    const Head head = head_of(work, taken);
    if (head.exists) atomicMin(&least[0], head.number);
    __syncthreads();
    if (head.exists && head.number == least[0]) atomicMin(&first[0], t);
    __syncthreads();
    taken += take_head(work, head, first[0], round);
    __syncthreads();  // all have read before anything is cleared
  }
}

/// Half of the threads compare two heads each, half of these compare two winners each, and so on.
/// tree, tree_lists: a head and its list for every list. The number of lists: a power of two.
__device__ inline void merge_by_reduction(const ListsToMerge& work, Key* tree,
                                          unsigned* tree_lists) {
  const unsigned t = threadIdx.x;
  for (unsigned round = 0, taken = 0; round < work.n; ++round) {  //: next split
    const Head head = head_of(work, taken);
    tree[t] = head.key;
    tree_lists[t] = head.exists ? t : none;
    __syncthreads();
    for (unsigned width = work.lists / 2; width > 0; width /= 2) {
      if (t < width) {
        const unsigned left = tree_lists[t], right = tree_lists[t + width];
        const Key a = tree[t], b = tree[t + width];
        const bool goes_right = right != none && (left == none || b < a);
        const unsigned winner = goes_right ? right : left;
        if (goes_right) tree[t] = b;
        //: if (winner != none) some tree_values[width + t] = goes_right ? b : a in tree
        if (goes_right) tree_lists[t] = winner;
        //: some tree_lists[width + t] = winner in tree_lists later 1
      }
      __syncthreads();
    }
    //: end 2
    taken += take_head(work, head, tree_lists[0], round);
    __syncthreads();  // all have read the winner before the tree is overwritten
  }
}

/// A group of eight lists shares one word, so that fewer atomics wait for each other; the winners
/// of all groups then share one more. least, first: a word for every group, and one for all groups.
__device__ inline void merge_by_hybrid(const ListsToMerge& work, Number* least,
                                       unsigned* first) {
  constexpr unsigned lists_in_group = 8;
  const unsigned t = threadIdx.x, group = t / lists_in_group;
  const unsigned groups = (work.lists + lists_in_group - 1) / lists_in_group;
  for (unsigned round = 0, taken = 0; round < work.n; ++round) {  //: next split
    for (unsigned g = t; g <= groups; g += work.lists) {  // word `groups` is for all groups
      least[g] = largest_number;
      first[g] = none;
    }
    __syncthreads();
    const Head head = head_of(work, taken);
    if (head.exists) atomicMin(&least[group], head.number);
    __syncthreads();
    if (head.exists && head.number == least[group]) atomicMin(&first[group], t);
    __syncthreads();
    const unsigned winner = t < groups ? first[t] : none;  // of group t
    //: if (head.exists && first[group] == t) some tree_values[group] = head.key
    //: if (t < groups) some tree_lists[t] = winner later 1; end 2
    if (winner != none) atomicMin(&least[groups], least[t]);
    __syncthreads();
    if (winner != none && least[t] == least[groups]) atomicMin(&first[groups], winner);
    __syncthreads();
    taken += take_head(work, head, first[groups], round);
    __syncthreads();  // all have read before anything is cleared
  }
}
