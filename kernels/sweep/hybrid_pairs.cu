/// The hybrid for pairs: two stable partitions (one_sweep.cuh), then buckets in shared memory.
#include "hybrid.inl"

namespace radix::sweep {

namespace {

template <Card card>
bool launch_hybrid_of_pairs(const Work& work) {
  using Key = uint32_t;
  constexpr int threads = tile_threads, keys_per_thread = sweep_keys(4, true, card);
  constexpr Order order = Order::unsigned_bits;
  using Bits = Code_of_bits<Key>;
  using Tile = SweepTile<Key, Key, uint32_t, threads, keys_per_thread>;
  using Words = BucketTile<Key, bucket_threads>;
  using Bucket = PairsTile<bucket_threads>;
  static_assert(sizeof(Bucket) == pairs_bytes(bucket_threads));
  constexpr Ranks ranks = Ranks::ballots;
  if (work.n < least_pairs || work.n >= most_to_sort(card)) return false;
  // Buckets read and write values 16 bytes at a time
  if (reinterpret_cast<std::uintptr_t>(work.arrays.sorted_values) % 16 != 0) return false;
  const auto n = static_cast<uint32_t>(work.n);
  const uint32_t bits = bucket_bits(n, place_bits, sizes_of(card).bucket_bits), bins = 1u << bits;
  if (n >> bits > mean_bucket) return false;
  const uint32_t bits2 = bits / 2, bits1 = bits - bits2, tiles = blocks_for(n, Tile::size);

  const auto part1 = stable_partition<Key, Key, order, uint32_t, threads, keys_per_thread, ranks,
                                      false>;
  const auto part2 = stable_partition<Key, Key, order, uint32_t, threads, keys_per_thread, ranks,
                                      true>;
  const auto bucket = sort_bucket_of_pairs<Bits, bucket_threads, 4>;
  allow_shared(part1, sizeof(Tile));
  allow_shared(part2, sizeof(Tile));
  allow_shared(bucket, sizeof(Bucket));
  Pieces pieces(work.scratch);
  auto* between = pieces.take<Key>(n);
  auto* values_between = pieces.take<uint32_t>(n);
  const HybridTables b(pieces, n);
  const std::size_t words = std::size_t{tiles + (1u << bits1)} * 256;
  auto* told = pieces.take<uint32_t>(2 * words);
  uint32_t* tickets = b.counts + 65536 + 32;  // cleared with the counts
  const auto* in = static_cast<const Key*>(work.arrays.keys);
  auto* out = static_cast<Key*>(work.arrays.sorted_keys);

  if (!look_and_count(work, in, b, bits)) return false;
  check(cudaMemsetAsync(told, 0, 2 * words * sizeof(uint32_t)), "clearing the look-back");
  plan_buckets<1024><<<(bins + 1023) / 1024, 1024>>>(
      b.counts, bins, bits2, Tile::size, Words::capacity, n, 32 - bits, Words::window, 1, b.starts,
      b.cursors1, b.cursors2, b.tile_bucket, b.plan, work.words.device);
  part1<<<tiles, threads, sizeof(Tile)>>>(in, between, work.arrays.values, values_between, n,
                                          32 - bits1, bits1, b.cursors1, told, tickets, Tiles{},
                                          work.processors, false, tickets + 2, &b.plan->hybrid);
  part2<<<n / Tile::size + (1u << bits1), threads, sizeof(Tile)>>>(
      between, out, values_between, work.arrays.sorted_values, n, 32 - bits, bits2, b.starts,
      told + words, tickets + 1, Tiles{b.starts, b.tile_bucket}, work.processors, false,
      tickets + 2, &b.plan->hybrid);
  bucket<<<bins, bucket_threads, sizeof(Bucket)>>>(out, work.arrays.sorted_values, b.starts,
                                                   b.plan);
  return was_hybrid(work);
}

}  // namespace

bool hybrid_sort_of_pairs(const Work& work) {
  return with_sizes_of(work.card, [&]<Card card>() -> bool {
    if constexpr (card == Card::small)
      return false;
    else
      return launch_hybrid_of_pairs<card>(work);
  });
}

}  // namespace radix::sweep
