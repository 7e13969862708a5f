// Exercise 1: Blelloch's scan in the block, everything in one dynamic shared array.
#include <cuda_runtime.h>
#include <utility>

__global__ void splitBlock(const unsigned int* in, unsigned int* sorted, unsigned int* zeroCount,
                           unsigned int n, unsigned int bit) {
  extern __shared__ unsigned int smem[];
  unsigned int* scan = smem;
  unsigned int* buf = smem + blockDim.x;
  const unsigned int tid = threadIdx.x;
  const unsigned int gid = blockIdx.x * blockDim.x + tid;
  const unsigned int valid = min(blockDim.x, n - blockIdx.x * blockDim.x);
  unsigned int key = 0, b = 0;
  if (gid < n) {
    key = in[gid];
    b = (key >> bit) & 1u;
  }
  scan[tid] = b;
  for (unsigned int s = 1; s < blockDim.x; s <<= 1) {
    __syncthreads();
    unsigned int k = (tid + 1) * 2 * s - 1;
    if (k < blockDim.x) scan[k] += scan[k - s];
  }
  __syncthreads();
  __shared__ unsigned int ones;
  if (tid == blockDim.x - 1) {
    ones = scan[tid];
    scan[tid] = 0;
  }
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    __syncthreads();
    unsigned int k = (tid + 1) * 2 * s - 1;
    if (k < blockDim.x) {
      unsigned int left = scan[k - s];
      scan[k - s] = scan[k];
      scan[k] += left;
    }
  }
  __syncthreads();
  if (gid < n) {
    unsigned int dst = b ? (valid - ones) + scan[tid] : tid - scan[tid];
    buf[dst] = key;
  }
  __syncthreads();
  if (gid < n) sorted[gid] = buf[tid];
  if (tid == 0) zeroCount[blockIdx.x] = valid - ones;
}

__global__ void scanBlocks(const unsigned int* zeroCount, unsigned int* zeroStart,
                           unsigned int* oneStart, unsigned int n, unsigned int numBlocks,
                           unsigned int perBlock) {
  if (threadIdx.x != 0) return;
  unsigned int zeros = 0;
  for (unsigned int i = 0; i < numBlocks; i++) {
    zeroStart[i] = zeros;
    zeros += zeroCount[i];
  }
  unsigned int at = zeros;
  for (unsigned int i = 0; i < numBlocks; i++) {
    oneStart[i] = at;
    unsigned int have = min(perBlock, n - i * perBlock);
    at += have - zeroCount[i];
  }
}

__global__ void writeOut(const unsigned int* sorted, unsigned int* out,
                         const unsigned int* zeroCount, const unsigned int* zeroStart,
                         const unsigned int* oneStart, unsigned int n) {
  unsigned int gid = blockIdx.x * blockDim.x + threadIdx.x;
  if (gid < n) {
    unsigned int z = zeroCount[blockIdx.x];
    if (threadIdx.x < z)
      out[zeroStart[blockIdx.x] + threadIdx.x] = sorted[gid];
    else
      out[oneStart[blockIdx.x] + threadIdx.x - z] = sorted[gid];
  }
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  const unsigned int T = 8, B = (n + T - 1) / T;
  unsigned int *sorted, *zc, *zs, *os;
  cudaMalloc((void**)&sorted, n * sizeof(unsigned int));
  cudaMalloc((void**)&zc, B * sizeof(unsigned int));
  cudaMalloc((void**)&zs, B * sizeof(unsigned int));
  cudaMalloc((void**)&os, B * sizeof(unsigned int));
  unsigned int *src = keys, *dst = output;
  for (unsigned int bit = 0; bit < bits; bit++) {
    splitBlock<<<B, T, 2 * T * sizeof(unsigned int)>>>(src, sorted, zc, n, bit);
    scanBlocks<<<1, 1>>>(zc, zs, os, n, B, T);
    writeOut<<<B, T>>>(sorted, dst, zc, zs, os, n);
    std::swap(src, dst);
  }
  if (src != output) cudaMemcpy(output, src, n * sizeof(unsigned int), cudaMemcpyDeviceToDevice);
  cudaFree(sorted); cudaFree(zc); cudaFree(zs); cudaFree(os);
}
