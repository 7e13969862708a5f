#include <cstdint>
#include <cuda_runtime.h>
typedef uint32_t u32;
__constant__ u32 masks[8];
static __device__ __forceinline__ u32 bit_of(u32 key, int b) { return (key & masks[b]) ? 1u : 0u; }
__device__ u32 rounds;

// radixscope: radixSort(keys, n, bits)
__global__ void split(u32 *data, u32 n, int b) {
  extern __shared__ u32 tmp[];
  u32 t = threadIdx.x;
  u32 key = t < n ? data[t] : 0xffffffffu;
  u32 one = t < n ? bit_of(key, b) : 0;
  u32 ones = __syncthreads_count(one);
  tmp[t] = one;
  __syncthreads();
  u32 before = 0;
  for (u32 k = 0; k < t; k++) before += tmp[k];
  if (t < n) data[one ? n - ones + before : t - before] = key;
  if (t == 0) atomicAdd(&rounds, 1);
  if (__syncthreads_or(t == 0 && rounds > 1000)) __trap();
}
void radixSort(u32 *d, u32 n, u32 bits) {
  u32 h[8], zero = 0;
  for (int b = 0; b < 8; b++) h[b] = 1u << b;
  cudaMemcpyToSymbol(masks, h, sizeof(h));
  cudaMemcpyToSymbol(rounds, &zero, sizeof(zero));
  for (u32 b = 0; b < bits; b++) split<<<1, n, n * sizeof(u32)>>>(d, n, b);
}
