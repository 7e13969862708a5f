/// How much fits: the sizes of the fast sorts and the shared memory they take. Plain arithmetic: a
/// test without a card holds it against all cards, and the launchers against the structs of the
/// kernels.
#pragma once

#include <algorithm>
#include <cstdint>

namespace radix::sweep {

/// Threads of a block that partitions or sweeps a tile, and that sorts a bucket.
inline constexpr uint32_t tile_threads = 512, bucket_threads = 288, large_bucket_threads = 384;
/// Threads of a block that counts, and that counts the values of one bucket.
inline constexpr uint32_t count_threads = 1024, counting_threads = 512;

/// Keys a thread of the hybrid's partitions holds: 112 bytes of them, two blocks a multiprocessor.
constexpr uint32_t partition_keys(uint32_t key_bytes) { return 112 / key_bytes; }
/// Keys a thread of a one-sweep pass holds. Odd: no two tiles lie 2^k bytes apart.
constexpr uint32_t sweep_keys(uint32_t key_bytes, bool pairs) {
  return pairs ? 27 : key_bytes == 4 ? 31 : 15;
}

/// Bytes of PartitionTile: slots for a tile and its gaps, 256 x 32 counters, runs, sums.
constexpr uint32_t partition_bytes(uint32_t key_bytes, uint32_t keys_per_thread) {
  const uint32_t sector = 32 / key_bytes, batch = key_bytes == 4 ? 4 : 2;
  const uint32_t gaps = (256 * 2 * (sector - 1) + tile_threads - 1) / tile_threads;
  const uint32_t rows = (keys_per_thread + gaps + batch - 1) / batch * batch;
  const uint32_t bytes = rows * tile_threads * key_bytes + 256 * 32 * 4 + 256 * 8 + 16 * 4 + 4;
  return (bytes + 7) / 8 * 8;
}
/// Bytes of SweepTile: the tile, 16 warps x 256 counters, places (of count_bytes each), sums.
constexpr uint32_t sweep_bytes(uint32_t key_bytes, uint32_t keys_per_thread, uint32_t count_bytes) {
  const uint32_t keys = (tile_threads * keys_per_thread * key_bytes + 15) / 16 * 16;
  const uint32_t bytes = keys + 16 * 1024 + 256 * count_bytes + 8 * 4 + 4;
  return (bytes + 15) / 16 * 16;
}
/// Bytes of BucketTile: 4,096 counters of 16 bits, 32 words for threads without a key, 16 slots a
/// thread.
constexpr uint32_t bucket_bytes(uint32_t key_bytes, uint32_t threads) {
  const uint32_t bytes = 2048 * 4 + 32 * 4 + threads * 16 * key_bytes + 32 * 4 + 8;
  return (bytes + 15) / 16 * 16;
}
/// Counters of all digits of a key, one for each digit and as many lanes as fit 128 KiB.
constexpr uint32_t digit_copies(uint32_t key_bytes) { return 128 / key_bytes; }
constexpr uint32_t all_digits_bytes(uint32_t key_bytes) {
  return key_bytes * 256 * digit_copies(key_bytes) * 4;
}
/// Two counters of 16 bits a word.
constexpr uint32_t top_bits_bytes(uint32_t bits) { return 2u << bits; }
/// Counting the values of a bucket: 65,536 fields of 4 bits, a word a lane, and its keys' low half.
constexpr uint32_t counting_bytes(uint32_t capacity) { return 65536 / 2 + 32 * 4 + capacity * 2; }
/// … and of a bucket whose fields ran over: 65,536 counters of 16 bits.
inline constexpr uint32_t crowded_bytes = 65536 * 2;

/// Keys of a bucket on average, at most: what one block sorts in shared memory, and with more
/// threads.
inline constexpr uint32_t mean_bucket = 4150, large_mean_bucket = 5600;
/// Keys that 65,536 buckets hold: up to the first they are sorted, up to the second counted.
inline constexpr uint64_t most_to_sort = uint64_t{65536} * large_mean_bucket,
                          most_to_count = uint64_t{1} << 31;
/// Room for a bucket that is counted: a 16th and some more than its share.
constexpr uint32_t counting_capacity(uint64_t n) {
  const uint32_t average = static_cast<uint32_t>(n >> 16);
  return (average + average / 16 + 256) / 2 * 2;
}
/// From so many keys on a sample is looked at before all keys are counted.
inline constexpr uint64_t least_for_sample = uint64_t{1} << 22;
/// The hybrid's pairs: buckets of fewer than 2^13 pairs, at least 2^13 of them.
inline constexpr uint64_t least_pairs = uint64_t{1} << 20;
/// From so many keys on counts have 64 bits: two bits of a word of the look-back say what it is.
inline constexpr uint64_t least_wide_counts = uint64_t{1} << 30;

/// The most shared memory that any block of theirs asks for.
constexpr uint32_t needed_shared() {
  return std::max({partition_bytes(4, partition_keys(4)), partition_bytes(8, partition_keys(8)),
                   sweep_bytes(4, sweep_keys(4, false), 8), sweep_bytes(4, sweep_keys(4, true), 8),
                   sweep_bytes(8, sweep_keys(8, false), 8), bucket_bytes(8, large_bucket_threads),
                   all_digits_bytes(4), top_bits_bytes(16), crowded_bytes,
                   counting_bytes(counting_capacity(most_to_count))}) +
         1024;  // what the compiler and the runtime keep for themselves
}

/// Do the sorts run where a block may ask for so many bytes?
constexpr bool runs_with(uint32_t shared_of_block) { return needed_shared() <= shared_of_block; }

}  // namespace radix::sweep
