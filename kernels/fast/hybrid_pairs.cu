/// The launcher of the hybrid for pairs: counted buckets, two stable partitions, buckets in shared
/// memory.
#include "hybrid.inl"
#include "pairs.cuh"

namespace radix::sweep {
namespace {

template <Card card>
void queue_pairs(const Work& work) {
  constexpr int threads = tile_threads, keys_per_thread = max_sweep_keys(Items::pairs, card);
  using Tile = SweepTile<uint32_t, uint32_t, uint32_t, threads, keys_per_thread>;
  using Words = BucketTile<uint32_t, pairs_threads>;
  using Bucket = PairsTile<pairs_threads>;
  static_assert(sizeof(Bucket) == pairs_bytes && place_bits == pairs_bits);
  const Buckets& b = work.launches.buckets;
  const auto n = static_cast<uint32_t>(work.n);
  ScratchAllocator scratch(work.scratch);
  Plan* plan = scratch.plan;
  const CountedTables t(scratch, b, work.n);
  auto* between = scratch.take<uint32_t>(work.n);
  auto* values_between = scratch.take<uint32_t>(work.n);
  auto* tile_states1 = scratch.take<uint32_t>(uint64_t{b.tiles1} * 256);
  auto* tile_states2 = scratch.take<uint32_t>(uint64_t{t.tiles2} * 256);
  const auto* in = static_cast<const uint32_t*>(work.arrays.keys);
  auto* out = static_cast<uint32_t*>(work.arrays.sorted_keys);
  check(
      cudaMemsetAsync(tile_states1, 0,
                      (tile_states2 - tile_states1 + uint64_t{t.tiles2} * 256) * sizeof(uint32_t)),
      "clearing the look-back");
  if (!queue_counts<uint32_t>(work, scratch, t, Words::capacity, Words::window, 1, false)) return;

  const auto part1 = stable_partition<threads, keys_per_thread, false>;
  const auto part2 = stable_partition<threads, keys_per_thread, true>;
  const auto bucket = sort_bucket_of_pairs<pairs_threads, 4>;
  allow_shared(part1, sizeof(Tile));
  allow_shared(part2, sizeof(Tile));
  allow_shared(bucket, sizeof(Bucket));
  queue_after(work, part1, b.tiles1, threads, sizeof(Tile), in, between, work.arrays.values,
              values_between, n, 32 - b.bits1, b.bits1, t.cursors1, tile_states1, &plan->tickets[0],
              Tiles{}, &plan->go);
  queue_after(work, part2, t.tiles2, threads, sizeof(Tile), between, out, values_between,
              work.arrays.sorted_values, n, 32 - b.bits(), b.bits2, t.starts, tile_states2,
              &plan->tickets[1], Tiles{t.starts, t.tile_bucket}, &plan->go);
  queue_after(work, bucket, b.count(), pairs_threads, sizeof(Bucket), out,
              work.arrays.sorted_values, t.starts, plan);
}

}  // namespace

void hybrid_sort_of_pairs(const Work& work) {
  with_sizes_of(work.card, [&]<Card card>() {
    if constexpr (card == Card::large) queue_pairs<card>(work);
  });
  work.before_waiting();
  const Spread sample = spread_said(work, word_of_look);
  if (sample == Spread::even && spread_said(work, word_of_places) == Spread::even) return;
  const bool ordered = sample == Spread::ascending || sample == Spread::descending;
  if (ordered && work.n >= least_to_copy &&
      copy_in_order<uint32_t, true>(work, sample == Spread::descending))
    return;
  one_sweep_sort<uint32_t, uint32_t, Ranks::ballots>(work);
}

}  // namespace radix::sweep
