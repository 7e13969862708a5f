/// How n items are sorted: which of the fast sorts, the size of every launch, the shared memory and
/// the scratch memory they take. A pure function of n, the kind of items, the card and the memory
/// there is: a test without a card holds it against all cards, and the launchers against the
/// structs of the kernels.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

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
  small,   ///< 64 KiB: the small sort and one-sweep only
  middle,  ///< 99 KiB: smaller tiles, no buckets that are counted
  large    ///< 160 KiB and more: what the sorts were tuned on
};
struct CardSizes {
  uint32_t shared;           ///< least bytes that a block may ask for
  uint32_t bytes_of_thread;  ///< of keys in the hybrid's partitions; 0: one-sweep sorts instead
  /// Keys of a thread of a one-sweep pass: for tiles of some sizes, the smallest first.
  std::array<uint32_t, 5> sweep_keys4, sweep_pairs, sweep_keys8;
  uint32_t count_bytes;  ///< of the counters of all digits
};
// Odd numbers of keys: no two tiles lie 2^k bytes apart
inline constexpr std::array<CardSizes, 3> card_sizes = {{
    {64 << 10, 0, {15}, {15}, {7}, 32 << 10},
    {99 << 10, 96, {15}, {15}, {7}, 32 << 10},
    {134 << 10, 112, {9, 17, 31, 39}, {7, 9, 15, 21, 29}, {5, 9, 15}, 128 << 10},
}};
constexpr const CardSizes& sizes_of(Card card) { return card_sizes[static_cast<uint32_t>(card)]; }
inline constexpr Card all_cards[] = {Card::small, Card::middle, Card::large};

/// The sizes for a card whose blocks may ask for this many bytes; null: they run on none so small.
constexpr const CardSizes* sizes_with(uint32_t shared_of_block) {
  const CardSizes* found = nullptr;
  for (const CardSizes& each : card_sizes)
    if (each.shared <= shared_of_block) found = &each;
  return found;
}

/// What is sorted.
enum class Items { keys32, keys64, pairs };
constexpr uint32_t key_bytes_of(Items items) { return items == Items::keys64 ? 8 : 4; }
constexpr bool has_values(Items items) { return items == Items::pairs; }
inline constexpr Items all_items[] = {Items::keys32, Items::keys64, Items::pairs};

// ------------------------------------------------------------------------------------------------
// Blocks, and the shared memory they take

/// Threads of a block that partitions or sweeps a tile; that sorts a bucket, one of halves, and
/// one of pairs.
inline constexpr uint32_t tile_threads = 512, bucket_threads = 320, halves_threads = 160,
                          pairs_threads = 288;
/// Threads of a block that counts, and that counts the values of one bucket.
inline constexpr uint32_t count_threads = 1024, counting_threads = 512;
/// Items of a thread of the small sort.
inline constexpr uint32_t small_items[] = {1, 2, 3, 4, 8};

/// Keys a thread of the hybrid's partitions holds: on a large card two blocks a multiprocessor.
constexpr uint32_t partition_keys(uint32_t key_bytes, Card card) {
  return sizes_of(card).bytes_of_thread / key_bytes;
}
/// Keys a thread of a one-sweep pass may hold, the smallest first; 0 after the last.
constexpr const std::array<uint32_t, 5>& sweep_keys(Items items, Card card) {
  const CardSizes& sizes = sizes_of(card);
  return has_values(items)        ? sizes.sweep_pairs
         : items == Items::keys32 ? sizes.sweep_keys4
                                  : sizes.sweep_keys8;
}
constexpr uint32_t max_sweep_keys(Items items, Card card) {
  return *std::ranges::max_element(sweep_keys(items, card));
}

/// Bytes of PartitionTile: slots for a tile and its gaps, 256 x 32 counters, runs, sums.
constexpr uint32_t partition_bytes(uint32_t key_bytes, uint32_t keys_per_thread) {
  const uint32_t sector = 32 / key_bytes, batch = key_bytes == 4 ? 4 : 2;
  const uint32_t gaps = (256 * 2 * (sector - 1) + tile_threads - 1) / tile_threads;
  const uint32_t rows = (keys_per_thread + gaps + batch - 1) / batch * batch;
  const uint32_t bytes = rows * tile_threads * key_bytes + 256 * 32 * 4 + 256 * 8 + 16 * 4 + 4;
  return (bytes + 7) / 8 * 8;
}
/// Bytes of SweepTile: the tile, 16 warps x 256 counters, places (of count_bytes each), sums …
constexpr uint32_t sweep_bytes(uint32_t key_bytes, uint32_t keys_per_thread, uint32_t count_bytes) {
  const uint32_t keys = (tile_threads * keys_per_thread * key_bytes + 15) / 16 * 16;
  const uint32_t bytes = keys + 16 * 1024 + 256 * count_bytes + 11 * 4;
  return (bytes + 15) / 16 * 16;
}
/// Bytes of BucketTile: 4,096 counters of 16 bits, 32 words for threads without a key, the slots.
constexpr uint32_t bucket_bytes(uint32_t key_bytes, uint32_t slots) {
  const uint32_t bytes = 2048 * 4 + 32 * 4 + slots * key_bytes + 32 * 4 + 8;
  return (bytes + 15) / 16 * 16;
}
constexpr uint32_t bucket_bytes(uint32_t key_bytes) {
  return bucket_bytes(key_bytes, bucket_threads * 16);
}
inline constexpr uint32_t halves_bytes = bucket_bytes(2, halves_threads * 32);
/// Bytes of PairsTile: a BucketTile and its values.
inline constexpr uint32_t pairs_bytes =
    bucket_bytes(4, pairs_threads * 16) + pairs_threads * 16 * 4;
/// Bytes of SmallTile: items, 32 warps x 257 counters, sums; or bins and keys, of pairs words of 8
/// bytes.
constexpr uint32_t small_bytes(Items items, uint32_t items_per_thread) {
  const uint32_t key_bytes = key_bytes_of(items), size = 1024 * items_per_thread;
  const uint32_t values = has_values(items) ? size * 4 : 4;
  const uint32_t digits = (size * key_bytes + values + 32 * 257 * 4 + 15) / 16 * 16;
  const uint32_t window = items_per_thread > 4 ? 4096 : 2048;
  const uint32_t word_bytes = has_values(items) ? 8 : key_bytes;
  const uint32_t bins = (window * 4 + 128 + size * word_bytes + 32 * 4 + 8 + 15) / 16 * 16;
  return (std::max(digits, bins) + 32 * 4 + 8 + 15) / 16 * 16;
}
/// Counters of all digits of a key, one for each digit and as many lanes as fit. Few items: fewer
/// counters are cleared and added up sooner.
constexpr uint32_t max_digit_copies(uint32_t key_bytes, Card card) {
  return sizes_of(card).count_bytes / 1024 / key_bytes;
}
constexpr uint32_t few_digit_copies(uint32_t key_bytes, Card card) {
  return std::min(8u, max_digit_copies(key_bytes, card));
}
constexpr uint32_t all_digits_bytes(uint32_t key_bytes, uint32_t copies) {
  return key_bytes * 256 * copies * 4;
}
/// Two counters of 16 bits per word.
constexpr uint32_t top_bits_bytes(uint32_t bits) { return 2u << bits; }
/// Counting the values of a bucket: 65,536 fields of 4 bits, one word per lane, and its keys' low
/// half.
constexpr uint32_t counting_bytes(uint32_t capacity) { return 65536 / 2 + 32 * 4 + capacity * 2; }
/// … and of a bucket whose fields ran over: 65,536 counters of 16 bits.
inline constexpr uint32_t crowded_bytes = 65536 * 2;
/// The capacity of a bucket that is counted: a 16th and some more than its share.
constexpr uint32_t counting_capacity(uint64_t n) {
  const uint32_t average = static_cast<uint32_t>(n >> 16);
  return (average + average / 16 + 256) / 2 * 2;
}

/// The most shared memory that any block of theirs asks for.
constexpr uint32_t needed_shared(Card card);

// ------------------------------------------------------------------------------------------------
// Thresholds. Tuned on an H100 and an H200 (README.md)

/// Keys of a bucket on average, at most.
inline constexpr uint32_t mean_bucket = 4150;
/// From this many keys on a sort waits for the look before it queues more than the first partition:
/// the answer comes before that ends, and blocks of large grids take their time even if they only
/// find that they are not wanted.
inline constexpr uint64_t least_to_ask_first = uint64_t{1} << 22;
/// From this many on it waits before it queues the last launch.
inline constexpr uint64_t least_to_ask_last = uint64_t{1} << 20;
/// Up to here keys that the sample shows to be skewed are ranked by ballots, which no skew slows
/// down.
inline constexpr uint64_t max_skewed_by_ballots = uint64_t{1} << 24;
/// Up to here the look clears the tables of the one-sweep that may have to stand in.
inline constexpr uint64_t max_cleared_by_look = uint64_t{1} << 22;
/// From so many keys of 32 bits to so many the launch that places buckets counts for one-sweep
/// where the hybrid has stopped. (An H200: at 2^20 skewed keys are 5 % faster; at 2^19 even ones
/// would be 7 % slower, at 2^21 all 1 %.)
inline constexpr uint64_t least_to_count_ahead = uint64_t{1} << 20,
                          max_to_count_ahead = uint64_t{3} << 19;
/// Keys that the look reads at most.
inline constexpr uint32_t max_samples = 8192;
/// From this many keys on a sample in order is worth a try at copying all of them.
inline constexpr uint64_t least_to_copy = uint64_t{1} << 26;
/// From this many keys on the look takes 8,192 samples instead of 4,096.
inline constexpr uint64_t least_for_large_sample = uint64_t{1} << 22;
/// From this many on pairs are sorted in buckets, of fewer than 2^13 pairs, at least 2^13 of them.
inline constexpr uint64_t least_pairs = uint64_t{1} << 24;
inline constexpr uint32_t pairs_bits = 13;
/// Buckets of 16 bits that are counted: this many keys.
inline constexpr uint64_t least_to_count = uint64_t{1} << 27, max_to_count = uint64_t{1} << 31;
/// From this many keys on counts have 64 bits: two bits of a word of the look-back say what it is.
inline constexpr uint64_t least_wide_counts = uint64_t{1} << 30;
/// A tile of this many bytes asks the L2 for the keys of a later tile, or of pairs for its own
/// values, if they fit into the L2: else they would push out what it has to keep. (An H200 with
/// 60 MB: a one-sweep by atomics is 4 % faster, pairs 2 %; an H100 with 50 MB: 3 % and 7 % slower,
/// but the slower passes by ballots of keys of 32 bits 3 % faster.)
inline constexpr uint32_t least_bytes_to_ask = 60 << 10;
inline constexpr uint64_t least_l2_to_ask = 56 << 20;
/// What few values leave over, at most: this share of n.
constexpr uint64_t max_others(uint64_t n) { return n / 8; }

// ------------------------------------------------------------------------------------------------
// The way n items take

/// Bytes of a count of n items, and of a word of the look-back.
constexpr uint32_t count_bytes(uint64_t n) { return n < least_wide_counts ? 4 : 8; }
/// Words of one-sweep's counts of all digits, its plan after them.
inline constexpr uint32_t sweep_counts = 8 * 256 + 64;

constexpr uint64_t in_blocks(uint64_t n, uint64_t size) { return (n + size - 1) / size; }

constexpr uint64_t square_root(uint64_t x) {  // of its next whole number
  uint64_t root = 0;
  for (uint64_t bit = uint64_t{1} << 31; bit > 0; bit /= 2)
    if ((root | bit) * (root | bit) <= x) root |= bit;
  return root + (root * root < x);
}

/// The device, as far as it matters here.
struct Device {
  Card card;
  uint32_t processors;  ///< multiprocessors
  uint64_t l2_bytes;
};

/// A one-sweep: passes over tiles of tile_threads x keys_per_thread.
struct Sweep {
  uint32_t keys_per_thread, digit_copies, count_blocks;
  uint64_t tiles;
  /// With such ranks a tile asks the L2 for the keys of a later tile, or of pairs for its own
  /// values.
  bool ballots_ask, atomics_ask;
};

/// Few items: a small tile keeps all multiprocessors busy; many: a large one has longer runs. A
/// wave is what runs at once, two blocks a multiprocessor, and a block takes as long as its keys
/// and some 12 more.
constexpr Sweep sweep_of(uint64_t n, Items items, const Device& device) {
  const Card card = device.card;
  const uint32_t key_bytes = key_bytes_of(items);
  uint32_t best = 0;
  double least = 0;
  for (uint32_t keys : sweep_keys(items, card)) {
    if (keys == 0) continue;
    const uint64_t tiles = in_blocks(n, tile_threads * keys),
                   at_once = 2 * uint64_t{device.processors};
    const double waves = tiles <= 4 * at_once
                             ? static_cast<double>(in_blocks(tiles, at_once))
                             : static_cast<double>(tiles) / static_cast<double>(at_once);
    const double cost = waves * (keys + 12);
    if (best == 0 || cost < least || n >= least_wide_counts) best = keys, least = cost;
  }
  const bool few = n < (uint64_t{1} << 22), large_l2 = device.l2_bytes >= least_l2_to_ask;
  const uint32_t tile_bytes = tile_threads * best * (key_bytes + (has_values(items) ? 4 : 0));
  const bool asks = tile_bytes >= least_bytes_to_ask;
  return {
      .keys_per_thread = best,
      .digit_copies = few ? few_digit_copies(key_bytes, card) : max_digit_copies(key_bytes, card),
      .count_blocks = static_cast<uint32_t>(std::min<uint64_t>(
          device.processors, in_blocks(n, uint64_t{count_threads} * 16 / key_bytes))),
      .tiles = in_blocks(n, tile_threads * best),
      .ballots_ask = asks && (large_l2 || items == Items::keys32),
      .atomics_ask = asks && large_l2};
}

/// How buckets are cut: by two partitions of bits1 and bits2 bits, by one if bits2 is 0.
/// Buckets of a fixed capacity hold capacity1 and capacity2 keys, nothing more.
struct Buckets {
  uint32_t bits1, bits2;
  uint32_t capacity1, capacity2;
  uint32_t tile, tiles1;     ///< keys of a tile, tiles of the first partition
  uint32_t tiles_of_bucket;  ///< of the second, in each bucket of the first
  uint32_t slack;  ///< keys beyond its share that a tile of the first may find in a bucket
  bool halves;     ///< the last buckets hold the low 16 bits of their keys
  constexpr uint32_t bits() const { return bits1 + bits2; }
  constexpr uint32_t count() const { return 1u << bits(); }
};

/// Bits of a bucket's number: the fewest, from `least` to 16, that leave a bucket to one block.
constexpr uint32_t bucket_bits(uint64_t n, uint32_t least) {
  uint32_t bits = least;
  while (bits < 16 && n >> bits > mean_bucket) ++bits;
  return bits;
}

/// Buckets of a fixed capacity for n keys: what evenly spread keys need, and 8 deviations. Keys of
/// a stretched range fill 96 % of the buckets and more, so a bucket has 1.045 of its share.
/// Nothing: there are too many keys.
constexpr std::optional<Buckets> fixed_capacity_of(uint64_t n, Items items, const Device& device) {
  if (has_values(items) || sizes_of(device.card).bytes_of_thread == 0) return {};
  const uint32_t key_bytes = key_bytes_of(items);
  const uint32_t tile = tile_threads * partition_keys(key_bytes, device.card);
  constexpr uint64_t most = bucket_threads * 16 - 32;  // and what lies before it in 16 bytes
  const uint32_t bits = bucket_bits(n, 8);
  if ((n >> bits) + 8 * square_root(n >> bits) > most) return {};
  Buckets b{.bits2 = bits == 8 ? 0 : bits / 2, .tile = tile};
  b.bits1 = bits - b.bits2;
  const auto share = [&](uint32_t of) { return (n * 1045 / 1000 >> of) + 1; };
  b.capacity2 = static_cast<uint32_t>(
      std::min(most, (share(bits) + 8 * square_root(share(bits)) + 63) / 32 * 32));
  const uint64_t first = share(b.bits1), deviations = 8 * square_root(first) + 64;
  b.tiles_of_bucket = static_cast<uint32_t>(in_blocks(first + deviations, tile));
  b.capacity1 = b.bits2 == 0 ? b.capacity2 : b.tiles_of_bucket * tile;
  b.tiles1 = static_cast<uint32_t>(in_blocks(n, tile));
  b.slack =
      static_cast<uint32_t>((uint64_t{4} * 2 * device.processors * tile >> b.bits1) + deviations);
  b.halves = key_bytes == 4 && bits == 16;
  return b;
}

/// Buckets that are counted first: 65,536 of keys of 32 bits, or such of pairs as a block sorts.
constexpr std::optional<Buckets> counted_of(uint64_t n, Items items, Card card) {
  if (card != Card::large || items == Items::keys64) return {};
  const bool pairs = has_values(items);
  if (n < (pairs ? least_pairs : least_to_count) || n > max_to_count) return {};
  const uint32_t bits = pairs ? bucket_bits(n, pairs_bits) : 16;
  if (pairs && n >> bits > mean_bucket) return {};
  const uint32_t tile =
      tile_threads * (pairs ? max_sweep_keys(items, card) : partition_keys(4, card));
  return Buckets{.bits1 = bits - bits / 2,
                 .bits2 = bits / 2,
                 .tile = tile,
                 .tiles1 = static_cast<uint32_t>(in_blocks(n, tile))};
}

enum class Algorithm : uint32_t {
  small,           ///< one block
  one_sweep,       ///< least significant digit first
  fixed_capacity,  ///< the hybrid: buckets of a fixed capacity
  counted          ///< the hybrid: buckets whose sizes are counted first
};

/// Everything that is decided before the first launch.
struct LaunchPlan {
  Algorithm algorithm;
  uint32_t items_per_thread;  ///< the small sort
  Sweep sweep;                ///< one-sweep, and what stands in where a hybrid cannot sort
  Buckets buckets;
  bool clears;  ///< the look clears the tables of `sweep`
  bool counts;  ///< the launch that places buckets counts for it, if need be
  uint64_t scratch_bytes;
};

/// Rounded up to a multiple of 256 bytes.
constexpr uint64_t align_up(uint64_t bytes) { return (bytes + 255) / 256 * 256; }

/// Words of one-sweep's counts and look-back.
constexpr uint64_t sweep_words(Items items, const Sweep& sweep) {
  return sweep_counts + sweep.tiles * 256 * key_bytes_of(items);
}

/// Device memory that a way takes besides input and output, tables and all. What stands in for a
/// hybrid takes the same memory again, but for the hybrid's plan.
inline constexpr uint64_t plan_bytes = 18688;
constexpr uint64_t scratch_of_sweep(uint64_t n, Items items, const Sweep& sweep) {
  return plan_bytes + align_up(sweep_words(items, sweep) * count_bytes(n)) +
         align_up(n * key_bytes_of(items)) + (has_values(items) ? align_up(n * 4) : 0);
}
constexpr uint64_t scratch_of_look(Items items) {
  return plan_bytes + align_up(max_samples * key_bytes_of(items));
}
constexpr uint64_t scratch_of_fixed_capacity(uint64_t n, Items items, const Buckets& b,
                                             const Sweep& sweep) {
  const uint64_t key_bytes = key_bytes_of(items), count = b.count();
  const uint64_t cleared = n > max_cleared_by_look ? 0 : align_up(sweep_words(items, sweep) * 4);
  const uint64_t first =
      b.bits2 == 0 ? 0 : align_up((uint64_t{b.capacity1} << b.bits1) * key_bytes);
  return scratch_of_look(items) + cleared + align_up(256 * 4) + align_up(count * 4) +
         align_up((count + 1) * 4) + first +
         align_up(count * b.capacity2 * (b.halves ? 2 : key_bytes));
}
constexpr uint64_t scratch_of_counted(uint64_t n, Items items, const Buckets& b) {
  const uint64_t tiles2 = n / b.tile + (1u << b.bits1), count = b.count();
  const uint64_t states =
      has_values(items) ? align_up(b.tiles1 * 1024) + align_up(tiles2 * 1024) : 0;
  return scratch_of_look(items) + align_up(256 * 4) + 2 * align_up(count * 4) +
         align_up((count + 1) * 4) + align_up(tiles2 * 4) + align_up(count * 4) + align_up(n * 4) +
         (has_values(items) ? align_up(n * 4) : 0) + states;
}

/// hybrid: the way of the hybrid, which takes the small sort or one-sweep where those are faster;
/// else one-sweep. `memory`: scratch bytes there are; a way that does not fit is not taken.
constexpr LaunchPlan launches_for(uint64_t n, Items items, bool hybrid, const Device& device,
                                  uint64_t memory = ~uint64_t{0}) {
  LaunchPlan l{.algorithm = Algorithm::one_sweep, .sweep = sweep_of(n, items, device)};
  const uint64_t of_sweep = l.scratch_bytes = scratch_of_sweep(n, items, l.sweep);
  if (!hybrid) return l;
  for (uint32_t items_per_thread : small_items) {
    const bool third = items_per_thread == 3 && items != Items::keys64;
    if (n > 1024 * items_per_thread || third) continue;
    if (small_bytes(items, items_per_thread) > sizes_of(device.card).shared) break;
    l.algorithm = Algorithm::small;
    l.items_per_thread = items_per_thread;
    l.scratch_bytes = 0;
    return l;
  }
  if (const auto fixed = fixed_capacity_of(n, items, device)) {
    const uint64_t bytes = std::max(of_sweep, scratch_of_fixed_capacity(n, items, *fixed, l.sweep));
    if (bytes <= memory) {
      l.algorithm = Algorithm::fixed_capacity;
      l.buckets = *fixed;
      l.scratch_bytes = bytes;
      l.clears = n <= max_cleared_by_look;
      l.counts = items == Items::keys32 && n >= least_to_count_ahead && n <= max_to_count_ahead;
      return l;
    }
  }
  if (const auto counted = counted_of(n, items, device.card)) {
    const uint64_t bytes = std::max(of_sweep, scratch_of_counted(n, items, *counted));
    if (bytes <= memory) {
      l.algorithm = Algorithm::counted;
      l.buckets = *counted;
      l.scratch_bytes = bytes;
    }
  }
  return l;
}

/// One line for people: "256 buckets of capacity 4,864, …".
std::string text_of(const LaunchPlan& launches);

constexpr uint32_t needed_shared(Card card) {
  uint32_t most = std::max(all_digits_bytes(4, max_digit_copies(4, card)),
                           all_digits_bytes(8, max_digit_copies(8, card)));
  for (Items items : all_items)
    most = std::max(most, sweep_bytes(key_bytes_of(items), max_sweep_keys(items, card), 8));
  for (Items items : all_items)
    for (uint32_t each : small_items)
      if (small_bytes(items, each) <= sizes_of(card).shared)
        most = std::max(most, small_bytes(items, each));
  if (card == Card::small) return most;
  for (uint32_t bytes : {4u, 8u})
    most =
        std::max({most, partition_bytes(bytes, partition_keys(bytes, card)), bucket_bytes(bytes)});
  if (card == Card::middle) return most;
  return std::max({most, pairs_bytes, top_bits_bytes(16), crowded_bytes,
                   counting_bytes(counting_capacity(max_to_count))});
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
