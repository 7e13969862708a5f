/// Several bits per pass                                          PMPP 4th ed. 13.5, 5th ed. 14.7
///
/// A pass may sort by a digit of r bits instead of a single bit. Then 32-bit keys need only 32 / r
/// passes, rounded up. Inside the block nothing new is needed: r one-bit splits, one after the
/// other, the lowest bit first, all in shared memory. Only the table grows: 2^r rows, one per
/// bucket.
///
/// The chapter's 16 keys, 2 bits per pass, blocks of 4, pass 1 (bits 0 and 1):
///                    block 0      block 1      block 2      block 3
///     keys           12  3  6  9  15  8  5 10   9  6 11 13   4 10  7  0
///     split by bit 0 12  6| 3  9   8 10|15  5   6| 9 11 13   4 10  0| 7
///     split by bit 1 12  9| 6  3   8  5|10 15   9 13| 6 11   4  0|10  7
///     # 00              1            1            0            2
///     # 01              1            1            2            0
///     # 10              1            1            1            1
///     # 11              1            1            1            1
///
/// The exclusive scan of the table, row by row, gives the place where every bucket begins:
///     counts  1  1  0  2 | 1  1  2  0 | 1  1  1  1 |  1  1  1  1
///     starts  0  1  2  2 | 4  5  6  8 | 8  9 10 11 | 12 13 14 15
/// Block 2 has no 00 at all: its bucket is empty, and the next one starts at the same place. Its
/// key 13 is at place 1 of the block, bucket 01 begins at place 0: the key goes to 6 + (1 - 0) = 7.
///
/// New: r splits instead of one, 2^r buckets instead of two, and one pass in place of r.
/// The price is a table of 2^r x blocks counts: with 8 bits it can hold more numbers than there are
/// keys.
#include "../common.h"
#include "../scan/grid_scan.cuh"

/// Sorts every block's keys by one digit and counts its buckets. counts: 2^r rows x gridDim.x.
template <class Digit>
__global__ void sort_in_block_by_digit(const Key* keys, Key* local_keys, unsigned* counts,
                                       unsigned n, Digit digit, BlockScan scan) {
  extern __shared__ Key sorted[];
  unsigned* sums = after<unsigned>(sorted, blockDim.x);
  unsigned* starts = after<unsigned>(sums, scan_words(blockDim.x));
  const unsigned t = threadIdx.x;
  const unsigned block = blockIdx.x;
  const unsigned i = block * blockDim.x + t;
  const unsigned keys_here = min(blockDim.x, n - block * blockDim.x);
  Key key = i < n ? keys[i] : Key{};

  // One split per bit of the digit, the lowest first: each split is stable
  for (unsigned split = 0; split < digit.bits; ++split) {  //: split split
    const unsigned bit = i < n ? bit_of(key, digit, split) : 0;  //: bits[i]

    const BlockSum ones = block_exclusive_scan(bit, sums, scan);
    //: ones_in_block[i] by block_exclusive_scan
    const unsigned zeros = keys_here - ones.total;  //: block_ones[block] = ones.total

    const unsigned slot = bit == 0 ? t - ones.before : zeros + ones.before;
    //: local_destination[i]
    if (i < n) sorted[slot] = key;
    __syncthreads();
    if (i < n) key = sorted[t];  //: local_keys[i] = key in sorted
  }

  // Where the digit changes, a bucket begins; an empty bucket begins where the next one does
  if (i < n) {
    const unsigned mine = digit_of(key, digit);
    const unsigned first = t == 0 ? 0 : digit_of(sorted[t - 1], digit) + 1;
    for (unsigned d = first; d <= mine; ++d) starts[d] = t;
    for (unsigned d = mine + 1; t == keys_here - 1 && d <= digit.buckets(); ++d)
      starts[d] = keys_here;
  }
  __syncthreads();  //: local_bucket_starts = starts, digit.buckets()

  // Write this block's column of the table, and leave the keys where the next launch finds them
  for (unsigned d = t; d < digit.buckets(); d += blockDim.x)
    counts[d * gridDim.x + block] = starts[d + 1] - starts[d];  //: bucket_counts
  if (i < n) local_keys[i] = key;
}

/// Writes every block's buckets to their places.
template <class Digit>
__global__ void write_digit_buckets(const Key* local_keys, const unsigned* starts, Key* output,
                                    unsigned n, Digit digit) {
  extern __shared__ unsigned first_place[];
  unsigned* bucket_start = after<unsigned>(first_place, digit.buckets());
  const unsigned t = threadIdx.x;
  const unsigned block = blockIdx.x;
  const unsigned i = block * blockDim.x + t;

  // This block's column of the scanned table, and a key: none of these reads depends on another
  const Key key = i < n ? local_keys[i] : Key{};
  for (unsigned d = t; d < digit.buckets(); d += blockDim.x)
    bucket_start[d] = starts[d * gridDim.x + block];
  const unsigned mine = digit_of(key, digit);

  // The thread with a bucket's first key records where the bucket starts in the block
  if (i < n && (t == 0 || digit_of(local_keys[i - 1], digit) != mine)) first_place[mine] = t;
  __syncthreads();

  if (i < n) {
    // The bucket's start in the output, plus the key's place in the bucket
    const unsigned destination = bucket_start[mine] + (t - first_place[mine]);  //: destination[i]
    output[destination] = key;  //: output
  }
}

/// One pass per digit, three launches each: sort in the block, scan the table, write the buckets.
void sort_digits(Run& run) {
  const unsigned n = run.size(), blocks = run.blocks(), threads = run.threads();
  const unsigned max_entries = blocks << run.settings().radix_bits;
  DeviceArray<Key> local_keys(n);
  DeviceArray<unsigned> bucket_counts(max_entries);
  DeviceArray<unsigned> bucket_starts(max_entries + 1);
  GridScan scan(max_entries, threads);

  for (const Digit digit : run.digits()) {  //: pass
    const unsigned buckets = digit.buckets(), entries = buckets * blocks;
    const size_t sort_bytes =
        threads * sizeof(Key) + (scan_words(threads) + buckets + 1) * sizeof(unsigned);

    sort_in_block_by_digit<Digit><<<blocks, threads, sort_bytes>>>(
        run.input(), local_keys, bucket_counts, n, digit, run.scan());
    scan(run, bucket_counts, bucket_starts, entries);
    write_digit_buckets<Digit><<<blocks, threads, 2 * buckets * sizeof(unsigned)>>>(
        local_keys, bucket_starts, run.output(), n, digit);
    run.swap();
  }
}

#if __INCLUDE_LEVEL__ == 0
// radixscope: sort_into(sort_digits, keys, output, n, bits, {4, 2})
int main(int argc, char** argv) {
  SortSettings settings;
  settings.radix_bits = 2;
  return sort_and_check(sort_digits, argc, argv, settings);
}
#endif
