/// The hybrid: highest digits first, where the order inside a bucket does not matter
///
/// Equal keys without values are indistinguishable, so it makes no difference which of them comes
/// first. Then one can sort by the highest digits first, in any order inside a bucket: no ballots,
/// no look-back. A key takes the place that an atomic in shared memory returns, and a tile reserves
/// its places in a bucket by one global atomic, which moves the bucket's cursor.
///     count       the two highest digits of every key, in one read
///     plan        add up the counts: every final bucket is known before a key moves. If the
///                 largest does not fit into a block, one-sweep sorts instead
///     partition   by the first digit, then, inside each bucket, by the second
///     buckets     one block per bucket loads it and sorts it by the remaining bits
///
/// The chapter's 16 keys, two digits of one bit, blocks of 8 threads:
///     buckets of bits 3 and 2     00: 3 0   01: 6 5 6 4 7   10: 9 8 10 9 11 10   11: 12 15 13
///     they begin at                   0          2                7                 13
/// A bucket has at most six keys, so one block can sort it. With blocks of 4 they would not fit.
///
/// Tiles and threads may arrive in any order; the result is the same, because only equal keys can
/// change places. Two partitions by 8 bits each make 2^16 buckets, so a key moves twice, and once
/// more through shared memory: that is why the fast version is faster than the stable sorts here.
#include "../common.h"
#include "../onesweep/one_sweep_steps.cu"

/// counts: one for every bucket of both digits, cleared before the launch.
__global__ void count_two_digits(const Key* keys, unsigned* counts, unsigned n, Digit first,
                                 Digit second) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned high = digit_of(keys[i], first), low = digit_of(keys[i], second);
    atomicAdd(&counts[high << second.bits | low], 1u);
  }  //: two_digit_counts
}

/// Where the buckets of both digits begin, the cursors of both partitions, and the size of the
/// largest bucket. A single thread does it: there are about as many buckets as keys here. The fast
/// version uses many blocks.
__global__ void plan_buckets(const unsigned* counts, unsigned* begins, unsigned* first_cursors,
                             unsigned* second_cursors, unsigned* largest_bucket, unsigned buckets,
                             unsigned second_bits) {
  unsigned begin = 0, largest = 0;
  for (unsigned b = 0; b < buckets; ++b) {
    const unsigned count = counts[b];
    begins[b] = begin;
    second_cursors[b] = begin;
    if ((b & ((1u << second_bits) - 1)) == 0) first_cursors[b >> second_bits] = begin;
    begin += count;
    largest = max(largest, count);
  }
  begins[buckets] = begin;  //: bucket_begins
  largest_bucket[0] = largest;  //: largest_bucket[0] = largest in largest_bucket
}

/// What a partition works on: the buckets so far, called parents, and the digit that divides each
/// of them.
struct Parents {
  unsigned count;
  unsigned step;   ///< final buckets in each parent
  Digit digit;
};

/// The tile of this block, and the parent that it is a part of. With tiles of `whole` keys, parent
/// j has the blocks from begin / whole + j on, rounded down; a few blocks get no keys.
__device__ inline TileSlots tile_of_parent(const unsigned* begins, const Parents& parents,
                                           unsigned keys_per_thread, unsigned& parent) {
  const unsigned whole = blockDim.x * keys_per_thread, block = blockIdx.x;
  unsigned j = 0;
  while (j + 1 < parents.count && begins[(j + 1) * parents.step] / whole + j + 1 <= block) ++j;
  const unsigned begin = begins[j * parents.step], end = begins[(j + 1) * parents.step];
  const unsigned first = min(end, begin + (block - begin / whole - j) * whole);
  parent = j;
  return {first, min(whole, end - first), keys_per_thread};
}

/// Divides every parent by a digit. cursors: for each parent and digit, where the next key goes.
__global__ void partition_tiles(const Key* keys, Key* output, const unsigned* begins,
                                unsigned* cursors, Parents parents, unsigned keys_per_thread) {
  const unsigned buckets = parents.digit.buckets(), t = threadIdx.x;
  extern __shared__ Key sorted[];
  unsigned* counters = after<unsigned>(sorted, blockDim.x * keys_per_thread);
  unsigned* begin_in_tile = after<unsigned>(counters, buckets);
  unsigned* to_output = after<unsigned>(begin_in_tile, buckets);
  Key mine[max_keys_of_thread];
  unsigned ranks[max_keys_of_thread] = {}, slots[max_keys_of_thread] = {}, parent = 0;
  const TileSlots tile = tile_of_parent(begins, parents, keys_per_thread, parent);

  for (unsigned d = t; d < buckets; d += blockDim.x) counters[d] = 0;
  for (unsigned c = 0; c < keys_per_thread; ++c)
    mine[c] = tile.has(c) ? keys[tile.index(c)] : Key{};
  __syncthreads();

  // First come, first served: any order is right
  //: overtaken blockDim.x - 1 - t
  for (unsigned c = 0; c < keys_per_thread; ++c)
    ranks[c] = tile.has(c) ? atomicAdd(&counters[digit_of(mine[c], parents.digit)], 1u) : 0;
  //: arrived_as[tile] = ranks
  __syncthreads();

  // The same among tiles: one atomic per digit reserves places for all its keys in the tile
  //: if (gridDim.x <= 64) overtaken gridDim.x - blockIdx.x
  for (unsigned d = t; d < buckets; d += blockDim.x) {
    const unsigned count = counters[d];
    //: some tile_counts[d * gridDim.x + blockIdx.x] = count in counters
    to_output[d] = atomicAdd(&cursors[parent * buckets + d], count);
    //: some reserved[d * gridDim.x + blockIdx.x] = to_output[d] later 1
  }
  //: end 2
  for (unsigned d = 0, begin = 0; t == 0 && d < buckets; ++d) {
    begin_in_tile[d] = begin;
    begin += counters[d];
  }
  __syncthreads();

  // Bucket by bucket in shared memory, so that neighbouring threads write to neighbouring places
  for (unsigned c = 0; c < keys_per_thread; ++c)
    if (tile.has(c)) sorted[begin_in_tile[digit_of(mine[c], parents.digit)] + ranks[c]] = mine[c];
  __syncthreads();
  for (unsigned c = 0; c < keys_per_thread; ++c)
    if (tile.has(c)) mine[c] = sorted[tile.place(c)];  //: local_keys[tile] = mine in sorted

  for (unsigned c = 0; c < keys_per_thread; ++c) {
    const unsigned d = tile.has(c) ? digit_of(mine[c], parents.digit) : 0;
    slots[c] = tile.has(c) ? to_output[d] + tile.place(c) - begin_in_tile[d] : 0;
  }  //: destination[tile] = slots
  for (unsigned c = 0; c < keys_per_thread; ++c)
    if (tile.has(c)) output[slots[c]] = mine[c];  //: output
}

/// One block per bucket, one thread per key: its place is the number of smaller keys plus the
/// number of equal ones before it.
__global__ void sort_buckets(const Key* keys, Key* output, const unsigned* begins) {
  extern __shared__ Key bucket[];
  const unsigned begin = begins[blockIdx.x], size = begins[blockIdx.x + 1] - begin;
  const unsigned t = threadIdx.x;
  const bool has = t < size;
  const Key mine = has ? keys[begin + t] : Key{};
  bucket[t] = mine;
  __syncthreads();

  // Of two equal keys, the one stored first goes first, so that no two have the same place
  unsigned before = 0;
  for (unsigned p = 0; has && p < size; ++p) {
    const Key other = bucket[p];
    if (other < mine || (!(mine < other) && p < t)) ++before;
  }  //: bucket_rank[has ? begin + t : none] = before
  const unsigned destination = begin + before;  //: destination[has ? begin + t : none]
  if (has) output[destination] = mine;  //: output
}

/// Bytes of shared memory in which a block divides a tile of `keys` keys by a digit.
inline size_t bytes_of_partition(unsigned keys, Digit digit) {
  return keys * sizeof(Key) + 3 * digit.buckets() * sizeof(unsigned);
}

/// The two highest digits, with so few bits that there are about as many buckets as keys or fewer,
/// and the number of bits below them.
struct TwoDigits {
  Digit first, second;
  unsigned rest;
};
inline TwoDigits two_digits(unsigned n, unsigned bits, unsigned radix_bits) {
  unsigned both = std::min(bits, 2 * radix_bits);
  while (both > 1 && (n - 1) >> (both - 1) == 0) --both;
  const unsigned first_bits = (both + 1) / 2, rest = bits - both;
  return {Digit{bits - first_bits, first_bits}, Digit{rest, both - first_bits}, rest};
}

/// Count and plan; then two partitions and the sort inside the buckets, or one-sweep.
void sort_by_buckets(Run& run) {
  const unsigned n = run.size(), threads = run.threads(), tile_size = run.keys_per_block();
  if (n == 0) return;
  const TwoDigits digits = two_digits(n, run.bits(), run.settings().radix_bits);
  const Digit first = digits.first, second = digits.second;
  const unsigned buckets = 1u << (first.bits + second.bits);
  DeviceArray<unsigned> two_digit_counts(buckets);
  DeviceArray<unsigned> bucket_begins(buckets + 1);
  DeviceArray<unsigned> first_cursors(first.buckets());  //: "the first digit's cursors"
  DeviceArray<unsigned> second_cursors(buckets);  //: "the second digit's cursors"
  DeviceArray<unsigned> largest_bucket(1);  //: "the plan's verdict"
  two_digit_counts.clear();

  //: pass
  count_two_digits<<<(n + threads - 1) / threads, threads>>>(run.input(), two_digit_counts, n,
                                                             first, second);
  plan_buckets<<<1, 1>>>(two_digit_counts, bucket_begins, first_cursors, second_cursors,
                         largest_bucket, buckets, second.bits);
  if (run.read_back(largest_bucket) > threads) return sort_by_one_sweep(run);
  partition_tiles<<<run.blocks(), threads, bytes_of_partition(tile_size, first)>>>(
      run.input(), run.output(), bucket_begins, first_cursors, Parents{1, buckets, first},
      run.keys_per_thread());
  run.swap();

  if (second.bits > 0) {  //: pass
    const unsigned tiles = n / tile_size + first.buckets();
    partition_tiles<<<tiles, threads, bytes_of_partition(tile_size, second)>>>(
        run.input(), run.output(), bucket_begins, second_cursors,
        Parents{first.buckets(), second.buckets(), second}, run.keys_per_thread());
    run.swap();
  }
  if (digits.rest == 0) return;  //: pass
  sort_buckets<<<buckets, threads, threads * sizeof(Key)>>>(run.input(), run.output(),
                                                            bucket_begins);
  run.swap();
}

#if __INCLUDE_LEVEL__ == 0
// radixscope: sort_into(sort_by_buckets, keys, output, n, bits, {4, 2})
int main(int argc, char** argv) {
  SortSettings settings;
  settings.radix_bits = 2;
  return sort_and_check(sort_by_buckets, argc, argv, settings, 20011);
}
#endif
