/// The launcher of one-sweep. Counts have 64 bits where a word of 32 could not hold them beside its
/// flag.
#pragma once

#include "sweep_launches.cuh"

namespace radix::sweep {

/// Its scratch memory: counts, plan and look-back are cleared together.
template <class Key, class Value, class Count>
struct SweepBuffers {
  SweepBuffers(ScratchAllocator& scratch, uint64_t n, uint64_t tiles, uint32_t places,
               bool cleared) {
    counts = scratch.take_last<Count>(sweep_counts + tiles * 256 * sizeof(Key));
    plan = reinterpret_cast<SweepPlan*>(counts + 8 * 256);
    tile_states = counts + sweep_counts;
    keys = scratch.take<Key>(n);
    if constexpr (sizeof(Value) == 4) values = scratch.take<Value>(n);
    if (!cleared)
      check(cudaMemsetAsync(counts, 0, (sweep_counts + tiles * 256 * places) * sizeof(Count)),
            "clearing counts and look-back");
  }
  Key* keys;
  Value* values = nullptr;
  Count *counts, *tile_states;
  SweepPlan* plan;
};
static_assert(sizeof(SweepPlan) <= (sweep_counts - 8 * 256) * sizeof(uint32_t));

template <class Key, class Value, class Count, Ranks ranks, Card card, uint32_t keys_per_thread>
void launch_one_sweep(const Work& work, StandIn how) {
  constexpr bool pairs = sizeof(Value) == sizeof(uint32_t);
  constexpr uint32_t key_bytes = sizeof(Key), most = max_digit_copies(key_bytes, card),
                     few = few_digit_copies(key_bytes, card);
  using Tile = SweepTile<Key, Value, Count, tile_threads, keys_per_thread>;
  static_assert(sizeof(Tile) == sweep_bytes(key_bytes, keys_per_thread, sizeof(Count)));
  const Sweep& sweep = work.launches.sweep;
  const uint32_t places = (work.bits + 7) / 8;
  ScratchAllocator scratch(work.scratch);
  const SweepBuffers<Key, Value, Count> b(scratch, work.n, sweep.tiles, places, how.cleared);
  const PassBuffers<Key> keys{static_cast<const Key*>(work.arrays.keys), b.keys,
                              static_cast<Key*>(work.arrays.sorted_keys)};
  PassBuffers<Value> values{};
  if constexpr (pairs) values = {work.arrays.values, b.values, work.arrays.sorted_values};

  const auto n = static_cast<Count>(work.n);
  if (!how.counted) {
    const auto count = sweep.digit_copies == most
                           ? count_and_plan<Key, Count, count_threads, most, pairs>
                           : count_and_plan<Key, Count, count_threads, few, pairs>;
    const uint32_t count_bytes = all_digits_bytes(key_bytes, sweep.digit_copies);
    allow_shared(count, count_bytes);
    queue({.overlaps = how.cleared && work.overlaps}, count, sweep.count_blocks, count_threads,
          count_bytes, keys.input, n, b.counts, b.plan);
  }
  const auto pass = one_sweep<Key, Value, Count, tile_threads, keys_per_thread, ranks>;
  allow_shared(pass, sizeof(Tile));
  const bool asks = ranks == Ranks::ballots ? sweep.ballots_ask : sweep.atomics_ask;
  for (uint32_t p = 0; p < places; ++p)
    queue({.overlaps = work.overlaps}, pass, sweep.tiles, tile_threads, sizeof(Tile), keys, values,
          n, p, b.counts, b.tile_states + p * sweep.tiles * 256, b.plan, asks ? work.processors : 0,
          work.force_rerank);
}

template <class Key, class Value, Ranks ranks>
void one_sweep_sort(const Work& work, StandIn how) {
  constexpr Items items = sizeof(Value) == 4 ? Items::pairs
                          : sizeof(Key) == 4 ? Items::keys32
                                             : Items::keys64;
  with_sizes_of(work.card, [&]<Card card>() {
    if (work.n >= least_wide_counts)
      return launch_one_sweep<Key, Value, uint64_t, ranks, card, max_sweep_keys(items, card)>(work,
                                                                                              how);
    constexpr std::array<uint32_t, 5> keys = sweep_keys(items, card);
    const auto launch = [&]<uint32_t keys_per_thread>() {
      if constexpr (keys_per_thread > 0)
        launch_one_sweep<Key, Value, uint32_t, ranks, card, keys_per_thread>(work, how);
    };
    with_number<keys[0], keys[1], keys[2], keys[3], keys[4]>(work.launches.sweep.keys_per_thread,
                                                             launch);
  });
}

}  // namespace radix::sweep
