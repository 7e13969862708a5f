/// 13.3 One bit at a time                                                PMPP
///
/// One thread per key. A pass sorts by one bit, lowest first: all zeros go to the front, all ones
/// behind them, both in the order they came. After pass t the keys are sorted by their low t bits,
/// because a pass never changes the order of keys whose bits are equal (it is stable).
///
/// The chapter's 16 keys, pass 1 (bit 0):
///     key           12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     bits           0  1  0  1  1  0  1  0  1  0  1  1  0  0  1  0
///     # ones before  0  0  1  1  2  3  3  4  4  5  5  6  7  7  7  8     8 ones in total
///     destination    0  8  1  9 10  2 11  3 12  4 13 14  5  6 15  7
///
/// Key 6 (index 2) has bit 0 and one 1 before it: it goes to 2 - 1 = 1.
/// Key 15 (index 4) has bit 1 and two 1s before it: it goes to 16 - 8 + 2 = 10.
///
/// Three launches a pass: extract, scan, scatter. The end of a launch is the only simple way to
/// make every block wait for every other one.
#pragma once

#include "kernels/scan/grid_scan.cuh"
#include "radix_show.hpp"

namespace radix::inline KERNELS {

/// Every thread takes the bit of its key.
__global__ void extract_bits(View<const Key> keys, View<uint32_t> bits, uint32_t n, Digit digit,
                             Show show) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    bits[i] = bit_of(keys[i], digit);
    show("bits");
  }
}

/// Every thread sends its key to its place. ones_before has n + 1 entries; the last is the total.
__global__ void scatter(View<const Key> keys, View<const uint32_t> ones_before, View<Key> output,
                        uint32_t n, Digit digit, Show show) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const Key key = keys[i];
    const uint32_t bit = bit_of(key, digit);
    const uint32_t before = ones_before[i];
    const uint32_t total = ones_before[n];

    // Zeros to the front, ones behind all zeros
    const uint32_t destination = bit == 0 ? i - before : n - total + before;
    show("destination", i, destination);

    output[destination] = key;
    show("output");
  }
}

/// One pass per bit, three launches each.
template <auto Scatter = scatter>
void sort_one_bit(Run& run) {
  const uint32_t n = run.size(), blocks = run.blocks(), threads = run.threads();
  DeviceArray<uint32_t> bits(run, "bits", n), ones_before(run, "ones_before", n + 1, "ones_total");
  GridScan scan(n, threads);

  for (const Digit digit : run.passes()) {
    run.launch<extract_bits>(blocks, threads)(run.input(), bits, n, digit);
    scan(run, bits, ones_before, n);
    run.launch<Scatter>(blocks, threads)(run.input(), ones_before, run.output(), n, digit);
  }
}

}  // namespace radix::inline KERNELS
