/// Find the mistake: the lists are copied back too late, as printed
///
/// The lists are copied back after the loop over the bits. So every bit splits the keys in their
/// original order, and only the last bit's lists are copied back: 12 15 9 4 of list 0 becomes
/// 4 12 15 9, split by bit 3 and otherwise unsorted. The right loop is in sort_own_list of
/// lists_by_thread.cu.
///
/// In print the two counters are declared inside the loop over the bits and used after it: that
/// does not even compile ("'base_cnt_0' was not declared in this scope"). Here they are declared
/// before the loop, so that the second mistake can be seen.
#include "../common.h"
#include "lists_by_thread.cu"

/// As printed: both lists are filled again for every bit, but copied back only once.
__device__ inline void sort_own_list_copied_late(const BlockLists& block, unsigned bits) {
  TwoCounts counts{};
  for (unsigned bit = 0; bit < bits; ++bit) {  //: split bit
    counts = split_list(block, bit);
  }  // the loop over the bits ends before the lists are copied back
  copy_back(block, counts);
}

/// One block sorts all keys, and each of its threads sorts one list.
__global__ void sort_lists_copied_late(const Key* keys, Key* output, unsigned n, unsigned bits,
                                       ListMerge how) {
  extern __shared__ Key list_keys[];
  Key* zero_list = after<Key>(list_keys, n);
  Key* one_list = after<Key>(zero_list, n);
  Key* tree = after<Key>(one_list, n);
  Number* least = after<Number>(tree, blockDim.x);
  unsigned* first = after<unsigned>(least, blockDim.x + 1);
  const BlockLists block{list_keys, zero_list, one_list, n};

  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) list_keys[i] = keys[i];
  sort_own_list_copied_late(block, bits);
  __syncthreads();
  merge_lists({list_keys, output, n, blockDim.x}, how, {tree, least, first});
}

/// One launch.
void sort_by_lists_copied_late(Run& run) {
  const unsigned n = run.size(), lists = run.settings().lists;
  if (n == 0) return;
  require_room(n);  //: pass 0, run.bits() + n
  sort_lists_copied_late<<<1, lists, bytes_of_lists(n, lists)>>>(
      run.input(), run.output(), n, run.bits(), run.settings().list_merge);
  run.swap();
}

// radixscope: sort_into(sort_by_lists_copied_late, keys, output, n, bits)
int main(int argc, char** argv) {
  return sort_and_check(sort_by_lists_copied_late, argc, argv, {}, 1000);
}
