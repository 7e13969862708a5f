/// A list a thread, then merged                                             Cook, CUDA Programming
///
/// Every thread of a block sorts a list of its own by its own two lists, bit after bit: thread t
/// the keys t, t + L, t + 2 L, … of L lists. Nobody waits for anybody, and neighbouring threads
/// touch neighbouring places of shared memory. Then the block has L sorted lists, which a merge
/// makes one (list_merges.cuh).
///
/// The chapter's 16 keys in 4 lists:
///     list 0, keys 0 4 8 12     12 15  9  4   sorted   4  9 12 15
///     list 1, keys 1 5 9 13      3  8  6 10            3  6  8 10
///     list 2, keys 2 6 10 14     6  5 11  7            5  6  7 11
///     list 3, keys 3 7 11 15     9 10 13  0            0  9 10 13
///     round 1                  heads 4 3 5 0: list 3 wins, the 0 is written
///     round 2                  heads 4 3 5 9: list 1 wins, the 3 is written
///
/// The more lists, the shorter each is, and the faster the first part; but the more heads there are
/// in every one of the merge's n rounds. And all of it is one block's work: shared memory holds the
/// keys three times.
#pragma once

#include "list_merges.cuh"

namespace radix::lists::inline KERNELS {

/// The keys of a block in shared memory, and the two lists of every thread.
struct BlockLists {
  View<Key> keys, zero_list, one_list;
  uint32_t n;
};

/// How many keys stand in the two lists of a thread.
struct TwoCounts {
  uint32_t zeros, ones;
};

/// Every thread deals out its own list by one bit: a zero list and a one list.
__device__ inline TwoCounts deal_out(const BlockLists& block, Digit lowest, uint32_t bit,
                                     Show& show) {
  const uint32_t t = threadIdx.x, lists = blockDim.x;
  uint32_t zeros = 0, ones = 0;
  for (uint32_t i = t; i < block.n; i += lists) {
    const Key key = block.keys[i];
    if (bit_of(key, lowest, bit) == 0)
      block.zero_list[t + lists * zeros++] = key;
    else
      block.one_list[t + lists * ones++] = key;
  }
  show("zero_list", ListOf{t, lists, zeros}, block.zero_list);
  show("one_list", ListOf{t, lists, ones}, block.one_list);
  const uint32_t counts[] = {zeros, ones};
  show("list_counts", ListOf{2 * t, 1, 2}, counts);
  return {zeros, ones};
}

/// Back into the own list: first its zeros, then its ones.
__device__ inline void copy_back(const BlockLists& block, TwoCounts dealt, Show& show) {
  const uint32_t t = threadIdx.x, lists = blockDim.x, zeros = dealt.zeros;
  for (uint32_t c = 0; c < zeros; ++c) block.keys[t + lists * c] = block.zero_list[t + lists * c];
  for (uint32_t c = 0; c < dealt.ones; ++c)
    block.keys[t + lists * (zeros + c)] = block.one_list[t + lists * c];
  show("output", ListOf{t, lists, zeros + dealt.ones}, block.keys);
}

/// Every thread sorts its own list, by one bit after the other, from the lowest one.
__device__ inline void sort_own_list(const BlockLists& block, Digit lowest, uint32_t bits,
                                     Show& show) {
  for (uint32_t bit = 0; bit < bits; ++bit) {
    show.split(bit);
    const TwoCounts dealt = deal_out(block, lowest, bit, show);
    copy_back(block, dealt, show);
  }
}

/// What the merges need besides the lists.
struct MergeMemory {
  View<uint32_t> least, first;
  View<Key> tree;
};

__device__ inline void merge_lists(const ListsToMerge& work, ListMerge how,
                                   const MergeMemory& memory, Show& show) {
  switch (how) {
    case ListMerge::one_thread: return merge_by_one_thread(work, memory.first, show);
    case ListMerge::atomic_min: return merge_by_atomic_min(work, memory.least, memory.first, show);
    case ListMerge::reduction: return merge_by_reduction(work, memory.tree, memory.first, show);
    case ListMerge::hybrid: return merge_by_hybrid(work, memory.least, memory.first, show);
  }
}

/// One block sorts all keys.
__global__ void sort_lists(View<const Key> keys, View<Key> output, uint32_t n, uint32_t bits,
                           Digit lowest, KeyOrder order, ListMerge how, Show show) {
  SharedMemory shared;
  auto own = shared.array<Key>(n);
  const BlockLists block{own, shared.array<Key>(n), shared.array<Key>(n), n};
  const MergeMemory memory{shared.array<uint32_t>(blockDim.x + 1),
                           shared.array<uint32_t>(blockDim.x + 1), shared.array<Key>(blockDim.x)};

  // Every thread fetches its own list: neighbours read neighbours
  for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) own[i] = keys[i];
  sort_own_list(block, lowest, bits, show);
  __syncthreads();  // all lists are sorted
  merge_lists({own, output, n, blockDim.x, order, bits}, how, memory, show);
}

/// One block has room for so many keys.
inline void require_room(uint32_t n) {
  if (n > most_keys_of_block)
    throw KernelError("one block sorts all lists in its shared memory, which has room for " +
                      std::to_string(most_keys_of_block) + " keys and not for " +
                      std::to_string(n) + "; use fewer keys, or rung lists_serial");
}

/// Shared memory of a block that sorts n keys in so many lists.
inline std::size_t bytes_of_lists(uint32_t n, uint32_t lists) {
  return (3 * std::size_t{n} + lists + 1) * sizeof(Key) + 2 * (lists + 1) * sizeof(uint32_t);
}

/// One launch: a part a bit, then a part for every key that the merge takes.
template <auto Kernel = sort_lists>
void sort_by_lists(Run& run) {
  const uint32_t n = run.size(), lists = run.settings().lists, bits = run.pass_count();
  if (n == 0) return;
  require_room(n);
  run.begin_pass(0, bits + n);
  run.launch<Kernel>(1, lists, bytes_of_lists(n, lists))(
      run.input(), run.output(), n, bits, run.digit(0), run.order(), run.settings().list_merge);
  run.end_pass();
}

}  // namespace radix::lists::inline KERNELS
