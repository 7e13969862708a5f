/// Sample sort                                                    PMPP 4th ed. 13.8, 5th ed. 14.9
///
/// Radix sort divides keys by a digit, whatever the keys are: if most keys have the same digit,
/// most of them land in one bucket. Sample sort looks at the keys first: it sorts a few of them,
/// the sample, and picks splitters from it; the bucket of a key is the number of splitters that are
/// not larger. The rest is a pass of radix sort, by the same kernels, with the bucket as the digit.
/// It is found by comparing keys, so sample sort works for all keys that can be compared.
/// For p buckets and s samples per bucket:
///     take_sample, sort_sample    p x s keys; once they are sorted, every s-th is a splitter
///     classify                    the bucket of every key, and the size of every bucket
///     sort_in_block_by_digit, exclusive_scan, write_digit_buckets       03_digits.cu
///     sort_buckets                one block per bucket sorts its keys
///
/// The chapter's 16 keys, 4 buckets, 2 samples per bucket:
///     splitters       6  9 10
///     keys           12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     bucket          3  0  1  2  3  1  0  3  2  1  3  3  0  3  1  0
///     written         3  5  4  0 | 6  8  6  7 | 9  9 | 12 15 10 11 13 10
///     sorted          0  3  4  5 | 6  6  7  8 | 9  9 | 10 10 11 12 13 15
/// The largest bucket has 6 keys, where an even split would give 16 / 4 = 4. With more samples
/// per bucket the sizes of the buckets vary less: that is oversampling.
///
/// If all keys are equal, one bucket has them all, and one block sorts them while the others are
/// idle. With equal_buckets, keys that equal a splitter have a bucket of their own, which needs no
/// sorting.
#include "../common.h"
#include "../radix/03_digits.cu"
#include "splitters.cuh"

/// Given to the kernels of 03_digits.cu in place of a Digit: the digit of a key is its bucket.
struct BucketDigit {
  Splitters splitters;
  unsigned bits;
  __host__ __device__ unsigned buckets() const { return 1u << bits; }
};
__device__ inline unsigned digit_of(const Key& key, const BucketDigit& digit) {
  return bucket_of(key, digit.splitters);
}
__device__ inline unsigned bit_of(const Key& key, const BucketDigit& digit, unsigned split) {
  return digit_of(key, digit) >> split & 1;
}

/// Regular sampling: the keys are divided into `count` equal intervals, and sample q is the key in
/// the middle of interval q.
__device__ inline unsigned place_in_interval(unsigned q, unsigned count, unsigned n) {
  return (unsigned)((2ull * q + 1) * n / (2ull * count));
}
/// Random sampling: a linear congruential generator starts at the seed and makes a random number
/// for each sample. Its low bits repeat soon, so they are not used.
__device__ inline unsigned place_at_random(unsigned q, unsigned seed, unsigned n) {
  unsigned x = seed;
  for (unsigned k = 0; k <= q; ++k) x = 1664525 * x + 1013904223;
  return (x >> 8) % n;
}

/// One block collects the keys of the sample. A thread reads only the places that it has written
/// itself, so no barrier is needed.
__global__ void take_sample(const Key* keys, unsigned* places, Key* sample, unsigned n,
                            unsigned count, Sampling sampling, unsigned seed) {
  // Choose the places of the sample
  for (unsigned q = threadIdx.x; q < count; q += blockDim.x)
    places[q] = sampling == Sampling::regular ? place_in_interval(q, count, n)
                                              : place_at_random(q, seed, n);  //: sample_places

  // Copy the keys at these places
  for (unsigned q = threadIdx.x; q < count; q += blockDim.x) {
    const unsigned place = places[q];
    sample[q] = keys[place];
  }  //: sampled
}

/// One block sorts the sample. The rank of a key, its place in the sorted sample, is the number of
/// smaller keys plus the number of equal ones before it: slow for many keys, but these are few.
/// Then every s-th key is a splitter.
__global__ void sort_sample(const Key* sample, Key* sample_sorted, Key* splitters, unsigned count,
                            unsigned splitter_count, unsigned oversampling) {
  for (unsigned q = threadIdx.x; q < count; q += blockDim.x) {
    const Key mine = sample[q];
    unsigned rank = 0;
    for (unsigned p = 0; p < count; ++p) {
      const Key other = sample[p];
      if (other < mine || (p < q && !(mine < other))) ++rank;
    }
    sample_sorted[rank] = mine;
  }  //: sample_sorted
  __syncthreads();
  for (unsigned t = threadIdx.x; t < splitter_count; t += blockDim.x)
    splitters[t] = sample_sorted[(t + 1) * oversampling];  //: splitters
}

/// Every thread finds the bucket of its key, by comparing it with the splitters, which the block
/// copies to shared memory. Then every bucket is counted: sizes, and the size of the largest.
__global__ void classify(const Key* keys, unsigned* sizes, unsigned* largest, unsigned n,
                         Splitters splitters) {
  extern __shared__ Key splitter_keys[];
  const Splitters in_shared{splitter_keys, splitters.count, splitters.equal_buckets};
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned t = threadIdx.x; t < splitters.count; t += blockDim.x)
    splitter_keys[t] = splitters.keys[t];
  __syncthreads();

  // The number of splitters that are not larger than the key
  const unsigned bucket = i < n ? bucket_of(keys[i], in_shared) : 0;  //: look[i] by bucket_of
  //: end max_looks(splitters.count); own_bucket[i] = bucket

  // Count the key: atomicAdd returns the number of keys counted before it in its bucket
  const unsigned count = i < n ? atomicAdd(&sizes[bucket], 1u) + 1 : 0;  //: bucket_sizes

  // The largest count that any thread has seen is the size of the largest bucket
  atomicMax(&largest[0], count);
}

/// Each bucket has a block of its own, which sorts it in shared memory by ranks, as sort_sample
/// does: the number of smaller keys plus the number of equal ones before the key.
__global__ void sort_buckets(const Key* keys, Key* output, const unsigned* sizes,
                             bool equal_buckets) {
  extern __shared__ Key bucket[];

  // The bucket begins where all buckets before it end
  unsigned begin = 0;
  for (unsigned before = 0; before < blockIdx.x; ++before) begin += sizes[before];
  const unsigned size = sizes[blockIdx.x];
  for (unsigned q = threadIdx.x; q < size; q += blockDim.x) bucket[q] = keys[begin + q];
  __syncthreads();

  // An odd bucket holds keys that equal a splitter, so they equal each other and need no sorting
  const bool equal = equal_buckets && blockIdx.x % 2 == 1;
  for (unsigned q = threadIdx.x; q < size; q += blockDim.x) {
    const Key mine = bucket[q];
    unsigned rank = equal ? q : 0;
    for (unsigned p = 0; !equal && p < size; ++p) {
      const Key other = bucket[p];
      if (other < mine || (p < q && !(mine < other))) ++rank;
    }  //: some bucket_rank[begin + q] = rank
    const unsigned destination = begin + rank;
    //: some destination[begin + q] = destination later 1
    output[destination] = mine;
  }
  //: end 2; output
}

/// Two passes: the first moves the keys into their buckets, the second sorts each bucket.
void sort_by_sample(Run& run) {
  const unsigned n = run.size(), blocks = run.blocks(), threads = run.threads();
  if (n == 0) return;
  const auto& settings = run.settings();
  const unsigned bits = settings.radix_bits, buckets = 1u << bits;
  const unsigned entries = buckets * blocks;
  // k splitters divide the keys into k + 1 buckets; with k buckets for equal keys into 2 k + 1
  const unsigned splitter_count = (settings.equal_buckets ? buckets / 2 : buckets) - 1;
  const unsigned samples = (splitter_count + 1) * settings.oversampling;
  DeviceArray<unsigned> sample_places(samples);
  DeviceArray<unsigned> bucket_sizes(buckets);
  DeviceArray<Key> sample(samples);  //: sampled
  DeviceArray<Key> sample_sorted(samples);
  DeviceArray<Key> splitter_keys(splitter_count);  //: splitters
  DeviceArray<Key> local_keys(n);
  DeviceArray<unsigned> bucket_counts(entries);
  DeviceArray<unsigned> bucket_starts(entries + 1);
  DeviceArray<unsigned> largest(1);  //: "the size of the largest bucket"
  GridScan scan(entries, threads);
  bucket_sizes.clear();
  largest.clear();
  const Splitters splitters{splitter_keys, splitter_count, settings.equal_buckets};
  const BucketDigit digit{splitters, bits};
  const size_t sort_bytes =
      threads * sizeof(Key) + (scan_words(threads) + buckets + 1) * sizeof(unsigned);

  //: pass
  take_sample<<<1, threads>>>(run.input(), sample_places, sample, n, samples, settings.sampling,
                              settings.sample_seed);  //: table entries
  sort_sample<<<1, threads>>>(sample, sample_sorted, splitter_keys, samples, splitter_count,
                              settings.oversampling);
  classify<<<blocks, threads, splitter_count * sizeof(Key)>>>(run.input(), bucket_sizes, largest, n,
                                                              splitters);
  sort_in_block_by_digit<BucketDigit><<<blocks, threads, sort_bytes>>>(
      run.input(), local_keys, bucket_counts, n, digit, run.scan());
  scan(run, bucket_counts, bucket_starts, entries);
  write_digit_buckets<BucketDigit><<<blocks, threads, 2 * buckets * sizeof(unsigned)>>>(
      local_keys, bucket_starts, run.output(), n, digit);
  run.swap();

  //: pass
  const size_t size = run.read_back(largest);  //: at most (n + buckets - 1) / buckets
  const size_t room = (size + 3) / 4 * 4;      // four keys may be read at once, some past the end
  sort_buckets<<<buckets, threads, room * sizeof(Key)>>>(run.input(), run.output(), bucket_sizes,
                                                         settings.equal_buckets);
  run.swap();
}

// radixscope: sort_into(sort_by_sample, keys, output, n, bits, {4, 2})
int main(int argc, char** argv) {
  SortSettings settings;
  settings.radix_bits = 2;
  return sort_and_check(sort_by_sample, argc, argv, settings, 20011);
}
