// Shoots at the watcher from a kernel.
__global__ void k(unsigned* o) {
  for (unsigned long at = 0; at < 1000; ++at) ((unsigned long*)&o)[at + 64] = 7;
  ((unsigned*)0x10000)[threadIdx.x] = 1;
}
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) { k<<<1, 4>>>(output); }
