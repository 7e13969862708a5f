/// How much fits: the sizes of the fast sorts and the shared memory they take. Plain arithmetic: a
/// test without a card holds it against all cards, and the launchers against the structs of the
/// kernels.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace radix::sweep {

/// What matters of a card here, by its compute capability (75 means 7.5): CUDA C++ Programming
/// Guide, table of technical specifications.
struct CardFacts {
  uint32_t compute;
  uint32_t shared_of_sm;     ///< bytes a multiprocessor has for blocks
  uint32_t shared_of_block;  ///< bytes a block may ask for
  uint32_t threads_of_sm;
};
inline constexpr CardFacts card_facts[] = {
    {75, 64 << 10, 64 << 10, 1024},    {80, 164 << 10, 163 << 10, 2048},
    {86, 100 << 10, 99 << 10, 1536},   {87, 164 << 10, 163 << 10, 1536},
    {89, 100 << 10, 99 << 10, 1536},   {90, 228 << 10, 227 << 10, 2048},
    {100, 228 << 10, 227 << 10, 2048}, {103, 228 << 10, 227 << 10, 2048},
    {120, 100 << 10, 99 << 10, 1536},  {121, 100 << 10, 99 << 10, 1536}};

/// Cards by the shared memory of a block.
enum class Card : uint32_t {
  small,   ///< 64 KiB: one-sweep only
  middle,  ///< 99 KiB: smaller tiles, at most 2^15 buckets
  large    ///< 160 KiB and more: what the sorts were tuned on
};
struct CardSizes {
  uint32_t shared;           ///< least bytes that a block may ask for
  uint32_t bytes_of_thread;  ///< of keys in the hybrid's partitions; 0: one-sweep sorts instead
  uint32_t sweep_keys4, sweep_pairs, sweep_keys8;  ///< a thread of a one-sweep pass
  uint32_t count_bytes;                            ///< of the counters of all digits
  uint32_t bucket_bits;                            ///< 2^bucket_bits buckets at most
};
// Odd numbers of keys: no two tiles lie 2^k bytes apart
inline constexpr std::array<CardSizes, 3> card_sizes = {{
    {64 << 10, 0, 15, 15, 7, 32 << 10, 0},
    {99 << 10, 96, 15, 15, 7, 32 << 10, 15},
    {134 << 10, 112, 31, 27, 15, 128 << 10, 16},
}};
constexpr const CardSizes& sizes_of(Card card) { return card_sizes[static_cast<uint32_t>(card)]; }
inline constexpr Card all_cards[] = {Card::small, Card::middle, Card::large};

/// The sizes for a card whose blocks may ask for so many bytes; null: they run on none so small.
constexpr const CardSizes* sizes_with(uint32_t shared_of_block) {
  const CardSizes* found = nullptr;
  for (const CardSizes& each : card_sizes)
    if (each.shared <= shared_of_block) found = &each;
  return found;
}

/// Threads of a block that partitions or sweeps a tile, and that sorts a bucket.
inline constexpr uint32_t tile_threads = 512, bucket_threads = 288, large_bucket_threads = 384;
/// Threads of a block that counts, and that counts the values of one bucket.
inline constexpr uint32_t count_threads = 1024, counting_threads = 512;

/// Keys a thread of the hybrid's partitions holds: on a large card two blocks a multiprocessor.
constexpr uint32_t partition_keys(uint32_t key_bytes, Card card) {
  return sizes_of(card).bytes_of_thread / key_bytes;
}
/// Keys a thread of a one-sweep pass holds.
constexpr uint32_t sweep_keys(uint32_t key_bytes, bool pairs, Card card) {
  const CardSizes& sizes = sizes_of(card);
  return pairs ? sizes.sweep_pairs : key_bytes == 4 ? sizes.sweep_keys4 : sizes.sweep_keys8;
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
/// Bytes of PairsTile: a BucketTile and its values.
constexpr uint32_t pairs_bytes(uint32_t threads) {
  return bucket_bytes(4, threads) + threads * 16 * 4;
}
/// Counters of all digits of a key, one for each digit and as many lanes as fit.
constexpr uint32_t digit_copies(uint32_t key_bytes, Card card) {
  return sizes_of(card).count_bytes / 1024 / key_bytes;
}
constexpr uint32_t all_digits_bytes(uint32_t key_bytes, Card card) {
  return key_bytes * 256 * digit_copies(key_bytes, card) * 4;
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
/// Keys that the buckets hold when they are sorted, and 65,536 of them when they are counted.
constexpr uint64_t most_to_sort(Card card) {
  return (uint64_t{1} << sizes_of(card).bucket_bits) * large_mean_bucket;
}
inline constexpr uint64_t most_to_count = uint64_t{1} << 31;
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

/// Tiles of a one-sweep over n items: a block each.
constexpr uint64_t sweep_tiles(uint64_t n, uint32_t key_bytes, bool pairs, Card card) {
  const uint32_t tile = tile_threads * sweep_keys(key_bytes, pairs, card);
  return (n + tile - 1) / tile;
}
/// Bytes of a count of n items, and of a word of the look-back.
constexpr uint32_t count_bytes(uint64_t n) { return n < least_wide_counts ? 4 : 8; }
/// Words of one-sweep's counts of all digits, its plan behind them.
inline constexpr uint32_t sweep_counts = 8 * 256 + 64;

/// Device memory that a sort takes besides input and output: the larger of what one-sweep and the
/// hybrid take. Another copy of the items, and tables.
constexpr uint64_t scratch_for(uint64_t n, uint32_t key_bytes, bool pairs, Card card) {
  const auto piece = [](uint64_t bytes) { return (bytes + 255) / 256 * 256; };
  const uint64_t keys = piece(n * key_bytes), values = pairs ? piece(n * 4) : 0;
  const uint64_t told = sweep_tiles(n, key_bytes, pairs, card) * 256 * key_bytes * count_bytes(n);
  const uint64_t sweep = keys + values + piece(sweep_counts * count_bytes(n)) + piece(told);
  // Tables of 1.1 MB and n / 2048 words, the tiles of two partitions of pairs
  const uint64_t of_pairs = pairs ? 2 * (sweep_tiles(n, 4, true, card) + 600) * 1024 : 0;
  return std::max(sweep, keys + values + (5u << 18) + n / 512 + of_pairs);
}

/// The most shared memory that any block of theirs asks for.
constexpr uint32_t needed_shared(Card card) {
  const auto part = [&](uint32_t bytes) {
    return partition_bytes(bytes, partition_keys(bytes, card));
  };
  const auto sweep = [&](uint32_t bytes, bool pairs) {
    return sweep_bytes(bytes, sweep_keys(bytes, pairs, card), 8);
  };
  const uint32_t of_sweep = std::max({sweep(4, false), sweep(4, true), sweep(8, false),
                                      all_digits_bytes(4, card), all_digits_bytes(8, card)});
  if (card == Card::small) return of_sweep;
  const uint32_t of_hybrid =
      std::max({part(4), part(8), bucket_bytes(8, large_bucket_threads),
                pairs_bytes(bucket_threads), top_bits_bytes(sizes_of(card).bucket_bits)});
  const uint32_t of_counting =
      card == Card::large
          ? std::max(crowded_bytes, counting_bytes(counting_capacity(most_to_count)))
          : 0;
  return std::max({of_sweep, of_hybrid, of_counting});
}

/// Are the kernels of this size compiled? `architectures`: those of the build, 900 for 9.0; a card
/// that the table above does not have takes all of them.
constexpr bool compiled_for(Card card, std::span<const uint32_t> architectures) {
  for (uint32_t each : architectures) {
    const auto* facts = std::ranges::find(card_facts, each / 10, &CardFacts::compute);
    if (facts == std::ranges::end(card_facts) ||
        sizes_with(facts->shared_of_block) == &sizes_of(card))
      return true;
  }
  return false;
}

}  // namespace radix::sweep
