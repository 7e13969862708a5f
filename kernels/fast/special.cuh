/// Keys that need no sort: they stand in order, or nearly all of them are one value
///
/// The look (rooms.cuh) says what a sample of them seems to be; the kernels here act on it and see
/// whether it is so.
///     in order        copied, until the first pair of neighbours that stands in the wrong order
///     nearly all one  the others are gathered and sorted, and written around the one value
///     few values      each is counted, and written so many times
#pragma once
#include "rooms.cuh"

namespace radix::sweep {

/// Copies keys in order, forwards or backwards, and clears plan->ordered where they are not. Pairs
/// whose keys are equal may not change places: backwards only if the keys descend strictly.
template <class Key, bool backwards, bool pairs, int threads>
__global__ void __launch_bounds__(threads)
    copy_if_in_order(const Key* __restrict__ keys, Key* __restrict__ output,
                     const uint32_t* __restrict__ values, uint32_t* __restrict__ values_out,
                     uint64_t n, Plan* plan) {
  constexpr uint32_t V = Keys<Key>::count, loads = 4;
  begin_after_previous();
  const auto wrong = [](Key left, Key right) {
    return backwards ? (pairs ? left <= right : left < right) : left > right;
  };
  const uint64_t count = n / V, t = uint64_t(blockIdx.x) * threads + threadIdx.x;
  const uint64_t stride = uint64_t(gridDim.x) * threads;
  for (uint64_t base = uint64_t(blockIdx.x) * threads * loads; base < count;
       base += stride * loads) {
    Keys<Key> k[loads];
    Key behind[loads];  // the key behind a warp's, or behind the last vector
    bool bad = !load_relaxed(&plan->ordered);
    const auto is_last = [&](uint64_t i) { return lane_id() == 31 || i + 1 == count; };
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l) {
      const uint64_t i = base + l * threads + threadIdx.x;
      if (i < count) k[l] = read_once(reinterpret_cast<const Keys<Key>*>(keys) + i);
      if (is_last(i) && (i + 1) * V < n) behind[l] = __ldg(keys + (i + 1) * V);
    }
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l) {
      const uint64_t i = base + l * threads + threadIdx.x;
      Key next = __shfl_down_sync(all_lanes, k[l].key[0], 1);  // whoever reads it has a next
      if (i >= count) continue;
      const bool more = (i + 1) * V < n;
      if (is_last(i)) next = behind[l];
      Keys<Key> turned;
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) {
        if (v + 1 < V)
          bad |= wrong(k[l].key[v], k[l].key[v + 1]);
        else
          bad |= more && wrong(k[l].key[v], next);
        turned.key[V - 1 - v] = k[l].key[v];
      }
      if (!backwards)
        write_once(reinterpret_cast<Keys<Key>*>(output) + i, k[l]);
      else if (n % V == 0)
        write_once(reinterpret_cast<Keys<Key>*>(output) + (count - 1 - i), turned);
      else
        for (uint32_t v = 0; v < V; ++v) output[n - 1 - (i * V + v)] = k[l].key[v];
    }
    if (__any_sync(all_lanes, bad)) {
      if (lane_id() == 0) plan->ordered = 0;
      return;
    }
  }
  if (t < n % V) {
    const uint64_t i = count * V + t;
    output[backwards ? n - 1 - i : i] = keys[i];
    if (i + 1 < n && wrong(keys[i], keys[i + 1])) plan->ordered = 0;
  }
  if (pairs)
    for (uint64_t i = t; i < n; i += stride)
      values_out[backwards ? n - 1 - i : i] = __ldcs(values + i);
}

/// Whether all keys stood in order: the host waits for it.
static __global__ void say_order(const Plan* plan, Answer answer) {
  begin_after_previous();
  answer.is(plan->ordered ? Spread::ascending : Spread::skewed);
}

/// The keys that are not plan->value go to a list, in any order; no more than `most`. A list that
/// is full stops.
template <class Key, int threads>
__global__ void __launch_bounds__(threads)
    gather_others(const Key* __restrict__ keys, uint64_t n, Key* __restrict__ others, uint32_t most,
                  Plan* plan) {
  constexpr uint32_t V = Keys<Key>::count, loads = 4, room = 16384 / sizeof(Key);
  __shared__ Key waiting[room];
  __shared__ uint32_t here, begin;
  begin_after_previous();
  const Key value = Key(plan->value);
  const uint64_t count = n / V, stride = uint64_t(gridDim.x) * threads;
  uint32_t less = 0;
  if (threadIdx.x == 0) here = 0;
  __syncthreads();

  // A block's others wait in shared memory, so that it takes its places with one atomic
  const auto see = [&](Key k) {
    if (k == value) return;
    less += k < value;
    const uint32_t place = atomicAdd(&here, 1);
    if (place < room) {
      waiting[place] = k;
    } else {
      const uint32_t at = atomicAdd(&plan->others, 1);
      if (at < most) others[at] = k;
    }
  };
  uint64_t i = uint64_t(blockIdx.x) * threads + threadIdx.x;
  bool full = false;
  for (; i + (loads - 1) * stride < count && !full; i += loads * stride) {
    Keys<Key> k[loads];
    full = load_relaxed(&plan->others) > most;
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l)
      k[l] = read_once(reinterpret_cast<const Keys<Key>*>(keys) + i + l * stride);
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l)
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) see(k[l].key[v]);
  }
  for (; i < count && !full; i += stride)
    for (uint32_t v = 0; v < V; ++v) see(keys[i * V + v]);
  if (blockIdx.x == 0 && threadIdx.x < n % V) see(keys[count * V + threadIdx.x]);
  less = sum_of_warp(less);
  if (lane_id() == 0 && less > 0) atomicAdd(&plan->others_less, less);
  __syncthreads();
  const uint32_t kept = min(here, room);
  if (threadIdx.x == 0) begin = atomicAdd(&plan->others, kept);
  __syncthreads();
  for (uint32_t j = threadIdx.x; j < kept; j += threads)
    if (begin + j < most) others[begin + j] = waiting[j];
}

/// How many others there are, and how many of them are less, each one more than it is: the host
/// waits for the first.
static __global__ void say_others(const Plan* plan, volatile uint32_t* words) {
  begin_after_previous();
  words[1] = plan->others_less;
  __threadfence_system();
  words[0] = plan->others + 1;
  __threadfence_system();
}

/// [the others that are less][the value][the other others]: m others, sorted.
template <class Key, int threads>
__global__ void __launch_bounds__(threads)
    write_around(Key* __restrict__ output, uint64_t n, const Key* others, uint32_t m, uint32_t less,
                 const Plan* plan) {
  constexpr uint32_t V = Keys<Key>::count;
  begin_after_previous();
  const Key value = Key(plan->value);
  const uint64_t middle = less + (n - m), t = uint64_t(blockIdx.x) * threads + threadIdx.x;
  const auto key_at = [&](uint64_t i) {
    return i < less ? others[i] : i < middle ? value : others[i - (n - m)];
  };
  for (uint64_t i = t; i < n / V; i += uint64_t(gridDim.x) * threads) {
    Keys<Key> k;
    const bool inside = i * V >= less && i * V + V <= middle;
#pragma unroll
    for (uint32_t v = 0; v < V; ++v) k.key[v] = inside ? value : key_at(i * V + v);
    write_once(reinterpret_cast<Keys<Key>*>(output) + i, k);
  }
  if (t < n % V) output[n - 1 - t] = key_at(n - 1 - t);
}

/// Counts every value of plan->few, each lane apart, and lists the keys that are none of them. The
/// last block to end sorts both and says whether they were few.
template <class Key, int threads>
__global__ void __launch_bounds__(threads)
    count_few_values(const Key* __restrict__ keys, uint64_t n, Plan* plan, Answer answer) {
  constexpr uint32_t V = Keys<Key>::count, loads = 4, entries = max_values + max_rare;
  constexpr uint32_t copies = 16;  // of each counter, for that many lanes
  struct alignas(2 * sizeof(Key)) Slot {
    Key key;
    uint32_t number;
  };
  __shared__ Slot table[value_slots];
  __shared__ uint32_t counters[max_values * copies], sums[entries / 32], last;
  __shared__ uint32_t counts[entries], before[entries];
  begin_after_previous();
  FewValues& few = plan->few;
  for (uint32_t i = threadIdx.x; i < value_slots; i += threads)
    table[i] = {Key(few.key[i]), few.number[i]};
  for (uint32_t i = threadIdx.x; i < max_values * copies; i += threads) counters[i] = 0;
  __syncthreads();
  const auto add = [&](Key k) {
    uint32_t at = value_slot(k);
    Slot slot = table[at];
    while (slot.key != k && slot.number != no_value) slot = table[at = (at + 1) % value_slots];
    if (slot.number != no_value) {
      atomicAdd(&counters[slot.number * copies + lane_id() % copies], 1);
    } else {
      const uint32_t place = atomicAdd(&few.rares, 1);
      if (place < max_rare) few.rare[place] = k;
    }
  };
  const uint64_t count = n / V, stride = uint64_t(gridDim.x) * threads;
  uint64_t i = uint64_t(blockIdx.x) * threads + threadIdx.x;
  bool many = false;
  for (; i + (loads - 1) * stride < count && !many; i += loads * stride) {
    Keys<Key> k[loads];
    many = load_relaxed(&few.rares) > max_rare;
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l)
      k[l] = read_once(reinterpret_cast<const Keys<Key>*>(keys) + i + l * stride);
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l)
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) add(k[l].key[v]);
  }
  for (; i < count && !many; i += stride)
    for (uint32_t v = 0; v < V; ++v) add(keys[i * V + v]);
  if (blockIdx.x == 0 && threadIdx.x < n % V) add(keys[count * V + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x < max_values) {
    uint32_t sum = 0;
#pragma unroll
    for (uint32_t c = 0; c < copies; ++c)
      sum += counters[threadIdx.x * copies + (c + threadIdx.x) % copies];
    if (sum > 0) atomicAdd(&few.count[threadIdx.x], sum);
  }
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&few.blocks_done, 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  const uint32_t values = few.values, rares = load_relaxed(&few.rares), all = values + rares;
  const bool were_few = rares <= max_rare;
  if (threadIdx.x == 0) answer.is(were_few ? Spread::few_values : Spread::skewed);
  if (!were_few) return;

  // Sort the values and rare keys by counting those before each, and add up how many keys they have
  __shared__ Key key[entries];
  const uint32_t t = threadIdx.x;
  if (t < all) {
    key[t] = t < values ? Key(few.value[t]) : Key(__ldcg(&few.rare[t - values]));
    before[t] = 0;
  }
  __syncthreads();
  static_assert(threads == 2 * entries);
  const uint32_t e = t % entries;  // two threads each
  if (e < all) {
    uint32_t less = 0;
    for (uint32_t j = t / entries; j < all; j += 2)
      less += key[j] < key[e] || (key[j] == key[e] && j < e);
    atomicAdd(&before[e], less);
  }
  __syncthreads();
  if (t < all) {
    counts[before[t]] = t < values ? load_relaxed(&few.count[t]) : 1;
    few.sorted[before[t]] = key[t];
  }
  __syncthreads();
  uint32_t end = t < all ? counts[t] : 0;
  end = inclusive_scan_of_warp(end);
  if (lane_id() == 31 && t < entries) sums[warp_id()] = end;
  __syncthreads();
  if (t >= entries) return;
  for (uint32_t w = 0; w < warp_id(); ++w) end += sums[w];
  few.ends[t] = end;
}

/// Writes every value and rare key as often as it was counted.
template <class Key, int threads>
__global__ void __launch_bounds__(threads)
    write_few_values(Key* __restrict__ output, uint64_t n, const Plan* plan) {
  constexpr uint32_t V = Keys<Key>::count, entries = max_values + max_rare;
  __shared__ Key sorted[entries];
  __shared__ uint32_t ends[entries];
  begin_after_previous();
  const FewValues& few = plan->few;
  if (few.rares > max_rare) return;
  const uint32_t all = few.values + few.rares;
  for (uint32_t i = threadIdx.x; i < all; i += threads) {
    sorted[i] = Key(few.sorted[i]);
    ends[i] = few.ends[i];
  }
  __syncthreads();
  const auto at_output = [&](uint64_t i) {  // the first that ends behind i
    uint32_t low = 0, high = all - 1;
    while (low < high) {
      const uint32_t middle = (low + high) / 2;
      if (ends[middle] > i)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  };
  const uint64_t t = uint64_t(blockIdx.x) * threads + threadIdx.x;
  for (uint64_t i = t; i < n / V; i += uint64_t(gridDim.x) * threads) {
    Keys<Key> k;
    uint32_t entry = at_output(i * V);
#pragma unroll
    for (uint32_t v = 0; v < V; ++v) {
      while (ends[entry] <= i * V + v) ++entry;
      k.key[v] = sorted[entry];
    }
    write_once(reinterpret_cast<Keys<Key>*>(output) + i, k);
  }
  if (t < n % V) output[n - 1 - t] = sorted[at_output(n - 1 - t)];
}

}  // namespace radix::sweep
