// Odd–even sort as one may print it: many threads store the same 1 into the flag.
#include <cuda_runtime.h>
#include <cstdio>
__global__ void odd_even(unsigned* keys, unsigned* has_changed, unsigned n, unsigned odd) {
  unsigned left = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd;
  if (left + 1 < n && keys[left + 1] < keys[left]) {
    unsigned a = keys[left];
    keys[left] = keys[left + 1];
    keys[left + 1] = a;
    has_changed[0] = 1;
  }
}
void gpu_sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned* has_changed;
  cudaMalloc(&has_changed, 4);
  unsigned quiet = 0;
  for (unsigned round = 0; quiet < 2; ++round) {
    unsigned changed = 0;
    cudaMemcpy(has_changed, &changed, 4, cudaMemcpyHostToDevice);
    odd_even<<<(n + 7) / 8, 4>>>(keys, has_changed, n, round % 2);
    cudaMemcpy(&changed, has_changed, 4, cudaMemcpyDeviceToHost);
    quiet = changed ? 0 : quiet + 1;
  }
  cudaMemcpy(output, keys, n * 4, cudaMemcpyDeviceToDevice);
  cudaFree(has_changed);
}
// radixscope: gpu_sort(keys, output, n, bits)
