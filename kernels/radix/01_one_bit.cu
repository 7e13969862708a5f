/// One bit at a time                                              PMPP 4th ed. 13.3, 5th ed. 14.5
///
/// One thread per key. A pass sorts by one bit, the lowest first: all zeros go to the front, all
/// ones after them, both in their order. After pass t the keys are sorted by their lowest t bits,
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
/// Three launches per pass: extract, scan, scatter. The end of a launch is the only simple way to
/// make every block wait for all others.
#include "../common.h"
#include "../scan/grid_scan.cuh"

/// Every thread extracts the bit of its key.
__global__ void extract_bits(const Key* keys, unsigned* bits, unsigned n, unsigned bit) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    bits[i] = keys[i] >> bit & 1;  //: bits
  }
}

/// Every thread writes its key to its place. ones_before has n + 1 entries; the last is the total.
__global__ void scatter(const Key* keys, const unsigned* ones_before, Key* output, unsigned n,
                        unsigned bit) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const Key key = keys[i];
    const unsigned mine = key >> bit & 1;
    const unsigned before = ones_before[i];
    const unsigned total = ones_before[n];

    // Zeros to the front, ones after all zeros
    const unsigned destination = mine == 0 ? i - before : n - total + before;  //: destination[i]
    output[destination] = key;  //: output
  }
}

/// One pass per bit, three launches each.
void sort_one_bit(Run& run) {
  const unsigned n = run.size(), blocks = run.blocks(), threads = run.threads();
  DeviceArray<unsigned> bits(n);
  DeviceArray<unsigned> ones_before(n + 1);  //: ones_before, ones_total
  GridScan scan(n, threads);

  for (unsigned bit = 0; bit < run.bits(); ++bit) {  //: pass
    extract_bits<<<blocks, threads>>>(run.input(), bits, n, bit);
    scan(run, bits, ones_before, n);
    scatter<<<blocks, threads>>>(run.input(), ones_before, run.output(), n, bit);
    run.swap();
  }
}

#if __INCLUDE_LEVEL__ == 0
// radixscope: sort_into(sort_one_bit, keys, output, n, bits)
int main(int argc, char** argv) { return sort_and_check(sort_one_bit, argc, argv); }
#endif
