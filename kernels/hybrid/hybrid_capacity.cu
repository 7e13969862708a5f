/// The hybrid without a count: buckets have a fixed capacity, and an overflow is noticed
///
/// hybrid_steps.cu reads all keys once only to count them. If keys spread evenly, nobody has to
/// count: a bucket gets about n / buckets of them. So each has so many slots and some to spare, its
/// capacity, and the first key can move at once:
///     look        do the keys stand in order? Then a copy is all. If not: which is the lowest,
///                 which the highest, and which low bits have they all in common?
///     partition   by the first digit, then, inside each bucket, by the second. A tile takes slots
///                 by the bucket's cursor; a run that would end past its bucket is not written
///     places      the cursors have counted: where does each bucket begin in the output?
///     buckets     one block per bucket loads it, sorts it and writes it
/// After an overflow one-sweep sorts: it reads the input, which has not changed.
///
/// The chapter's 16 keys, two digits of one bit, blocks of 8 threads: a bucket of the second digit
/// has 4 keys on average, with four standard deviations to spare 12; a block sorts 8 at most.
///     slot       0                 8                 16                24
///                3 0 - - - - - -   6 5 6 4 7 - - -   9 8 10 9 11 10 -  12 15 13 - - - - -
///
/// Keys in a narrow range would all fall into a few buckets, so a key goes where its stretched
/// number belongs. The lowest key is subtracted, low bits that all keys share are shifted out, and
/// the rest is multiplied by the largest factor that keeps all numbers in the bits of a key.
/// 40 44 48 52 with 6 bits: (key - 40) >> 2 is 0 1 2 3, times 63 / 3 = 21 that is 0 21 42 63: four
/// buckets instead of two. Different keys have different numbers, in the same order.
///
/// The fast version, fast/fixed_capacity.cuh, looks at a few thousand keys, so it has to notice
/// later if a key lies outside the range; it has eight deviations to spare, sorts each tile in
/// shared memory before it writes, and stops within the partition in which a bucket overflows.
#include "../common.h"
#include "hybrid_steps.cu"

/// One block looks at all keys. falls, rises: how many are smaller, and larger, than the one before
/// them. varying: the bits in which some key differs from the first. all_keys: n, the input as one
/// bucket, for the first partition.
__global__ void look_at_keys(const Key* keys, unsigned n, unsigned* falls, unsigned* rises,
                             unsigned* lowest, unsigned* highest, unsigned* varying,
                             unsigned* all_keys) {
  extern __shared__ unsigned order[];   // falls, rises
  unsigned* ends = after<unsigned>(order, 2);   // lowest, highest
  unsigned* differing = after<unsigned>(ends, 2);   // of every thread
  const unsigned t = threadIdx.x;
  if (t == 0) order[0] = order[1] = 0;
  if (t == 0) ends[0] = none, ends[1] = 0;
  __syncthreads();

  unsigned different = 0;
  for (unsigned i = t; i < n; i += blockDim.x) {
    const Key mine = keys[i], before = keys[i == 0 ? 0 : i - 1];
    if (mine < before) atomicAdd(&order[0], 1u);
    if (before < mine) atomicAdd(&order[1], 1u);
    atomicMin(&ends[0], number_of(mine));
    atomicMax(&ends[1], number_of(mine));
    different |= number_of(mine) ^ number_of(keys[0]);
  }
  differing[t] = different;
  __syncthreads();
  for (unsigned other = 0; other < blockDim.x; ++other) different |= differing[other];

  if (t == 0) falls[0] = order[0];  //: falls[0] = order[0] in falls
  if (t == 0) rises[0] = order[1];  //: rises[0] = order[1] in rises
  if (t == 0) lowest[0] = ends[0], highest[0] = ends[1], all_keys[0] = n;
  if (t == 0) varying[0] = different;  //: varying[0] = different in varying
}

/// Of keys that stand in order, or the other way round.
__global__ void copy_in_order(const Key* keys, Key* output, unsigned n, bool backwards) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned destination = backwards ? n - 1 - i : i;  //: destination[i]
  if (i < n) output[destination] = keys[i];  //: output
}

/// Spreads keys between the lowest and the highest over all buckets: one-to-one, and in order.
struct Stretch {
  unsigned lowest, zeros, factor;
  __device__ unsigned number(Key key) const {
    return ((number_of(key) - lowest) >> zeros) * factor;
  }
};

/// What a partition divides: buckets of `slots` slots, called parents, with `tiles` blocks each. It
/// divides them by a digit of the stretched number into buckets of `capacity` slots.
struct Division {
  unsigned slots, tiles;
  Digit digit;
  unsigned capacity;
};

/// filled: how many keys each parent has. cursors: how many each bucket has by now.
__global__ void partition_by_capacity(const Key* keys, Key* buckets, const unsigned* filled,
                                      unsigned* cursors, unsigned* overflow, Division division,
                                      Stretch stretch, unsigned keys_per_thread) {
  const unsigned t = threadIdx.x, digits = division.digit.buckets(), block = blockIdx.x;
  extern __shared__ unsigned counters[];
  unsigned* to_slot = after<unsigned>(counters, digits);
  Key mine[max_keys_of_thread];
  unsigned digit[max_keys_of_thread] = {}, ranks[max_keys_of_thread] = {};

  // The tile of this block: a part of its parent's keys, or nothing
  const unsigned parent = block / division.tiles, whole = blockDim.x * keys_per_thread;
  const unsigned first = parent * division.slots + block % division.tiles * whole;
  const unsigned end = max(first, parent * division.slots + filled[parent]);
  const TileSlots tile{first, min(whole, end - first), keys_per_thread};
  for (unsigned d = t; d < digits; d += blockDim.x) counters[d] = 0;
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    if (!tile.has(c)) continue;
    mine[c] = keys[tile.index(c)];
    digit[c] = stretch.number(mine[c]) >> division.digit.shift & (digits - 1);
  }
  __syncthreads();

  // First come, first served: any order is right
  //: overtaken blockDim.x - 1 - t
  for (unsigned c = 0; c < keys_per_thread; ++c)
    ranks[c] = tile.has(c) ? atomicAdd(&counters[digit[c]], 1u) : 0;
  __syncthreads();

  // The tile takes slots for its run of each digit, if the bucket has as many left
  //: if (gridDim.x <= 64) overtaken gridDim.x - blockIdx.x
  for (unsigned d = t; d < digits; d += blockDim.x) {
    const unsigned count = counters[d];
    //: some tile_counts[d * gridDim.x + blockIdx.x] = count in counters
    const unsigned bucket = parent * digits + d, from = atomicAdd(&cursors[bucket], count);
    const bool fits = from + count <= division.capacity;
    to_slot[d] = fits ? bucket * division.capacity + from : none;
    //: some reserved[d * gridDim.x + blockIdx.x] = to_slot[d] later 1
    if (!fits) atomicAdd(&overflow[0], 1u);
  }
  //: end 2
  __syncthreads();

  // The slots of a run are neighbours
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    const unsigned run = tile.has(c) ? to_slot[digit[c]] : none;
    const unsigned slot = run == none ? none : run + ranks[c];
    if (slot != none) buckets[slot] = mine[c];  //: some bucket_slots[slot] = mine[c] in buckets
  }
  //: end 1; overflow
}

/// Where the buckets begin when they stand side by side. A single thread does it.
__global__ void place_buckets(const unsigned* filled, unsigned* begins, unsigned buckets) {
  unsigned begin = 0;
  for (unsigned b = 0; b < buckets; ++b) {
    begins[b] = begin;
    begin += filled[b];
  }
  begins[buckets] = begin;  //: bucket_begins
}

/// One block per bucket, one thread per key. all_equal: the keys of a bucket are, so that they may
/// stay in any order.
__global__ void sort_filled_buckets(const Key* buckets, Key* output, const unsigned* begins,
                                    unsigned capacity, bool all_equal) {
  extern __shared__ Key bucket[];
  const unsigned begin = begins[blockIdx.x], size = begins[blockIdx.x + 1] - begin;
  const unsigned t = threadIdx.x;
  const bool has = t < size;
  const Key mine = has ? buckets[blockIdx.x * capacity + t] : Key{};
  bucket[t] = mine;
  __syncthreads();

  unsigned before = all_equal ? t : 0;
  for (unsigned p = 0; has && !all_equal && p < size; ++p) {
    const Key other = bucket[p];
    if (other < mine || (!(mine < other) && p < t)) ++before;
  }  //: bucket_rank[has ? begin + t : none] = before
  if (has) output[begin + before] = mine;  //: output
}

/// Slots for a bucket of `mean` keys, if they spread evenly: four standard deviations to spare.
inline unsigned capacity_for(unsigned mean) {
  unsigned deviation = 1;
  while (deviation * deviation < mean) ++deviation;
  return mean + 4 * deviation;
}

/// A copy, or two partitions and the sort inside the buckets, or one-sweep.
void sort_by_capacity(Run& run) {
  const unsigned n = run.size(), threads = run.threads(), tile = run.keys_per_block();
  if (n == 0) return;
  DeviceArray<unsigned> falls(1);
  DeviceArray<unsigned> rises(1);
  DeviceArray<unsigned> lowest(1);
  DeviceArray<unsigned> highest(1);
  DeviceArray<unsigned> varying(1);
  DeviceArray<unsigned> all_keys(1);  //: "the number of keys"
  DeviceArray<unsigned> overflow(1);
  overflow.clear();

  //: pass
  look_at_keys<<<1, threads, (4 + threads) * sizeof(unsigned)>>>(run.input(), n, falls, rises,
                                                                 lowest, highest, varying,
                                                                 all_keys);
  const bool ascending = run.read_back(falls) == 0, descending = run.read_back(rises) == 0;
  if (ascending || descending) {
    copy_in_order<<<(n + threads - 1) / threads, threads>>>(run.input(), run.output(), n,
                                                            !ascending);
    run.swap();
    return;
  }
  const TwoDigits digits = two_digits(n, run.bits(), run.settings().radix_bits);
  Stretch stretch{run.read_back(lowest), 0, 1};
  const unsigned differing = run.read_back(varying), all_ones = 0xffffffffu >> (32 - run.bits());
  while (differing != 0 && (differing >> stretch.zeros & 1) == 0) ++stretch.zeros;
  const unsigned range = (run.read_back(highest) - stretch.lowest) >> stretch.zeros;
  stretch.factor = all_ones / std::max(range, 1u);

  const unsigned outer = digits.first.buckets(), buckets = outer << digits.second.bits;
  const bool twice = digits.second.bits > 0;
  const unsigned capacity = std::min(threads, capacity_for((n + buckets - 1) / buckets));
  const unsigned outer_capacity = twice ? capacity_for((n + outer - 1) / outer) : capacity;
  DeviceArray<unsigned> outer_cursors(outer);  //: "the first digit's cursors"
  DeviceArray<unsigned> cursors(buckets);  //: "the second digit's cursors"
  DeviceArray<unsigned> bucket_begins(buckets + 1);
  DeviceArray<Key> outer_slots(outer * outer_capacity);  //: "the first digit's buckets"
  DeviceArray<Key> slots(buckets * capacity);  //: "the second digit's buckets"
  outer_cursors.clear();
  cursors.clear();

  const unsigned outer_tiles = (outer_capacity + tile - 1) / tile;  //: table outer * outer_capacity
  partition_by_capacity<<<run.blocks(), threads, 2 * outer * sizeof(unsigned)>>>(
      run.input(), outer_slots, all_keys, outer_cursors, overflow,
      Division{n, run.blocks(), digits.first, outer_capacity}, stretch, run.keys_per_thread());
  if (run.read_back(overflow) > 0) return sort_by_one_sweep(run);
  if (twice) {  //: table buckets * capacity
    partition_by_capacity<<<outer * outer_tiles, threads,
                            2 * digits.second.buckets() * sizeof(unsigned)>>>(
        outer_slots, slots, outer_cursors, cursors, overflow,
        Division{outer_capacity, outer_tiles, digits.second, capacity}, stretch,
        run.keys_per_thread());
    if (run.read_back(overflow) > 0) return sort_by_one_sweep(run);
  }

  // Different numbers are a factor or more apart: a bucket as wide as that has keys of one value
  const bool all_equal = stretch.factor >> digits.rest > 0;
  place_buckets<<<1, 1>>>(twice ? cursors : outer_cursors, bucket_begins, buckets);
  sort_filled_buckets<<<buckets, threads, threads * sizeof(Key)>>>(
      twice ? slots : outer_slots, run.output(), bucket_begins, capacity, all_equal);
  run.swap();
}

// radixscope: sort_into(sort_by_capacity, keys, output, n, bits, {4, 2})
int main(int argc, char** argv) {
  SortSettings settings;
  settings.radix_bits = 2;
  return sort_and_check(sort_by_capacity, argc, argv, settings, 20011);
}
