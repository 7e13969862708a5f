/// The launchers of the hybrid: its buffers, and how many bits and which kernels for n keys.
#pragma once

#include "hybrid.cuh"
#include "sweep_launches.cuh"

namespace radix::sweep {

/// Bits of a bucket's number, from `least` to `most`: buckets of what one block sorts, if that is
/// enough.
inline uint32_t bucket_bits(uint64_t n, uint32_t least, uint32_t most) {
  uint32_t bits = least;
  while (bits < most && (n >> bits) > mean_bucket) ++bits;
  return bits;
}

struct HybridTables {
  HybridTables(Pieces& pieces, uint64_t n) {
    counts = pieces.take<uint32_t>(65536 + 64);
    plan = reinterpret_cast<Plan*>(counts == nullptr ? nullptr : counts + 65536);
    starts = pieces.take<uint32_t>(65537);
    cursors1 = pieces.take<uint32_t>(256);
    cursors2 = pieces.take<uint32_t>(65536);
    tile_bucket = pieces.take<uint32_t>(n / 2048 + 1024);
    crowded = pieces.take<uint32_t>(65536);
  }
  uint32_t *counts, *starts, *cursors1, *cursors2, *tile_bucket, *crowded;
  Plan* plan;  ///< behind the counts: cleared with them
};

/// Looks at a sample and counts the keys' top bits. False: the sample is skewed.
template <class Key>
bool look_and_count(const Work& work, const Key* in, const HybridTables& b, uint32_t bits) {
  constexpr int threads = count_threads;
  using Bits = Code_of_bits<Key>;
  const auto count = count_top_bits<Key, Bits, threads>;
  allow_shared(count, top_bits_bytes(bits));
  work.words.host[0] = 0;
  work.words.host[1] = 0;
  check(cudaMemsetAsync(b.counts, 0, (65536 + 64) * sizeof(uint32_t)), "clearing the counts");
  const bool sampled = work.n >= least_for_sample;
  if (sampled)
    look_at_sample<Key, Bits, threads><<<1, threads>>>(in, work.n, b.plan, work.words.device + 1);
  count<<<work.processors, threads, top_bits_bytes(bits)>>>(in, work.n, 8 * sizeof(Key) - bits,
                                                           1u << bits, b.counts, b.plan);
  check(cudaGetLastError(), "starting the hybrid");
  if (!sampled) return true;
  // The answer arrives while the GPU counts
  work.before_waiting();
  return verdict_in(work.words.host[1]) == uint32_t(Verdict::hybrid);
}

/// After all launches: what the plan said.
inline bool was_hybrid(const Work& work) {
  check(cudaGetLastError(), "starting the hybrid");
  work.before_waiting();
  return verdict_in(work.words.host[0]) == uint32_t(Verdict::hybrid);
}

template <class Key, Card card>
bool launch_hybrid(const Work& work) {
  using Bits = Code_of_bits<Key>;
  constexpr int threads = tile_threads, keys_per_thread = partition_keys(sizeof(Key), card);
  constexpr bool narrow = sizeof(Key) == 4;
  using Tile = PartitionTile<Key, threads, keys_per_thread>;
  using Bucket = BucketTile<Key, bucket_threads>;
  using LargeBucket = BucketTile<Key, large_bucket_threads>;
  static_assert(sizeof(Tile) == partition_bytes(sizeof(Key), keys_per_thread));
  static_assert(sizeof(Bucket) == bucket_bytes(sizeof(Key), bucket_threads));
  static_assert(sizeof(LargeBucket) == bucket_bytes(sizeof(Key), large_bucket_threads));
  constexpr bool counts = narrow && card == Card::large;
  const bool by_counting = counts && work.n > most_to_sort(card);
  if (work.n > (by_counting ? most_to_count : most_to_sort(card))) return false;

  const auto part = partition<Key, Bits, threads, keys_per_thread, 2>;
  const auto bucket = sort_bucket<Key, Bits, bucket_threads, narrow ? 4 : 3>;
  const auto large_bucket = sort_bucket<Key, Bits, large_bucket_threads, narrow ? 3 : 2>;
  allow_shared(part, sizeof(Tile));
  allow_shared(bucket, sizeof(Bucket));
  allow_shared(large_bucket, sizeof(LargeBucket));

  const auto n = static_cast<uint32_t>(work.n);
  const uint32_t most_bits = sizes_of(card).bucket_bits;
  const uint32_t bits = by_counting ? 16 : bucket_bits(n, 8, most_bits), bins = 1u << bits;
  const uint32_t bits2 = bits == 8 ? 0 : bits / 2, bits1 = bits - bits2, top = 8 * sizeof(Key);
  const bool large = n >> bits > mean_bucket;
  const uint32_t capacity = by_counting ? counting_capacity(n)
                            : large     ? LargeBucket::capacity
                                        : Bucket::capacity;
  Pieces pieces(work.scratch);
  auto* between = pieces.take<Key>(n);
  const HybridTables b(pieces, n);
  const auto* in = static_cast<const Key*>(work.arrays.keys);
  auto* out = static_cast<Key*>(work.arrays.sorted_keys);

  if (!look_and_count(work, in, b, bits)) return false;
  plan_buckets<1024><<<(bins + 1023) / 1024, 1024>>>(
      b.counts, bins, bits2, Tile::size, capacity, n, top - bits,
      by_counting ? 16 : Bucket::window, by_counting ? 4 : 1, b.starts, b.cursors1, b.cursors2,
      b.tile_bucket, b.plan, work.words.device);
  part<<<blocks_for(n, Tile::size), threads, sizeof(Tile)>>>(
      in, bits2 ? between : out, n, top - bits1, bits1, b.cursors1, b.starts, nullptr,
      work.processors, b.plan);
  if (bits2)
    part<<<n / Tile::size + (1u << bits1), threads, sizeof(Tile)>>>(
        between, out, n, top - bits, bits2, b.cursors2, b.starts, b.tile_bucket, work.processors,
        b.plan);
  if constexpr (counts) {
    if (by_counting) {
      const auto counting = sort_bucket_by_counting<Bits, counting_threads, 4, 2>;
      const auto crowded = sort_crowded_bucket<Bits, count_threads>;
      allow_shared(counting, counting_bytes(capacity));
      allow_shared(crowded, crowded_bytes);
      counting<<<bins, counting_threads, counting_bytes(capacity)>>>(out, b.starts, b.plan,
                                                                     b.crowded);
      crowded<<<work.processors, count_threads, crowded_bytes>>>(out, b.starts, b.plan, b.crowded);
      return was_hybrid(work);
    }
  }
  if (large)
    large_bucket<<<bins, large_bucket_threads, sizeof(LargeBucket)>>>(out, b.starts, b.plan);
  else
    bucket<<<bins, bucket_threads, sizeof(Bucket)>>>(out, b.starts, b.plan);
  return was_hybrid(work);
}

template <class Key>
bool hybrid_sort(const Work& work) {
  return with_sizes_of(work.card, [&]<Card card>() -> bool {
    if constexpr (card == Card::small)
      return false;
    else
      return launch_hybrid<Key, card>(work);
  });
}

}  // namespace radix::sweep
