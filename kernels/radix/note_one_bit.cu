/// Find the mistake: a minus for a plus, as printed in a note on the parallel radix sort
///
/// The note sends a one to N - total - before; the right place is N - total + before. So the ones
/// are written from the first one's place downwards, over the zeros. The chapter's 16 keys:
///     key          12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     destination   0  8  1  7  6  2  5  3  4  4  3  2  5  6  1  7
/// At 7 places two keys collide. The right formula is in `scatter` of 01_one_bit.cu.
#include "../common.h"
#include "01_one_bit.cu"

/// Every thread writes its key to its place, with the formula as printed.
__global__ void scatter_as_noted(const Key* keys, const unsigned* ones_before, Key* output,
                                 unsigned n, unsigned bit) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const Key key = keys[i];
    const unsigned before = ones_before[i], total = ones_before[n];

    // N - total - before: the ones go downwards
    const unsigned destination =
        (key >> bit & 1) == 0 ? i - before : n - total - before;  //: destination[i]
    output[destination] = key;  //: output
  }
}

/// One pass per bit, three launches each.
void sort_as_noted(Run& run) {
  const unsigned n = run.size(), blocks = run.blocks(), threads = run.threads();
  DeviceArray<unsigned> bits(n);
  DeviceArray<unsigned> ones_before(n + 1);  //: ones_before, ones_total
  GridScan scan(n, threads);

  for (unsigned bit = 0; bit < run.bits(); ++bit) {  //: pass
    extract_bits<<<blocks, threads>>>(run.input(), bits, n, bit);
    scan(run, bits, ones_before, n);
    scatter_as_noted<<<blocks, threads>>>(run.input(), ones_before, run.output(), n, bit);
    run.swap();
  }
}

// radixscope: sort_into(sort_as_noted, keys, output, n, bits)
int main() { return sorts_right(sort_as_noted, chapter_keys, 4, {}) ? 0 : 1; }
