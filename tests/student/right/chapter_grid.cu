// Fig. 13.4 as one cooperative launch a pass: the grid waits for itself
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void pass(const unsigned* input, unsigned* output, unsigned* bits, unsigned n,
                     unsigned shift) {
  cg::grid_group grid = cg::this_grid();
  unsigned i = grid.thread_rank(), key = 0, bit = 0;
  if (i < n) {
    key = input[i];
    bit = (key >> shift) & 1;
    bits[i] = bit;
  }
  grid.sync();
  if (i == 0) {
    unsigned sum = 0;
    for (unsigned k = 0; k < n; ++k) {
      unsigned own = bits[k];
      bits[k] = sum;
      sum += own;
    }
    bits[n] = sum;
  }
  grid.sync();
  if (i < n) output[bit ? n - bits[n] + bits[i] : i - bits[i]] = key;
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned *table, *from = keys, *to = output;
  cudaMalloc(&table, (n + 1) * sizeof(unsigned));
  for (unsigned shift = 0; shift < bits; ++shift) {
    void* arguments[] = {&from, &to, &table, &n, &shift};
    cudaLaunchCooperativeKernel((void*)pass, dim3((n + 31) / 32), dim3(32), arguments, 0, 0);
    unsigned* last = from;
    from = to;
    to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
