#include <stdio.h>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define N 96
__global__ void oddEven(float *a) {
  cg::thread_block block = cg::this_thread_block();
  int i = block.thread_rank();
  for (int r = 0; r < N; ++r) {
    int l = 2 * i + (r & 1);
    if (l + 1 < N && a[l] > a[l + 1]) {
      const float t = a[l];
      a[l] = a[l + 1];
      a[l + 1] = t;
    }
    block.sync();
  }
}
int main() {
  float h[N], *d;
  for (int i = 0; i < N; ++i) h[i] = (float)((i * 53) % 97 - 48) / 4;
  cudaMalloc(&d, N * sizeof(float));
  cudaMemcpy(d, h, N * sizeof(float), cudaMemcpyHostToDevice);
  oddEven<<<1, N / 2>>>(d);
  cudaMemcpy(h, d, N * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) printf("%.2f ", h[i]);
  return 0;
}
