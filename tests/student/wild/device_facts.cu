#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>
__noinline__ __device__ int digit(int key, int shift, int mask) { return (key >> shift) & mask; }
__global__ void __launch_bounds__(256) sortBlock(int *keys, int n) {
  __shared__ int in[256], place[256];
  int t = threadIdx.x;
  if (t < n) in[t] = keys[t];
  __syncthreads();
  for (int shift = 0; shift < 8; shift += 2) {
    if (t < n) {
      int mine = digit(in[t], shift, 3), to = 0;
      for (int k = 0; k < n; k++) {
        int other = digit(in[k], shift, 3);
        if (other < mine || (other == mine && k < t)) to++;
      }
      place[t] = to;
    }
    int key = t < n ? in[t] : 0;
    __syncthreads();
    if (t < n) in[place[t]] = key;
    __syncthreads();
  }
  if (t < n) keys[t] = in[t];
}
int main() {
  cudaDeviceProp prop;
  int dev, count;
  cudaGetDeviceCount(&count);
  cudaGetDevice(&dev);
  cudaGetDeviceProperties(&prop, dev);
  printf("%s, %d SMs, %zu bytes shared\n", prop.name, prop.multiProcessorCount, prop.sharedMemPerBlock);
  int *h, *d, n = 200;
  cudaHostAlloc(&h, n * sizeof(int), cudaHostAllocDefault);
  for (int i = 0; i < n; i++) h[i] = (i * 91) & 255;
  cudaMalloc((void **)&d, n * sizeof(int));
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaFuncSetCacheConfig(sortBlock, cudaFuncCachePreferShared);
  cudaProfilerStart();
  sortBlock<<<1, 256>>>(d, n);
  cudaProfilerStop();
  cudaError_t err = cudaPeekAtLastError();
  if (err != cudaSuccess) printf("%s\n", cudaGetErrorName(err));
  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFreeHost(h);
  cudaFree(d);
}
