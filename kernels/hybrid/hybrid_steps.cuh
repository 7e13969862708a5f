/// 13.6 The hybrid: from the highest digit, where order inside a bucket is free
///
/// Equal keys without values cannot be told apart, so who comes first among them is nobody's
/// business. Then the highest digits go first, and inside a bucket any order will do: no ranks, no
/// ballots, no look-back. A key's place is what a shared atomic happens to give it, a tile's places
/// are what it takes from the bucket's cursor with one global atomic.
///     count       both highest digits of every key, in one read
///     plan        add them up: every final bucket is known before a key moves. If the largest does
///                 not fit into a block, one-sweep sorts instead, and nothing has been moved yet
///     partition   by the first digit, then, inside each bucket, by the second
///     buckets     a block loads one and sorts it by the bits that are left
///
/// The chapter's 16 keys, two digits of one bit, blocks of 8 threads:
///     buckets of bits 3 and 2     00: 3 0   01: 6 5 6 4 7   10: 9 8 10 9 11 10   11: 12 15 13
///     they begin at                   0          2                7                 13
/// A bucket has six keys at most, so a block sorts it. With blocks of 4 it would not fit.
///
/// However the tiles and threads arrive, the keys come out the same: only equal ones can have
/// changed places. Two moves of every key, from 16 bits of buckets on, and one more in shared
/// memory: that is why the fast version leaves every stable sort behind.
#pragma once

#include "hybrid_family.hpp"
#include "kernels/onesweep/one_sweep_steps.cuh"

namespace radix::hybrid::inline KERNELS {

using onesweep::DeviceArray;
using onesweep::Show;
using onesweep::TileSlots;

/// counts: a word a bucket of both digits, cleared before.
__global__ void count_two_digits(View<const Key> keys, View<uint32_t> counts, uint32_t n,
                                 Digit first, Digit second, Show show) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const uint32_t high = digit_of(keys[i], first), low = digit_of(keys[i], second);
    atomicAdd(&counts[high << second.bits | low], 1u);
  }
  show("two_digit_counts");
}

/// Where the buckets of both digits begin, the cursors of both partitions, and the largest bucket.
/// One thread: buckets are about as many as keys here, and the fast version has blocks for them.
__global__ void plan_buckets(View<const uint32_t> counts, View<uint32_t> begins,
                             View<uint32_t> first_cursors, View<uint32_t> second_cursors,
                             View<uint32_t> verdict, uint32_t buckets, uint32_t second_bits,
                             Show show) {
  uint32_t begin = 0, largest = 0;
  for (uint32_t b = 0; b < buckets; ++b) {
    const uint32_t count = counts[b];
    begins[b] = begin;
    second_cursors[b] = begin;
    if ((b & ((1u << second_bits) - 1)) == 0) first_cursors[b >> second_bits] = begin;
    begin += count;
    largest = max(largest, count);
  }
  begins[buckets] = begin;
  show("bucket_begins");
  verdict[0] = largest;
  show("largest_bucket", 0, largest);
}

/// What a partition works on: buckets that are there already, and the digit that cuts them.
struct Parents {
  uint32_t count;
  uint32_t step;   ///< final buckets of each
  Digit digit;
};

/// The tile of this block: parent j has the blocks from floor(begin / tile) + j on. Some find no
/// keys.
__device__ inline TileSlots tile_of_parent(View<const uint32_t> begins, const Parents& parents,
                                           uint32_t keys_per_thread, uint32_t* parent) {
  const uint32_t most = blockDim.x * keys_per_thread, block = blockIdx.x;
  uint32_t j = 0;
  while (j + 1 < parents.count && begins[(j + 1) * parents.step] / most + j + 1 <= block) ++j;
  const uint32_t begin = begins[j * parents.step], end = begins[(j + 1) * parents.step];
  const uint32_t first = min(end, begin + (block - begin / most - j) * most);
  *parent = j;
  return {first, min(most, end - first), keys_per_thread};
}

/// Cuts every parent by a digit. cursors: for each parent and digit where its next key goes.
__global__ void partition_tiles(View<const Key> keys, View<Key> output,
                                View<const uint32_t> begins, View<uint32_t> cursors,
                                Parents parents, uint32_t keys_per_thread, Arrival arrival,
                                Show show) {
  const uint32_t buckets = parents.digit.buckets(), t = threadIdx.x;
  SharedMemory shared;
  auto sorted = shared.array<Key>(blockDim.x * keys_per_thread);
  auto counters = shared.array<uint32_t>(buckets);
  auto begin_in_tile = shared.array<uint32_t>(buckets);
  auto to_output = shared.array<uint32_t>(buckets);
  Key mine[max_keys_per_thread];
  uint32_t ranks[max_keys_per_thread] = {}, slots[max_keys_per_thread] = {}, parent = 0;
  const TileSlots tile = tile_of_parent(begins, parents, keys_per_thread, &parent);

  for (uint32_t d = t; d < buckets; d += blockDim.x) counters[d] = 0;
  for (uint32_t c = 0; c < keys_per_thread; ++c)
    mine[c] = tile.has(c) ? keys[tile.index(c)] : Key{};
  __syncthreads();

  // Whoever comes first gets the first place: any order is right
  const bool overtaken = arrival == Arrival::last_first;
  for (uint32_t p = t + 1; overtaken && p < blockDim.x; ++p) spin_pause();
  for (uint32_t c = 0; c < keys_per_thread; ++c)
    ranks[c] = tile.has(c) ? atomicAdd(&counters[digit_of(mine[c], parents.digit)], 1u) : 0;
  show("arrived_as", tile, ranks);
  __syncthreads();

  // So do tiles: one atomic a digit takes places for all keys of the tile
  const bool tiles_overtake = overtaken && gridDim.x <= onesweep::most_overtaking;
  for (uint32_t p = blockIdx.x; tiles_overtake && p < gridDim.x; ++p) spin_pause();
  for (uint32_t d = t; d < buckets; d += blockDim.x) {
    const uint32_t count = counters[d];
    show.some("tile_counts", d * gridDim.x + blockIdx.x, count);
    to_output[d] = atomicAdd(&cursors[parent * buckets + d], count);
    show.some("reserved", d * gridDim.x + blockIdx.x, to_output[d], 1);
  }
  show.end_rounds(2);
  for (uint32_t d = 0, begin = 0; t == 0 && d < buckets; ++d) {
    begin_in_tile[d] = begin;
    begin += counters[d];
  }
  __syncthreads();

  // Run by run in shared memory, so that neighbours write neighbours
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    if (tile.has(c)) sorted[begin_in_tile[digit_of(mine[c], parents.digit)] + ranks[c]] = mine[c];
  }
  __syncthreads();
  for (uint32_t c = 0; c < keys_per_thread; ++c)
    if (tile.has(c)) mine[c] = sorted[tile.place(c)];
  show("local_keys", tile, mine);

  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    const uint32_t d = tile.has(c) ? digit_of(mine[c], parents.digit) : 0;
    slots[c] = tile.has(c) ? to_output[d] + tile.place(c) - begin_in_tile[d] : 0;
  }
  show("destination", tile, slots);
  for (uint32_t c = 0; c < keys_per_thread; ++c)
    if (tile.has(c)) output[slots[c]] = mine[c];
  show("output");
}

/// A block a bucket: every key counts those that belong before it.
__global__ void sort_buckets(View<const Key> keys, View<Key> output, View<const uint32_t> begins,
                             KeyCode code, Show show) {
  SharedMemory shared;
  auto bucket = shared.array<Key>(blockDim.x);
  const uint32_t begin = begins[blockIdx.x], size = begins[blockIdx.x + 1] - begin;
  const uint32_t t = threadIdx.x;
  const bool has = t < size;
  const uint32_t i = has ? begin + t : nobody;
  const Key mine = has ? keys[i] : Key{};
  bucket[t] = mine;
  __syncthreads();

  // Of equal keys the one that stands first goes first, so that no two have one place
  uint32_t before = 0;
  for (uint32_t other = 0; has && other < size; ++other) {
    const uint32_t theirs = ordered_of(bucket[other], code), own = ordered_of(mine, code);
    before += theirs < own || (theirs == own && other < t) ? 1 : 0;
  }
  show("bucket_rank", i, before);
  show("destination", i, begin + before);
  if (has) output[begin + before] = mine;
  show("output");
}

/// Count, plan, then two partitions and the buckets' own sort, or one-sweep.
inline void sort_by_buckets(Run& run) {
  const uint32_t n = run.size(), threads = run.threads(), most = run.keys_per_block();
  if (n == 0) return;
  const Plan plan = digits_of(run.problem());
  const uint32_t buckets = plan.buckets();
  DeviceArray<uint32_t> counts(run, "two_digit_counts", buckets);
  DeviceArray<uint32_t> begins(run, "bucket_begins", buckets + 1);
  Buffer<uint32_t> first_cursors(plan.first.buckets(), "the first digit's cursors"),
      second_cursors(buckets, "the second digit's cursors"), verdict(1, "the plan's verdict");
  counts.clear();

  run.begin_pass(0);
  run.launch<count_two_digits>((n + threads - 1) / threads, threads)(run.input(), counts, n,
                                                                     plan.first, plan.second);
  run.launch<plan_buckets>(1, 1)(counts, begins, first_cursors, second_cursors, verdict, buckets,
                                 plan.second.bits);
  if (run.read_back(verdict) > plan.capacity) return onesweep::sort_by_one_sweep(run);

  uint32_t part = 0;
  const auto partition = [&](Parents parents, Buffer<uint32_t>& cursors, uint32_t blocks) {
    const std::size_t bytes =
        most * sizeof(Key) + 3 * std::size_t{parents.digit.buckets()} * sizeof(uint32_t);
    if (part++ > 0) run.begin_pass(part - 1);
    run.launch<partition_tiles>(blocks, threads, bytes)(
        run.input(), run.output(), begins, cursors, parents, run.keys_per_thread(),
        run.settings().arrival);
    run.end_pass();
  };
  partition({1, buckets, plan.first}, first_cursors, run.blocks());
  if (plan.second.bits > 0)
    partition({plan.first.buckets(), plan.second.buckets(), plan.second}, second_cursors,
              n / most + plan.first.buckets());
  if (plan.rest == 0) return;
  run.begin_pass(part);
  run.launch<sort_buckets>(buckets, threads, threads * sizeof(Key))(run.input(), run.output(),
                                                                    begins, run.code());
  run.end_pass();
}

}  // namespace radix::hybrid::inline KERNELS
