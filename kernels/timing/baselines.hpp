/// Baseline sorts for comparison, as data: what the window offers needs none of their code.
/// cpu_baselines.cpp and cuda_timing.cu have their sorts, under the same names.
#pragma once

#include <string_view>

#include "timing.hpp"

namespace radix {

inline constexpr Baseline all_cpu_baselines[] = {
    {"std_sort", "std::sort",
     "one processor core, in place; equal keys may change places (their order is not checked)",
     false},
    {"std_stable_sort", "std::stable_sort",
     "one processor core, stable; its time includes getting a buffer for half the keys", false},
    {"serial_radix", "serial radix sort, 1 bit per pass",
     "one processor core, stable: zeros and ones into two lists, then both back", false},
    {"serial_radix8", "serial radix sort, 8 bits per pass",
     "one processor core, stable: count, add up, move; what the same algorithm takes without "
     "emulated threads",
     false},
    {"check_wrong", "check: two keys swapped", "must be found out of order", true},
    {"check_lost", "check: one key lost", "must be found to have other keys", true},
    {"check_unstable", "check: equal keys swapped", "pairs must be found not stable", true},
    {"check_sleep", "check: 10 ms of sleep", "must take 10 ms and a little", true},
};

inline constexpr Baseline all_cuda_baselines[] = {
    {"cub", "cub::DeviceRadixSort, input kept",
     "NVIDIA's one-sweep radix sort: input and output are two arrays and the input stays as it was",
     false},
    {"cub_double_buffer", "cub::DeviceRadixSort, DoubleBuffer",
     "the same with two arrays, both of which it may overwrite: the contract of the sorts", false},
    {"thrust", "thrust::sort, its allocation included",
     "as a program calls it: CUB inside, and memory for another copy of the keys allocated and "
     "freed in every call",
     false},
    {"cub_merge", "cub::DeviceMergeSort, stable",
     "NVIDIA's merge sort, in place: it compares keys and knows nothing of their bits", false},
    {"thrust_stable", "thrust::stable_sort by a comparator, its allocation included",
     "a functor that Thrust does not know, so it has to merge; memory allocated and freed in every "
     "call",
     false},
    {"one_sweep", "this project's one-sweep, GPU only",
     "least significant digit first, stable, ranks by ballots (kernels/fast/one_sweep.cuh); the "
     "input stays as it was",
     false},
    {"one_sweep_atomics", "this project's one-sweep, ranks by atomics, GPU only",
     "the same with ranks from shared atomics, whose order is checked tile by tile; bare keys only",
     false},
    {"hybrid", "this project's hybrid, GPU only",
     "most significant digit first, pairs stable (kernels/fast/fixed_capacity.cuh); the host "
     "waits for what a sample says of the keys; skewed keys are sorted by one-sweep, few keys by "
     "one block",
     false},
    {"check_sleep", "check: sleeps 10 ms",
     "a kernel that stays busy for 10 ms: what the clock must read", true},
    {"check_wrong", "check: a wrong sort", "sorts, then swaps two keys: must never get a bar",
     true},
};

/// The row of this name. A constant expression without one does not compile.
template <std::size_t count>
constexpr Baseline row_of(const Baseline (&list)[count], std::string_view name) {
  for (const Baseline& baseline : list)
    if (name == baseline.name) return baseline;
  throw "no such baseline";
}

}  // namespace radix
