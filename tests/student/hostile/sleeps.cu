// Waits for what never comes.
#include <sys/syscall.h>
#include <unistd.h>
__global__ void k(unsigned* o, unsigned n) { if (threadIdx.x < n) o[threadIdx.x] = 0; }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  int never = 0;
  syscall(SYS_futex, &never, 0, 0, 0, 0, 0);
  k<<<1, 4>>>(output, n);
}
