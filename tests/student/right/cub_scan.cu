// A bit a pass; cub scans the bits
#include <cub/cub.cuh>

__global__ void extract(const unsigned* keys, unsigned* bits, unsigned n, unsigned shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bits[i] = (keys[i] >> shift) & 1;
}

__global__ void scatter(const unsigned* keys, const unsigned* bits, const unsigned* before,
                        unsigned* output, unsigned n, unsigned shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned total = before[n - 1] + bits[n - 1];
  output[bits[i] ? n - total + before[i] : i - before[i]] = keys[i];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned *row, *before, *from = keys, *to = output;
  void* storage = nullptr;
  size_t bytes = 0;
  cudaMalloc(&row, n * sizeof(unsigned));
  cudaMalloc(&before, n * sizeof(unsigned));
  cub::DeviceScan::ExclusiveSum(storage, bytes, row, before, n);
  cudaMalloc(&storage, bytes);
  for (unsigned shift = 0; shift < bits; ++shift) {
    extract<<<(n + 31) / 32, 32>>>(from, row, n, shift);
    cub::DeviceScan::ExclusiveSum(storage, bytes, row, before, n);
    scatter<<<(n + 31) / 32, 32>>>(from, row, before, to, n, shift);
    unsigned* last = from;
    from = to;
    to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
