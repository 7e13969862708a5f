#include <curand_kernel.h>
__global__ void fill(unsigned* keys, int n) {
  curandState s;
  curand_init(1, threadIdx.x, 0, &s);
  keys[threadIdx.x] = curand(&s);
}
int main() { unsigned* d; cudaMalloc(&d, 400); fill<<<1, 100>>>(d, 100); }
