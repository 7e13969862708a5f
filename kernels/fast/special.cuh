/// Keys that need no sort: they stand in order, or nearly all of them are one value
///
/// The look (fixed_capacity.cuh) says what a sample of them seems to be; the kernels here act on it
/// and see whether it is so.
///     in order        copied, until the first pair of neighbours that stands in the wrong order
///     nearly all one  the others are gathered and sorted, and written around the one value
#pragma once
#include "fixed_capacity.cuh"

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
  constexpr uint32_t V = Keys<Key>::count, loads = 4, capacity = 16384 / sizeof(Key);
  __shared__ Key waiting[capacity];
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
    if (place < capacity) {
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
  const uint32_t kept = min(here, capacity);
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

}  // namespace radix::sweep
