/// Merging many lists at once: four ways to find the smallest head       Cook, CUDA Programming
///
/// The head of a list is its first key that has not been written to the output yet. Every round
/// writes the smallest of all heads, so n keys take n rounds, one after the other. For L lists:
///     one_thread   thread 0 compares all heads                       no barrier, L heads per round
///     atomic_min   all threads call atomicMin with their heads       4 barriers per round
///     reduction    pairs of heads, pairs of winners, …: a tree       2 + lg L barriers per round
///     hybrid       atomicMin in groups of 8 lists, then among these  6 barriers per round
///
/// Of equal heads, one_thread takes the last list's, because it skips a head only if that is larger
/// than the smallest so far; atomic_min and hybrid take the first list's, and the tree takes the
/// left one. None of them considers which of two equal keys came first in the input, and the number
/// of a list that takes every L-th key says nothing about that. So equal keys may change places:
/// the sort is not stable.
///
/// A list whose keys are all written takes no part. (Giving it the largest possible key as a head
/// would not do: a real key may be just as large.)
#pragma once

#include "../common.h"

/// What a merge works on: list t is sorted, and is stored at t, t + lists, t + 2 lists, …
struct ListsToMerge {
  const Key* keys;
  Key* output;
  unsigned n, lists;

  /// Where the head of a list is, of which this many keys are taken; n or more if none is left.
  __device__ unsigned place(unsigned list, unsigned taken) const { return list + taken * lists; }
};

/// Thread 0 compares the heads of all lists while the other threads are idle. taken: for every
/// list, how many of its keys have been taken.
__device__ inline void merge_by_one_thread(const ListsToMerge& work, unsigned* taken) {
  if (threadIdx.x > 0) return;
  for (unsigned list = 0; list < work.lists; ++list) taken[list] = 0;
  for (unsigned round = 0; round < work.n; ++round) {  //: next split
    // The list with the smallest head, and that head
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

/// The head of a thread's list, if the list has a key left.
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

/// All threads call atomicMin with their heads, and those whose head is the smallest call it once
/// more with the number of their list. least[0]: the smallest head. first[0]: the first list that
/// has it.
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

/// Half of the threads compare two heads each, half of these compare two winners each, and so on,
/// so the number of lists must be a power of two. tree, tree_lists: the heads that still take part,
/// and the lists that they come from; in the end entry 0 is the winner.
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
        const bool right_wins = right != none && (left == none || b < a);
        const unsigned winner = right_wins ? right : left;
        if (right_wins) tree[t] = b;
        //: if (winner != none) some tree_values[width + t] = right_wins ? b : a in tree
        if (right_wins) tree_lists[t] = winner;
        //: some tree_lists[width + t] = winner in tree_lists later 1
      }
      __syncthreads();
    }
    //: end 2
    taken += take_head(work, head, tree_lists[0], round);
    __syncthreads();  // all have read the winner before the tree is overwritten
  }
}

/// atomicMin twice: first every group of eight lists finds its own winner, so fewer threads wait
/// for the same address; then the groups' winners are compared. least, first: as in
/// merge_by_atomic_min, with an entry for every group, and one after these for all groups.
__device__ inline void merge_by_hybrid(const ListsToMerge& work, Number* least,
                                       unsigned* first) {
  constexpr unsigned lists_in_group = 8;
  const unsigned t = threadIdx.x, group = t / lists_in_group;
  const unsigned groups = (work.lists + lists_in_group - 1) / lists_in_group;
  for (unsigned round = 0, taken = 0; round < work.n; ++round) {  //: next split
    for (unsigned g = t; g <= groups; g += work.lists) {  // entry `groups` is for all of them
      least[g] = largest_number;
      first[g] = none;
    }
    __syncthreads();
    const Head head = head_of(work, taken);
    if (head.exists) atomicMin(&least[group], head.number);
    __syncthreads();
    if (head.exists && head.number == least[group]) atomicMin(&first[group], t);
    __syncthreads();

    // The winners of all groups: thread t enters that of group t
    const unsigned winner = t < groups ? first[t] : none;
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
