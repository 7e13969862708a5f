/// The hybrid: most significant digits first, into buckets of a fixed capacity, the rest inside
/// shared memory
///
/// The stepped version is hybrid/hybrid_capacity.cu. A bucket gets so many slots, its capacity:
/// the average of evenly spread keys and 8 standard deviations to spare. So nobody has to count
/// before the first key moves. Cursors start where buckets start; a tile takes its slots from them.
/// A run that would leave its bucket overflows it and is dropped, and one word, plan->go, stops
/// this sort: every block of every later kernel ends at once, and one-sweep sorts the input, which
/// is untouched.
///     1. look        at a sample, 4,096 keys or 8,192, read by all blocks and judged by the last:
///                    do they spread over the buckets, do they stand in order, have nearly all of
///                    them one of few values? Keys of a narrow range are stretched over all buckets
///                    by a factor, which the last kernel undoes
///     2. partition   into 2^bits1 buckets by the highest bits (partition.cuh)
///     3. partition   each of them into 2^bits2 by the next; 16 bits of bucket number sort a key
///                    by half, and leave only its low half
///     4. places      the final cursors say how many keys every bucket holds, so where it starts
///     5. buckets     each bucket is read once, sorted in shared memory (bins.cuh) and written once
///
/// 2^28 keys of 32 bits: 28 bytes per key with a count first; with a fixed capacity the count's
/// read is saved, and the halves save 4 bytes more. Rates: README.md.
///
/// If the keys are skewed, a bucket is full long before the end: a tile compares where its run
/// would end also with what this many tiles can have brought, so that the sort stops in the first
/// eighth of the first partition.
#pragma once
#include "bins.cuh"
#include "one_sweep.cuh"
#include "partition.cuh"

namespace radix::sweep {

/// What the sample says.
enum class Spread : uint32_t {
  unknown = 0,
  even = 1,        ///< the hybrid sorts
  skewed = 2,      ///< one-sweep does
  ascending = 3,   ///< the sample stands in order …
  descending = 4,  ///< … or the other way round
  few_values = 5,  ///< 15 of 16 keys have one of few values
  crowded = 6      ///< they fit their buckets, but those cannot be sorted: one-sweep does
};

/// How many values are counted one by one, and the slots of the table that finds them. What stands
/// in a slot beside the number of a value: nothing, or a key that the sample holds too seldom.
inline constexpr uint32_t max_values = 256, value_slots = 1024, no_key = ~0u, rare_key = ~0u - 1;
template <class Key>
__device__ inline uint32_t value_slot(Key key) {
  const uint32_t folded = sizeof(Key) == 8 ? uint32_t(uint64_t(key) >> 32) * 0x85ebca6bu : 0;
  return ((folded ^ uint32_t(key)) * 0x9e3779b1u) >> 22;
}

/// Few values: a table with open addressing says which of them a key is.
struct FewValues {
  uint64_t key[value_slots];
  uint32_t number[value_slots];  ///< of the value, or no_key or rare_key
  uint64_t value[max_values];
  uint32_t count[max_values];
  uint32_t values;       ///< how many there are
  uint32_t main;         ///< the number of the one that more than half of the keys have, or no_key
  uint32_t others;       ///< keys that are none of them
  uint32_t blocks_done;  ///< that have counted
  uint64_t sorted[max_values];
  uint32_t ends[max_values];  ///< where the keys of each would end if there were no others
};

/// What is known of the keys, in device memory. The look writes all of it.
struct Plan {
  uint32_t go;       ///< 1: partition and sort buckets; 0: another sort does the work; 2: it
                     ///< does, but that was seen only when buckets were placed
  uint32_t ordered;  ///< 1: the sample is in order; 0: or somebody has seen that the keys are not
  uint32_t varying[2];            ///< bits that differ between keys, low half first
  uint32_t blocks_done, largest;  ///< counted.cuh: blocks that have planned, keys of a bucket
  uint32_t crowded;               ///< buckets that counting could not sort (a count ran over)
  uint32_t tickets[2];            ///< of two stable partitions
  uint32_t few_values;            ///< 1: nearly all keys have a value of `few`
  uint32_t zeros;                 ///< of `factor`, below its lowest one
  uint64_t low, range, factor;    ///< in its bucket a key is (key - low) * factor
  uint64_t inverse;               ///< of factor >> zeros, modulo 2^32 or 2^64
  FewValues few;
};

/// What the host hears: number of the sort << 3 | a Spread. Numbers differ from sort to sort, so
/// what an abandoned one says late is nobody's answer.
struct Answer {
  volatile uint32_t* word;
  uint32_t number;
  __device__ void is(Spread spread) const { tell_host(word, number << 3 | uint32_t(spread)); }
};

// ------------------------------------------------------------------------------------------------
// 1. Look

/// Words that the look prepares: word i becomes i * capacity, or 0.
struct Cursors {
  uint32_t* words;
  uint32_t count, capacity;
};

/// What the sample is compared with.
struct Expected {
  uint32_t max_of_range;   ///< in one of 256 ranges
  uint32_t max_same;       ///< whose high 16 bits another one had before
  uint32_t max_of_bin;     ///< in one of 4,096 bins inside buckets; 0: any number
  uint32_t bucket_bits;    ///< bits above those bins
  uint64_t max_factor;     ///< 0: keys are not stretched
  bool equal_share_a_bin;  ///< keys that are all equal may crowd their bin
  bool bare;               ///< keys without values: those that are equal may change places
};

/// (key - low) * factor keeps the order of keys in [low, low + range]. low and factor say how keys
/// of the sample and a little beyond fill all buckets. unfit: they cannot be made to.
template <class Key>
struct Stretch {
  Key low, factor;
  bool unfit;
};
template <class Key>
__device__ inline Stretch<Key> stretch(Plan* plan, Key lowest, Key highest, uint32_t looks,
                                       uint64_t max_factor) {
  const Key wide = (highest - lowest) / (looks / 16) + 1;
  Key low = lowest < wide ? 0 : lowest - wide;
  Key end = highest > Key(~wide) ? ~Key(0) : highest + wide;
  Key ceiling = highest;  // a range that starts at 0 ends at a power of two, rather
  for (uint32_t step = 1; step < 8 * sizeof(Key); step *= 2) ceiling |= ceiling >> step;
  if (low == 0 && end > ceiling) end = ceiling;
  Key range = end - low, factor = range == 0 ? 1 : ~Key(0) / range;
  const bool fills = factor <= max_factor && range * factor >= ~Key(0) / 100 * 96;
  if (factor == 1 || max_factor == 0) low = 0, factor = 1, range = ~Key(0);
  uint32_t zeros = 0;
  while (!(factor >> zeros & 1)) ++zeros;
  const Key odd = factor >> zeros;
  Key inverse = odd;  // right in 3 bits; a step doubles them (Newton)
  for (uint32_t i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
  plan->low = low;
  plan->range = range;
  plan->factor = factor;
  plan->zeros = zeros;
  plan->inverse = inverse;
  return {low, factor, max_factor != 0 && !fills};
}
template <class Key>
__device__ inline Key unstretched(Key k, const Plan* plan) {
  return Key(k >> plan->zeros) * Key(plan->inverse) + Key(plan->low);
}

inline constexpr uint32_t look_blocks = 64;

/// Have 15 of 16 keys of the sample one of few values? Says so, and leaves them in the plan. All
/// threads of the block: k are their keys.
template <class Key, int threads, int looks>
__device__ inline bool have_few_values(const Key (&k)[looks], Key last, Plan* plan, Answer answer) {
  using Word = std::conditional_t<sizeof(Key) == 8, unsigned long long, unsigned>;
  constexpr uint32_t samples = threads * looks;
  static_assert(threads == value_slots);
  __shared__ Key table[value_slots];  // an empty slot holds `last`
  __shared__ uint32_t times[value_slots], of_last, values, keys_of_values;
  const uint32_t t = threadIdx.x;
  table[t] = last;
  times[t] = 0;
  if (t == 0) of_last = values = keys_of_values = 0;
  __syncthreads();
#pragma unroll
  for (uint32_t i = 0; i < looks; ++i) {
    uint32_t at = value_slot(k[i]);
    for (uint32_t tries = 0; k[i] != last && tries < 12; ++tries) {
      const Key there = atomicCAS(reinterpret_cast<Word*>(&table[at]), Word(last), Word(k[i]));
      if (there == last || there == k[i]) {
        atomicAdd(&times[at], 1);
        break;
      }
      at = (at + 1) % value_slots;
    }
    const uint32_t lasts = __popc(__ballot_sync(all_lanes, k[i] == last));
    if (lane_id() == 0 && lasts > 0) atomicAdd(&of_last, lasts);
  }
  __syncthreads();
  uint32_t at = value_slot(last);  // `last` takes the first empty slot
  while (table[at] != last) at = (at + 1) % value_slots;
  const uint32_t mine = t == at ? of_last : times[t];
  const bool is_value = mine >= 4;
  const uint32_t number = is_value ? atomicAdd(&values, 1) : mine == 0 ? no_key : rare_key;
  const uint32_t keys = sum_of_warp(is_value ? mine : 0);
  if (lane_id() == 0) atomicAdd(&keys_of_values, keys);
  __syncthreads();
  if (values > max_values || keys_of_values < samples / 16 * 15) return false;
  if (t == threads - 1) answer.is(Spread::few_values);  // the host queues what follows meanwhile
  FewValues& few = plan->few;
  if (t == 0) {
    few.values = values;
    few.main = no_key;
    few.others = few.blocks_done = 0;
  }
  if (t < max_values) few.count[t] = 0;
  __syncthreads();
  few.key[t] = table[t];
  few.number[t] = number;
  if (is_value) few.value[number] = table[t];
  if (mine > samples / 2) few.main = number;
  return true;
}

/// All blocks read threads x looks keys together, evenly spaced, and prepare the cursors; one block
/// alone could not have enough reads under way. The last to end judges. ask: the L2 holds all
/// keys and is asked for them. sample: of this many keys; counter: 0 before and after.
template <class Key, int threads, int looks>
__global__ void __launch_bounds__(threads)
    look_at_sample(const Key* __restrict__ keys, uint64_t n, Cursors first, Cursors second,
                   Cursors third, Expected expected, bool ask, Key* sample, uint32_t* counter,
                   Plan* plan, Answer answer) {
  constexpr uint32_t warps = threads / 32, samples = threads * looks, words = 2048;
  constexpr uint32_t share = samples / look_blocks;
  const uint32_t t = threadIdx.x;
  const uint64_t apart = n / samples;
  const Key last = keys[n - 1];
  __shared__ bool is_last;
  if (t < share) {
    const uint32_t i = blockIdx.x * share + t;
    sample[i] = keys[i * apart];
    __threadfence();
  }
  if (ask && t == threads - 1) {  // whatever sorts them will want the keys
    const uint64_t part = n / look_blocks;
    prefetch(keys + blockIdx.x * part, uint32_t(part * sizeof(Key)));
  }
  for (const Cursors& cursors : {first, second, third})
    for (uint32_t i = blockIdx.x * threads + t; i < cursors.count; i += look_blocks * threads)
      cursors.words[i] = i * cursors.capacity;
  __syncthreads();
  if (t == 0) is_last = atomicInc(counter, look_blocks - 1) == look_blocks - 1;
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  __shared__ uint32_t ranges[256], seen[words], bins[words], varying[2], same, unfit;
  __shared__ Key begins[looks * warps], ends[looks * warps], lows[warps], highs[warps];
  __shared__ Stretch<Key> stretched;
  static_assert(warps == 32);
  for (uint32_t i = t; i < words; i += threads) seen[i] = bins[i] = 0;
  if (t < 256) ranges[t] = 0;
  if (t < 2) varying[t] = 0;
  if (t == 0) same = 0;

  // Read, and find the lowest and the highest
  Key k[looks];
#pragma unroll
  for (uint32_t i = 0; i < looks; ++i) k[i] = load_relaxed(sample + i * threads + t);
  Key lowest = last, highest = last;
#pragma unroll
  for (uint32_t i = 0; i < looks; ++i) {
    lowest = min(lowest, k[i]);
    highest = max(highest, k[i]);
    if (lane_id() == 0) begins[i * warps + warp_id()] = k[i];
    if (lane_id() == 31) ends[i * warps + warp_id()] = k[i];
  }
  lowest = min_of_warp(lowest);
  highest = max_of_warp(highest);
  if (lane_id() == 0) {
    lows[warp_id()] = lowest;
    highs[warp_id()] = highest;
  }
  const bool leads = (__match_any_sync(all_lanes, k[0]) & lanes_below()) == 0;
  const bool repeat = __syncthreads_count(leads) < threads / 32 * 31;

  // Do they stand in order?
  bool up = true, down = true;
#pragma unroll
  for (uint32_t i = 0; i < looks; ++i) {
    const Key next = __shfl_down_sync(all_lanes, k[i], 1);
    if (lane_id() < 31) {
      up &= k[i] <= next;
      down &= k[i] >= next;
    }
  }
  if (t < looks * warps - 1) {
    up &= ends[t] <= begins[t + 1];
    down &= ends[t] >= begins[t + 1];
  }
  if (t == threads - 1) {
    up &= k[looks - 1] <= last;
    down &= k[looks - 1] >= last;
  }
  const auto plan_is = [&](Spread spread) {
    plan->go = spread == Spread::even;
    plan->ordered = spread == Spread::ascending || spread == Spread::descending;
    plan->varying[0] = plan->varying[1] = 0;
    plan->blocks_done = plan->largest = plan->crowded = 0;
    plan->tickets[0] = plan->tickets[1] = 0;
    plan->few_values = spread == Spread::few_values;
  };
  if (repeat && expected.bare) {
    const bool all_up = __syncthreads_and(up), all_down = __syncthreads_and(down);
    if (!all_up && !all_down && have_few_values<Key, threads>(k, last, plan, answer)) {
      if (t == 0) plan_is(Spread::few_values);
      return;
    }
  }
  if (t < 32) {
    lowest = min_of_warp(lows[t]);
    highest = max_of_warp(highs[t]);
    if (t == 0) {
      stretched = stretch(plan, lowest, highest, samples, expected.max_factor);
      unfit = stretched.unfit;
    }
  }
  __syncthreads();

  // How do they spread over ranges, how many share 16 bits?
  const Key low = stretched.low, factor = stretched.factor;
  const auto number = [&](Key key) { return Key((key - low) * factor); };
  uint32_t again = 0;
#pragma unroll
  for (uint32_t i = 0; i < looks; ++i) {
    const uint32_t top = uint32_t(number(k[i]) >> (8 * sizeof(Key) - 16));
    atomicAdd(&ranges[top >> 8], 1);
    const uint32_t bit = 1u << top % 32;
    again += (atomicOr(&seen[top / 32], bit) & bit) != 0;
  }
  again = sum_of_warp(again);
  if (lane_id() == 0) atomicAdd(&same, again);

  // Inside a bucket: do the 12 highest bits that vary spread keys over bins?
  const Key below = ~Key(0) >> expected.bucket_bits;
  Key differs = 0;
#pragma unroll
  for (uint32_t i = 0; i < looks; ++i) differs |= number(k[i]) ^ number(begins[0]);
  or_into(varying, Key(differs & below));
  __syncthreads();
  const uint64_t vary = two_words(varying);
  const uint32_t shift = window_begin(vary, 12);
  if (vary == 0) unfit = 1;  // nothing is left to sort: one-sweep skips digits that all keys share
  const bool equal_in_bins = expected.equal_share_a_bin && (vary & ((1ull << shift) - 1)) == 0;
  if (expected.max_of_bin > 0 && !equal_in_bins) {
#pragma unroll
    for (uint32_t i = 0; i < looks; ++i) {
      const uint32_t bin = uint32_t((number(k[i]) & below) >> shift), half = bin >> 7 & 16;
      const uint32_t before = atomicAdd(&bins[bin & (words - 1)], 1u << half) >> half & 0xffff;
      if (before >= expected.max_of_bin) unfit = 1;
    }
  }

  const bool all_up = __syncthreads_and(up), all_down = __syncthreads_and(down);
  const bool full_range = __syncthreads_or(t < 256 && ranges[t] > expected.max_of_range);
  if (t != 0) return;
  const bool skewed = full_range || same > expected.max_same || unfit;
  const Spread spread = all_up     ? Spread::ascending
                        : all_down ? Spread::descending
                        : skewed   ? Spread::skewed
                                   : Spread::even;
  answer.is(spread);
  plan_is(spread);
}

// ------------------------------------------------------------------------------------------------
// 2. and 3. Partition by capacity

/// inner: buckets of the first partition are cut, tiles_of_bucket blocks each, outer[bucket] being
/// the end of what it holds; else all n keys are. slack: keys that a tile may find beyond its share
/// in a bucket (the first partition). Out: what of a key its bucket needs.
template <class Key, class Out, int threads, int keys_per_thread, int blocks_per_sm, bool inner>
__global__ void __launch_bounds__(threads, blocks_per_sm)
    partition_by_capacity(const Key* __restrict__ keys, Out* __restrict__ output, uint32_t n,
                          uint32_t shift, uint32_t bits, uint32_t* __restrict__ cursors,
                          uint32_t capacity, uint32_t slack, const uint32_t* outer,
                          uint32_t outer_capacity, uint32_t tiles_of_bucket, uint32_t ahead,
                          Plan* plan) {
  using Tile = PartitionTile<Key, threads, keys_per_thread>;
  extern __shared__ __align__(16) char shared[];
  Tile& tile = *reinterpret_cast<Tile*>(shared);
  begin_after_previous();
  // Another block may be clearing it: all threads return, or none
  if (!__syncthreads_and(load_relaxed(&plan->go))) return;

  // Which keys are this tile's: [low, low + size)
  uint32_t low = blockIdx.x * Tile::size, end = n, parent = 0;
  if (inner) {
    parent = blockIdx.x / tiles_of_bucket;
    low = parent * outer_capacity + (blockIdx.x - parent * tiles_of_bucket) * Tile::size;
    end = outer[parent];
  }
  if (low >= end) return;
  const uint32_t size = min(end - low, uint32_t(Tile::size)), first_bucket = parent << bits;
  const bool full = size == Tile::size;
  Key mine[keys_per_thread];
  read_tile<Key, threads>(keys, low, size, mine);
  if (threadIdx.x == 0) {
    const uint64_t next = uint64_t(low) + uint64_t(ahead) * Tile::size;
    const uint64_t last = inner ? uint64_t(outer_capacity) * (gridDim.x / tiles_of_bucket) : n;
    if (next + Tile::size <= last) prefetch(keys + next, Tile::size * sizeof(Key));
  }
  clear_counters<Tile, threads>(tile);
  if (!inner && plan->factor != 1) {
    const Key from = Key(plan->low), range = Key(plan->range), factor = Key(plan->factor);
    bool outside = false;
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i) {
      mine[i] -= from;
      outside |= mine[i] > range && (full || i * threads + threadIdx.x < size);
      mine[i] *= factor;
    }
    if (outside) plan->go = 0;  // the sample had none
  }
  if (!inner) {  // which bits differ anywhere, from one key for all tiles?
    const Key first = (keys[0] - Key(plan->low)) * Key(plan->factor);
    Key differs = 0;
#pragma unroll
    for (uint32_t i = 0; i < keys_per_thread; ++i)
      if (full || i * threads + threadIdx.x < size) differs |= mine[i] ^ first;
    or_into(plan->varying, differs, Key(two_words(plan->varying)));
  }
  __syncthreads();

  // A run has to stay in its bucket, and in what this many tiles can have brought: 67 / 64 of a
  // share
  uint32_t most = capacity;
  if (!inner) {
    const uint64_t share = uint64_t(blockIdx.x + 1) * (Tile::size / 64 * 67) >> bits;
    most = uint32_t(min(uint64_t(capacity), share + slack));
  }
  partition_tile<Out>(tile, mine, size, output, shift, bits, cursors + first_bucket,
                      [&](uint32_t digit, uint32_t behind) {
                        const bool fits = behind - (first_bucket + digit) * capacity <= most;
                        if (!fits) plan->go = 0;
                        return fits;
                      });
}

// ------------------------------------------------------------------------------------------------
// 4. Where every bucket's keys go

/// One block for every 1,024 buckets; each adds up all that the buckets before its own hold.
/// rest_bits: key bits below a bucket's number. go: the plan's, as the kernel found it.
template <int threads>
__device__ __forceinline__ void place_buckets_of_block(const uint32_t* cursors, uint32_t buckets,
                                                       uint32_t capacity, uint32_t n,
                                                       uint32_t rest_bits,
                                                       uint32_t* __restrict__ starts, Plan* plan,
                                                       uint32_t go, Answer answer) {
  __shared__ uint32_t before_block[32], sums[32];
  const uint32_t number = blockIdx.x * threads + threadIdx.x;
  uint32_t before = 0;
  const auto* four = reinterpret_cast<const uint4*>(cursors);
  for (uint32_t i = threadIdx.x; i < blockIdx.x * threads / 4; i += threads) {
    const uint4 c = four[i];
    before += c.x + c.y + c.z + c.w - capacity * (16 * i + 6);
  }
  before = sum_of_warp(before);
  const uint32_t mine = number < buckets ? cursors[number] - number * capacity : 0;
  if (go == 0) {
    if (number == 0) answer.is(Spread::skewed);
    return;
  }
  const uint32_t inclusive = inclusive_scan_of_warp(mine);
  if (lane_id() == 31) sums[warp_id()] = inclusive;
  if (lane_id() == 0) before_block[warp_id()] = before;
  __syncthreads();
  uint32_t start = inclusive - mine;
  for (uint32_t w = 0; w < threads / 32; ++w) {
    start += before_block[w];
    if (w < warp_id()) start += sums[w];
  }
  if (number < buckets) starts[number] = start;
  if (number != buckets - 1) return;
  starts[buckets] = start + mine;

  // The verdict. In a bucket the window's bits have to spread the keys over bins, or a bin's keys
  // are all equal: a bit that no two keys differ in halves the bins
  const uint64_t rest = two_words(plan->varying) & ((uint64_t(1) << rest_bits) - 1);
  const uint32_t shift = window_begin(rest, 12), useful = __popcll(rest >> shift);
  const bool equal = (rest & ((uint64_t(1) << shift) - 1)) == 0;
  const bool good = start + mine == n && (equal || n / buckets >> useful <= 1);
  if (!good) plan->go = 2;
  answer.is(good ? Spread::even : Spread::crowded);
}

template <int threads>
__global__ void __launch_bounds__(threads)
    place_buckets(const uint32_t* cursors, uint32_t buckets, uint32_t capacity, uint32_t n,
                  uint32_t rest_bits, uint32_t* __restrict__ starts, Plan* plan, Answer answer) {
  begin_after_previous();
  place_buckets_of_block<threads>(cursors, buckets, capacity, n, rest_bits, starts, plan,
                                  load_relaxed(&plan->go), answer);
}

/// Blocks of 1,024 threads that a multiprocessor holds: with two, one finds its place beside a
/// block that partitions.
#if __CUDA_ARCH__ == 800 || (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200)
inline constexpr int blocks_of_1024 = 2;
#else
inline constexpr int blocks_of_1024 = 1;
#endif

/// The same by the first block, of 1,024 buckets at most. But where this sort has stopped, all
/// blocks count for one-sweep, whose passes the host queues meanwhile.
template <class Key, int threads, uint32_t copies>
__global__ void __launch_bounds__(threads, blocks_of_1024)
    place_buckets_or_count(const uint32_t* cursors, uint32_t buckets, uint32_t capacity, uint32_t n,
                           uint32_t rest_bits, uint32_t* __restrict__ starts, Plan* plan,
                           Answer answer, const Key* __restrict__ keys, uint32_t* counts,
                           SweepPlan* passes) {
  begin_after_previous();
  const uint32_t go = load_relaxed(&plan->go);  // nobody writes a 0 here, and a 0 stays
  if (blockIdx.x == 0)
    place_buckets_of_block<threads>(cursors, buckets, capacity, n, rest_bits, starts, plan, go,
                                    answer);
  if (go == 0 && !plan->few_values)
    count_digits_and_plan<Key, uint32_t, threads, copies, false>(keys, n, counts, passes);
}

// ------------------------------------------------------------------------------------------------
// 5. Sort a bucket into its place: the bucket starts at 16 bytes, the place anywhere

template <class Key, int threads, int sure_rows>
__device__ __forceinline__ void sort_bucket_body(const Key* __restrict__ keys,
                                                 Key* __restrict__ output, uint32_t size,
                                                 uint32_t gap, BucketTile<Key, threads>& tile,
                                                 const Plan* plan) {
  using Tile = BucketTile<Key, threads>;
  constexpr int V = Keys<Key>::count, rows = 16 / V;
  const Rows<threads, V, sure_rows> held(size, 0);
  const auto* vectors = reinterpret_cast<const Keys<Key>*>(keys) + threadIdx.x;
  Key mine[16];
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    if (held.has(r, V - 1)) {
      const Keys<Key> k = read_once(vectors + r * threads);
#pragma unroll
      for (int v = 0; v < V; ++v) mine[r * V + v] = k.key[v];
    } else {
#pragma unroll
      for (int v = 0; v < V; ++v)
        mine[r * V + v] = held.has(r, v) ? vectors[r * threads].key[v] : ~Key(0);
    }
  }
  const Key first = keys[0];
  if (threadIdx.x < 2) tile.varying[threadIdx.x] = 0;
  clear_bins<Tile, threads>(tile);
  __syncthreads();
  sort_by_bins<Key, threads, sure_rows>(tile, mine, first, size, gap, held);
  write_keys<Key, threads, rows, sure_rows>(output, size, gap, [&](uint32_t at) {
    Keys<Key> k = reinterpret_cast<const Keys<Key>*>(tile.slots)[slot<Key>(at) / V];
#pragma unroll
    for (int v = 0; v < V; ++v) k.key[v] = unstretched(k.key[v], plan);
    return k;
  });
}

/// ahead: blocks between this one and the one whose bucket is asked for.
template <class Key, int threads, int blocks_per_sm>
__global__ void __launch_bounds__(threads, blocks_per_sm)
    sort_bucket(const Key* __restrict__ buckets, uint32_t capacity, Key* __restrict__ output,
                const uint32_t* starts, const Plan* plan, uint32_t ahead) {
  extern __shared__ __align__(16) char shared[];
  auto& tile = *reinterpret_cast<BucketTile<Key, threads>*>(shared);
  constexpr int V = Keys<Key>::count;
  begin_after_previous();
  if (load_relaxed(&plan->go) != 1) return;
  const uint32_t begin = starts[blockIdx.x], size = starts[blockIdx.x + 1] - begin, gap = begin % V;
  if (threadIdx.x == 0 && blockIdx.x + ahead < gridDim.x)
    prefetch(buckets + size_t(blockIdx.x + ahead) * capacity, size * sizeof(Key));
  if (size == 0) return;
  const Key* keys = buckets + size_t(blockIdx.x) * capacity;
  output += begin - gap;
  if (size >= 12 * threads)
    sort_bucket_body<Key, threads, 12 / V>(keys, output, size, gap, tile, plan);
  else if (size >= 4 * threads)
    sort_bucket_body<Key, threads, 4 / V>(keys, output, size, gap, tile, plan);
  else
    sort_bucket_body<Key, threads, 0>(keys, output, size, gap, tile, plan);
}

// ------------------------------------------------------------------------------------------------
// 5'. The same for buckets of 65,536, which hold the low halves of their keys: the bucket's number
// is the high half. Two keys a register all the way

template <int threads>
using HalvesTile = BucketTile<uint16_t, threads, 32>;

template <int threads, int sure_rows>
__device__ __forceinline__ void sort_halves_body(const uint16_t* __restrict__ keys,
                                                 uint32_t* __restrict__ output, uint32_t size,
                                                 uint32_t gap, uint32_t high, uint32_t shift,
                                                 HalvesTile<threads>& tile, const Plan* plan) {
  using Tile = HalvesTile<threads>;
  constexpr int V = 8, rows = 4;
  const uint32_t t = threadIdx.x;
  const Rows<threads, V, sure_rows> held(size, 0);
  uint32_t mine[rows * V / 2];
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    uint4 v = make_uint4(0, 0, 0, 0);
    if (held.has(r, 0)) v = __ldcs(reinterpret_cast<const uint4*>(keys) + r * threads + t);
    mine[4 * r] = v.x;
    mine[4 * r + 1] = v.y;
    mine[4 * r + 2] = v.z;
    mine[4 * r + 3] = v.w;
  }
  clear_bins<Tile, threads>(tile);
  __syncthreads();
  const auto key = [&](int r, int v) { return mine[4 * r + v / 2] >> v % 2 * 16; };

  // 2. Count
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    if (!held.busy(r)) continue;
#pragma unroll
    for (int v = 0; v < V; ++v) add_to_bin(tile, key(r, v) >> shift, held.has(r, v));
  }
  __syncthreads();
  const bool full_bin = scan_bins<Tile, threads>(tile, gap);  // 3.

  // 4. Place
  const uint32_t again = recomputed(shift);
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    if (!held.busy(r)) continue;
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const bool is = held.has(r, v);
      const uint32_t at = add_to_bin(tile, key(r, v) >> again, is);
      if (is) tile.slots[slot<uint16_t>(at)] = uint16_t(key(r, v));
    }
  }
  fill_empty_slots<uint16_t, threads, sure_rows>(tile, gap, size + gap);
  __syncthreads();

  // 5. Networks, 6. write
  sort_neighbours_of_halves<threads>(tile.slots);
  if (full_bin) merge_if_unsorted<uint16_t, threads>(tile.slots, Tile::slots_of_all);
  write_keys<uint32_t, threads, 2 * rows, 2 * sure_rows>(output, size, gap, [&](uint32_t at) {
    const uint2 two = *reinterpret_cast<const uint2*>(&tile.slots[slot<uint16_t>(at)]);
    Keys<uint32_t> k;
    k.key[0] = unstretched(high | (two.x & 0xffff), plan);
    k.key[1] = unstretched(high | two.x >> 16, plan);
    k.key[2] = unstretched(high | (two.y & 0xffff), plan);
    k.key[3] = unstretched(high | two.y >> 16, plan);
    return k;
  });
}

template <int threads, int blocks_per_sm>
__global__ void __launch_bounds__(threads, blocks_per_sm)
    sort_bucket_of_halves(const uint16_t* __restrict__ buckets, uint32_t capacity,
                          uint32_t* __restrict__ output, const uint32_t* starts, const Plan* plan,
                          uint32_t ahead) {
  extern __shared__ __align__(16) char shared[];
  auto& tile = *reinterpret_cast<HalvesTile<threads>*>(shared);
  begin_after_previous();
  if (load_relaxed(&plan->go) != 1) return;
  const uint32_t begin = starts[blockIdx.x], size = starts[blockIdx.x + 1] - begin, gap = begin % 4;
  if (threadIdx.x == 0 && blockIdx.x + ahead < gridDim.x)
    prefetch(buckets + size_t(blockIdx.x + ahead) * capacity, size * 2);
  if (size == 0) return;
  const uint32_t shift = window_begin(plan->varying[0] & 0xffff, HalvesTile<threads>::window);
  const uint16_t* keys = buckets + size_t(blockIdx.x) * capacity;
  const uint32_t high = blockIdx.x << 16;
  output += begin - gap;
  if (size >= 24 * threads)
    sort_halves_body<threads, 3>(keys, output, size, gap, high, shift, tile, plan);
  else
    sort_halves_body<threads, 0>(keys, output, size, gap, high, shift, tile, plan);
}

}  // namespace radix::sweep
