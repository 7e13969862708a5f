/// The launcher of the hybrid for bare keys: look and first partition are queued at once, then the
/// host asks what the sample says, and where that is not "even" another sort follows.
#pragma once

#include "counted.cuh"
#include "special.cuh"
#include "sweep_launches.cuh"

namespace radix::sweep {

/// Asks what the sample says, where that is known soon enough: is the rest worth queueing?
inline bool goes_on(const Work& work) {
  if (work.n < least_to_ask_first) return true;
  work.before_waiting();
  return spread_said(work, word_of_look) == Spread::even;
}

/// Queues the sort by buckets of a fixed capacity.
template <class Key, Card card>
void queue_fixed_capacity(const Work& work) {
  constexpr uint32_t key_bytes = sizeof(Key), top = 8 * key_bytes;
  constexpr int threads = tile_threads, keys_per_thread = partition_keys(key_bytes, card);
  constexpr bool narrow = key_bytes == 4;
  using Tile = PartitionTile<Key, threads, keys_per_thread>;
  using Bucket = BucketTile<Key, bucket_threads>;
  using Halves = HalvesTile<halves_threads>;
  static_assert(sizeof(Tile) == partition_bytes(key_bytes, keys_per_thread));
  static_assert(sizeof(Bucket) == bucket_bytes(key_bytes) && sizeof(Halves) == halves_bytes);
  const Buckets& b = work.launches.buckets;
  const auto n = static_cast<uint32_t>(work.n);
  ScratchAllocator scratch(work.scratch);
  Plan* plan = scratch.plan;
  Cursors cleared{};
  if (work.launches.clears) {
    const Items items = narrow ? Items::keys32 : Items::keys64;
    cleared.count = static_cast<uint32_t>(sweep_words(items, work.launches.sweep));
    cleared.words = scratch.take_last<uint32_t>(cleared.count);  // where one-sweep looks for them
  }
  auto* cursors1 = scratch.take<uint32_t>(256);
  auto* cursors = scratch.take<uint32_t>(b.count());
  auto* starts = scratch.take<uint32_t>(b.count() + 1);
  const auto* in = static_cast<const Key*>(work.arrays.keys);
  auto* out = static_cast<Key*>(work.arrays.sorted_keys);
  const uint32_t ahead = work.processors * 3 / 4;

  // A factor leaves 2^9 values to each bucket at least, so that buckets fill alike
  const Expected expected{.max_of_bin = 1,
                          .bucket_bits = b.bits(),
                          .max_factor = uint64_t{1} << (std::min(top - b.bits(), 62u) - 9),
                          .equal_share_a_bin = true,
                          .bare = true};
  queue_look<Key>(work, scratch, {cursors1, b.bits2 ? 1u << b.bits1 : 0, b.capacity1},
                  {cursors, b.count(), b.capacity2}, cleared, expected);

  const auto first = partition_by_capacity<Key, Key, threads, keys_per_thread, 2, false>;
  allow_shared(first, sizeof(Tile));
  Key* buckets1 = b.bits2 ? scratch.take<Key>(uint64_t{b.capacity1} << b.bits1) : nullptr;
  void* buckets =
      b.halves ? static_cast<void*>(scratch.take<uint16_t>(uint64_t{b.count()} * b.capacity2))
               : scratch.take<Key>(uint64_t{b.count()} * b.capacity2);
  queue_after(work, first, b.tiles1, threads, sizeof(Tile), in,
              b.bits2 ? buckets1 : static_cast<Key*>(buckets), n, top - b.bits1, b.bits1,
              b.bits2 ? cursors1 : cursors, b.capacity1, b.slack, nullptr, 0, 0, ahead, plan);
  if (!goes_on(work)) return;
  const auto cut = [&](auto second, auto* to) {
    allow_shared(second, sizeof(Tile));
    queue_after(work, second, uint64_t{b.tiles_of_bucket} << b.bits1, threads, sizeof(Tile),
                buckets1, to, n, top - b.bits(), b.bits2, cursors, b.capacity2, 0, cursors1,
                b.capacity1, b.tiles_of_bucket, ahead, plan);
  };
  const auto places = [&] {
    const Answer answer = answer_in(work, word_of_places);
    const uint32_t rest_bits = top - b.bits();
    if constexpr (narrow) {
      if (work.launches.counts) {
        const Sweep& sweep = work.launches.sweep;
        const auto place = place_buckets_or_count<Key, count_threads, few_digit_copies(4, card)>;
        return queue_after(work, place, sweep.count_blocks, count_threads,
                           all_digits_bytes(4, sweep.digit_copies), cursors, b.count(), b.capacity2,
                           n, rest_bits, starts, plan, answer, in, cleared.words,
                           reinterpret_cast<SweepPlan*>(cleared.words + 8 * 256));
      }
    }
    queue_after(work, place_buckets<1024>, in_blocks(b.count(), 1024), 1024, 0, cursors, b.count(),
                b.capacity2, n, rest_bits, starts, plan, answer);
  };
  // The answer comes while the partition runs. If it is another one, no launch stands between the
  // count and the passes
  const auto placed_and_even = [&] {
    places();
    if (work.n < least_to_ask_last) return true;
    work.before_waiting();
    return spread_said(work, word_of_look) == Spread::even;
  };
  constexpr uint32_t blocks_per_sm = narrow ? 4 : 3;
  const uint32_t buckets_ahead = (narrow ? 2 : 1) * work.processors;
  if constexpr (narrow) {
    if (b.halves) {
      cut(partition_by_capacity<Key, uint16_t, threads, keys_per_thread, 2, true>,
          static_cast<uint16_t*>(buckets));
      if (!placed_and_even()) return;
      const auto sort = sort_bucket_of_halves<halves_threads, 8>;
      allow_shared(sort, sizeof(Halves));
      return queue_after(work, sort, b.count(), halves_threads, sizeof(Halves),
                         static_cast<uint16_t*>(buckets), b.capacity2, out, starts, plan,
                         buckets_ahead);
    }
  }
  if (b.bits2)
    cut(partition_by_capacity<Key, Key, threads, keys_per_thread, 2, true>,
        static_cast<Key*>(buckets));
  if (!placed_and_even()) return;
  const auto sort = sort_bucket<Key, bucket_threads, blocks_per_sm>;
  allow_shared(sort, sizeof(Bucket));
  queue_after(work, sort, b.count(), bucket_threads, sizeof(Bucket), static_cast<Key*>(buckets),
              b.capacity2, out, starts, plan, buckets_ahead);
}

/// The tables of buckets that are counted.
struct CountedTables {
  CountedTables(ScratchAllocator& scratch, const Buckets& b, uint64_t n) {
    tiles2 = static_cast<uint32_t>(n / b.tile + (1u << b.bits1));
    cursors1 = scratch.take<uint32_t>(256);
    counts = scratch.take<uint32_t>(b.count());
    cursors2 = scratch.take<uint32_t>(b.count());
    starts = scratch.take<uint32_t>(b.count() + 1);
    tile_bucket = scratch.take<uint32_t>(tiles2);
    crowded = scratch.take<uint32_t>(b.count());
  }
  uint32_t tiles2;
  uint32_t *cursors1, *counts, *cursors2, *starts, *tile_bucket, *crowded;
};

/// Queues look, count and plan. False: the sample says that another sort is to follow.
template <class Key>
bool queue_counts(const Work& work, ScratchAllocator& scratch, const CountedTables& t,
                  uint32_t capacity, uint32_t window, uint32_t max_a_bin, bool equal_share_a_bin) {
  const Buckets& b = work.launches.buckets;
  Plan* plan = scratch.plan;
  queue_look<Key>(work, scratch, {t.counts, b.count(), 0}, {}, {},
                  {.max_of_bin = 1,
                   .bucket_bits = b.bits(),
                   .max_factor = 0,
                   .equal_share_a_bin = equal_share_a_bin,
                   .bare = equal_share_a_bin});
  const auto count = count_top_bits<count_threads>;
  allow_shared(count, top_bits_bytes(b.bits()));
  queue_after(work, count, work.processors, count_threads, top_bits_bytes(b.bits()),
              static_cast<const Key*>(work.arrays.keys), work.n, 32 - b.bits(), b.count(), t.counts,
              plan);
  if (!goes_on(work)) return false;
  queue_after(work, plan_buckets<1024>, in_blocks(b.count(), 1024), 1024, 0, t.counts, b.count(),
              b.bits2, b.tile, capacity, static_cast<uint32_t>(work.n), 32 - b.bits(), window,
              max_a_bin, t.starts, t.cursors1, t.cursors2, t.tile_bucket, plan,
              answer_in(work, word_of_places));
  return true;
}

/// Queues the sort by counted buckets.
template <class Key>
void queue_counted(const Work& work) {
  static_assert(sizeof(Key) == 4);
  constexpr int threads = tile_threads, keys_per_thread = partition_keys(4, Card::large);
  using Tile = PartitionTile<Key, threads, keys_per_thread>;
  const Buckets& b = work.launches.buckets;
  const auto n = static_cast<uint32_t>(work.n);
  ScratchAllocator scratch(work.scratch);
  Plan* plan = scratch.plan;
  const CountedTables t(scratch, b, work.n);
  auto* between = scratch.take<Key>(work.n);
  const auto* in = static_cast<const Key*>(work.arrays.keys);
  auto* out = static_cast<Key*>(work.arrays.sorted_keys);
  const uint32_t capacity = counting_capacity(work.n);
  if (!queue_counts<Key>(work, scratch, t, capacity, 16, 4, true)) return;

  const auto part = partition_into_buckets<threads, keys_per_thread, 2>;
  const auto counting = sort_bucket_by_counting<counting_threads, 4, 2>;
  const auto crowded = sort_crowded_bucket<count_threads>;
  allow_shared(part, sizeof(Tile));
  allow_shared(counting, counting_bytes(capacity));
  allow_shared(crowded, crowded_bytes);
  queue_after(work, part, b.tiles1, threads, sizeof(Tile), in, between, n, 32 - b.bits1, b.bits1,
              t.cursors1, t.starts, nullptr, work.processors, plan);
  queue_after(work, part, t.tiles2, threads, sizeof(Tile), between, out, n, 32 - b.bits(), b.bits2,
              t.cursors2, t.starts, t.tile_bucket, work.processors, plan);
  queue_after(work, counting, b.count(), counting_threads, counting_bytes(capacity), out, t.starts,
              plan, t.crowded);
  queue_after(work, crowded, work.processors, count_threads, crowded_bytes, out, t.starts, plan,
              t.crowded);
}

/// The sample stands in order: copies the keys. False: they do not.
template <class Key, bool pairs>
bool copy_in_order(const Work& work, bool backwards) {
  constexpr int threads = 512;
  Plan* plan = ScratchAllocator(work.scratch).plan;
  const auto copy = backwards ? copy_if_in_order<Key, true, pairs, threads>
                              : copy_if_in_order<Key, false, pairs, threads>;
  queue_after(work, copy, 4 * work.processors, threads, 0,
              static_cast<const Key*>(work.arrays.keys), static_cast<Key*>(work.arrays.sorted_keys),
              work.arrays.values, work.arrays.sorted_values, work.n, plan);
  queue_after(work, say_order, 1, 1, 0, plan, answer_in(work, word_of_places));
  return spread_said(work, word_of_places) == Spread::ascending;
}

/// Nearly all keys have one of few values. False: not so, and the output has not been written.
template <class Key>
bool sort_few_values(const Work& work) {
  constexpr int threads = 1024;
  ScratchAllocator scratch(work.scratch);
  Plan* plan = scratch.plan;
  const auto most = static_cast<uint32_t>(std::min<uint64_t>(max_others(work.n), 1u << 30));
  auto* others = scratch.take<Key>(most);
  auto* sorted = scratch.take<Key>(most);
  const auto blocks =
      std::min<uint64_t>(2 * work.processors, in_blocks(work.n, 16 / sizeof(Key) * threads));
  const auto write = [&](uint32_t m) {
    queue_after(work, write_few_values<Key, threads>, blocks, threads, 0,
                static_cast<Key*>(work.arrays.sorted_keys), work.n, sorted, m, plan);
  };
  work.words.host[word_of_others] = 0;
  queue_after(work, count_few_values<Key, threads>, blocks, threads, 0,
              static_cast<const Key*>(work.arrays.keys), work.n, others, most, plan,
              work.words.device + word_of_others);
  write(0);
  const uint32_t m = wait_for(work, word_of_others, [](uint32_t said) { return said != 0; }) - 1;
  if (m == 0) return true;
  if (m > most) return false;
  sort(Method::hybrid, sizeof(Key) == 4 ? Items::keys32 : Items::keys64, {others, sorted}, m,
       work.bits, scratch.rest(), work.words, work.before_waiting, work.card);
  write(m);
  return true;
}

template <class Key>
void hybrid_sort(const Work& work) {
  const bool fixed = work.launches.algorithm == Algorithm::fixed_capacity;
  with_sizes_of(work.card, [&]<Card card>() {
    if constexpr (card != Card::small) {
      if (fixed) queue_fixed_capacity<Key, card>(work);
    }
    if constexpr (card == Card::large && sizeof(Key) == 4) {
      if (!fixed) queue_counted<Key>(work);
    }
  });
  work.before_waiting();
  const Spread sample = spread_said(work, word_of_look);
  const Spread found = sample == Spread::even ? spread_said(work, word_of_places) : sample;
  if (found == Spread::even) return;
  if (found == Spread::few_values && sort_few_values<Key>(work)) return;
  const bool ordered = found == Spread::ascending || found == Spread::descending;
  if (ordered && work.n >= least_to_copy &&
      copy_in_order<Key, false>(work, found == Spread::descending))
    return;
  const bool counted =
      fixed && work.launches.counts && found != Spread::few_values && found != Spread::crowded;
  stand_in<Key>(work, {.cleared = work.launches.clears, .counted = counted},
                sample == Spread::skewed || sample == Spread::few_values);
}

}  // namespace radix::sweep
