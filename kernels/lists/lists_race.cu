/// Find the mistake: a round without its last barrier, as printed
///
/// A merge by atomicMin without a barrier at the end of a round. Thread 0 goes on and clears the
/// winner's number before the winner has read it. Old GPUs, whose warps run in lockstep, hide that;
/// if the threads run one after the other, 15 of the chapter's 16 keys are never written. The right
/// round is in merge_by_atomic_min of list_merges.cuh: it has a fourth barrier.
#include "../common.h"
#include "lists_by_thread.cu"

/// As printed: three barriers per round.
__device__ inline void merge_by_racing_atomic_min(const ListsToMerge& work, Number* least,
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
  }  // the next round begins before all threads have read the winner
}

/// One block sorts all keys, and each of its threads sorts one list.
__global__ void sort_lists_and_race(const Key* keys, Key* output, unsigned n, unsigned bits) {
  extern __shared__ Key list_keys[];
  Key* zero_list = after<Key>(list_keys, n);
  Key* one_list = after<Key>(zero_list, n);
  Number* least = after<Number>(one_list, n);
  unsigned* first = after<unsigned>(least, 1);
  const BlockLists block{list_keys, zero_list, one_list, n};

  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) list_keys[i] = keys[i];
  sort_own_list(block, bits);
  __syncthreads();
  merge_by_racing_atomic_min({list_keys, output, n, blockDim.x}, least, first);
}

/// One launch.
void sort_by_racing_lists(Run& run) {
  const unsigned n = run.size(), lists = run.settings().lists;
  if (n == 0) return;
  require_room(n);  //: pass 0, run.bits() + n
  const size_t bytes = 3 * n * sizeof(Key) + sizeof(Number) + sizeof(unsigned);
  sort_lists_and_race<<<1, lists, bytes>>>(run.input(), run.output(), n, run.bits());
  run.swap();
}

// radixscope: sort_into(sort_by_racing_lists, keys, output, n, bits)
int main(int argc, char** argv) {
  return sort_and_check(sort_by_racing_lists, argc, argv, {}, 1000);
}
