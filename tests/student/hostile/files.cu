// Writes and deletes files.
#include <unistd.h>
__global__ void k(unsigned* o, unsigned n) { if (threadIdx.x < n) o[threadIdx.x] = 0; }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  FILE* f = fopen("/tmp/radixscope_was_here", "w");
  if (f) abort();
  unlink("/tmp/radixscope_precious");
  k<<<1, 4>>>(output, n);
}
