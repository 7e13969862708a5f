// A program of its own, as one finds them: main, a check of every call, keys of its own
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

__global__ void radix_sort_block(unsigned int* data, int n) {
  extern __shared__ unsigned int shared[];
  unsigned int* keys = shared;
  unsigned int* ones = shared + blockDim.x;
  int tid = threadIdx.x;
  keys[tid] = tid < n ? data[tid] : 0xffffffffu;
  for (int bit = 0; bit < 32; bit++) {
    __syncthreads();
    unsigned int key = keys[tid], b = (key >> bit) & 1u;
    ones[tid] = b;
    __syncthreads();
    for (int offset = 1; offset < blockDim.x; offset <<= 1) {
      unsigned int value = 0;
      if (tid >= offset) value = ones[tid - offset];
      __syncthreads();
      ones[tid] += value;
      __syncthreads();
    }
    unsigned int before = ones[tid] - b, total = ones[blockDim.x - 1];
    __syncthreads();
    keys[b ? blockDim.x - total + before : tid - before] = key;
  }
  __syncthreads();
  if (tid < n) data[tid] = keys[tid];
}

int main() {
  const int n = 50;
  std::vector<unsigned int> h(n);
  srand(7);
  for (auto& v : h) v = rand() % 1000;
  unsigned int* d;
  CHECK(cudaMalloc((void**)&d, n * sizeof(unsigned int)));
  CHECK(cudaMemcpy(d, h.data(), n * sizeof(unsigned int), cudaMemcpyHostToDevice));
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  radix_sort_block<<<1, 64, 2 * 64 * sizeof(unsigned int)>>>(d, n);
  CHECK(cudaGetLastError());
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  CHECK(cudaMemcpy(h.data(), d, n * sizeof(unsigned int), cudaMemcpyDeviceToHost));
  std::cout << (std::is_sorted(h.begin(), h.end()) ? "sorted" : "not sorted") << std::endl;
  CHECK(cudaFree(d));
  return 0;
}
