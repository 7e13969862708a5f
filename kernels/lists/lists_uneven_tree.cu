/// Find the mistake: a tree over any number of lists, as printed
///
/// Half of three winners is one: the third is no longer compared with any other. Of the heads
/// 5 4 0 3 2 1 of six lists the tree keeps 3 2 0, then 2, and loses the 0. merge_by_reduction of
/// list_merges.cuh is right for a power of two, and nothing here checks for one.
#include "../common.h"
#include "lists_by_thread.cu"

/// One block sorts all keys, one list per thread. As printed: the number of lists is not checked.
__global__ void sort_lists_by_uneven_tree(const Key* keys, Key* output, unsigned n, unsigned bits) {
  extern __shared__ Key list_keys[];
  Key* zero_list = after<Key>(list_keys, n);
  Key* one_list = after<Key>(zero_list, n);
  Key* tree = after<Key>(one_list, n);
  unsigned* tree_lists = after<unsigned>(tree, blockDim.x);
  const BlockLists block{list_keys, zero_list, one_list, n};

  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) list_keys[i] = keys[i];
  sort_own_list(block, bits);
  __syncthreads();
  // A tree that halves the number of lists, whatever that number is
  merge_by_reduction({list_keys, output, n, blockDim.x}, tree, tree_lists);
}

/// One launch.
void sort_by_uneven_tree(Run& run) {
  const unsigned n = run.size(), lists = run.settings().lists;
  if (n == 0) return;
  require_room(n);  //: pass 0, run.bits() + n
  const size_t bytes = (3 * n + lists) * sizeof(Key) + lists * sizeof(unsigned);
  sort_lists_by_uneven_tree<<<1, lists, bytes>>>(run.input(), run.output(), n, run.bits());
  run.swap();
}

#if __INCLUDE_LEVEL__ == 0
/// Six lists, of which the tree drops some.
inline SortSettings six_lists() {
  SortSettings settings;
  settings.lists = 6;
  return settings;
}

// radixscope: sort_into(sort_by_uneven_tree, keys, output, n, bits, six_lists())
int main(int argc, char** argv) {
  return sort_and_check(sort_by_uneven_tree, argc, argv, six_lists(), 1000);
}
#endif
