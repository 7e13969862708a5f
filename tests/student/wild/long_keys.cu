#include <cuda_runtime.h>
#include <stdio.h>
typedef unsigned long long ull;
__global__ void rankSort(const ull *in, ull *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    ull mine = in[i];
    int r = 0;
    for (int k = 0; k < n; k++) r += in[k] < mine || (in[k] == mine && k < i);
    out[r] = mine;
  }
}
int main() {
  const int n = 130;
  ull h[n], *a, *b;
  for (int i = 0; i < n; i++) h[i] = ((ull)(i * 31 % 97) << 33) | (ull)(i * 7 % 64);
  cudaMalloc((void**)&a, n * sizeof(ull));
  cudaMalloc((void**)&b, n * sizeof(ull));
  cudaMemcpy(a, h, n * sizeof(ull), cudaMemcpyHostToDevice);
  rankSort<<<dim3((n + 63) / 64), dim3(64)>>>(a, b, n);
  cudaMemcpy(h, b, n * sizeof(ull), cudaMemcpyDeviceToHost);
  printf("%llu\n", h[0]);
  return 0;
}
