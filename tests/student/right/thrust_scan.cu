// A bit a pass; thrust scans the bits in place
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

__global__ void extract(const unsigned* keys, unsigned* ones, unsigned n, unsigned shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) ones[i] = i < n ? (keys[i] >> shift) & 1 : 0;
}

__global__ void scatter(const unsigned* keys, const unsigned* before, unsigned* output, unsigned n,
                        unsigned shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned bit = (keys[i] >> shift) & 1;
  output[bit ? n - before[n] + before[i] : i - before[i]] = keys[i];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned *ones, *from = keys, *to = output;
  cudaMalloc(&ones, (n + 1) * sizeof(unsigned));
  for (unsigned shift = 0; shift < bits; ++shift) {
    extract<<<(n + 32) / 32, 32>>>(from, ones, n, shift);
    thrust::exclusive_scan(thrust::device, ones, ones + n + 1, ones);
    scatter<<<(n + 31) / 32, 32>>>(from, ones, to, n, shift);
    unsigned* last = from;
    from = to;
    to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
