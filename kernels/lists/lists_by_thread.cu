/// A list per thread, then merged                                        Cook, CUDA Programming
///
/// Every thread of a block sorts a list of its own, bit after bit, by splitting it into a zero list
/// and a one list: of L threads, thread t sorts the keys t, t + L, t + 2 L, … No thread waits for
/// another, and neighbouring threads access neighbouring places in shared memory. Then the block
/// merges the L sorted lists into one (list_merges.cuh): in every round, the smallest of the lists'
/// first keys, their heads, is written to the output, and the winning list goes on to its next key.
///
/// The chapter's 16 keys in 4 lists:
///     list 0, keys 0 4 8 12     12 15  9  4   sorted   4  9 12 15
///     list 1, keys 1 5 9 13      3  8  6 10            3  6  8 10
///     list 2, keys 2 6 10 14     6  5 11  7            5  6  7 11
///     list 3, keys 3 7 11 15     9 10 13  0            0  9 10 13
///     round 1                  heads 4 3 5 0: list 3 wins, the 0 is written
///     round 2                  heads 4 3 5 9: list 1 wins, the 3 is written
///
/// The more lists there are, the shorter each is and the faster they are sorted, but the more heads
/// have to be compared in each of the merge's n rounds. And a single block does all of it, in its
/// shared memory, which has to hold the keys and both lists of every thread: three times the keys.
#include "../common.h"
#include "list_merges.cuh"

/// The keys of a block in shared memory, and space for the two lists of every thread. A list of
/// thread t occupies the places t, t + L, t + 2 L, …, where L is blockDim.x.
struct BlockLists {
  Key* keys;
  Key* zero_list;
  Key* one_list;
  unsigned n;
};

/// How many keys the two lists of a thread hold.
struct TwoCounts {
  unsigned zeros, ones;
};

/// Every thread splits its own list by one bit, into its zero list and its one list.
__device__ inline TwoCounts split_list(const BlockLists& block, unsigned bit) {
  const unsigned t = threadIdx.x, lists = blockDim.x;
  unsigned zeros = 0, ones = 0;
  for (unsigned i = t; i < block.n; i += lists) {
    const Key key = block.keys[i];
    if ((key >> bit & 1) == 0)
      block.zero_list[t + lists * zeros++] = key;
    else
      block.one_list[t + lists * ones++] = key;
  }
  //: zero_list[ListOf{t, lists, zeros}] = block.zero_list
  //: one_list[ListOf{t, lists, ones}] = block.one_list
  //: list_counts[2 * t, 2 * t + 1] = zeros, ones
  return {zeros, ones};
}

/// Every thread copies its keys back: first its zeros, then its ones.
__device__ inline void copy_back(const BlockLists& block, TwoCounts counts) {
  const unsigned t = threadIdx.x, lists = blockDim.x, zeros = counts.zeros;
  for (unsigned c = 0; c < zeros; ++c) block.keys[t + lists * c] = block.zero_list[t + lists * c];
  for (unsigned c = 0; c < counts.ones; ++c)
    block.keys[t + lists * (zeros + c)] = block.one_list[t + lists * c];
  //: output[ListOf{t, lists, zeros + counts.ones}] = block.keys
}

/// Every thread sorts its own list, bit by bit, the lowest first.
__device__ inline void sort_own_list(const BlockLists& block, unsigned bits) {
  for (unsigned bit = 0; bit < bits; ++bit) {  //: split bit
    const TwoCounts counts = split_list(block, bit);
    copy_back(block, counts);
  }
}

/// Shared memory for the merges, besides the lists. A merge uses only what it needs.
struct MergeMemory {
  Key* tree;         ///< [L] for the reduction: a head for every list
  Number* least;     ///< [L + 1] the smallest heads that atomicMin has found
  unsigned* first;   ///< [L + 1] lists that have these heads; one_thread: keys taken from each list
};

__device__ inline void merge_lists(const ListsToMerge& work, ListMerge how,
                                   const MergeMemory& memory) {
  switch (how) {
    case ListMerge::one_thread: return merge_by_one_thread(work, memory.first);
    case ListMerge::atomic_min: return merge_by_atomic_min(work, memory.least, memory.first);
    case ListMerge::reduction: return merge_by_reduction(work, memory.tree, memory.first);
    case ListMerge::hybrid: return merge_by_hybrid(work, memory.least, memory.first);
  }
}

/// One block sorts all keys, and each of its threads sorts one list.
__global__ void sort_lists(const Key* keys, Key* output, unsigned n, unsigned bits,
                           ListMerge how) {
  extern __shared__ Key list_keys[];
  Key* zero_list = after<Key>(list_keys, n);
  Key* one_list = after<Key>(zero_list, n);
  Key* tree = after<Key>(one_list, n);
  Number* least = after<Number>(tree, blockDim.x);
  unsigned* first = after<unsigned>(least, blockDim.x + 1);
  const BlockLists block{list_keys, zero_list, one_list, n};

  // Every thread loads the keys of its own list: neighbouring threads read neighbouring keys
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) list_keys[i] = keys[i];
  sort_own_list(block, bits);
  __syncthreads();  // all lists are sorted
  merge_lists({list_keys, output, n, blockDim.x}, how, {tree, least, first});
}

/// Refuses more keys than fit into one block.
inline void require_room(unsigned n) {
  const unsigned most = 1024;
  if (n > most)
    refuse("one block sorts all lists in its shared memory, which has room for " +
           std::to_string(most) + " keys and not for " + std::to_string(n) +
           "; use fewer keys, or sort lists_serial");
}

/// Bytes of shared memory in which a block sorts n keys in this many lists.
inline size_t bytes_of_lists(unsigned n, unsigned lists) {
  return (3 * n + lists) * sizeof(Key) + (lists + 1) * (sizeof(Number) + sizeof(unsigned));
}

/// A single launch of a single block: all bits, then the merge, key by key.
void sort_by_lists(Run& run) {
  const unsigned n = run.size(), lists = run.settings().lists;
  if (n == 0) return;
  require_room(n);  //: pass 0, run.bits() + n
  sort_lists<<<1, lists, bytes_of_lists(n, lists)>>>(run.input(), run.output(), n, run.bits(),
                                                     run.settings().list_merge);
  run.swap();
}

#if __INCLUDE_LEVEL__ == 0
// radixscope: sort_into(sort_by_lists, keys, output, n, bits)
int main(int argc, char** argv) {
  return sort_and_check(sort_by_lists, argc, argv, {}, 1000);
}
#endif
