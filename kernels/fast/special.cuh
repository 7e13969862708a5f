/// Keys that need no sort: they stand in order, or nearly all of them have one of few values
///
/// The look (fixed_capacity.cuh) says what a sample of them seems to be; the kernels here act on it
/// and see whether it is so.
///     in order        copied, until the first pair of neighbours that stands in the wrong order
///     few values      nearly all keys have one of up to 256 values: these are counted, the others
///                     gathered and sorted, and both are written
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

/// Counts the keys of every value of plan->few, and gathers the others in any order. It stops if
/// there are more than `most`, or more at a stretch than a block has places for. The last block to
/// end tells the host how many others there are, one more than it is, and sorts the values.
template <class Key, int threads>
__global__ void __launch_bounds__(threads, blocks_of_1024)
    count_few_values(const Key* __restrict__ keys, uint64_t n, Key* __restrict__ others,
                     uint32_t most, Plan* plan, volatile uint32_t* word) {
  constexpr uint32_t V = Keys<Key>::count, loads = 4, capacity = 16384 / sizeof(Key);
  constexpr uint32_t copies = 8;  // of each counter, for that many lanes
  __shared__ Key table[value_slots], waiting[capacity];
  __shared__ uint16_t numbers[value_slots];
  __shared__ uint32_t counters[max_values * copies], here, begin, last;
  begin_after_previous();
  FewValues& few = plan->few;
  const uint32_t main = few.main;
  const Key main_key = main == no_key ? 0 : Key(few.value[main]);
  for (uint32_t i = threadIdx.x; i < value_slots; i += threads) {
    table[i] = Key(few.key[i]);
    numbers[i] = uint16_t(few.number[i]);
  }
  for (uint32_t i = threadIdx.x; i < max_values * copies; i += threads) counters[i] = 0;
  if (threadIdx.x == 0) here = 0;
  __syncthreads();
  uint32_t of_main = 0;
  bool half_full = false, too_many = false;
  const auto see = [&](Key k) {
    if (main != no_key && k == main_key) {
      ++of_main;
      return;
    }
    uint32_t at = value_slot(k);
    while (table[at] != k && numbers[at] != uint16_t(no_key)) at = (at + 1) % value_slots;
    const uint32_t number = numbers[at];
    if (number < max_values) {
      atomicAdd(&counters[number * copies + lane_id() % copies], 1);
      return;
    }
    // A block's others wait in shared memory, so that it takes its places with one atomic
    const uint32_t place = atomicAdd(&here, 1);
    if (place < capacity) waiting[place] = k;
    half_full |= place >= capacity / 2;
    too_many |= place >= capacity;
  };
  const auto hand_over_others = [&] {
    const uint32_t kept = min(here, capacity);
    __syncthreads();
    if (threadIdx.x == 0) {
      begin = atomicAdd(&few.others, kept);
      here = 0;
    }
    __syncthreads();
    for (uint32_t j = threadIdx.x; j < kept; j += threads)
      if (begin + j < most) others[begin + j] = waiting[j];
    __syncthreads();
  };
  const uint64_t count = n / V, stride = uint64_t(gridDim.x) * threads;
  const uint64_t t = uint64_t(blockIdx.x) * threads + threadIdx.x;
  bool stop = false;
  for (uint64_t first = 0; first < count && !stop; first += loads * stride) {
    Keys<Key> k[loads];
    const uint32_t others_now = threadIdx.x == 0 ? load_relaxed(&few.others) : 0;
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l)
      if (first + l * stride + t < count)
        k[l] = read_once(reinterpret_cast<const Keys<Key>*>(keys) + first + l * stride + t);
#pragma unroll
    for (uint32_t l = 0; l < loads; ++l)
#pragma unroll
      for (uint32_t v = 0; v < V; ++v)
        if (first + l * stride + t < count) see(k[l].key[v]);
    stop = __syncthreads_or(too_many || others_now > most);
    if (__syncthreads_or(half_full)) hand_over_others();
    half_full = false;
  }
  if (t < n % V) see(keys[count * V + t]);
  if (too_many) atomicMax(&few.others, most + 1);
  of_main = sum_of_warp(of_main);
  if (lane_id() == 0 && of_main > 0) atomicAdd(&counters[main * copies], of_main);
  __syncthreads();

  // Hand the block's counts and others over
  if (threadIdx.x < max_values) {
    uint32_t sum = 0;
#pragma unroll
    for (uint32_t c = 0; c < copies; ++c)
      sum += counters[threadIdx.x * copies + (c + threadIdx.x) % copies];
    if (sum > 0) atomicAdd(&few.count[threadIdx.x], sum);
  }
  if (here > 0) hand_over_others();
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&few.blocks_done, 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  if (threadIdx.x == 0) tell_host(word, load_relaxed(&few.others) + 1);

  // The last block: a value's place is how many are less
  const uint32_t mine = threadIdx.x, values = few.values;
  if (mine < values) table[mine] = Key(few.value[mine]);
  __syncthreads();
  if (mine < values) {
    uint32_t less = 0;
    for (uint32_t j = 0; j < values; ++j) less += table[j] < table[mine];
    few.sorted[less] = table[mine];
    counters[less] = load_relaxed(&few.count[mine]);
  }
  __syncthreads();
  __shared__ uint32_t sums[max_values / 32];
  uint32_t end = 0;
  if (mine < max_values) {
    end = inclusive_scan_of_warp(mine < values ? counters[mine] : 0);
    if (lane_id() == 31) sums[warp_id()] = end;
  }
  __syncthreads();
  if (mine >= max_values) return;
  for (uint32_t w = 0; w < warp_id(); ++w) end += sums[w];
  few.ends[mine] = end;
}

/// Writes each value as often as it was counted, with the m others, sorted, between. Nothing if
/// there are not m.
template <class Key, int threads>
__global__ void __launch_bounds__(threads, blocks_of_1024)
    write_few_values(Key* __restrict__ output, uint64_t n, const Key* others, uint32_t m,
                     const Plan* plan) {
  constexpr uint32_t V = Keys<Key>::count;
  __shared__ Key sorted[max_values];
  __shared__ uint32_t begins[max_values], ends[max_values];  // of the value's keys in the output
  begin_after_previous();
  const FewValues& few = plan->few;
  if (few.others != m) return;
  const uint32_t values = few.values;
  if (threadIdx.x < values) {
    const Key mine = Key(few.sorted[threadIdx.x]);
    uint32_t less = 0;  // of the others
    for (uint32_t high = m; less < high;) {
      const uint32_t middle = (less + high) / 2;
      if (others[middle] < mine)
        less = middle + 1;
      else
        high = middle;
    }
    sorted[threadIdx.x] = mine;
    begins[threadIdx.x] = less + (threadIdx.x == 0 ? 0 : few.ends[threadIdx.x - 1]);
    ends[threadIdx.x] = less + few.ends[threadIdx.x];
  }
  __syncthreads();
  const uint32_t last_end = values == 0 ? 0 : ends[values - 1];
  const auto value_at = [&](uint64_t i) {  // the first one that ends after i, or `values`
    if (i >= last_end) return values;
    uint32_t low = 0;
    for (uint32_t high = values - 1; low < high;) {
      const uint32_t middle = (low + high) / 2;
      if (ends[middle] > i)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  };
  // The others before a value's keys are all before it less the keys of the values before
  const auto key_at = [&](uint64_t i, uint32_t value) {
    if (value < values && i >= begins[value]) return sorted[value];
    const uint32_t keys_of_values = value == 0 ? 0 : few.ends[value - 1];
    return others[i - keys_of_values];
  };
  const uint64_t t = uint64_t(blockIdx.x) * threads + threadIdx.x;
  for (uint64_t i = t; i < n / V; i += uint64_t(gridDim.x) * threads) {
    Keys<Key> k;
    uint32_t value = value_at(i * V);
    if (value < values && i * V >= begins[value] && i * V + V <= ends[value]) {
      const Key mine = sorted[value];
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) k.key[v] = mine;
    } else {
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) {
        while (value < values && ends[value] <= i * V + v) ++value;
        k.key[v] = key_at(i * V + v, value);
      }
    }
    write_once(reinterpret_cast<Keys<Key>*>(output) + i, k);
  }
  if (t < n % V) output[n - 1 - t] = key_at(n - 1 - t, value_at(n - 1 - t));
}

}  // namespace radix::sweep
