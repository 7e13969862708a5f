/// Sort in the block first                                        PMPP 4th ed. 13.4, 5th ed. 14.6
///
/// So far keys go all over the output: neighbouring threads of block 0 write to 0, 8, 1, 9.
/// Here every block first sorts its own keys in shared memory, so that its zeros are adjacent, and
/// so are its ones. Then neighbouring threads write to neighbouring places: 0, 1 and 8, 9.
///
/// The chapter's 16 keys, blocks of 4, pass 1 (bit 0):
///                  block 0      block 1      block 2      block 3
///     keys         12  3  6  9  15  8  5 10   9  6 11 13   4 10  7  0
///     in the block 12  6| 3  9   8 10|15  5   6| 9 11 13   4 10  0| 7
///     # zeros           2            2            1            3
///     # ones            2            2            3            1
///
/// Where does a block write? Its zeros after the zeros of the blocks before it, its ones after all
/// zeros and the ones of those blocks. That is an exclusive scan of the table, row by row:
///     counts  2  2  1  3 | 2  2  3  1
///     starts  0  2  4  5 | 8 10 12 15
/// Thread 3 of block 2 holds key 13, a one; one zero stands before the ones of its block. It goes
/// to 12 + (3 - 1) = 14.
///
/// New: keys are scanned inside the block, the grid-wide scan shrinks from n bits to
/// 2 x blocks counts, and the scatter writes runs of adjacent keys.
#include "../common.h"
#include "../scan/grid_scan.cuh"

/// Sorts every block's keys by one bit, zeros first, and counts both kinds.
/// counts: 2 rows x gridDim.x.
__global__ void sort_in_block(const Key* keys, Key* local_keys, unsigned* counts, unsigned n,
                              unsigned bit, BlockScan scan) {
  extern __shared__ Key sorted[];                         // the block's keys
  unsigned* sums = after<unsigned>(sorted, blockDim.x);   // the scan's sums
  const unsigned t = threadIdx.x;
  const unsigned block = blockIdx.x;
  const unsigned i = block * blockDim.x + t;
  const unsigned keys_here = min(blockDim.x, n - block * blockDim.x);

  // Extract the bit; a thread without a key adds nothing, but must arrive at every barrier
  const Key key = i < n ? keys[i] : Key{};
  const unsigned mine = i < n ? key >> bit & 1 : 0;  //: bits[i]

  // Count the ones before this key in the block
  const BlockSum ones = block_exclusive_scan(mine, sums, scan);
  //: ones_in_block[i] by block_exclusive_scan
  const unsigned zeros = keys_here - ones.total;  //: block_ones[block] = ones.total

  // Zeros to the front of the block, ones after them
  const unsigned slot = mine == 0 ? t - ones.before : zeros + ones.before;  //: local_destination[i]
  if (i < n) sorted[slot] = key;
  __syncthreads();

  // Leave the sorted keys where the next launch finds them
  if (i < n) local_keys[i] = sorted[t];  //: local_keys

  // Write this block's column of the table: bucket rows x block columns
  if (t == 0) counts[block] = zeros;
  if (t == 0) counts[gridDim.x + block] = ones.total;  //: bucket_counts
}

/// Writes every block's buckets to their places: neighbouring threads write neighbouring keys.
__global__ void write_buckets(const Key* local_keys, const unsigned* counts,
                              const unsigned* starts, Key* output, unsigned n, unsigned bit) {
  const unsigned t = threadIdx.x;
  const unsigned block = blockIdx.x;
  const unsigned i = block * blockDim.x + t;
  if (i < n) {
    // Read the key and the table's entries of both buckets: none of these reads depends on another
    const Key key = local_keys[i];
    const unsigned zeros = counts[block];
    const unsigned start_of_zeros = starts[block], start_of_ones = starts[gridDim.x + block];

    // The bucket's start in the output, plus the key's place in the bucket
    const unsigned destination =
        (key >> bit & 1) == 0 ? start_of_zeros + t : start_of_ones + (t - zeros);
    //: destination[i]
    output[destination] = key;  //: output
  }
}

/// One pass per bit, three launches each: sort in the block, scan the table, write the buckets.
void sort_block_first(Run& run) {
  const unsigned n = run.size(), blocks = run.blocks(), threads = run.threads();
  const unsigned entries = 2 * blocks;
  const size_t sort_bytes = threads * sizeof(Key) + scan_words(threads) * sizeof(unsigned);
  DeviceArray<Key> local_keys(n);
  DeviceArray<unsigned> bucket_counts(entries);
  DeviceArray<unsigned> bucket_starts(entries + 1);
  GridScan scan(entries, threads);

  for (unsigned bit = 0; bit < run.bits(); ++bit) {  //: pass
    sort_in_block<<<blocks, threads, sort_bytes>>>(run.input(), local_keys, bucket_counts, n, bit,
                                                   run.scan());
    scan(run, bucket_counts, bucket_starts, entries);
    write_buckets<<<blocks, threads>>>(local_keys, bucket_counts, bucket_starts, run.output(), n,
                                       bit);
    run.swap();
  }
}

// radixscope: sort_into(sort_block_first, keys, output, n, bits)
int main(int argc, char** argv) { return sort_and_check(sort_block_first, argc, argv); }
