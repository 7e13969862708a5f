/// The launcher of one-sweep. Counts have 64 bits where a word of 32 could not hold them beside
/// its flag.
#pragma once

#include "sweep_launches.cuh"

namespace radix::sweep {

template <class Key, class Value, class Count, Ranks ranks, Card card>
void launch_one_sweep(const Work& work) {
  constexpr bool pairs = sizeof(Value) == sizeof(uint32_t);
  constexpr Order order = Order::unsigned_bits;
  constexpr int threads = tile_threads, keys_per_thread = sweep_keys(sizeof(Key), pairs, card);
  using Tile = SweepTile<Key, Value, Count, threads, keys_per_thread>;
  static_assert(sizeof(Tile) == sweep_bytes(sizeof(Key), keys_per_thread, sizeof(Count)));
  const auto count = count_all_digits<Key, Code<Key, order>, Count, count_threads,
                                      digit_copies(sizeof(Key), card)>;
  const auto pass = one_sweep<Key, Value, order, Count, threads, keys_per_thread, ranks>;
  constexpr uint32_t count_bytes = all_digits_bytes(sizeof(Key), card);
  allow_shared(count, count_bytes);
  allow_shared(pass, sizeof(Tile));

  Pieces pieces(work.scratch);
  const SweepBuffers<Key, Value, Count> b(pieces, work.n, card);
  const Count n = static_cast<Count>(work.n);
  const uint32_t places = (work.bits + 7) / 8;
  Three<Key> keys{static_cast<const Key*>(work.arrays.keys), b.keys,
                  static_cast<Key*>(work.arrays.sorted_keys)};
  Three<Value> values{};
  if constexpr (pairs) values = {work.arrays.values, b.values, work.arrays.sorted_values};
  check(cudaMemsetAsync(b.counts, 0, sweep_counts * sizeof(Count)), "clearing the counts");
  check(cudaMemsetAsync(b.told, 0, std::size_t{b.tiles} * 256 * places * sizeof(Count)),
        "clearing the look-back");
  count<<<work.processors, count_threads, count_bytes>>>(keys.input, work.n, b.counts);
  plan_sweeps<Count><<<1, 256>>>(b.counts, n, places, b.plan);
  for (uint32_t p = 0; p < places; ++p)
    pass<<<b.tiles, threads, sizeof(Tile)>>>(keys, values, n, p, places, b.counts,
                                             b.told + std::size_t{p} * b.tiles * 256, b.plan,
                                             work.processors, false);
  check(cudaGetLastError(), "starting one-sweep");
}

template <class Key, class Value, Ranks ranks>
void one_sweep_sort(const Work& work) {
  with_sizes_of(work.card, [&]<Card card>() {
    if (work.n < least_wide_counts)
      launch_one_sweep<Key, Value, uint32_t, ranks, card>(work);
    else
      launch_one_sweep<Key, Value, uint64_t, ranks, card>(work);
    return true;
  });
}

}  // namespace radix::sweep
