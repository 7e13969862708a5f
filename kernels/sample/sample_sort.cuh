/// 13.8 Sample sort                                                     PMPP
///
/// Radix sort's buckets are those of a digit, whatever the keys are: if most have the same digit,
/// most are in one bucket. Sample sort looks at the keys first. It sorts a few of them, takes
/// splitters out of those, and a key's bucket is how many splitters are not larger. From there on
/// it is a pass of 13.5, kernel for kernel: its digit is found by comparing, and so it sorts by
/// any order that can be asked of two keys.
///     take_sample, sort_sample    p x s keys, and every s-th of them, sorted, is a splitter
///     classify                    the bucket of every key, and how large every bucket is
///     sort_in_block_by_digit, exclusive_scan, write_digit_buckets       13.5
///     sort_buckets                a block a bucket: what stands in it is all that is left to sort
///
/// The chapter's 16 keys, 4 buckets, 2 samples a bucket:
///     splitters       6  9 10
///     keys           12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     bucket          3  0  1  2  3  1  0  3  2  1  3  3  0  3  1  0
///     written         3  5  4  0 | 6  8  6  7 | 9  9 | 12 15 10 11 13 10
///     sorted          0  3  4  5 | 6  6  7  8 | 9  9 | 10 10 11 12 13 15
/// The largest bucket has 6 keys, where 16 / 4 would be even. More samples a bucket, and the
/// splitters cut more evenly: that is oversampling.
///
/// Whoever has all keys equal has one bucket with all keys, and one block that sorts them while the
/// others have nothing to do. With equal_buckets keys that equal a splitter have a bucket of their
/// own, which is sorted as it stands.
#pragma once

#include "kernels/radix/03_digits.cuh"
#include "sample_family.hpp"
#include "splitters.cuh"

namespace radix::sample::inline KERNELS {

using Show = ShowIn<arrays, scans>;
template <class T>
using DeviceArray = DeviceArrayIn<arrays, T>;

/// What 13.5's kernels take for a digit: the bucket of a key, found by comparing.
struct BySplitters {
  View<const Key> splitters;  ///< ascending
  uint32_t count, bits;
  bool equal_buckets;  ///< every other bucket is of keys that equal a splitter
  Before before;

  __host__ __device__ uint32_t buckets() const { return 1u << bits; }
};

/// The bucket of a key. Looks are shown at `place`.
template <class Splitters, class S>
__device__ inline uint32_t digit_among(const Key& key, const Splitters& splitters,
                                       const BySplitters& by, S& show, uint32_t place) {
  const uint32_t behind = bucket_of(key, splitters, by.count, by.before, show, place);
  if (!by.equal_buckets) return behind;
  const bool equal = behind > 0 && !by.before(splitters[behind - 1], key);
  return 2 * behind - (equal ? 1 : 0);
}
__device__ inline uint32_t digit_of(const Key& key, const BySplitters& by) {
  Unseen unseen;
  return digit_among(key, by.splitters, by, unseen, 0);
}
__device__ inline uint32_t bit_of(const Key& key, const BySplitters& by, uint32_t split) {
  return digit_of(key, by) >> split & 1;
}

/// One block copies the keys that are sampled.
__global__ void take_sample(View<const Key> keys, View<uint32_t> places, View<Key> sample,
                            uint32_t n, uint32_t count, Sampling sampling, uint32_t seed,
                            Show show) {
  for (uint32_t q = threadIdx.x; q < count; q += blockDim.x) {
    const uint32_t place = sampling == Sampling::regular ? regular_place(q, count, n)
                                                         : random_place(q, seed, n);
    places[q] = place;
  }
  show("sample_places");
  for (uint32_t q = threadIdx.x; q < count; q += blockDim.x) {
    const uint32_t place = places[q];
    sample[q] = keys[place];
  }
  show("sampled");
}

/// One block sorts them: every key counts those that belong before it, and of equal ones those that
/// stand before it. Then every s-th is a splitter.
__global__ void sort_sample(View<const Key> sample, View<Key> sorted, View<Key> splitters,
                            uint32_t count, uint32_t splitter_count, uint32_t each, Before before,
                            Show show) {
  for (uint32_t q = threadIdx.x; q < count; q += blockDim.x) {
    const Key mine = sample[q];
    uint32_t rank = 0;
    for (uint32_t other = 0; other < count; ++other) {
      const Key theirs = sample[other];
      if (before(theirs, mine) || (other < q && !before(mine, theirs))) ++rank;
    }
    sorted[rank] = mine;
  }
  show("sample_sorted");
  __syncthreads();
  for (uint32_t t = threadIdx.x; t < splitter_count; t += blockDim.x)
    splitters[t] = sorted[(t + 1) * each];
  show("splitters");
}

/// Every key finds its bucket among the splitters, which the block has in shared memory.
__global__ void classify(View<const Key> keys, View<uint32_t> sizes, View<uint32_t> largest,
                         uint32_t n, BySplitters by, uint32_t looks, Show show) {
  SharedMemory shared;
  auto splitters = shared.array<Key>(by.count);
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  for (uint32_t t = threadIdx.x; t < by.count; t += blockDim.x) splitters[t] = by.splitters[t];
  __syncthreads();

  const uint32_t bucket = i < n ? digit_among(keys[i], splitters, by, show, i) : 0;
  show.end_rounds(looks);
  show("own_bucket", i, bucket);

  // How many keys are there in each, and in the largest: a block must have room for those
  if (i < n) {
    const uint32_t count = atomicAdd(&sizes[bucket], 1u) + 1;
    atomicMax(&largest[0], count);
  }
  show("bucket_sizes");
}

/// A block a bucket: every key counts those of its bucket that belong before it.
__global__ void sort_buckets(View<const Key> keys, View<Key> output, View<const uint32_t> sizes,
                             uint32_t room, BySplitters by, Show show) {
  SharedMemory shared;
  auto bucket = shared.array<Key>(room);
  uint32_t begin = 0;
  for (uint32_t before = 0; before < blockIdx.x; ++before) begin += sizes[before];
  const uint32_t size = sizes[blockIdx.x];
  for (uint32_t q = threadIdx.x; q < size; q += blockDim.x) bucket[q] = keys[begin + q];
  __syncthreads();

  // Keys that equal a splitter are equal: they stand as they should
  const bool equal = by.equal_buckets && blockIdx.x % 2 == 1;
  for (uint32_t q = threadIdx.x; q < size; q += blockDim.x) {
    const Key mine = bucket[q];
    uint32_t rank = equal ? q : 0;
    for (uint32_t other = 0; !equal && other < size; ++other) {
      const Key theirs = bucket[other];
      if (by.before(theirs, mine) || (other < q && !by.before(mine, theirs))) ++rank;
    }
    show.some("bucket_rank", begin + q, rank);
    show.some("destination", begin + q, begin + rank, 1);
    output[begin + rank] = mine;
  }
  show.end_rounds(2);
  show("output");
}

/// Two parts: to the buckets, and inside them.
inline void sort_by_sample(Run& run) {
  const uint32_t n = run.size(), blocks = run.blocks(), threads = run.threads();
  if (n == 0) return;
  const Settings& settings = run.settings();
  const Digit digit = run.sample_digit();
  const uint32_t buckets = digit.buckets(), entries = buckets * blocks;
  const uint32_t count = splitters_between(buckets, settings);
  const uint32_t samples = (count + 1) * settings.oversampling;
  DeviceArray<uint32_t> places(run, "sample_places", samples), sizes(run, "bucket_sizes", buckets);
  DeviceArray<Key> sample(run, "sampled", samples), sorted(run, "sample_sorted", samples),
      splitters(run, "splitters", count), local_keys(run, "local_keys", n);
  DeviceArray<uint32_t> counts(run, "bucket_counts", entries);
  DeviceArray<uint32_t> starts(run, "bucket_starts", entries + 1);
  Buffer<uint32_t> largest(1, "the size of the largest bucket");
  GridScan scan(entries, threads);
  sizes.clear();
  largest.clear();
  const Before before{run.order()};
  const BySplitters by{.splitters = splitters.first(count),
                       .count = count,
                       .bits = digit.bits,
                       .equal_buckets = settings.equal_buckets,
                       .before = before};

  run.begin_pass(0);
  run.launch<take_sample>(1, threads)(run.input(), places, sample, n, samples, settings.sampling,
                                      settings.sample_seed);
  run.launch<sort_sample>(1, threads)(sample, sorted, splitters, samples, count,
                                      settings.oversampling, before);
  uint32_t looks = 0;
  while (count >> looks > 0) ++looks;
  run.launch<classify>(blocks, threads, count * sizeof(Key))(run.input(), sizes, largest, n, by,
                                                             looks);
  const std::size_t sort_bytes =
      threads * sizeof(Key) + (scan_words(threads) + buckets + 1) * sizeof(uint32_t);
  run.launch<sort_in_block_by_digit<BySplitters>>(blocks, threads, sort_bytes)(
      run.input(), local_keys, counts, n, by, run.scan());
  scan(run, counts, starts, entries);
  run.launch<write_digit_buckets<BySplitters>>(blocks, threads, 2 * buckets * sizeof(uint32_t))(
      local_keys, starts.first(entries), run.output(), n, by);
  run.end_pass();

  run.begin_pass(1);
  const uint32_t room = run.read_back(largest, (n + buckets - 1) / buckets);
  run.launch<sort_buckets>(buckets, threads, room * sizeof(Key))(run.input(), run.output(), sizes,
                                                                 room, by);
  run.end_pass();
}

}  // namespace radix::sample::inline KERNELS
